import Basics
import Diagnostics
import EditScript
import Export

/// A recording of what a server sends, checked.
struct StreamRequest {
  let stream: RecordedStream
  let path: String
  let limits: StreamLimits

  private static let longestPatience = RationalTime(seconds: 3600)

  /// Nil if no source is a stream. `others` are the names of options that change pictures or sounds and were given.
  init?(
    sources: [SourceWord], path: String?, fragment: DurationExpression?, length: DurationExpression?,
    largest: Int64?, reconnect: DurationExpression?, times: RecordingTimes, others: [String]
  ) throws {
    func refuse(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "record") }
    let addresses = sources.compactMap { source in
      if case .stream(let address) = source { address } else { nil }
    }
    guard let address = addresses.first else { return nil }
    guard let path else { throw UsageError(.missingArgument("--output"), command: "record") }
    guard sources.count == 1 else {
      throw refuse(
        "\(address.name) is recorded alone, because it is copied as it is; record the others with another command"
      )
    }
    if let other = others.first {
      throw refuse(
        "--\(other) is not possible with \(address.name), which is copied as it is; a script can change it later"
      )
    }
    stream = RecordedStream(
      address: address, container: try RecordedContainers.container(of: path),
      fragment: try distanceOfFragments(fragment))
    self.path = path
    limits = StreamLimits(
      schedule: try times.schedule(now: nanosecondsSince1970(), offset: secondsAheadOfUTC),
      length: try length?.seconds(of: "for"), byteLimit: largest,
      reconnect: try reconnect?.seconds(of: "reconnect"))
    guard limits.reconnect.map({ $0 <= Self.longestPatience && $0 > .zero }) ?? true else {
      throw refuse("--reconnect: write a time above zero, of at most 1h")
    }
  }
}

/// The report of the recording of a stream, for people and for programs.
struct StreamWords: RecordingSummary {
  let report: StreamReport
  let path: String
  let source: String

  var facts: String { "\(source), \(report.content), copied" }

  var text: String {
    let problems = [
      (Int64(report.gaps.count), "connection lost and restored", "connections lost and restored"),
      (report.jumps, "jump of its clock taken out", "jumps of its clock taken out"),
      (report.damaged, "damaged packet", "damaged packets"),
      (report.dropped, "packet left out", "packets left out"),
    ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined()
    let pictures = report.frames > 0 ? "\(counted(report.frames, "picture")), " : ""
    let gap = report.frames > 0 ? ", longest gap \(milliseconds(report.longestGap))" : ""
    return
      "\(VisibleText.line(path)): \(report.length.shortSeconds), \(pictures)\(size(of: report.byteCount)); ended by "
      + "\(words(for: report.end))\n  \(source): \(report.content)\(gap)\(problems)\n"
  }

  /// `docs/recording.md` describes the members.
  var json: JSONValue {
    .membersPresent([
      "file": .string(path), "frames": .integer(report.frames), "duration": report.length.json,
      "bytes": .integer(report.byteCount), "fragments": .integer(Int64(report.fragmentCount)),
      "end": .string(report.end.rawValue), "error": report.failure.map { .string($0.message) },
      "stream": .members([
        "source": .string(source), "content": .string(report.content), "jumps": .integer(report.jumps),
        "damaged": .integer(report.damaged), "dropped": .integer(report.dropped),
        "longestGap": report.longestGap.json,
        "reconnections": .array(
          report.gaps.map { .members(["time": $0.start.json, "missing": $0.length.json]) }),
      ]),
    ])
  }

  var failure: ExportError? { report.failure }
  func stretches(_ looks: [LiveLook]) -> [RecordedScript.Stretch] { [RecordedScript.Stretch()] }
}

/// A short time, for people.
private func milliseconds(_ time: RationalTime) -> String {
  "\(roundHalfUp(Int128(time.value) * 1000, over: Int128(time.timescale))?.value ?? 0) ms"
}
