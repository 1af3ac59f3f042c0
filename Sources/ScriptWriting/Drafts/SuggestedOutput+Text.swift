package import Basics
import Composition

extension SuggestedOutput {
  /// An `outputs` block to paste into a script.
  package static func script(_ outputs: [SuggestedOutput]) -> String {
    "outputs:\n" + outputs.map(\.entry).joined()
  }

  private var entry: String {
    var lines = [
      "  # \(purpose.prefix(1).uppercased() + purpose.dropFirst()).", "  - file: \(writtenScalar(file))",
    ]
    if let picture {
      lines += ["    size: \(picture.size)", "    rate: \(picture.rateText)"]
      lines.append("    video: {\(picture.settings.joined(separator: ", "))}")
    }
    lines.append("    audio: {" + (audioBitRate.map { "bitrate: \(bitRateText($0))" } ?? "codec: none") + "}")
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSONValue {
    .membersPresent([
      "file": .string(file), "purpose": .string(purpose),
      "video": picture.map(\.json), "audio": audioBitRate.map { .members(["bitRate": .integer($0)]) },
    ])
  }
}

extension SuggestedOutput.Picture {
  fileprivate var settings: [String] {
    var settings: [String] =
      switch control {
      case .quality(let quality): ["quality: \(quality)"]
      case .bitRate(let rate): ["bitrate: \(bitRateText(rate))"]
      }
    if let speed { settings.append("speed: \(speed)") }
    if let keyFrameSeconds { settings.append("keyframes: \(keyFrameSeconds)s") }
    return settings
  }

  fileprivate var json: JSONValue {
    var quality: Int64?
    var bitRate: Int64?
    switch control {
    case .quality(let number): quality = Int64(number)
    case .bitRate(let rate): bitRate = rate
    }
    return .membersPresent([
      "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
      "rate": .string(rate.spelling), "quality": quality.map { .integer($0) },
      "bitRate": bitRate.map { .integer($0) }, "speed": speed.map { .string($0) },
      "keyFrameSeconds": keyFrameSeconds.map { .integer(Int64($0)) },
    ])
  }
}

/// In the spelling of scripts: `2.8M`, `192k`.
private func bitRateText(_ rate: Int64) -> String {
  guard rate >= 1_000_000 else { return "\(rate / 1000)k" }
  let tenths = rate / 100_000
  return tenths % 10 == 0 ? "\(tenths / 10)M" : "\(tenths / 10).\(tenths % 10)M"
}
