import Basics
import Compiler
import Diagnostics
import ScriptAnalysis
import TestSupport
import Testing
import YAMLTree

@Suite("Completion")
struct CompletionTests {
  // MARK: Keys

  @Test("offers the keys that a mapping lacks, in the order of a formatted script")
  func keys() {
    let labels = Marked("edit: 1\ncanvas:\n  size: 1280x720\n  ‸\n").labels()
    #expect(labels == ["rate", "background", "color", "depth", "nested"])
    #expect(Marked("edit: 1\ncanvas: {size: 1280x720, ra‸}\n").labels().first == "rate")
    #expect(Marked("edit: 1\ncanvas: {ra‸").labels() == Marked("edit: 1\ncanvas: {ra‸}\n").labels())
    #expect(Marked("‸").labels().first == "edit")
    #expect(Marked("edit: 1\n‸").labels().first == "title")
  }

  @Test("knows what an item is by its other keys")
  func items() {
    let list = Marked("edit: 1\ntimeline:\n  - ‸\n").labels()
    #expect(list.prefix(3) == ["clip", "image", "color"])
    #expect(!list.contains("at"))
    let clip = Marked("edit: 1\ntimeline:\n  - clip: beach\n    ‸\n").labels()
    #expect(clip.contains("take") && clip.contains("volume"))
    #expect(!clip.contains("clip") && !clip.contains("font") && !clip.contains("at"))
    #expect(Marked("edit: 1\noverlays:\n  - text: Hello\n    ‸\n").labels().contains("at"))
    #expect(Marked("edit: 1\noverlays: [{text: Hello, ‸}]\n").labels().contains("color"))
    #expect(Marked("edit: 1\ndefaults:\n  text:\n    ‸\n").labels().contains("font"))
    let defaults = Marked("edit: 1\ndefaults:\n  ‸\n").labels()
    #expect(defaults.contains("image") && defaults.suffix(3) == ["timeline", "overlays", "audio"])
    let overlays = Marked("edit: 1\ndefaults:\n  overlays:\n    ‸\n").labels()
    #expect(overlays.contains("text") && !overlays.contains("gap") && !overlays.contains("audio"))
    let heard = Marked("edit: 1\ndefaults:\n  audio:\n    clip:\n      ‸\n").labels()
    #expect(heard.contains("volume") && !heard.contains("opacity") && !heard.contains("at"))
    #expect(Marked("edit: 1\ndefaults: {audio: {transition: {‸}}}\n").labels().contains("for"))
  }

  @Test(
    "offers the parameters of a played script, the required ones first, and names of variables and styles")
  func parameters() throws {
    let title = """
      edit: 1
      vars:
        accent: {type: colour, default: gold}
        name: {type: text, note: who speaks}
        lines: {type: text, list: true, default: []}
        _gap: {type: length, default: 4%}
      canvas: {size: 64x64}
      timeline: [{color: "${accent}", for: 1s}, {text: "${name}", when: lines, place: "top, margin ${_gap}", for: 1s}]
      """
    let head = "edit: 1\ncanvas: {size: 64x64}\ntimeline:\n"
    let film = try knowledge(head + "  - {edit: title.edit}\n", playing: ["title.edit": title])
    let places = [
      "  - {edit: title.edit, with: {‸}}\n", "  - {edit: title.edit, with: {‸",
      "  - edit: title.edit\n    with:\n      ‸\n",
    ]
    for place in places {
      #expect(Marked(head + place).labels(film: film) == ["name", "accent", "lines"], "\(place)")
    }
    #expect(
      Marked(head + "  - {edit: title.edit, with: {name: Ada, ‸}}\n").labels(film: film) == [
        "accent", "lines",
      ])
    #expect(Marked(head + "  - {edit: other.edit, with: {‸}}\n").labels(film: film) == [])
    let names = "edit: 1\nvars: {role: {type: text, default: a}}\nstyles: {loud: {opacity: 0.5}}\n"
    #expect(Marked(names + "timeline: [{gap: 1s, when: ‸}]\n").labels() == ["role"])
    #expect(Marked(names + "timeline: [{gap: 1s, when: {‸}}]\n").labels() == ["role"])
    #expect(Marked(names + "timeline: [{color: red, style: ‸}]\n").labels() == ["loud"])
  }

  @Test("works in lines that are half written, and above and below mistakes")
  func halfWritten() {
    let broken =
      "edit: 1\ncanvas: {size: 1280x720\ntimeline:\n  - clip: beach\n    ‸\noutputs: [{file: a.mp4}]\n"
    #expect(Marked(broken).labels().contains("take"))
    let below = "edit: 1\ntimeline:\n  - clip: beach\n    ta‸\n  - clip: [park\n"
    #expect(Marked(below).labels().contains("take"))
    // Deeper than its neighbours.
    #expect(Marked("edit: 1\ntimeline:\n  - clip: beach\n      ta‸\n").labels().contains("take"))
    // A list that has no dash yet.
    #expect(Marked("edit: 1\ntimeline:\n  ‸\n").accepting("clip") == "edit: 1\ntimeline:\n  - clip: \n")
    #expect(Marked("edit: 1\ntimeline:\n- clip: beach\n  ‸\n").labels().contains("take"))
  }

  @Test("replaces the whole word and never doubles a colon")
  func colons() {
    #expect(Marked("edit: 1\ncanv‸as: {}\n").accepting("canvas") == "edit: 1\ncanvas: {}\n")
    #expect(Marked("edit: 1\n‸: {}\n").accepting("canvas") == "edit: 1\ncanvas: {}\n")
    #expect(Marked("edit: 1\ncan‸\n").accepting("canvas") == "edit: 1\ncanvas: \n")
    #expect(Marked("edit: 1\ncanvas: {si‸: 1x1}\n").accepting("size") == "edit: 1\ncanvas: {size: 1x1}\n")
  }

  @Test("offers one of keys that exclude each other")
  func alternatives() {
    let labels = Marked("edit: 1\noutputs:\n  - file: a.mp4\n    video: {quality: 20, ‸}\n").labels()
    #expect(!labels.contains("bitrate") && labels.contains("codec"))
  }

  // MARK: Values

  @Test("offers the words, names and units that a value can be")
  func values() {
    let head =
      "edit: 1\nvars: {city: {type: text, default: Rome}}\nmedia: {beach: beach.mp4, park: park.mov}\n"
    let tail = "sequences: {opener: [{clip: beach, name: first}]}\nmarkers: {turn: 2s}\n"
    func labels(_ item: String) -> [String] {
      Marked(head + tail + "timeline:\n  - {name: intro, \(item)}\n").labels()
    }
    #expect(labels("clip: ‸") == ["beach", "park"])
    #expect(labels("clip: be‸") == ["beach", "park"])
    #expect(labels("sequence: ‸") == ["opener"])
    #expect(labels("clip: a, fit: ‸").prefix(2) == ["contain", "cover"])
    #expect(labels("clip: a, enabled: ‸") == ["true", "false"])
    #expect(labels("color: na‸").contains("navy"))
    #expect(labels("clip: a, take: 12‸") == ["12s", "12f", "12ms", "12min"])
    #expect(labels("clip: a, take: 2.5‸..5s").first == "2.5s")
    #expect(labels("text: \"in ${‸}\"") == ["city"])
    #expect(labels("text: \"in ${ci‸\"") == ["city"])
    #expect(labels("clip: a, opacity: 1 -> 0 ‸").prefix(3) == ["over", "linear", "ease"])
    #expect(labels("clip: a, place: bottom ‸").contains("bottom right"))
    #expect(labels("transition: ‸").contains("dissolve 1s"))
    let angles = "angles: {wide: beach, close: park}"
    #expect(labels("\(angles), show: {0s: ‸}") == ["wide", "close"])
    #expect(labels("\(angles), show: {0s: wide, 2s: cl‸}") == ["wide", "close"])
    #expect(labels("\(angles), audio: ‸").prefix(3) == ["wide", "close", "on"])
    #expect(!labels("clip: a, audio: ‸").contains("wide"))
    let at = Marked(head + tail + "timeline: [{clip: beach, name: intro}]\noverlays:\n  - {text: A, at: ‸}\n")
      .labels()
    #expect(at.contains("intro.end") && at.contains("turn") && at.contains("first"))
    #expect(!at.contains("first.end"))
    #expect(labels("clip: a, duck: ‸") == ["intro"])
  }

  @Test("writes what is taken as YAML reads it")
  func quotes() {
    let text = "edit: 1\nmedia: {\"my: clip\": a.mp4}\ntimeline:\n  - clip: ‸\n"
    #expect(Marked(text).accepting("my: clip")?.hasSuffix("  - clip: \"my: clip\"\n") == true)
    let quoted = "edit: 1\nmedia: {beach: a.mp4}\ntimeline:\n  - clip: \"be‸\"\n"
    #expect(Marked(quoted).accepting("beach")?.hasSuffix("  - clip: \"beach\"\n") == true)
    let place = "edit: 1\noverlays:\n  - {text: A, place: bot‸}\n"
    #expect(
      Marked(place).accepting("bottom right")?.hasSuffix("  - {text: A, place: bottom right}\n") == true)
  }

  @Test("asks for the files of a folder where a path belongs")
  func files() {
    let answer = Marked("edit: 1\ntimeline:\n  - clip: footage/be‸\n").script.completions(
      at: "edit: 1\ntimeline:\n  - clip: footage/be".utf8.count)
    #expect(answer.files?.folder == "footage/")
    #expect(answer.files?.written("footage/my clip: 1.mp4") == "\"footage/my clip: 1.mp4\"")
    let script = Marked("edit: 1\ntimeline:\n  - edit: ‸\n")
    #expect(script.script.completions(at: script.offset).files?.endings == [".edit"])
  }

  @Test("offers keys in brackets that may hold keys or times, as long as nothing says which")
  func undecided() {
    let clip = "edit: 1\ntimeline:\n  - {clip: a.mp4, crop: "
    for text in ["{‸}}\n", "{ ‸ }}\n", "{pa‸}}\n"] {
      #expect(
        Marked(clip + text).labels() == ["part", "left", "top", "right", "bottom", "anchor"], "\(text)")
    }
    #expect(
      Marked("edit: 1\ntimeline:\n  - clip: a.mp4\n    crop: {‸}\n").labels() == [
        "part", "left", "top", "right", "bottom", "anchor",
      ])
    #expect(Marked(clip + "{part: 10% 0px 10% 0px, ‸}}\n").labels() == ["anchor"])
    #expect(Marked(clip + "{0s: 10% 0px 10% 0px, ‸}}\n").labels() == [])
  }

  @Test("offers the fonts of the machine where a font belongs")
  func fonts() {
    let script = Marked("edit: 1\ntimeline:\n  - {text: A, for: 1s, font: DejaVu‸}\n").script
    let offset = script.source.bytes.count - 2
    let asked = script.completions(at: offset)
    #expect(asked.wantsFonts && asked.items.isEmpty && asked.files?.endings.contains(".ttf") == true)
    let answer = script.completions(at: offset, fonts: ["DejaVu Sans", "Noto: Mono"])
    #expect(!answer.wantsFonts && answer.items.map(\.newText) == ["DejaVu Sans", "\"Noto: Mono\""])
  }

  @Test("offers FFmpeg's filters and their options")
  func ffmpeg() {
    let words = FFmpegWords(filters: [("eq", ["gamma", "contrast"]), ("hflip", [])])
    func labels(_ text: String) -> [String] {
      Marked("edit: 1\ntimeline:\n  - clip: a\n    filters: [{ffmpeg: \(text)}]\n").labels(ffmpeg: words)
    }
    #expect(labels("‸") == ["eq", "hflip"])
    #expect(labels("\"eq=‸\"") == ["gamma", "contrast"])
    #expect(labels("\"eq=gamma=1.2:‸\"") == ["contrast"])
    #expect(labels("\"eq=gamma=‸\"") == [])
  }

  @Test("offers the rules that a comment can allow")
  func comments() {
    let rules = Marked("edit: 1  # editc: allow ‸\n").labels()
    #expect(rules.contains("off-frame-grid") && !rules.contains("unknown-key"))
    #expect(Marked("edit: 1  # edi‸\n").labels() == [])
    #expect(Marked("# editc: ‸\n").labels() == ["allow"])
  }

  // MARK: Everywhere

  /// Each line of each example is cut at each column; if the cut is in a key, the key must be offered.
  @Test("offers the key that was deleted, in every example")
  func deletion() throws {
    var (asked, offered) = (0, 0)
    var missed: [String] = []
    for (name, text) in cases(examples, quick: 2) {
      let keys = keyRanges(of: text)
      let source = SourceText(name: name, text)
      for number in 1...source.lineCount {
        guard let line = source.rangeOfLine(number) else { continue }
        for cut in line.start...line.end {
          guard cut == source.bytes.count || source.bytes[cut] & 0xC0 != 0x80 else { continue }
          let bytes = source.bytes[..<cut] + source.bytes[line.end...]
          let script = ScriptText(SourceText(name: name, bytes: Array(bytes)))
          let answer = script.completions(at: cut)
          guard let key = keys.first(where: { $0.range.start <= cut && cut < $0.range.end }) else { continue }
          asked += 1
          if answer.items.contains(where: { $0.label == key.name }) {
            offered += 1
          } else {
            missed.append("\(name):\(number):\(cut - line.start) \(key.name)")
          }
        }
      }
    }
    #expect(asked > 100)
    #expect(Double(offered) >= 0.98 * Double(asked), "\(offered) of \(asked): \(missed.prefix(30))")
  }

  /// Every offer at the end of every line and in the middle of every key.
  @Test("offers nothing that makes the text unreadable")
  func acceptance() {
    var count = 0
    for (name, text) in cases(examples, quick: 2) {
      let source = SourceText(name: name, text)
      for number in 1...source.lineCount {
        guard let line = source.rangeOfLine(number) else { continue }
        for offset in Set([line.end, (line.start + line.end) / 2]) where source.bytes.indices.contains(offset)
        {
          let script = ScriptText(source)
          let before = syntaxErrors(source.bytes)
          for item in script.completions(at: offset).items {
            guard let bytes = source.bytes(applying: [TextEdit(range: item.range, replacement: item.newText)])
            else {
              Issue.record("\(name):\(number) \(item.label)")
              continue
            }
            #expect(item.range.start <= offset && offset <= item.range.end)
            #expect(line.start <= item.range.start && item.range.end <= line.end)
            count += 1
            if syntaxErrors(bytes) > before {
              Issue.record("\(name):\(number):\(offset - line.start) \(item.label)")
            }
          }
        }
      }
    }
    #expect(count > 300)
  }

  private func syntaxErrors(_ bytes: [UInt8]) -> Int {
    YAMLTree.parse(SourceText(name: "", bytes: bytes)).diagnostics.count { $0.id == .yamlSyntax }
  }

  /// The keys of the language, not the names that an author chose.
  private func keyRanges(of text: String) -> [(name: String, range: SourceRange)] {
    let script = ScriptText(SourceText(name: "", text))
    let names = Set(script.names.places.map(\.scalar))
    var keys: [(String, SourceRange)] = []
    func walk(_ node: YAMLNode) {
      switch node.value {
      case .scalar: break
      case .sequence(let elements, _): for element in elements { walk(element) }
      case .mapping(let entries, _):
        for entry in entries {
          let isTime = entry.key.first?.isNumber == true
          if !names.contains(entry.keyRange), !isTime { keys.append((entry.key, entry.keyRange)) }
          walk(entry.value)
        }
      }
    }
    if let root = script.tree.root { walk(root) }
    return keys
  }
}
