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
    if let preset { lines.append("    preset: \(preset.rawValue)") }
    if let picture {
      lines += ["    size: \(picture.size)", "    rate: \(picture.rateText)"]
      let settings = picture.settings
      if !settings.isEmpty { lines.append("    video: {\(settings.joined(separator: ", "))}") }
      if let color = picture.color {
        let hint = "The media are HDR: write `canvas: {color: \(color.rawValue)}` to keep their brightness."
        lines.insert("  # " + hint, at: 0)
      }
    }
    lines.append("    audio: {" + (audioBitRate.map { "bitrate: \(bitRateText($0))" } ?? "codec: none") + "}")
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSONValue {
    .membersPresent([
      "file": .string(file), "purpose": .string(purpose), "preset": preset.map { .string($0.rawValue) },
      "video": picture.map(\.json), "audio": audioBitRate.map { .members(["bitRate": .integer($0)]) },
    ])
  }
}

extension SuggestedOutput.Picture {
  fileprivate var settings: [String] {
    var settings = codec.map { ["codec: \($0.rawValue)"] } ?? []
    switch control {
    case .quality(let quality): settings.append("quality: \(quality)")
    case .bitRate(let rate): settings.append("bitrate: \(bitRateText(rate))")
    case .codec: break
    }
    if let speed { settings.append("speed: \(speed)") }
    if let keyFrameSeconds { settings.append("keyframes: \(keyFrameSeconds.spelling)") }
    if let color { settings.append("color: \(color.rawValue)") }
    return settings
  }

  fileprivate var json: JSONValue {
    var quality: Int64?
    var bitRate: Int64?
    switch control {
    case .quality(let number): quality = Int64(number)
    case .bitRate(let rate): bitRate = rate
    case .codec: break
    }
    return .membersPresent([
      "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
      "rate": .string(rate.spelling), "quality": quality.map { .integer($0) },
      "bitRate": bitRate.map { .integer($0) }, "speed": speed.map { .string($0) },
      "keyFrameSeconds": keyFrameSeconds.map { .number($0.inSeconds) },
      "codec": codec.map { .string($0.rawValue) }, "color": color.map { .string($0.rawValue) },
    ])
  }
}

/// In the spelling of scripts: `2.8M`, `192k`.
private func bitRateText(_ rate: Int64) -> String {
  guard rate >= 1_000_000 else { return "\(rate / 1000)k" }
  let tenths = rate / 100_000
  return tenths % 10 == 0 ? "\(tenths / 10)M" : "\(tenths / 10).\(tenths % 10)M"
}
