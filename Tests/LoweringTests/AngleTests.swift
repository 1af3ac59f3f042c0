import Basics
import Composition
import Diagnostics
import EditScript
import TestSupport
import Testing

@testable import Lowering

@Suite("Angles")
struct AngleTests {
  /// `a` is the clock; the others have 40 s and 30 s.
  private let media = [
    "a.mp4": Shelf.clip(1280, 720, rate: FrameRate(25), seconds: 60),
    "b.mp4": Shelf.clip(1280, 720, rate: FrameRate(25), seconds: 40),
    "c.mp4": Shelf.clip(1280, 720, rate: FrameRate(50), seconds: 30),
    "room.wav": MediaState.known(Shelf.facts(seconds: 70, sound: true), path: "/room.wav"),
  ]

  private func script(_ items: String, more: String = "") -> LoweredScript {
    LoweredScript(
      """
      edit: 1
      media:
        cam1: a.mp4
        cam2: {file: b.mp4, sync: {at: 12.345062s, speed: 1.000145x}}
        cam3: {file: c.mp4, sync: {at: -3.2s}}
        room: {file: room.wav, sync: {at: -1.5s, speed: 0.9999x}}
      canvas: {size: 1280x720, rate: 25}
      timeline:
      \(items)
      \(more)
      """, media: media)
  }

  private func item(_ keys: String, more: String = "") -> LoweredScript {
    script("  - {angles: {a: cam1, b: cam2, c: cam3, d: room}, \(keys)}", more: more)
  }

  @Test("are ordinary clips, whose places in the files are exact, and one sound")
  func places() throws {
    let film = try item("take: 20s..26s, show: {0s: a, 4.2s: b, 125f: c}, audio: d").composition()
    #expect(film.duration == RationalTime(seconds: 6))
    let times = try film.layers.map { layer in
      guard case .moving(let medium, _, let clock) = layer.picture else {
        Issue.record("\(layer.picture)")
        return ""
      }
      return
        "\(film.media[medium].spelling) \(layer.timelineRange.start)..\(layer.timelineRange.end) \(try clock.mediaTime(at: .zero).spelling) \(clock.constantSpeed?.spelling ?? "")"
    }
    // (24.2 - 12.345062) * 1.000145 = 11.854938 * 1.000145
    #expect(
      times == [
        "a.mp4 0s..4.2s 20s 1s", "b.mp4 4.2s..5s 1185665696601/100000000000s 1.000145s",
        "c.mp4 5s..6s 28.2s 1s",
      ], "\(times)")
    let sound = try #require(film.sounds.first)
    #expect(
      film.sounds.count == 1 && sound.timelineRange == TimeRange(start: .zero, end: RationalTime(seconds: 6)))
    guard case .media(let medium, _, let clock) = sound.content else {
      Issue.record("\(sound.content)")
      return
    }
    // (20 + 1.5) * 0.9999
    #expect(film.media[medium].spelling == "room.wav")
    #expect(try clock.mediaTime(at: .zero) == RationalTime(2_149_785, 100_000))
    #expect(clock.constantSpeed == RationalTime(9999, 10_000) && sound.pitch == .follow)
  }

  @Test(
    "hear the first one, another one, or none",
    arguments: [
      ("", "a.mp4 at 20s"), (", audio: on", "a.mp4 at 20s"), (", audio: c", "c.mp4 at 23.2s"),
      (", audio: off", ""),
    ])
  func heard(key: String, wanted: String) throws {
    let film = try item("take: 20s..26s, show: {0s: b, 2s: c}\(key)").composition()
    let heard = try film.sounds.map { sound in
      guard case .media(let medium, _, let clock) = sound.content else { return "?" }
      return "\(film.media[medium].spelling) at \(try clock.mediaTime(at: .zero))"
    }
    #expect(heard.joined(separator: ", ") == wanted)
  }

  @Test("show the first one without `show`, and end where the first of the recordings ends without an end")
  func defaults() throws {
    let film = try item("take: 20s..").composition()
    // c is neither shown nor heard.
    #expect(film.layers.count == 1 && film.duration == RationalTime(seconds: 40))
    let both = try item("take: 20s.., show: {0s: a, 1s: c}").composition()
    // 30 s from -3.2 s on.
    #expect(both.duration == RationalTime(68, 10))
    #expect(both.layers.count == 2)
  }

  @Test("have one name, fade at their ends, and join others once")
  func together() throws {
    let text = script(
      """
        - {color: black, for: 3s}
        - transition: dissolve 1s
        - {angles: {a: cam1, c: cam3}, take: 5s..15s, show: {0s: c, 4s: a, 6s: c}, name: talk, volume: 50%, audio: a}
        - transition: dissolve 2s
        - {color: black, for: 3s}
      overlays:
        - {color: red, at: talk.start..talk.end}
      """)
    let film = try text.composition()
    #expect(film.duration == RationalTime(seconds: 13))
    #expect(
      film.layers.last?.timelineRange
        == TimeRange(start: RationalTime(seconds: 2), end: RationalTime(seconds: 12)))
    let sound = try #require(film.sounds.first)
    #expect(film.sounds.count == 1 && sound.name == "talk" && sound.gain.constantValue == 0.5)
    #expect(sound.timelineRange == TimeRange(start: RationalTime(seconds: 2), end: RationalTime(seconds: 12)))
    #expect(sound.fadesIn.map(\.length) == [RationalTime(seconds: 1)])
    #expect(sound.fadesOut.map(\.length) == [RationalTime(seconds: 2)])
    let faded = try item("take: 20s..26s, show: {0s: a, 4s: c}, fade: 1s, volume: 1 -> 0 over last 3s")
      .composition()
    let end = try #require(faded.sounds.first)
    #expect(end.fadesIn.count == 1 && end.fadesOut.count == 1)
    #expect(end.gain.value(at: RationalTime(seconds: 3)) == 1)
    #expect(end.gain.value(before: RationalTime(seconds: 6)) == 0)
    #expect(faded.layers[0].opacity.value(at: .zero) == 0 && faded.layers[1].opacity.value(at: .zero) == 1)
  }

  @Test("can reach beyond their take into a transition, if the heard recording does")
  func handles() throws {
    let text = { (audio: String) in
      """
        - {clip: cam1, take: 0s..4s}
        - transition: {kind: dissolve, for: 1s, using: handles}
        - {angles: {a: cam1, b: cam2}, take: 12.5s..18s, audio: \(audio)}
      """
    }
    let film = try script(text("a")).composition()
    #expect(film.sounds.count == 2)
    #expect(film.sounds[1].timelineRange.start == RationalTime(35, 10))
    let short = script(text("b"))
    #expect(
      short.messages == [
        "missing-handles: the transition before this item needs 'b' beyond the take, but its recording begins later"
      ])
  }

  @Test("have the subtitles of what is heard, undivided")
  func captions() throws {
    let text = LoweredScript(
      """
      edit: 1
      media: {cam1: a.mp4, cam2: {file: b.mp4, sync: {at: 2s}}}
      canvas: {size: 1280x720, rate: 25}
      timeline:
        - {angles: {a: cam1, b: cam2}, take: 4s..14s, show: {0s: a, 4s: b, 6s: a}, audio: b}
      subtitles:
        - {of: cam2, mode: stream, cues: [{at: 3s..9s, text: One}]}
      outputs: [{file: film.mp4}]
      """, media: media)
    let film = try text.composition()
    let cues = film.subtitles.flatMap(\.cues)
    // b begins at 2 s of the clock, and the film at 4 s of it.
    #expect(
      cues.map(\.timelineRange) == [TimeRange(start: RationalTime(seconds: 1), end: RationalTime(seconds: 7))]
    )
  }

  @Test(
    "with mistakes have findings with their places",
    arguments: [
      (
        "show: {0s: a, 4s: bb}", "bb", "unknown-name: no angle of this item is named 'bb'",
        "did you mean `b`?"
      ),
      ("show: {1s: a}", "1s", "missing-key: no angle is shown before 1s", "begin with `0s: a`"),
      (
        "show: {0s: a, 5s: c, 3s: a}", "3s", "ramps-overlap: the switch at 3s is not after the one at 5s",
        "order"
      ),
      (
        "show: {0s: a, 70s: c}", "70s",
        "ramp-outside-item: the switch is at 70s, but its item lasts from 0s to 20s", "not of the recordings"
      ),
      (
        "show: {0s: a, 5s: b}", "5s: b",
        "take-outside-media: the angle 'b' begins at 12.345062s of the clock (00:00:12.345), but is shown before",
        "show another angle"
      ),
      (
        "show: {0s: c}, audio: b", "b",
        "take-outside-media: the angle 'b' begins at 12.345062s of the clock (00:00:12.345), but is heard before",
        "hear another angle"
      ),
      ("audio: e", "e", "unknown-name: no angle of this item is named 'e'", "its angles: a, b, c, d"),
      (
        "audio: {stream: 1}", "{stream: 1}", "key-of-another-kind: `audio` of an `angles` item",
        "write `audio: a`"
      ),
      ("speed: 2x", "speed", "key-of-another-kind: `speed` does not belong to an angles item", "clip"),
      ("for: 2s", "for", "key-of-another-kind: `for` does not belong to an angles item", "it belongs to"),
      ("stabilize: true", "stabilize", "key-of-another-kind: `stabilize` does not belong", "clip"),
      ("show: {0s: d}", "room", "no-picture: 'room.wav' has no picture", "audio"),
    ])
  func mistakes(keys: String, guilty: String, message: String, hint: String) throws {
    let script = item("take: 0s..20s, " + keys)
    let finding = try #require(script.diagnostics.first { $0.severity == .error }, "\(script.messages)")
    #expect("\(finding.id.name): \(finding.message)".hasPrefix(message), "\(script.messages)")
    #expect(script.guilty(finding) == guilty)
    #expect(finding.hint?.contains(hint) == true, "\(finding.hint ?? "")")
    #expect(script.diagnostics.count { $0.severity == .error } == 1, "\(script.messages)")
  }

  @Test("that end too early are named, and so are takes that are no part of the clock")
  func ends() {
    #expect(
      item("take: 20s..40s, show: {0s: a, 5s: c}").messages == [
        "take-outside-media: the angle 'c' ends at 26.8s of the clock (00:00:26.800), but is shown after it"
      ])
    #expect(item("take: 5s..5s").messages == ["empty-range: the take is empty: it starts and ends at 5s"])
    #expect(
      item("take: 70s..").messages == [
        "take-outside-media: the take starts at 70s of the clock, but the first recording ends at 60s"
      ])
    #expect(
      item("take: tc 01:00:00:00..").messages == [
        "no-such-timecode: the take counts on the clock of several recordings, which has no timecode"
      ])
  }

  @Test(
    "and places on the clock that are not understood have findings",
    arguments: [
      ("{at: 12f}", "12f", "time-syntax: `12f` counts frames, but recordings may differ in their rates"),
      ("{at: soon}", "soon", "time-syntax: expected a duration such as `2.5s` or `12f`, found `soon`"),
      ("{speed: -1x}", "-1x", "speed-out-of-range: a recording runs forwards, so `speed` is above 0"),
      ("{foo: 2s}", "foo", "unknown-key: `foo` is not a key of a place on a clock"),
    ])
  func syncs(sync: String, guilty: String, message: String) throws {
    let script = LoweredScript(
      """
      edit: 1
      media: {cam1: {file: a.mp4, sync: \(sync)}}
      timeline:
        - {angles: {a: cam1}, take: ..4s}
      """, media: media)
    let finding = try #require(script.diagnostics.first)
    #expect("\(finding.id.name): \(finding.message)" == message && script.guilty(finding) == guilty)
    #expect(script.diagnostics.count == 1, "\(script.messages)")
  }

  @Test("that nobody can name, or with names that mean something else, are refused")
  func names() {
    let text = { (angles: String) in script("  - {angles: \(angles), take: ..4s}").messages }
    #expect(text("{}").count == 1)
    #expect(text("cam1").count == 1)
    #expect(
      text("{off: cam1}") == [
        "forbidden-character: `off` cannot name an angle: `audio: off` is about all sound"
      ])
    #expect(text("{a: cam9}") == ["unknown-media: no media is named 'cam9'"])
    #expect(
      script("  - {angles: {a: cam9}, take: ..4s, show: {0s: a, 1s: a, 2s: a}}").messages
        == ["unknown-media: no media is named 'cam9'"])
    #expect(script("  - {clip: cam1, take: ..4s, audio: cam2}").messages.count == 1)
  }

  @Test("are no film as long as a file that is heard is not known, and silent cameras are silent")
  func unknown() throws {
    let head =
      "edit: 1\nmedia: {cam1: a.mp4, mute: mute.mp4, room: gone.wav}\ncanvas: {size: 64x36, rate: 25}\n"
    let files = media.merging(
      ["mute.mp4": Shelf.clip(1280, 720, rate: FrameRate(25), seconds: 60, hasSound: false)]
    ) { first, _ in first }
    func script(_ keys: String) -> LoweredScript {
      LoweredScript(head + "timeline:\n  - {take: 0s..4s, \(keys)}\n", media: files)
    }
    let gone = script("angles: {a: cam1, d: room}, audio: d")
    #expect(gone.film.composition == nil)
    #expect(
      gone.messages == [
        "media-not-checked: 'gone.wav' was not read, so rules that depend on it are not checked"
      ])
    #expect(try script("angles: {a: mute}").composition().sounds.isEmpty)
    #expect(
      script("angles: {b: mute, a: cam1}").messages == [
        "no-sound: the angle 'b' is heard, but 'mute' has no sound"
      ])
    #expect(try script("angles: {b: mute, a: cam1}, audio: a").composition().sounds.count == 1)
    #expect(script("angles: {b: mute}, audio: b").messages.count == 1)
  }

  @Test("play in sequences and in other outputs")
  func sequences() throws {
    let film = LoweredScript(
      """
      edit: 1
      media: {cam1: a.mp4, cam2: {file: b.mp4, sync: {at: 2s}}}
      sequences:
        part: [{angles: {a: cam1, b: cam2}, take: 4s..14s, show: {0s: a, 4s: b}, name: talk}]
      timeline:
        - sequence: part
        - {angles: {a: cam1, b: cam2}, take: 4s..6s, show: {0s: a, 1s: b}, name: end}
      outputs:
        - {file: film.mp4}
        - {file: other.mp4, overrides: {end: {show: {0s: b}, audio: b}}}
      """, media: media, output: 1)
    let composition = try film.composition()
    #expect(composition.canvas.size == PixelSize(width: 1280, height: 720))
    #expect(composition.films.first?.composition.layers.count == 2)
    #expect(composition.layers.count == 2)
    #expect(film.film.items.last?.item.mediaName?.value == "cam2")
  }
}
