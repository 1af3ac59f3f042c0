import Basics
import Composition
import Diagnostics

// MARK: - For people

/// What people read about a media file: on a terminal, and on the page of a preview. Every text is one line.
struct MediaReport {
  let summary: String
  let tracks: [Track]
  let tags: [(name: String, value: String)]
  let notes: [String]

  struct Track {
    let title: String
    var details: [String]
  }
}

extension ProbedMedia {
  /// The text that `editc probe` prints about a file.
  func report(named path: String) -> String {
    let report = report
    var lines = ["\(VisibleText.line(path)): \(report.summary)"]
    lines += report.tracks.flatMap { track in ["  \(track.title)"] + track.details.map { "    " + $0 } }
    lines += report.tags.map { "  tag \($0.name): \($0.value)" }
    if facts.chapterCount > 0 { lines.append("  chapters: \(facts.chapterCount)") }
    lines += facts.chapters.map { chapter in
      "    \(chapter.range.start)..\(chapter.range.end)" + (chapter.name.map { " \(oneLine($0))" } ?? "")
    }
    lines += report.notes.map { "  note: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Everything but the chapters.
  var report: MediaReport {
    var tracks = facts.video.map { track in
      MediaReport.Track(
        title: track.title, details: track.lines + lines(about: track.streamIndex, besides: []))
    }
    tracks += facts.audio.map { track in
      MediaReport.Track(title: track.title, details: lines(about: track.streamIndex, besides: ["default"]))
    }
    tracks += facts.otherTracks.map { track in
      let language = track.language.map { ", \(oneLine($0))" } ?? ""
      let timecode = details.track(track.streamIndex)?.timecode
      return MediaReport.Track(
        title: "track \(track.streamIndex): \(track.kind) \(track.codec)\(language)",
        details: lines(about: track.streamIndex, besides: [])
          + (timecode.map { ["timecode \(oneLine($0))"] } ?? []))
    }
    return MediaReport(
      summary: facts.summary, tracks: tracks,
      tags: facts.tags.map { (oneLine($0.name), oneLine($0.value)) }, notes: facts.notes.map(oneLine))
  }

  /// The lines about the name, the use and the size of a track.
  private func lines(about streamIndex: Int, besides known: Set<String>) -> [String] {
    guard let track = details.track(streamIndex) else { return [] }
    let name: [String?] = [
      track.name.map { "name \(oneLine($0))" }, track.handler.map { "handler \(oneLine($0))" },
    ]
    let group = track.alternateGroup.map { ["alternate group \($0)"] } ?? []
    let uses = (track.characteristics.filter { !known.contains($0) } + group).joined(separator: ", ")
    var lines = [name.compactMap(\.self).joined(separator: ", "), uses].filter { !$0.isEmpty }
    if let rate = track.dataRate {
      lines.append(
        "\(rate) bits per second, \(counted(track.byteCount, "byte")) in \(counted(track.packetCount, "packet"))"
      )
    }
    return lines
  }
}

extension MediaFacts {
  /// `mp4, lasts 3s (0:03), 1,200 bytes`
  var summary: String { "\(container), \(length), \(counted(byteCount, "byte"))" }

  private var length: String {
    switch extent {
    case .finite(let time): "lasts \(time) (\(time.clockReading))"
    case .infinite: "a still picture"
    case .indefinite: "of unknown length"
    }
  }
}

/// Tags may contain anything; on a terminal they must remain a single harmless line.
func oneLine(_ text: String) -> String { VisibleText.line(String(text.prefix(200))) }

extension VideoTrackFacts {
  fileprivate var title: String { plainTitle + (language.map { ", \(oneLine($0))" } ?? "") }

  /// Without words of the file.
  var plainTitle: String {
    var kind = "\(codec)" + (profile.map { " \($0)" } ?? "") + ", \(pixelFormat)"
    if hasAlpha { kind += " with alpha" }
    if fieldOrder != .progressive { kind += ", interlaced (\(fieldOrder.rawValue))" }
    let role = isAttachedPicture ? "attached picture" : isStill ? "still picture" : "video"
    return "track \(streamIndex): \(role) \(kind)"
  }

  fileprivate var lines: [String] {
    plainLines + (timecode.map { ["timecode \(oneLine($0))"] } ?? [])
  }

  /// Without words of the file.
  var plainLines: [String] {
    var shape = "\(storedSize) stored"
    if !pixelAspect.isSquare { shape += ", pixels \(pixelAspect)" }
    if orientation != .upright { shape += ", turned \(orientation)" }
    if let cleanAperture {
      shape += ", clean aperture \(cleanAperture.size) at \(cleanAperture.x),\(cleanAperture.y)"
    }
    if displaySize != storedSize { shape += ", shown as \(displaySize)" }
    var lines = [shape]
    if !isStill {
      let pace = rate.map { "\($0.spellingForPeople) frames per second" } ?? "no constant rate"
      lines.append(
        "\(counted(frameCount, "frame")), \(pace)\(hasVariableRate ? ", variable" : "")\(hasDecodingTimes ? ", times of decoding" : ""), \(mediaRange.start)..\(mediaRange.end)"
      )
    }
    lines.append("colour \(color.summary)")
    return lines
  }
}

extension AudioTrackFacts {
  fileprivate var title: String {
    plainTitle + (language.map { ", \(oneLine($0))" } ?? "") + (isDefault ? ", default" : "")
  }

  /// Without words of the file.
  var plainTitle: String {
    "track \(streamIndex): audio \(codec), \(sampleRate) Hz, \(channelLayout), \(counted(sampleCount, "sample")),"
      + " \(mediaRange.start)..\(mediaRange.end)"
  }
}

extension ColorTags {
  fileprivate var summary: String {
    let range = isFullRange.map { $0 ? "full range" : "limited range" } ?? "range untagged"
    return "primaries \(primaries ?? "untagged"), transfer \(transfer ?? "untagged"),"
      + " matrix \(matrix ?? "untagged"), \(range)"
  }
}

// MARK: - For programs

extension ProbedMedia {
  /// The same facts as JSON; `docs/json.md` describes the members.
  var json: JSONValue {
    let duration: JSONValue? = facts.extent.finite?.json
    return .membersPresent([
      "container": .string(facts.container), "duration": duration, "bytes": .integer(facts.byteCount),
      "origin": facts.origin.json,
      "video": .array(facts.video.map { track($0.members, $0.streamIndex) }),
      "audio": .array(facts.audio.map { track($0.members, $0.streamIndex) }),
      "other": .array(
        facts.otherTracks.map {
          track(
            [
              "track": .integer(Int64($0.streamIndex)), "kind": .string($0.kind), "codec": .string($0.codec),
              "language": $0.language.map { .string($0) },
              "timecode": details.track($0.streamIndex)?.timecode.map { .string($0) },
            ], $0.streamIndex)
        }),
      "tags": .array(facts.tags.map { $0.json(in: facts.container) }),
      "chapters": .integer(Int64(facts.chapterCount)),
      "chapterList": .array(
        facts.chapters.map {
          .membersPresent([
            "name": $0.name.map { .string($0) }, "start": $0.range.start.json, "end": $0.range.end.json,
          ])
        }),
      "unfinishedRecording": facts.isUnfinishedRecording ? .bool(true) : nil,
      "remarks": .array(facts.remarks.map { .string($0) }),
    ])
  }

  private func track(_ members: KeyValuePairs<String, JSONValue?>, _ streamIndex: Int) -> JSONValue {
    let track = details.track(streamIndex)
    return .membersPresent(
      members.map { ($0.key, $0.value) } + [
        ("name", track?.name.map { .string($0) }), ("handler", track?.handler.map { .string($0) }),
        ("characteristics", track.map { .array($0.characteristics.map { .string($0) }) }),
        ("alternateGroup", track?.alternateGroup.map { .integer(Int64($0)) }),
        ("tags", track.map { .array($0.tags.map { $0.json(in: facts.container) }) }),
        ("bytes", track.map { .integer($0.byteCount) }), ("packets", track.map { .integer($0.packetCount) }),
        ("dataRate", track?.dataRate.map { .integer($0) }),
      ])
  }
}

extension MediaTag {
  /// With the key space of its name, and with its language, as far as the name shows them.
  fileprivate func json(in container: String) -> JSONValue {
    let space: String? =
      switch container {
      case "ogg", "flac": "vorbis"
      case "mp3": "id3"
      case "matroska": "matroska"
      case "mov": name.hasPrefix("com.") ? "quicktime" : nil
      default: nil
      }
    // FFmpeg appends the language to a name: `title-eng`.
    let ending = name.split(separator: "-").last.map(String.init) ?? ""
    let language = ending.utf8.count == 3 && name != ending ? LanguageCode.threeLetters(ending) : nil
    return .membersPresent([
      "name": .string(name), "value": .string(value), "keySpace": space.map { .string($0) },
      "locale": language.map { .string($0) },
    ])
  }
}

extension PacketDetails {
  /// `docs/json.md` describes the members.
  var json: JSONValue {
    .membersPresent([
      "track": .integer(Int64(streamIndex)), "pts": presentation?.json, "dts": decoding?.json,
      "duration": duration?.json, "bytes": .integer(Int64(byteCount)), "key": .bool(isKey),
    ])
  }
}

extension RationalTime {
  /// The exact fraction, and seconds as a rounded number.
  var json: JSONValue {
    .members([
      "value": .integer(value), "timescale": .integer(timescale), "seconds": .number(inSeconds),
    ])
  }
}

extension PixelSize {
  var json: JSONValue {
    .members(["width": .integer(Int64(width)), "height": .integer(Int64(height))])
  }
}

extension VideoTrackFacts {
  fileprivate var members: KeyValuePairs<String, JSONValue?> {
    [
      "track": .integer(Int64(streamIndex)), "codec": .string(codec),
      "profile": profile.map { .string($0) }, "storedSize": storedSize.json,
      "displaySize": displaySize.json, "pixelAspect": .string("\(pixelAspect)"),
      "rotation": .integer(Int64(orientation.degrees)), "mirrored": .bool(orientation.isMirrored),
      "cleanAperture": cleanAperture.map {
        .members(["x": .integer(Int64($0.x)), "y": .integer(Int64($0.y)), "size": $0.size.json])
      },
      "pixelFormat": .string(pixelFormat), "bitDepth": .integer(Int64(bitDepth)), "alpha": .bool(hasAlpha),
      "primaries": color.primaries.map { .string($0) }, "transfer": color.transfer.map { .string($0) },
      "matrix": color.matrix.map { .string($0) }, "fullRange": color.isFullRange.map { .bool($0) },
      "fieldOrder": .string(fieldOrder.rawValue), "rate": rate.map { .string($0.spelling) },
      "variableRate": .bool(hasVariableRate), "decodingTimes": .bool(hasDecodingTimes),
      "start": mediaRange.start.json, "end": mediaRange.end.json,
      "frames": .integer(frameCount), "attachedPicture": .bool(isAttachedPicture), "still": .bool(isStill),
      "language": language.map { .string($0) }, "timecode": timecode.map { .string($0) },
    ]
  }
}

extension AudioTrackFacts {
  fileprivate var members: KeyValuePairs<String, JSONValue?> {
    [
      "track": .integer(Int64(streamIndex)), "codec": .string(codec),
      "profile": profile.map { .string($0) }, "sampleRate": .integer(Int64(sampleRate)),
      "channels": .integer(Int64(channelCount)), "layout": .string(channelLayout),
      "start": mediaRange.start.json, "end": mediaRange.end.json, "samples": .integer(sampleCount),
      "default": .bool(isDefault), "language": language.map { .string($0) },
    ]
  }
}
