import Basics
import Diagnostics
import YAMLTree

// Findings about values of the wrong form.

extension Reading {
  /// Reports a key without a value. The fix quotes a colour that YAML took for a comment (`color: #f00`).
  func reportAbsence(of subject: Subject, expecting description: ShapeDescription) {
    let message = "\(subject.name) has no value; expected \(description.expectation)"
    if hasBracketBefore(subject), isSwallowedColor(subject) { return }
    guard let comment = comment(behind: subject), let color = colorText(in: comment) else {
      let startsWithNumberSign = description.scalar?.examples.contains { $0.hasPrefix("#") } ?? false
      let hint =
        startsWithNumberSign && comment(behind: subject) != nil
        ? "write the value in quotes: an unquoted `#` starts a YAML comment"
        : "write a value or remove the key"
      report(Diagnostic(.emptyValue, message, at: subject.keyRange, hint: hint))
      return
    }
    let written = source[color]
    let fix = Diagnostic.Fix(
      "write `\"\(written)\"`", [TextEdit(range: color, replacement: "\"\(written)\"")],
      isSafe: isWhole(color, of: comment))
    report(
      Diagnostic(
        .wrongColor, message, at: color,
        hint: "an unquoted `#` starts a YAML comment: `\(written)` was not read", fixes: [fix]))
  }

  /// Reports a list in place of text, text in place of a mapping, and so on.
  func reportWrongForm(of subject: Subject, expecting description: ShapeDescription) {
    markVariables(in: subject.node)
    let seen =
      switch subject.node.value {
      case .scalar: "a single value"
      case .sequence: "a list"
      case .mapping: "a mapping"
      }
    var hint: String?
    var fixes: [Diagnostic.Fix] = []
    if case .of(let element)? = description.list, case .item(.item(let list))? = element.mapping,
      case .mapping(let entries, _) = subject.node.value, entries.contains(where: { $0.key == "defaults" })
    {
      hint =
        "default keys for the items of one list are at the top level: "
        + "`defaults: {\(list.rawValue): {\(list.defaultsExample)}}`"
    } else if case .keys(let mapping)? = description.mapping, mapping.title == VariableKeys.title {
      fixes = variableFixes(for: subject)
    } else if case .keys(let mapping)? = description.mapping, let fix = wordFix(for: subject, in: mapping) {
      fixes = [fix]
    } else if description.allowsAbsence, description.scalar == nil, case .keys? = description.mapping {
      hint = "write `\(subject.key): {}`"
    } else if case .of(let element)? = description.list {
      hint = "make it a list item: start it with `- `"
      fixes = listItemFixes(for: subject, expecting: element)
    } else if case .item(.each)? = description.mapping {
      hint = "to make an item for each file, write `each: {image: photos/*.jpg, for: 3s}`"
    } else if subject.key == ItemKeyword.gradient.rawValue,
      case .sequence(_, isFlow: true) = subject.node.value
    {
      let mapping = "{colors: \(source[subject.node.range])}"
      let edit = TextEdit(range: subject.node.range, replacement: mapping)
      fixes = [Diagnostic.Fix("write `\(mapping)`", [edit], isSafe: true)]
    } else if case .sequence(let elements, _) = subject.node.value, elements.count > 1,
      ItemKeyword(rawValue: subject.key) != nil
    {
      hint =
        "to play one after the other, write `each: {\(subject.key): \(source[subject.node.range].contains("\n") ? "[…]" : source[subject.node.range])}`"
    } else if case .item(.item)? = description.mapping, case .scalar(let scalar) = subject.node.value,
      scalar.style == .plain
    {
      let written = source[subject.node.range]
      let edit = TextEdit(range: subject.node.range, replacement: "{clip: \(written)}")
      fixes = [Diagnostic.Fix("write `{clip: \(written)}`", [edit], isSafe: false)]
    } else if case .keys(let mapping)? = description.mapping, let fix = keyFix(for: subject, in: mapping) {
      fixes = [fix]
    } else if case .named? = description.mapping, case .sequence(let elements, _) = subject.node.value {
      fixes = namesFix(for: subject, elements)
      hint = fixes.isEmpty ? "write a name before each value, instead of `- ` or brackets" : nil
    } else if case .sequence(let elements, _) = subject.node.value, elements.count == 1 {
      hint = "write a single value: remove the `- ` or the brackets"
    }
    report(
      Diagnostic(
        .wrongType, "\(subject.name) is \(seen); expected \(description.expectation)",
        at: subject.node.range, hint: hint, fixes: fixes))
  }

  /// Reports the parts of a value in a list or a mapping instead of one text: `[1, 4]`, `{x: 100, y: 50}`.
  func reportParts(
    of subject: Subject, expecting description: ShapeDescription, _ spelling: String,
    _ others: ArraySlice<String>
  ) {
    markVariables(in: subject.node)
    let isList = if case .sequence = subject.node.value { true } else { false }
    let fixes = ([spelling] + others).map { spelling in
      Diagnostic.Fix(
        "write `\(spelling)`",
        [TextEdit(range: subject.node.range, replacement: MappingLayout.inBraces(spelling))], isSafe: false)
    }
    report(
      Diagnostic(
        .wrongType,
        "\(subject.name) is \(isList ? "a list" : "a mapping"); expected \(description.expectation)",
        at: subject.node.range,
        hint: "did you mean `\(spelling)`?"
          + (description.isPlace ? " \(Synonym.pointHint)" : ""),
        fixes: fixes))
  }

  func reportEmptyCollection(_ subject: Subject, expecting what: String) {
    report(
      Diagnostic(.emptyValue, "\(subject.name) is empty; expected \(what)", at: subject.node.range))
  }

  /// Reports a word that is understood but cannot be rendered yet: `fit: blur`.
  func reportPlannedWord(_ word: String, in subject: Subject, _ form: ScalarForm) {
    let rendered = form.words.filter(\.isRendered).map(\.text)
    reportPlanned(
      "this version cannot render `\(subject.key): \(word)` yet", at: subject.node.range,
      hint: rendered.isEmpty
        ? "remove it for now" : "for now, use \(listing(rendered, last: "or"))")
  }

  /// Whether a text is not empty; reports an empty one.
  func nonEmpty(_ text: ScalarText, _ noun: String, in subject: Subject) -> Bool {
    guard text.text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) else { return true }
    report(
      Diagnostic(.emptyValue, "\(subject.name) is empty; expected \(noun)", at: subject.node.range))
    return false
  }

  /// Fixes that put a single value into a list.
  private func listItemFixes(for subject: Subject, expecting element: ShapeDescription) -> [Diagnostic.Fix] {
    switch subject.node.value {
    case .scalar(let scalar) where element.scalar == nil && scalar.style == .plain:
      let written = source[subject.node.range]
      guard !written.utf8.contains(where: { ",[]{}\n".utf8.contains($0) }), let key = element.mapping?.onlyKey
      else {
        return []
      }
      let listed = "[{\(key): \(written)}]"
      return [
        Diagnostic.Fix(
          "write `\(listed)`", [TextEdit(range: subject.node.range, replacement: listed)], isSafe: false)
      ]
    case .scalar(let scalar)
    where element.scalar != nil && scalar.style != .literal && scalar.style != .folded:
      break
    case .mapping(_, isFlow: true) where element.mapping != nil:
      return [bracketFix(for: subject)]
    default:
      return []
    }
    let written = source[subject.node.range]
    guard !written.utf8.contains(where: { ",[]{}\n".utf8.contains($0) }) else { return [] }
    // The steps of a ramp, for a list of values that may be ramps: the colours of a gradient.
    if case .scalar(let scalar) = subject.node.value, element.scalar?.noun.hasSuffix(" or a ramp") == true {
      let steps = scalar.text.split(separator: "->").map { $0.split(separator: " ").joined(separator: " ") }
      if steps.count > 1, steps.allSatisfy({ !$0.isEmpty }) {
        let listed = "[\(steps.map(MappingLayout.inBraces).joined(separator: ", "))]"
        return [
          Diagnostic.Fix(
            "write `\(listed)`", [TextEdit(range: subject.node.range, replacement: listed)], isSafe: false)
        ]
      }
    }
    if written.contains("="), case .oneKey(let filters)? = element.mapping,
      filters.keys.contains(where: { $0.name == "ffmpeg" })
    {
      let listed = "[{ffmpeg: \(MappingLayout.quoted(written))}]"
      return [
        Diagnostic.Fix(
          "write `\(listed)`", [TextEdit(range: subject.node.range, replacement: listed)], isSafe: false)
      ]
    }
    return [bracketFix(for: subject)]
  }

  /// The fix that makes a mapping of a list of paths, each with the name of its file, or of mappings.
  private func namesFix(for subject: Subject, _ elements: [YAMLNode]) -> [Diagnostic.Fix] {
    guard ["use", "media"].contains(subject.key), !source[subject.node.range].contains("\n") else {
      return []
    }
    var names: Set<String> = []
    var members: [String] = []
    for element in elements {
      switch element.value {
      case .scalar(let scalar):
        let name = nameOfFile(scalar.text)
        let text = ScalarText(text: name, range: element.range, start: nil)
        guard case .success = ValueGrammar<String>.name.read(text), names.insert(name).inserted else {
          return []
        }
        members.append("\(name): \(source[element.range])")
      case .mapping(let entries, isFlow: true):
        guard let first = entries.first, let last = entries.last,
          entries.allSatisfy({ names.insert($0.key).inserted })
        else { return [] }
        members.append(String(source[SourceRange(first.keyRange.start, last.value.range.end)]))
      case .mapping, .sequence: return []
      }
    }
    guard !members.isEmpty else { return [] }
    let mapping = "{\(members.joined(separator: ", "))}"
    return [
      Diagnostic.Fix(
        "write `\(mapping)`", [TextEdit(range: subject.node.range, replacement: mapping)], isSafe: false)
    ]
  }

  /// The fix that puts a single value under the mapping's only required key, or else the only key that takes it:
  /// `chroma-key: lime`, `canvas: 1280x720`.
  private func keyFix(for subject: Subject, in mapping: MappingDescription) -> Diagnostic.Fix? {
    let required = mapping.keys.filter(\.isRequired)
    let keys =
      required.isEmpty
      ? mapping.keys.filter { $0.shape.scalar?.isText == false }
      : required.count == 1 && required[0].shape.scalar != nil ? required : []
    guard case .scalar(let scalar) = subject.node.value, scalar.style != .literal, scalar.style != .folded
    else {
      return nil
    }
    let written = source[subject.node.range]
    guard !written.utf8.contains(where: { ",[]{}\n".utf8.contains($0) }) else { return nil }
    let taking = keys.compactMap { key in spelled(written, as: key).map { "{\(key.name): \($0)}" } }
    guard taking.count == 1 else { return nil }
    return Diagnostic.Fix(
      "write `\(taking[0])`", [TextEdit(range: subject.node.range, replacement: taking[0])], isSafe: false)
  }

  /// The fix that makes a value, or a list of values, the default of a variable: `vars: {length: 3s}`.
  private func variableFixes(for subject: Subject) -> [Diagnostic.Fix] {
    let written = source[subject.node.range]
    let isList: Bool
    let first: YAMLNode?
    switch subject.node.value {
    case .scalar: (isList, first) = (false, subject.node)
    case .sequence(let nodes, isFlow: true): (isList, first) = (true, nodes.first)
    default: return []
    }
    guard case .scalar(let scalar)? = first?.value, !written.contains("\n") else { return [] }
    let type = VariableType.guessed(from: scalar.text).rawValue
    let mapping = "{type: \(type), default: \(isList ? written : MappingLayout.inBraces(written))}"
    let edit = TextEdit(range: subject.node.range, replacement: mapping)
    return [Diagnostic.Fix("write `\(mapping)`", [edit], isSafe: false)]
  }

  /// The fix that puts a word under the only key that takes it: `video: h264`.
  private func wordFix(for subject: Subject, in mapping: MappingDescription) -> Diagnostic.Fix? {
    guard case .scalar(let scalar) = subject.node.value, scalar.style == .plain else { return nil }
    let word = ["off", "false", "no"].contains(scalar.text) ? "none" : scalar.text
    let keys = mapping.keys.filter { $0.shape.scalar?.words.contains { $0.text == word } == true }
    guard keys.count == 1, let key = keys.first else { return nil }
    let mapped = "{\(key.name): \(word)}"
    return Diagnostic.Fix(
      "write `\(mapped)`", [TextEdit(range: subject.node.range, replacement: mapped)], isSafe: false)
  }

  private func bracketFix(for subject: Subject) -> Diagnostic.Fix {
    let written = "[\(source[subject.node.range])]"
    return Diagnostic.Fix(
      "write `\(written)`", [TextEdit(range: subject.node.range, replacement: written)], isSafe: true)
  }

  /// The comment on the line of a key that has no value.
  private func comment(behind subject: Subject) -> YAMLComment? {
    let start = max(subject.keyRange.isEmpty ? 0 : subject.keyRange.start, 0)
    let index = comments.partitioningIndex { $0.range.start >= start }
    guard index < comments.count, !comments[index].standsAlone else { return nil }
    let between = source.bytes[
      min(start, source.bytes.count)..<min(comments[index].range.start, source.bytes.count)]
    return between.contains(UInt8(ascii: "\n")) ? nil : comments[index]
  }

  /// Whether a brace or bracket is open before a key on its line. Its end may be in a comment, which the
  /// syntax error then reports.
  private func hasBracketBefore(_ subject: Subject) -> Bool {
    guard let start = source.startOfLine(source.line(at: subject.keyRange.start)) else { return false }
    let before = source.bytes[start..<max(start, min(subject.keyRange.start, source.bytes.count))]
    return before.count { "{[".utf8.contains($0) } > before.count { "}]".utf8.contains($0) }
  }

  /// Whether YAML took a colour and what follows it in braces for a comment: `color: #f00, for: 5s}`.
  private func isSwallowedColor(_ subject: Subject) -> Bool {
    let rest = source.bytes[min(subject.keyRange.end, source.bytes.count)...]
    let colon = rest.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") }
    let digits = rest[colon.endIndex...].dropFirst().prefix(while: isHexDigit)
    return rest[colon.endIndex...].first == UInt8(ascii: "#") && [3, 4, 6, 8].contains(digits.count)
      && source.bytes[digits.endIndex...].first.map { ",}]".utf8.contains($0) } ?? false
  }

  /// The range of a colour such as `#f00` at the start of a comment; nil if there is none.
  private func colorText(in comment: YAMLComment) -> SourceRange? {
    let bytes = source.bytes
    let limit = min(comment.range.end, bytes.count)
    var end = comment.range.start + 1
    while end < limit, isHexDigit(bytes[end]) { end += 1 }
    let digits = end - comment.range.start - 1
    let endsAWord = end >= limit || bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t")
    return endsAWord && [3, 6, 8].contains(digits) ? SourceRange(comment.range.start, end) : nil
  }

  /// Whether a comment contains only a colour, apart from a second comment.
  private func isWhole(_ color: SourceRange, of comment: YAMLComment) -> Bool {
    let rest = source[SourceRange(color.end, comment.range.end)].drop { $0 == " " || $0 == "\t" }
    return rest.isEmpty || rest.hasPrefix("#")
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

// MARK: - Words for forms

extension ShapeDescription {
  /// The forms that are allowed, as in "expected *a duration such as `2s`*".
  var expectation: String {
    var parts: [String] = []
    if let scalar { parts.append(scalar.expectation) }
    if case .of(let element)? = list {
      parts.append("a list of \(element.scalar?.plural ?? element.mapping?.plural ?? "values")")
    }
    if let mapping { parts.append(mapping.expectation) }
    return parts.joined(separator: ", or ")
  }
}

extension String {
  /// The plural of a noun: "durations" for "a duration", "colours or ramps" for "a colour or a ramp", "tracks
  /// of a file" for "a track of a file".
  fileprivate var plural: String {
    split(separator: " or ").map { noun in
      let bare = noun.hasPrefix("an ") ? noun.dropFirst(3) : noun.hasPrefix("a ") ? noun.dropFirst(2) : noun
      let counted = bare[..<(bare.firstRange(of: " of ")?.lowerBound ?? bare.endIndex)]
      return counted.hasSuffix("s") ? String(bare) : "\(counted)s\(bare[counted.endIndex...])"
    }
    .joined(separator: " or ")
  }
}

extension ScalarForm {
  fileprivate var expectation: String {
    examples.first.map { "\(noun) such as `\($0)`" } ?? noun
  }

  fileprivate var plural: String { isRamp ? "ramps" : noun.plural }
}

extension ShapeDescription.MappingForm {
  /// The key that a single value belongs to.
  fileprivate var onlyKey: String? {
    switch self {
    case .keys(let mapping):
      let required = mapping.keys.filter(\.isRequired)
      return required.count == 1 && required[0].shape.scalar != nil ? required[0].name : nil
    case .item(.item): return "clip"
    default: return nil
    }
  }

  fileprivate var plural: String {
    switch self {
    case .keys(let mapping): mapping.title.plural
    case .item: "items"
    default: "mappings"
    }
  }

  fileprivate var expectation: String {
    switch self {
    case .keys(let mapping): "a mapping with \(listing(mapping.keys.map(\.name), last: "or"))"
    case .oneKey(let mapping): "a mapping with one key such as `\(mapping.keys.first?.name ?? "")`"
    case .named(let noun, _): "a mapping with a value for each \(noun)"
    case .keyFrames(let value):
      "key frames such as `{0s: \(value.scalar?.examples.first ?? "0")}`"
    case .keysOrKeyFrames(let mapping, let value):
      Self.keys(mapping).expectation + ", or " + Self.keyFrames(value).expectation
    case .item(.item): "an item such as `clip: beach`"
    case .item(.each): "an item such as `{image: photos/*.jpg, for: 3s}`"
    case .item, .override: "a mapping with item keys such as `{fit: cover}`"
    case .defaults(let list):
      "a mapping from item kinds to keys such as `{\((list ?? .timeline).defaultsExample)}`"
    }
  }
}

extension ItemList {
  /// A kind of its items with a default.
  fileprivate var defaultsExample: String {
    switch self {
    case .timeline: "image: {fit: cover}"
    case .overlays: "text: {size: 5%}"
    case .audio: "clip: {volume: 50%}"
    }
  }
}

/// "`a`, `b` or `c`"; a long list is truncated.
func listing(_ words: [String], last conjunction: String) -> String {
  let most = 60
  if words.count > most { return listing(Array(words.prefix(most - 1)) + ["…"], last: conjunction) }
  let quotedWords = words.map(quoted)
  guard let last = quotedWords.last, quotedWords.count > 1 else { return quotedWords.first ?? "nothing" }
  return quotedWords.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
