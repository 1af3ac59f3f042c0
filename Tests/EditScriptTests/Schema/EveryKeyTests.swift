import Diagnostics
import EditScript
import SourceText
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

  @Test("the text dump of a script tells every rendered key of the script with every key")
  func dump() {
    let lines = Set(read(everyKeyScript).script.dump.split(separator: "\n").map(String.init))
    for line in [
      #"title "Every key""#, #"note "what the language can say""#, #"variable "city" text"#,
      #"variable "city" default "Paris""#, #"variable "city" allowed "Rome""#,
      #"media "beach" "footage/beach.mp4""#, #"media "shots" "shots/shot-%04d.png""#,
      "canvas background #102030", "canvas color bt709", "canvas depth 8", "mix rate 48000",
      "mix channels stereo", #"timeline 1 name "intro""#, #"timeline 1 note "the first one""#,
      "timeline 1 take 2s..8s", "timeline 1 for 3s", "timeline 1 volume 1 -> 0.5 over first 1s",
      "timeline 1 volume 0.5 -> 0 over last 1s",
      "timeline 2 transition wipe left 1s, ease ease-in, using handles, audio cut",
      "timeline 3 fit contain", "timeline 3 place bottom right, margin 24px", "timeline 3 width 50%",
      "timeline 3 height 40vmin", "timeline 3 opacity at 1s: 1 ease-out", "timeline 6 gap 1s",
      #"timeline 7 image "art/photo.jpg""#, "timeline 7 fit cover", "timeline 7 opacity 0.9",
      "timeline 8 color #ff0000", "timeline 8 for 2s", "overlays 1 at intro.end - 1s",
      "check duration ..60s", "check size 1280x720", "check rate 30", "check audio required",
      #"output 1 name "main""#, "output 1 size 1280x720", "output 1 rate 30", "output 1 range first 5s",
      "output 1 video bitrate 5M", "output 1 audio codec aac", "output 1 faststart true",
      #"marker "start" 0s"#, #"marker "middle" 5s"#, #"marker "middle" chapter true"#,
      #"marker "middle" note "the turn""#, "check black ..2s", "check file-size ..50MB",
      "metadata keep sharing",
      #"metadata title "Every key""#, #"metadata comment "none""#, "metadata language eng",
      "output 1 metadata keep none", "output 1 chapters true", "output 3 video max-file-size 50MB",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }
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
      case .defaults?:
        for case .mapping(let inner, _) in entries.map(\.value.value) {
          // Keys of a default are reported where they stand, whatever the kind.
          keys(inner, of: LanguageSchema.item, insidePlanned: insidePlanned)
        }
      case .keyFrames?, nil: break
      }
    }
  }
}
