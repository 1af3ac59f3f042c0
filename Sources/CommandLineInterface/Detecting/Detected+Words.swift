import Basics
import ContentDigest
import Detection
import Diagnostics
import Workspace

extension Detected {
  /// A line for each thing: kind, time, frame, strength.
  var text: String {
    let name = VisibleText.line(media.path)
    var rows = found.map { thing in
      [
        thing.kind.rawValue, thing.words, thing.frame.map { "\($0)" } ?? "",
        thing.strength.map { "\($0)" } ?? "",
      ]
    }
    let hasHeading = !rows.isEmpty
    if hasHeading { rows.insert(["kind", "time", "frame", "strength"], at: 0) }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = (0..<4).map { column in
        let blank = String(repeating: " ", count: widths[column] - row[column].count)
        return column < 2 ? row[column] + blank : blank + row[column]
      }
      return cells.joined(separator: "  ").trimmedAtEnd
    }
    let facts = [
      tempo.map { "tempo: \(decimal($0)) beats per minute" },
      loudness.map { "loudness: \($0.words)" },
    ].compactMap(\.self)
    if lines.isEmpty, facts.isEmpty { return "\(name): nothing was found\n" }
    return ([name] + (lines + facts).map { "  " + $0 }).map { $0 + "\n" }.joined()
  }

  /// `docs/detect.schema.json` describes it.
  var json: JSONValue {
    .membersPresent([
      "file": .string(media.path), "sha256": .string(media.digest.hex),
      "detector": .integer(Int64(DetectorVersion.number)), "tempo": tempo.map { .number($0) },
      "loudness": loudness?.json, "found": .array(found.map(\.json)),
    ])
  }
}

extension Found {
  fileprivate var words: String {
    let time = isMoment ? "\(range.start)" : "\(range.start)..\(range.end)"
    return time + (reason.map { " (\(VisibleText.line($0)))" } ?? "")
  }

  fileprivate var json: JSONValue {
    .membersPresent([
      "kind": .string(kind.rawValue),
      isMoment ? "at" : "range": .string(isMoment ? range.start.spelling : range.spelling),
      "frame": frame.map { .integer(Int64($0)) }, "strength": strength.map { .integer(Int64($0)) },
      "reason": reason.map { .string($0) },
    ])
  }
}

extension MeasuredLoudness {
  fileprivate var words: String {
    let level = integrated.map { "\(decimal(Double($0) / 100)) LUFS" } ?? "below -70 LUFS"
    return level + (truePeak.map { ", true peak \(decimal(Double($0) / 100)) dBTP" } ?? "")
  }

  fileprivate var json: JSONValue {
    .membersPresent([
      "integrated": integrated.map { .number(Double($0) / 100) },
      "truePeak": truePeak.map { .number(Double($0) / 100) },
    ])
  }
}

/// With one decimal.
private func decimal(_ number: Double) -> String {
  let tenths = Int((abs(number) * 10).rounded())
  return "\(number < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
