import Basics
import Diagnostics
import Export

/// What is said about a recording at its end.
protocol RecordingSummary {
  /// For a comment in the script.
  var facts: String { get }
  var text: String { get }
  var json: JSONValue { get }
  /// Why it could not continue; nil if it ended as wanted.
  var failure: ExportError? { get }
  func stretches(_ looks: [LiveLook]) -> [RecordedScript.Stretch]
}

/// The report of a recording of devices.
struct RecordingWords: RecordingSummary {
  let report: RecordingReport
  let path: String
  /// The names of the sounds, in the order of their tracks.
  let sounds: [String]

  var failure: ExportError? { report.failure }

  var facts: String {
    let pictures = report.pictures
    let clocks = zip(sounds, report.clockErrors).compactMap { name, error in
      error.map { ", \(name) \(clock($0))" }
    }
    let baked = report.bakesLooks && isChanged ? "; the looks are in the picture" : ""
    return "\(counted(report.frames, "frame")), \(pictures.repeated) repeated, \(pictures.dropped) dropped"
      + clocks.joined() + baked
  }

  var text: String {
    let pictures = report.pictures
    let missed =
      (pictures.lost > 0 ? ", \(pictures.lost) lost by the camera" : "")
      + (pictures.missed > 0 ? ", \(pictures.missed) missed" : "")
    let head =
      "\(VisibleText.line(path)): \(duration.shortSeconds), \(counted(report.frames, "frame")) at "
      + "\(report.rate.spellingForPeople) per second, \(size(of: report.byteCount)); ended by \(words(for: report.end))\n"
    let picture =
      "  picture: \(pictures.captured) captured, \(pictures.repeated) repeated, \(pictures.dropped) dropped\(missed), "
      + "longest gap \(counted(pictures.longestGap, "frame"))\n"
    let cuts =
      report.cuts.isEmpty ? "" : "  \(counted(Int64(report.cuts.count), "pause")), \(pausedTime) in all\n"
    return head + picture + cuts
      + zip(sounds, zip(report.sounds, report.clockErrors)).map { name, facts in
        let (sound, error) = facts
        return "  \(name): \(counted(sound.captured, "sample")) captured, \(sound.silent) of silence put in, "
          + "\(sound.cut) cut\(error.map { "; \(clock($0))" } ?? "")\n"
      }.joined()
  }

  private func clock(_ error: Int) -> String {
    "clock \(error < 0 ? "" : "+")\(error) ppm (\(report.followsClocks ? "corrected" : "not corrected"))"
  }

  /// `docs/recording.md` describes the members.
  var json: JSONValue {
    let pictures = report.pictures
    return .membersPresent([
      "file": .string(path), "frames": .integer(report.frames), "rate": .string(report.rate.spelling),
      "duration": duration.json, "bytes": .integer(report.byteCount),
      "fragments": .integer(Int64(report.fragmentCount)), "end": .string(report.end.rawValue),
      "error": report.failure.map { .string($0.message) },
      "picture": .members([
        "captured": .integer(pictures.captured), "repeated": .integer(pictures.repeated),
        "dropped": .integer(pictures.dropped), "lost": .integer(pictures.lost),
        "missed": .integer(pictures.missed),
        "longestGap": .integer(pictures.longestGap),
      ]),
      "pauses": pauses,
      "looks": looks, "baked": report.bakesLooks && isChanged ? .bool(true) : nil,
      "sounds": .array(
        zip(sounds, zip(report.sounds, report.clockErrors)).map { name, facts in
          .membersPresent([
            "source": .string(name), "sampleRate": .integer(Int64(report.sampleRate)),
            "captured": .integer(facts.0.captured), "silent": .integer(facts.0.silent),
            "cut": .integer(facts.0.cut), "clockError": facts.1.map { .integer(Int64($0)) },
            "corrected": .bool(report.followsClocks),
          ])
        }),
    ])
  }

  private var pauses: JSONValue {
    .array(
      report.cuts.map { cut in
        .members(["frame": .integer(cut.frame), "duration": time(ofFrames: cut.length).json])
      })
  }

  /// Whether a look was chosen.
  private var isChanged: Bool { report.looks.contains { $0.look > 0 && $0.frame < report.frames } }

  /// Nil if no look was chosen.
  private var looks: JSONValue? {
    guard isChanged else { return nil }
    return .array(
      report.looks.map { change in
        .members(["frame": .integer(change.frame), "look": .integer(Int64(change.look))])
      })
  }

  /// The parts of the film with their looks.
  func stretches(_ looks: [LiveLook]) -> [RecordedScript.Stretch] {
    if report.bakesLooks { return [RecordedScript.Stretch()] }
    let changes = report.looks.filter { $0.frame < report.frames }
    return changes.enumerated().map { index, change in
      let next = index + 1 < changes.count ? changes[index + 1] : nil
      let start = change.frame > 0 ? time(ofFrames: change.frame).spelling : ""
      let end = next.map { time(ofFrames: $0.frame).spelling } ?? ""
      return RecordedScript.Stretch(
        take: changes.count > 1 ? "\(start)..\(end)" : nil,
        filters: change.look > 0 ? looks[change.look - 1].filters : nil,
        reason: change.frame > 0 ? "look \(change.look) was chosen at frame \(change.frame)" : nil)
    }
  }

  private var duration: RationalTime { time(ofFrames: report.frames) }

  /// The length of all pauses.
  private var pausedTime: String { time(ofFrames: report.cuts.reduce(0) { $0 + $1.length }).shortSeconds }

  private func time(ofFrames count: Int64) -> RationalTime {
    (try? report.rate.start(ofFrame: count)) ?? .zero
  }

}

/// What ended a recording, for people.
func words(for end: RecordingEnd) -> String {
  switch end {
  case .length: "--for"
  case .size: "--max-size"
  case .time: "--until"
  case .silence: "--stop-after-silence"
  case .signal: "a signal"
  case .stop: "an order"
  case .stream: "the server"
  case .failure: "an error"
  }
}

/// The size of a film, for people.
func size(of byteCount: Int64) -> String {
  let tenths = byteCount / 100_000
  return tenths < 1 ? "\(byteCount / 1000) kB" : "\(tenths / 10).\(tenths % 10) MB"
}
