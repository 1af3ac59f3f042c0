import EditScript

/// A script around one key with one value, made from the schema alone.
struct KeyScript: Sendable {
  let text: String
  /// The key with its mapping: `the canvas: size`.
  let key: String
  /// The same script without the key; nil for a key that says what an item is.
  let without: String?
  /// Whether the schema says that what stands there is not rendered yet.
  let isPlanned: Bool

  /// One for each key of each mapping, at each place that an item's key may have, with its example.
  static let examples: [KeyScript] = SchemaPlace.all.flatMap { place in
    place.keys.flatMap { key in place.scripts(key, key.example, isPlanned: false) }
  }

  /// One for each word and each spelling that each key may have, in each of the value's forms.
  static let forms: [KeyScript] = SchemaPlace.all.flatMap { place in
    place.keys.flatMap { key in
      key.shape.forms.flatMap { form in
        place.scripts(key, form.text, isPlanned: form.isPlanned)
      }
    }
  }
}

/// Where a mapping stands: the lines around it.
private struct SchemaPlace: Sendable {
  let mapping: MappingDescription
  let isPlanned: Bool
  /// The list whose items these are, for the mapping of items.
  let list: ItemList?
  /// The lines of the script with those of the mapping in it.
  let around: @Sendable ([String]) -> [String]

  /// Each mapping once, and items once for each list.
  static let all: [SchemaPlace] = {
    var found = [
      SchemaPlace(mapping: LanguageSchema.script, isPlanned: false, list: nil) { ["edit: 1"] + $0 }
    ]
    var seen: Set<String> = [LanguageSchema.script.title]
    var next = 0
    while next < found.count {
      let place = found[next]
      for key in place.keys {
        found += place.inside(key).filter {
          seen.insert($0.mapping.title + ($0.list?.rawValue ?? "")).inserted
        }
      }
      next += 1
    }
    return found
  }()

  var keys: [KeyDeclaration] {
    // Every script begins with it.
    mapping.keys.filter { $0.name != "edit" || mapping.title != LanguageSchema.script.title }
  }

  func scripts(_ key: KeyDeclaration, _ value: String, isPlanned: Bool) -> [KeyScript] {
    let name = "\(mapping.title): \(key.name)"
    // What an output or a shape changes is there.
    let items =
      list == nil && key.name == "overrides" || mapping.title == "overrides by shape"
      ? "timeline: [{color: navy, for: 4s, name: intro}]\n" : ""
    let bare = bodies(key, []).map { around($0.lines).joined(separator: "\n") + "\n" + items }
    let bodies = bodies(key, ["\(key.name): \(value)"])
    return bodies.enumerated().map { index, body in
      let (body, isBodyPlanned) = body
      let isKind = list != nil && !body.contains { $0 != "\(key.name): \(value)" }
      return KeyScript(
        text: around(body).joined(separator: "\n") + "\n" + items, key: name,
        without: isKind ? nil : bare[index],
        isPlanned: isPlanned || isBodyPlanned || self.isPlanned || !key.support.isRendered)
    }
  }

  /// The lines of the mapping with this key in it, and with what it cannot do without.
  private func bodies(_ key: KeyDeclaration, _ lines: [String]) -> [(lines: [String], isPlanned: Bool)] {
    guard let list else {
      var others = mapping.keys.filter { $0.isRequired && $0.name != key.name && $0.name != "edit" }
      // Subtitles need one of two keys.
      if mapping.title == "subtitles", !["file", "cues"].contains(key.name) {
        others += mapping.keys.filter { $0.name == "file" }
      }
      // So does a mask.
      if mapping.title == "a mask", !["image", "shape", "sequence", "clip", "text"].contains(key.name) {
        let ofText = ["font", "size", "weight"].contains(key.name)
        let sources = ["by": "clip", "with": "image"]
        let source = ofText ? "text" : sources[key.name] ?? "shape"
        others += mapping.keys.filter { $0.name == source }
      }
      // A counter is of a number or of a source.
      if mapping.title == "a counter", !["to", "of"].contains(key.name) {
        others += mapping.keys.filter { $0.name == (key.name == "show" ? "of" : "to") }
      }
      // A package is of a repository or an archive.
      if mapping.title == "a package" {
        let archive = ["url", "sha256"]
        let needed = archive.contains(key.name) ? archive : ["git", "revision"]
        others += mapping.keys.filter { $0.name != key.name && needed.contains($0.name) }
      }
      // A file without a header contains pictures or samples.
      if mapping.title == "raw media" {
        let samples = ["sample-format", "sample-rate", "channels"]
        let needed = samples.contains(key.name) ? samples : ["pixel-format", "size"]
        others += mapping.keys.filter { $0.name != key.name && needed.contains($0.name) }
      }
      // And a crop one of five.
      if mapping.title == "a crop", key.name == "anchor" {
        others += mapping.keys.filter { $0.name == "part" }
      }
      return [(others.map { "\($0.name): \($0.example)" } + lines, false)]
    }
    return mapping.keys.compactMap { kindKey in
      guard let kind = kindKey.kind, kind.lists.contains(list), key.belongs(to: kind, in: list) else {
        return nil
      }
      if kindKey.name == key.name { return (lines, false) }
      // What takes no part in the film need not be rendered.
      let isSwitchedOff = ["false", "no", "off"].contains {
        lines == ["enabled: \($0)"] || lines == ["enabled: \"\($0)\""]
      }
      return (
        ["\(kindKey.name): \(kindKey.example)"] + lines, !kindKey.support.isRendered && !isSwitchedOff
      )
    }
  }

  // MARK: The mappings under a key

  private func inside(_ key: KeyDeclaration) -> [SchemaPlace] {
    key.shape.inner.map { inner in
      SchemaPlace(mapping: inner.mapping, isPlanned: isPlanned || !key.support.isRendered, list: inner.list) {
        lines in
        let nested = ["\(key.name):"] + inner.around(lines).map { "  " + $0 }
        // What an output or a shape changes is there.
        let named = key.name == "overrides" && list == nil ? ["subtitles: [{file: en.srt, name: it}]"] : []
        return around(bodies(key, nested).first?.lines ?? nested) + named
      }
    }
  }
}

private struct InnerMapping: Sendable {
  let mapping: MappingDescription
  let list: ItemList?
  let around: @Sendable ([String]) -> [String]

  func wrapped(_ wrap: @escaping @Sendable ([String]) -> [String]) -> InnerMapping {
    InnerMapping(mapping: mapping, list: list) { wrap(around($0)) }
  }
}

private struct WrittenForm {
  let text: String
  var isPlanned = false
}

extension ShapeDescription {
  /// The mappings of the language in this shape, and what stands around them.
  fileprivate var inner: [InnerMapping] {
    var found: [InnerMapping] = []
    if case .of(let element)? = list {
      found += element.inner.map { inner in
        inner.wrapped { lines in
          lines.enumerated().map { number, line in (number == 0 ? "- " : "  ") + line }
        }
      }
    }
    switch mapping {
    case .keys(let mapping)?, .oneKey(let mapping)?, .keysOrKeyFrames(let mapping, _)?:
      found.append(InnerMapping(mapping: mapping, list: nil) { $0 })
    case .named(_, let element)?:
      found += element.inner.map { inner in
        inner.wrapped { ["it:"] + $0.map { line in "  " + line } }
      }
    case .item(.item(let list))?:
      found.append(InnerMapping(mapping: LanguageSchema.item, list: list) { $0 })
    case .override(let mapping)?: found.append(InnerMapping(mapping: mapping, list: nil) { $0 })
    case .item?, .defaults?, .keyFrames?, nil: break
    }
    return found
  }

  /// Every spelling of the shape's scalars, alone, in lists, under names and as key frames.
  fileprivate var forms: [WrittenForm] {
    var found = scalar?.forms ?? []
    if allowsAbsence { found.append(WrittenForm(text: "")) }
    if case .of(let element)? = list {
      found += (element.scalar?.forms ?? []).map {
        WrittenForm(text: "[\(quoted($0.text))]", isPlanned: $0.isPlanned)
      }
    }
    switch mapping {
    case .named(_, let element)?:
      found += (element.scalar?.forms ?? []).map {
        WrittenForm(text: "{it: \(quoted($0.text))}", isPlanned: $0.isPlanned)
      }
    case .keyFrames(let value)?, .keysOrKeyFrames(_, let value)?:
      found += (value.scalar?.examples ?? []).map { WrittenForm(text: "{0s: \(quoted($0))}") }
    default: break
    }
    return found
  }
}

extension ScalarForm {
  fileprivate var forms: [WrittenForm] {
    words.isEmpty
      ? examples.map { WrittenForm(text: quoted($0)) }
      : words.map { WrittenForm(text: quoted($0.text), isPlanned: !$0.isRendered) }
  }
}

private func quoted(_ text: String) -> String {
  if text.hasPrefix("\"") || text.hasPrefix("'") { return text }
  return text.contains("\"") ? "'\(text)'" : "\"\(text)\""
}
