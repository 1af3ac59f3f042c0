import Basics
import Composition
import Devices
import Diagnostics
import Export

/// What can be recorded, for people and for programs.
struct DeviceListWords {
  let listing: DeviceListing

  /// A line for each source: the short word that names it, the exact word, and what it is.
  var text: String {
    let screens = listing.screens.map { screen in
      [screen.isUsual ? "screen" : "", "x11:\(screen.display)", "\(screen.size)"]
    }
    let sounds = listing.sounds.map { source in
      [
        shortWord(of: source) ?? "", "pulse:\(source.name)",
        "\(source.description), \(source.sampleRate) Hz, \(counted(Int64(source.channelCount), "channel"))",
      ]
    }
    let cameras = listing.cameras.map { camera in
      [
        camera.isUsual ? "camera" : "", "v4l2:\(camera.path)",
        "\(camera.name), \(camera.mode.size) at \(camera.rateWords)",
      ]
    }
    let rows = (screens + cameras + sounds).map { $0.map { VisibleText.line($0) } }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      padded(row[0], widths[0]) + "  " + padded(row[1], widths[1]) + "  \(row[2])\n"
    }.joined()
  }

  /// `docs/recording.md` describes the members.
  var json: JSONValue {
    .members([
      "screens": .array(
        listing.screens.map { screen in
          .membersPresent([
            "source": .string("x11:\(screen.display)"), "word": screen.isUsual ? "screen" : nil,
            "width": .integer(Int64(screen.size.width)), "height": .integer(Int64(screen.size.height)),
          ])
        }),
      "cameras": .array(
        listing.cameras.map { camera in
          .membersPresent([
            "source": .string("v4l2:\(camera.path)"), "word": camera.isUsual ? "camera" : nil,
            "description": .string(camera.name), "width": .integer(Int64(camera.mode.width)),
            "height": .integer(Int64(camera.mode.height)),
            "rate": camera.mode.rate.map { .string($0.spelling) },
            "format": .string(camera.mode.coding == .yuyv ? "yuyv" : "mjpeg"),
          ])
        }),
      "sounds": .array(
        listing.sounds.map { source in
          .membersPresent([
            "source": .string("pulse:\(source.name)"), "word": shortWord(of: source).map { .string($0) },
            "description": .string(source.description), "sampleRate": .integer(Int64(source.sampleRate)),
            "channels": .integer(Int64(source.channelCount)),
            "monitorOf": source.monitorOf.map { .string($0) },
          ])
        }),
      "problems": .array(listing.problems.map { .string($0) }),
    ])
  }

  private func shortWord(of source: SoundSourceFacts) -> String? {
    guard source.isUsual else { return nil }
    return source.monitorOf == nil ? "mic" : "speakers"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension DeviceListing.Camera {
  fileprivate var rateWords: String {
    let rate = mode.rate?.spellingForPeople ?? "?"
    return "\(rate) frames per second\(mode.coding == .yuyv ? "" : ", as JPEG")"
  }
}
