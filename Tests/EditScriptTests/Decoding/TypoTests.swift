import Basics
import Diagnostics
import EditScript
import TestSupport
import Testing
import YAMLTree

@Suite("Single typos")
struct TypoTests {
  /// What a word that is none of its key's can be reported as.
  private static let unreadable: Set<DiagnosticID> = [
    .unknownValue, .timeSyntax, .rangeSyntax, .rampSyntax, .numberSyntax, .lengthSyntax, .transitionSyntax,
    .wrongColor, .wrongUnit,
  ]

  @Test("in keys: of many at least 95 in 100 get the right suggestion first, and none is accepted")
  func keys() {
    let source = SourceText(name: "", everyKeyScript)
    let keys = usedKeys(in: everyKeyScript)
    let names = Set(keys.map(\.key))
    var random = SeededRandom(seed: 20_240_501)
    var tally = Tally()
    while tally.count < rounds(500, quick: 200) {
      let key = keys[random.below(keys.count)]
      guard let typo = random.typo(in: key.key), !typo.hasPrefix("x-") else { continue }
      if names.contains(typo) {
        tally.skipped.append("\(typo) for \(key.name)")
        continue
      }
      let edit = TextEdit(range: key.range, replacement: typo)
      let reading = read(source.applying([edit]) ?? "")
      let range = SourceRange(key.range.start, key.range.start + typo.utf8.count)
      let found = reading.diagnostics.first { $0.id == .unknownKey && $0.range == range }
      #expect(found != nil, "`\(typo)` for \(key.name) was accepted")
      tally.add("\(typo) for \(key.name)", found?.fixes.first?.edits.first?.replacement == key.key)
    }
    #expect(tally.right * 100 >= tally.count * 95, "\(tally.text)")
  }

  @Test("A missing comma between two words of a list is reported, with a fix")
  func commas() {
    let text = "edit: 1\ntimeline: [{clip: a.mp4}]\noutputs: [{file: a.mp4, keep: [subtitles chapters]}]\n"
    let found = read(text).diagnostics
    #expect(found.map(\.message) == ["a comma is missing between `subtitles` and `chapters`"])
    let fixed = SourceText(name: "", text).applying(found.first?.fixes.first?.edits ?? [])
    #expect(fixed == text.replacing("subtitles chapters", with: "subtitles, chapters"))
    #expect(fixed.map { read($0).diagnostics.isEmpty } == true)
    let block = text.replacing("[subtitles chapters]}]", with: "[subtitles, sub titles]}]")
    #expect(read(block).diagnostics.allSatisfy { !$0.message.contains("comma") })
  }

  @Test("in words of values: of many at least 95 in 100 get the right suggestion first, and none is accepted")
  func values() {
    var random = SeededRandom(seed: 20_240_502)
    var tally = Tally()
    while tally.count < rounds(500, quick: 200) {
      let place = WordPlace.all[random.below(WordPlace.all.count)]
      let word = place.words[random.below(place.words.count)]
      let parts = word.split(separator: " ")
      guard let part = parts.randomElement(using: &random), let typo = random.typo(in: String(part)) else {
        continue
      }
      let wrong = parts.map { $0 == part ? typo : String($0) }.joined(separator: " ")
      let title = "\(wrong) for \(word) under \(place.key)"
      if place.words.contains(wrong) || WordPlace.alsoValid.contains(wrong) {
        tally.skipped.append(title)
        continue
      }
      let reading = read(place.script(wrong))
      let found = reading.diagnostics.first { Self.unreadable.contains($0.id) }
      #expect(found != nil, "\(title) was accepted")
      let repaired = found?.fixes.first.flatMap { reading.source.applying($0.edits) }
      tally.add(title, repaired == place.script(word))
    }
    #expect(tally.right * 100 >= tally.count * 95, "\(tally.text)")
  }
}

/// How many were right, and which were not.
private struct Tally {
  private(set) var right = 0
  private(set) var count = 0
  private var misses: [String] = []
  /// Typos that are words of the language themselves.
  var skipped: [String] = []

  mutating func add(_ title: String, _ isRight: Bool) {
    count += 1
    if isRight { right += 1 } else { misses.append(title) }
  }

  var text: String {
    "\(right) of \(count) are right; missed: \(misses); words themselves: \(skipped)"
  }
}

/// A place where one of some words may stand.
private struct WordPlace {
  let key: String
  let words: [String]
  /// The script with `%` for the word.
  private var template: String

  init(_ template: String, _ words: [String], isOutput: Bool = false) {
    key = String(template.split(separator: ":")[0])
    self.words = words
    self.template =
      isOutput
      ? "edit: 1\ntimeline: [{color: red, for: 1s}]\noutputs:\n  - file: a.mp4\n    \(template)\n"
      : "edit: 1\ntimeline:\n  - clip: a.mp4\n    \(template)\n"
  }

  func script(_ word: String) -> String { template.replacing("%", with: word) }

  /// Times without a unit of their own: `2m` is two minutes.
  static let alsoValid: Set = ["m", "h"]

  static let all = [
    WordPlace("fit: %", ["contain", "cover", "fill", "none", "blur"]),
    WordPlace(
      "place: %", ["top left", "top", "top right", "left", "center", "right", "bottom left", "bottom"]),
    WordPlace("place: bottom right, % 24px", ["margin"]),
    WordPlace(
      "opacity: 0 -> 1 %", ["linear", "ease", "ease-in", "ease-out", "ease-in-out", "hold", "spring"]),
    WordPlace(
      "blend: %",
      [
        "normal", "multiply", "screen", "overlay", "add", "subtract", "darken", "lighten", "difference",
        "exclusion", "hard-light", "soft-light", "color-dodge", "color-burn", "saturation", "luminosity",
      ]),
    WordPlace("flip: %", ["horizontal", "vertical", "both"]),
    WordPlace("pitch: %", ["keep", "follow"]),
    WordPlace("enabled: %", ["true", "false"]),
    WordPlace("take: % 1s", ["first", "last"]),
    WordPlace("for: 2%", ["ms", "min", "s", "f"]),
    WordPlace("width: 2%", ["px", "vmin"]),
    WordPlace("rotate: 2%", ["deg", "turn"]),
    WordPlace("volume: -2%", ["dB"]),
    WordPlace("filters: [%]", ["sepia", "noir", "vignette", "sharpen", "denoise", "grayscale", "highpass"]),
    WordPlace(
      "filters: [{lowpass: 2%}]", ["Hz", "kHz"]),
    WordPlace(
      "chroma-key: {color: %}",
      [
        "red", "green", "blue", "white", "black", "orange", "transparent", "rebeccapurple", "cornflowerblue",
        "navy", "teal", "lime", "gold", "salmon", "tomato", "turquoise", "hotpink", "darkslateblue", "olive",
      ]),
    WordPlace(
      "preset: %",
      [
        "640x480", "1280x720", "1920x1080", "low-quality", "medium-quality", "highest-quality", "web",
        "draft",
        "prores-422", "passthrough", "hevc-1920x1080",
      ], isOutput: true),
    WordPlace("video: {codec: %}", ["h264", "hevc", "prores", "dnxhr", "ffv1", "copy"], isOutput: true),
    WordPlace("audio: {codec: %}", ["aac", "opus", "flac", "alac", "none"], isOutput: true),
    WordPlace(
      "video: {speed: %}", ["ultrafast", "superfast", "veryfast", "medium", "slower", "veryslow"],
      isOutput: true),
    WordPlace("mode: %", ["render", "smart", "passthrough"], isOutput: true),
    WordPlace("- transition: % 1s #", ["dissolve", "clock", "barn-door", "pixelate", "blur", "zoom"])
      .asItem,
    WordPlace(
      "- transition: % 1s #",
      [
        "wipe left", "wipe right", "slide up", "push down", "cover left", "reveal right", "circle open",
        "circle close", "fade through black", "fade through white",
      ]
    ).asItem,
  ]

  /// An item of its own instead of a key.
  private var asItem: WordPlace {
    var other = self
    other.template = template.replacing("    - transition", with: "  - transition")
    return other
  }
}

extension SeededRandom {
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// One letter left out, doubled, replaced or added, two neighbours the wrong way round, another case, or another
  /// way to join words; nil where that leaves the word as it is.
  mutating func typo(in word: String) -> String? {
    var letters = Array(word)
    let at = below(letters.count)
    let letter = Character(Unicode.Scalar(UInt8(97 + below(26))))
    switch letters.count == 1 ? 4 + below(2) : below(7) {
    case 0: letters.remove(at: at)
    case 1: letters[at] = letter
    case 2: letters.insert(letter, at: at)
    case 3: if at + 1 < letters.count { letters.swapAt(at, at + 1) }
    case 4: letters.insert(letters[at], at: at)
    case 5: letters = recased(word)
    default: letters = rejoined(word)
    }
    let typo = String(letters)
    return typo == word ? nil : typo
  }

  private mutating func recased(_ word: String) -> [Character] {
    switch below(3) {
    case 0: return Array(word.uppercased())
    case 1: return Array(word.prefix(1).uppercased() + word.dropFirst())
    default: return Array(word.prefix(1) + word.dropFirst().uppercased())
    }
  }

  /// `line-height` as `line_height`, `lineHeight`, `lineheight`; `timeline` as `time-line`.
  private mutating func rejoined(_ word: String) -> [Character] {
    let parts = word.split(separator: "-")
    guard parts.count > 1 else {
      guard word.count > 4 else { return Array(word) }
      let middle = word.index(word.startIndex, offsetBy: word.count / 2)
      return Array(word[..<middle] + (below(2) == 0 ? "-" : "_") + word[middle...])
    }
    switch below(3) {
    case 0: return Array(parts.joined(separator: "_"))
    case 1: return Array(parts.joined())
    default:
      let capitalized = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return Array(([String(parts[0])] + capitalized).joined())
    }
  }
}
