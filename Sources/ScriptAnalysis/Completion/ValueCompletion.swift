import Basics
import Compiler
import Composition
import EditScript
import Lowering
import ScriptWriting
import YAMLTree

/// The values that can be written at a place.
struct ValueCompletion {
  private let place: CompletionPlace
  private let form: ScalarForm
  private let text: ScriptText
  private let film: FilmKnowledge?
  private let ffmpeg: FFmpegWords?
  private let fonts: [String]?
  /// The enclosing sequence; nil in the film itself.
  private let sequence: String?
  /// The angles of the enclosing item, where one of them is expected.
  private let angles: [String]
  /// What the enclosing item plays, if it is a clip.
  private let clip: String?
  /// The scalar with its quotes; only the token if the scalar has several lines.
  private let scalar: SourceRange
  private let quote: Character?
  /// The part of the scalar before the token.
  private let before: String

  init(
    _ place: CompletionPlace, _ form: ScalarForm, _ path: TreePath, shift: Int, text: ScriptText,
    film: FilmKnowledge?, ffmpeg: FFmpegWords?, fonts: [String]?
  ) {
    self.place = place
    self.fonts = fonts
    self.text = text
    self.film = film
    self.ffmpeg = ffmpeg
    let last = path.last
    self.form = form
    let sequences = path.steps.firstIndex { $0.expectation.keyNaming == .declaring(.sequence) }
    sequence = sequences.flatMap { path.steps.dropFirst($0 + 1).first?.entry?.key }
    angles = path.expectedAngles
    clip = path.playedClip
    let marker = CompletionPlace.marker.utf8.count
    var range = place.token
    var quote: Character?
    if let node = last?.node, case .scalar(let value) = node.value {
      let growth = place.token.count - marker
      range = SourceRange(node.range.start + shift, node.range.end + shift + growth)
      switch value.style {
      case .doubleQuoted: quote = "\""
      case .singleQuoted: quote = "'"
      case .plain, .literal, .folded: break
      }
    }
    let fits =
      place.line.start <= range.start && range.start <= place.token.start && range.end <= place.line.end
    scalar = fits && range.end >= place.token.end ? range : place.token
    self.quote = quote
    let start = scalar.start + (quote == nil || !fits ? 0 : 1)
    before = place.source[SourceRange(min(start, place.token.start), place.token.start)]
  }

  var answer: CompletionAnswer {
    var answer = CompletionAnswer()
    switch form.naming {
    case .naming(.media)?:
      answer.items = mediaNames + offered(.media).map { whole($0, .name, "a media name") }
      answer.files = files(endings: [])
    case .naming(.script)?: answer.files = files(endings: [".edit"])
    case .naming(.file)?: answer.files = files(endings: [])
    case .naming(.font)?:
      answer.items = (fonts ?? []).map { whole($0, .word, "an installed font") }
      answer.files = files(endings: [".ttf", ".otf", ".ttc"])
      answer.wantsFonts = fonts == nil
    case .naming(.sequence)?:
      answer.items = (text.names.names(of: .sequence) + offered(.sequence)).map {
        whole($0, .name, "a sequence")
      }
    case .naming(.item)?:
      answer.items = text.names.names(of: .item, in: sequence).map { whole($0, .name, "an item") }
    case .naming(.variable)?:
      answer.items = text.names.names(of: .variable).map { whole($0, .variable, "a variable") }
    case .naming(.style)?:
      answer.items = (text.names.names(of: .style) + offered(.style)).map { whole($0, .name, "a style") }
    case .naming(.ffmpegFilter)?:
      answer.items = ffmpegItems
      answer.wantsFFmpeg = ffmpeg == nil
    case .naming?, .declaring?: break
    case nil:
      // Where angles alone are possible, examples of names would mislead.
      let isName = form.production == ValueGrammar<String>.name.production && !angles.isEmpty
      answer.items = angles.map { whole($0, .name, "an angle") } + (isName ? [] : words)
    }
    return answer
  }

  // MARK: Names

  /// The names of things of scripts under `use`.
  private func offered(_ thing: NamedThing) -> [String] { film?.compilation.offered[thing] ?? [] }

  private var mediaNames: [CompletionItem] {
    let declared = film?.compilation.script.media ?? []
    return text.names.names(of: .media).map { name in
      let file = declared.first { $0.name.value == name }?.file.value
      let facts = file.flatMap { film?.facts(of: $0) }
      return whole(name, .name, facts?.inOneLine ?? file ?? "a media name")
    }
  }

  private func files(endings: [String]) -> CompletionAnswer.WantedFiles? {
    let written = place.source[SourceRange(scalar.start + (quote == nil ? 0 : 1), place.token.start)]
    guard !written.contains("${"), !written.isURL else { return nil }
    let slash = written.lastIndex(of: "/").map { written.index(after: $0) } ?? written.startIndex
    return CompletionAnswer.WantedFiles(
      folder: String(written[..<slash]), range: scalar, quote: quote, endings: endings)
  }

  // MARK: Filters of FFmpeg

  private var ffmpegItems: [CompletionItem] {
    guard let ffmpeg else { return [] }
    guard let equals = before.firstIndex(of: "=") else {
      return ffmpeg.filters.map { filter in
        token(
          filter.name, .function, "an FFmpeg filter",
          with: filter.name + (filter.options.isEmpty ? "" : "="))
      }
    }
    guard let options = ffmpeg.filters.first(where: { $0.name == before[..<equals] })?.options else {
      return []
    }
    // The `=` of an option is followed by its value.
    let option = before[before.index(after: equals)...].split(
      separator: ":", omittingEmptySubsequences: false
    ).last
    guard option?.contains("=") != true else { return [] }
    let taken = Set(
      before[before.index(after: equals)...].split(separator: ":").map { $0.prefix { $0 != "=" } })
    return options.filter { !taken.contains($0[...]) }.map { token($0, .word, "an option", with: $0 + "=") }
  }

  // MARK: Words

  private var words: [CompletionItem] {
    guard form.words.isEmpty else {
      return form.words.filter(\.isRendered).map { whole($0.text, .word, "") }
    }
    var items: [CompletionItem] = []
    // After an arrow or a space, another value follows, or a word about the whole.
    let isFirst = before.allSatisfy { $0 == " " }
    let production = form.plainProduction ?? form.production ?? ""
    if form.plainProduction != nil, !isFirst, before.last == " " { items += rampWords }
    items += valueWords(production, isFirst: isFirst || before.hasSuffix("-> "))
    if isFirst, place.token.isEmpty, items.isEmpty || !Self.closed.contains(production) {
      let known = Set(items.map(\.label))
      items += form.examples.filter { !known.contains($0) }.map { whole($0, .word, "an example") }
    }
    return items
  }

  /// Productions whose values are all listed.
  private static let closed: Set<String> = [
    "flag", "colour", "transition", "transition-kind", "easing", "motion",
  ]

  private func valueWords(_ production: String, isFirst: Bool) -> [CompletionItem] {
    switch production {
    case "flag": return ["true", "false"].map { whole($0, .word, "") }
    case "colour": return colors
    case "stroke": return isFirst ? [] : colors
    case "gradient": return colors
    case "easing": return Easing.names.map { token($0, .word, "an easing") }
    case "motion": return MotionValue.Kind.allCases.map { whole($0.rawValue, .word, "") }
    case "loop": return ["true", "false", "fill"].map { whole($0, .word, "") }
    case "rate": return ["auto", "24", "25", "29.97", "30", "50", "59.94", "60"].map { whole($0, .word, "") }
    case "canvas-size":
      return ["auto", "1280x720", "1920x1080", "3840x2160", "1080x1920"].map { whole($0, .word, "") }
    case "place", "item-place": return placeWords(isFirst: isFirst)
    case "transition", "transition-kind": return transitions(hasDuration: production == "transition")
    case _ where form.isOfTime(production): return times(production, isFirst: isFirst)
    case "length", "size": return units(["px", "%", "vmin"])
    case "angle": return units(["deg", "turn"])
    case "level": return units(["%", "dB"])
    case "speed": return units(["x"])
    case "frequency": return units(["Hz", "kHz"])
    case "bit-rate": return units(["k", "M"])
    case "file-size", "file-size-limit": return units(["kB", "MB", "GB"])
    case "loudness", "loudness-check": return units([" LUFS"])
    case "true-peak", "true-peak-limit": return units([" dBTP"])
    default: return []
    }
  }

  private var colors: [CompletionItem] {
    (ColorName.words + [("transparent", Color(red: 0, green: 0, blue: 0, alpha: 0))]).map {
      token($0.name, .color, $0.color.canonicalText)
    }
  }

  private func placeWords(isFirst: Bool) -> [CompletionItem] {
    guard !isFirst else { return NinePlace.allCases.map { whole($0.rawValue, .word, "") } }
    return NinePlace.allCases.filter { $0.rawValue.hasPrefix(before) && $0.rawValue != before }.map {
      whole($0.rawValue, .word, "")
    } + ["margin", "anchor"].map { token($0, .word, "", with: $0 + " ") }
  }

  private func transitions(hasDuration: Bool) -> [CompletionItem] {
    TransitionDeclaration.all.flatMap { declaration in
      declaration.examples.map { example in
        let text = hasDuration ? example + " 1s" : example
        var item = whole(text, .word, "")
        item.documentation = declaration.summary
        return item
      }
    }
  }

  private var rampWords: [CompletionItem] {
    [token("over", .word, "the part of the item during which it changes", with: "over ")]
      + Easing.names.map { token($0, .word, "an easing") }
  }

  // MARK: Times and numbers

  private func times(_ production: String, isFirst: Bool) -> [CompletionItem] {
    let units = units(["s", "f", "ms", "min"])
    guard units.isEmpty else { return units }
    guard !form.isDuration(production) else { return [] }
    var items: [CompletionItem] = []
    if form.isRange(production), isFirst {
      items += [
        token("all", .word, "the whole length"), token("first", .word, "a part at the start", with: "first "),
        token("last", .word, "a part at the end", with: "last "),
      ]
    }
    if form.isRange(production), !isFirst, before.hasSuffix(" ") {
      items.append(token("for", .word, "how long", with: "for "))
    }
    items += ["start", "end"].map { token($0, .word, "") }
    // After `intro.`, the name is before the token.
    if before.hasSuffix("."), !before.hasSuffix("..") {
      let name = before.dropLast().reversed().prefix { $0.isLetter || $0.isNumber || "_-".contains($0) }
      return ["start", "end"].map { token($0, .word, "") }
        + chapters(of: film.flatMap { $0.file(ofItemNamed: String(name.reversed())) })
    }
    if production.hasPrefix("take-") { items += chapters(of: playedFile) }
    for name in text.names.names(of: .item, in: sequence) {
      items += ["start", "end"].map { token("\(name).\($0)", .name, "an item") }
    }
    if form.countsInFilm { items += text.names.names(of: .marker).map { token($0, .name, "a marker") } }
    return items
  }

  /// The chapters of a file: by name, or by number where the name would need quotes.
  private func chapters(of file: String?) -> [CompletionItem] {
    guard let file, let chapters = film?.facts(of: file)?.chapters else { return [] }
    return chapters.prefix(Self.mostChapters).enumerated().map { number, chapter in
      let name = chapter.name ?? ""
      let isPlain =
        quote == nil && !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
      return token(
        isPlain ? "chapter(\"\(name)\")" : "chapter(\(number + 1))", .name, isPlain ? "a chapter" : name)
    }
  }

  private static let mostChapters = 100

  /// The file of the enclosing clip.
  private var playedFile: String? {
    guard let name = clip else { return nil }
    return film?.compilation.script.declaredFiles[name]?.value ?? name
  }

  /// Units for a number without one.
  private func units(_ units: [String]) -> [CompletionItem] {
    var start = place.token.start
    let bytes = place.source.bytes
    while start > scalar.start, bytes[start - 1] == UInt8(ascii: ".") || isDigit(bytes[start - 1]) {
      start -= 1
    }
    let token = place.source[SourceRange(start, place.token.end)]
    let number = token.prefix { $0.isNumber || $0 == "." }
    guard let first = number.first, first.isASCII, number.contains(where: \.isNumber) else { return [] }
    let range = SourceRange(start, place.token.end)
    return units.map { unit in
      CompletionItem("\(number)\(unit)", .unit, replacing: range, with: "\(number)\(unit)")
    }
  }

  // MARK: Items

  /// Replaces the whole value.
  private func whole(_ word: String, _ kind: CompletionItem.Kind, _ detail: String) -> CompletionItem {
    let text = quote.map { "\($0)\(word)\($0)" } ?? written(word)
    return CompletionItem(
      word, kind, detail: detail, replacing: scalar, with: text, filter: quote.map { "\($0)\(word)" } ?? word)
  }

  /// A name without quotes if YAML allows that; values of the language never need any, except because of `#`.
  private func written(_ word: String) -> String {
    guard form.naming != nil else {
      let isPlain =
        !word.contains { "#,{}[]".contains($0) } || place.openBrackets.isEmpty && !word.contains("#")
      return isPlain ? word : "\"\(word)\""
    }
    return writtenScalar(word)
  }

  /// Replaces the word at the place.
  private func token(
    _ word: String, _ kind: CompletionItem.Kind, _ detail: String, with text: String? = nil
  ) -> CompletionItem {
    CompletionItem(word, kind, detail: detail, replacing: place.token, with: text ?? word)
  }
}

extension TreePath {
  /// The name or path of the clip of the item.
  fileprivate var playedClip: String? {
    guard case .mapping(let entries, _)? = item?.node.value,
      case .scalar(let name)? = entries.first(where: { $0.key == "clip" })?.value.value
    else { return nil }
    return name.text
  }

  /// The angles of the item if the place is the value of a switch in `show`, or of `audio`.
  fileprivate var expectedAngles: [String] {
    let keys = steps.suffix(2).map { $0.entry?.key }
    guard keys.last == "audio" || keys.count == 2 && keys[0] == "show",
      case .mapping(let entries, _)? = item?.node.value,
      case .mapping(let angles, _)? = entries.first(where: { $0.key == "angles" })?.value.value
    else { return [] }
    return angles.map(\.key)
  }
}

extension ScalarForm {
  func isOfTime(_ production: String) -> Bool {
    isDuration(production) || isRange(production) || ["time", "take-time", "film-time"].contains(production)
  }

  func isDuration(_ production: String) -> Bool { production.hasPrefix("duration") }

  func isRange(_ production: String) -> Bool {
    ["range", "take-range", "film-range", "moment-or-range"].contains(production)
  }
}
