import Basics
import Diagnostics
import EditScript
import TestSupport
import Testing

/// A safe repair is made without asking, so it must not make another film than its author meant.
@Suite("Safe repairs") struct SafeRepairTests {
  /// What people write in front of or behind a key to say no to it.
  private static let negations: [@Sendable (String) -> String] = [
    { "no-\($0)" }, { "no\($0)" }, { "non-\($0)" }, { "non\($0)" }, { "un\($0)" }, { "un-\($0)" },
    { "dis\($0)" },
    { "without-\($0)" }, { "mute-\($0)" }, { "off-\($0)" }, { "not-\($0)" }, { "\($0)-off" },
    { "no\($0.prefix(1).uppercased())\($0.dropFirst())" },
  ]

  @Test("never turn a key that says no into the key")
  func negations() {
    for script in cases(KeyScript.examples, quick: 60, sample: 100) {
      for negate in Self.negations {
        let word = negate(script.name)
        guard let text = script.renamed(word) else { continue }
        let reading = read(text)
        let renaming = reading.diagnostics.flatMap { $0.fixes.filter(\.isSafe) }.flatMap(\.edits).filter {
          edit in
          reading.source[edit.range] == word
        }
        #expect(renaming == [], "\(script.key): \(word)")
      }
    }
  }

  @Test(
    "offer the opposite of a key that says no, or leave it out",
    arguments: [
      ("{edit: 1, timeline: [{clip: a.mp4, no-audio: true}]}", "audio: off"),
      ("{edit: 1, timeline: [{clip: a.mp4, noAudio: false}]}", "audio: on"),
      ("{edit: 1, timeline: [{clip: a.mp4, without-audio: true}]}", "audio: off"),
      ("{edit: 1, timeline: [{clip: a.mp4, unmute: true}]}", "audio: on"),
      ("{edit: 1, timeline: [{clip: a.mp4, unenabled: true}]}", "enabled: false"),
      ("{edit: 1, timeline: [{clip: a.mp4, no-loop: true}]}", "loop: false"),
      ("{edit: 1, timeline: [{clip: a.mp4, no_stabilize: true}]}", "stabilize: false"),
      ("{edit: 1, outputs: [{file: a.mp4, no-faststart: yes}]}", "faststart: false"),
      ("{edit: 1, timeline: [{clip: a.mp4, nofade: 1s}]}", nil),
      ("{edit: 1, timeline: [{clip: a.mp4, no-opacity: 0.5}]}", nil),
    ])
  func opposites(text: String, meant: String?) throws {
    let found = try #require(read(text).diagnostics.first { $0.id == .unknownKey })
    let fix = try #require(found.fixes.first)
    #expect(found.fixes.count == 1)
    #expect(!fix.isSafe)
    #expect(fix.title.hasPrefix(meant == nil ? "remove `" : "write `\(meant ?? "")`"), "\(fix.title)")
  }

  @Test(
    "are not offered where the words may ask for another film",
    arguments: [
      // Words of their own.
      "{edit: 1, timeline: [{image: a.png, rate: 90deg}]}", "{edit: 1, audio: [{clip: a.mp4, pad: 0.5}]}",
      "{edit: 1, audio: [{tone: sine, frequency: 40}]}", "{edit: 1, outputs: [{fire: a.mp4}]}",
      "{edit: 1, timeline: [{test: Hello, for: 2s}]}", "{edit: 1, timeline: [{clip: a.mp4, oapcity1: 0.5}]}",
      // Words that mean several things.
      "{edit: 1, timeline: [{clip: a.mp4, duration: 5s}]}", "{edit: 1, timeline: [{clip: a.mp4, gain: 3}]}",
      "{edit: 1, timeline: [{clip: a.mp4, rotation: 30deg}]}",
      "{edit: 1, timeline: [{clip: a.mp4, balance: 0.5}]}",
      "{edit: 1, timeline: [{image: a.png, for: 1s, position: '10px, 20px'}]}",
      "{edit: 1, timeline: [{wait: 2s}]}", "{edit: 1, timeline: [{clip: a.mp4, effects: [fade]}]}",
      "{edit: 1, chapters: {intro: 0s}}", "{edit: 1, layers: [{image: a.png}]}",
      "{edit: 1, outputs: [{file: a.mp4, video: {crf: 23}}]}",
      // Values.
      "{edit: 1, canvas: {size: 16:9}}", "{edit: 1, mix: {loudness: 0}}",
      "{edit: 1, timeline: [{clip: a.mp4, volume: off}]}",
      "{edit: 1, timeline: [{clip: a.mp4, speed: +50%}]}",
      "{edit: 1, timeline: [{clip: a.mp4, take: '2s, 5s'}]}",
      "{edit: 1, timeline: [{clip: a.mp4, take: 2f…9f}]}",
      "{edit: 1, timeline: [{clip: a.mp4, take: 2s–5s}]}",
      "{edit: 1, timeline: [{clip: a.mp4, width: +20px}]}",
      "{edit: 1, timeline: [{clip: a.mp4, take: 2f through 9f}]}",
      "{edit: 1, outputs: [{file: a.mp4, video: {bitrate: 5MB}}]}",
      "{edit: 1, outputs: [{file: a.mp4, video: {max-file-size: 50M}}]}",
      "edit: 1\ncanvas:\n  background: #add a colour later\n",
    ])
  func ambiguous(text: String) {
    let reading = read(text)
    #expect(reading.diagnostics.contains { $0.severity == .error })
    #expect(reading.diagnostics.flatMap(\.fixes).filter(\.isSafe).map(\.title) == [])
  }

  @Test("A level that is a large factor is written as it is read")
  func largeLevels() {
    for factor in [2.0, 10, 10.5, 11, 50, 100, 101, 1000] {
      let level = Level(factor: factor)
      let text = ScalarText(text: level.canonicalText, range: SourceRange(0, 0), start: nil)
      #expect(ValueGrammar<Level>.level.read(text) == .success(level), "\(level.canonicalText)")
    }
  }

  @Test(
    "mend one slip of the fingers",
    arguments: [
      ("timeline: [{clip: a.mp4, opactiy: 0.5}]", "timeline: [{clip: a.mp4, opacity: 0.5}]"),
      ("timeline: [{clip: a.mp4, enabld: true}]", "timeline: [{clip: a.mp4, enabled: true}]"),
      ("timeline: [{clip: a.mp4, tak: 2s..}]", "timeline: [{clip: a.mp4, take: 2s..}]"),
      (
        "timeline: [{clip: a.mp4, fit: cover, volumme: 50%}]",
        "timeline: [{clip: a.mp4, fit: cover, volume: 50%}]"
      ),
      // Keys without which there is no item and no output.
      ("timeline: [{clp: a.mp4, take: 2s..}]", "timeline: [{clip: a.mp4, take: 2s..}]"),
      ("outputs: [{fle: a.mp4}]", "outputs: [{file: a.mp4}]"),
      // Two errors lead to `height`.
      ("timeline: [{text: a, weigth: bold}]", "timeline: [{text: a, weight: bold}]"),
      // Nobody hears 440 kHz.
      ("audio: [{tone: sine, frequency: 440}]", "audio: [{tone: sine, frequency: 440Hz}]"),
    ])
  func slips(text: String, fixed: String) {
    #expect(read("{edit: 1, \(text)}").fixed == "{edit: 1, \(fixed)}")
  }
}

extension KeyScript {
  fileprivate var name: String { key.split(separator: ": ").last.map(String.init) ?? key }

  /// The same script with another word for the key; nil if the key is not at the start of a line.
  fileprivate func renamed(_ word: String) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard
      let index = lines.lastIndex(where: { line in
        line.drop { " -".contains($0) }.hasPrefix(name + ":")
      })
    else { return nil }
    let indentation = lines[index].prefix { " -".contains($0) }
    lines[index] = indentation + word + lines[index].dropFirst(indentation.count + name.count)
    return lines.joined(separator: "\n")
  }
}
