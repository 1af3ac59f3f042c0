import Basics
import Diagnostics
import EditScript
import Testing
import YAMLTree

@Suite struct EveryKeyTests {
  @Test("the script with every key has no finding but what is not rendered yet")
  func everyKeyReads() {
    let other = read(everyKeyScript).diagnostics.filter { $0.id != .notSupportedYet }
    #expect(other.map(\.message) == [])
  }

  @Test("every key of the schema stands in the script with every key")
  func everyKeyIsUsed() throws {
    let used = Set(usedKeys(in: everyKeyScript).map(\.name))
    var missing: [String] = []
    for mapping in LanguageSchema.mappings {
      missing += mapping.keys.map { "\(mapping.title): \($0.name)" }.filter { !used.contains($0) }
    }
    #expect(missing == [])
  }

  @Test("a key is refused as not rendered yet exactly when its declaration says so")
  func supportIsAsDeclared() {
    let reading = read(everyKeyScript)
    let refused = Set(
      reading.diagnostics.filter { $0.id == .notSupportedYet }.compactMap(\.range).map(\.start))
    for key in usedKeys(in: everyKeyScript) where !key.isInsidePlanned {
      #expect(
        refused.contains(key.range.start) == !key.isRendered,
        "\(key.name) in line \(reading.source.place(at: key.range.start).line)")
    }
  }

  @Test("a dump of the script tells every rendered key from the script without it")
  func dump() {
    var untold: Set<String> = []
    for script in KeyScript.examples where !script.isPlanned {
      guard let without = script.without else { continue }
      if read(script.text).script.dump == read(without).script.dump { untold.insert(script.key) }
    }
    // What items of a kind start from is told of each item.
    #expect(untold == ["the script: defaults", "the script: styles"])
  }

  @Test(
    "every stored property of the typed script is the value of some key, but for those that follow from others"
  )
  func properties() {
    var all: Set<String> = []
    var changed: Set<String> = []
    for script in KeyScript.examples where !script.isPlanned {
      guard let without = script.without else { continue }
      let (one, other) = (storedTexts(of: read(script.text).script), storedTexts(of: read(without).script))
      all.formUnion(one.keys)
      changed.formUnion(one.filter { other[$0.key] != nil && other[$0.key] != $0.value }.keys)
    }
    #expect(all.count > 70)
    #expect(
      all.subtracting(changed).sorted() == [
        // What an item is, where it stands, and what follows from that.
        "Item.kindRange", "Item.range", "MediaDeclaration.name",
        // Without it there is no output. A command replaces its `%n`.
        "Output.file", "Output.numberedFile", "Output.range",
        // The examples change subtitles by shape.
        "Output.subtitleOverrides",
      ])
  }
}

/// The stored properties of the parts of a script that keys fill, each with all that is in it but for places.
private func storedTexts(of script: EditScript) -> [String: String] {
  var found: [String: String] = [:]
  func walk(_ value: Any) -> String {
    if value is SourceRange { return "" }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty { return "\(value)" }
    // An item keeps its values in a storage that copies share.
    let type = "\(mirror.subjectType)".replacing("ItemValues", with: "Item")
    let isRecord = [
      "Item", "WordsStyle", "Output", "VideoSettings", "AudioSettings", "CanvasSettings", "MixSettings",
      "Checks", "MediaDeclaration", "MediaSettings", "MediaStreams", "ImageFrames", "MetadataSettings",
    ].contains(type)
    var text = ""
    for child in mirror.children {
      let label = child.label ?? ""
      let inner = walk(child.value)
      text += "\(label)(\(inner))"
      guard isRecord else { continue }
      if type == "Item", label == "storage" { continue }
      let name = "\(type).\(label.hasPrefix("_") ? String(label.dropFirst()) : label)"
      found[name, default: ""] += inner
    }
    return text
  }
  _ = walk(script)
  return found
}

/// A key of the language as it stands in a script.
struct UsedKey {
  /// With its mapping: "the canvas: size".
  let name: String
  let key: String
  let range: SourceRange
  let isRendered: Bool
  let isInsidePlanned: Bool
}

/// Walks a tree beside the schema; knows nothing of the decoder.
func usedKeys(in text: String) -> [UsedKey] {
  guard case .mapping(let entries, _)? = YAMLTree.parse(SourceText(name: "", text)).tree.root?.value else {
    return []
  }
  var walk = SchemaWalk()
  walk.keys(entries.filter { !$0.key.hasPrefix("x-") }, of: LanguageSchema.script, insidePlanned: false)
  return walk.found
}

private struct SchemaWalk {
  var found: [UsedKey] = []

  mutating func keys(_ entries: [YAMLEntry], of mapping: MappingDescription, insidePlanned: Bool) {
    var isInsidePlanned = insidePlanned
    if mapping.title == LanguageSchema.item.title {
      let kinds = entries.compactMap { entry in mapping.keys.first { $0.name == entry.key && $0.kind != nil }
      }
      if let kind = kinds.first, !kind.support.isRendered { isInsidePlanned = true }
    }
    for entry in entries {
      guard let key = mapping.keys.first(where: { $0.name == entry.key }) else { continue }
      // The key that makes an item unsupported is itself reported, what stands beside it is not.
      let isHidden = key.kind == nil || key.support.isRendered ? isInsidePlanned : insidePlanned
      found.append(
        UsedKey(
          name: "\(mapping.title): \(key.name)", key: key.name, range: entry.keyRange,
          isRendered: key.support.isRendered, isInsidePlanned: isHidden))
      value(entry.value, key.shape, insidePlanned: isInsidePlanned || !key.support.isRendered)
    }
  }

  mutating func value(_ node: YAMLNode, _ shape: ShapeDescription, insidePlanned: Bool) {
    switch node.value {
    case .scalar: break
    case .sequence(let elements, _):
      guard case .of(let element)? = shape.list else { return }
      for node in elements { value(node, element, insidePlanned: insidePlanned) }
    case .mapping(let entries, _):
      switch shape.mapping {
      case .keys(let mapping)?, .oneKey(let mapping)?:
        keys(entries, of: mapping, insidePlanned: insidePlanned)
      case .named(_, let element)?:
        for entry in entries { value(entry.value, element, insidePlanned: insidePlanned) }
      case .item?: keys(entries, of: LanguageSchema.item, insidePlanned: insidePlanned)
      case .override(let mapping)?:
        let isOfSubtitles = mapping.isWritten(in: entries)
        keys(entries, of: isOfSubtitles ? mapping : LanguageSchema.item, insidePlanned: insidePlanned)
      case .defaults?:
        for entry in entries {
          guard case .mapping(let inner, _) = entry.value.value else { continue }
          let kinds = ItemList(rawValue: entry.key) == nil ? [entry.value] : inner.map(\.value)
          for case .mapping(let inner, _) in kinds.map(\.value) {
            // Keys of a default are reported where they stand, whatever the kind.
            keys(inner, of: LanguageSchema.item, insidePlanned: insidePlanned)
          }
        }
      case .keysOrKeyFrames(let mapping, _)?:
        if mapping.isWritten(in: entries) { keys(entries, of: mapping, insidePlanned: insidePlanned) }
      case .keyFrames?, nil: break
      }
    }
  }
}
