import EditTime
import Lowering
import MediaFacts

/// Facts of media as a table, a file a line:
///
/// ```
/// beach.mp4   video 1920x1080 30 12s  audio 48000 stereo
/// phone.mp4   video 1920x1080 30 12s  turned 90
/// song.m4a    audio 44100 mono 31.5s
/// logo.png    still 640x160
/// lost.mp4    missing
/// ```
struct MediaListing {
  var table = MediaTable()

  init(_ text: String) throws {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      var words = line.split(separator: " ")[...]
      guard let file = words.popFirst().map(String.init) else { continue }
      table.states[file] = try state(of: file, &words)
    }
  }

  private func state(of file: String, _ words: inout ArraySlice<Substring>) throws -> MediaState {
    switch words.first {
    case "missing": return .failed(MediaFailure(.missing, reason: "no such file"))
    case "folder": return .failed(MediaFailure(.isDirectory, reason: "is a folder"))
    case "lfs-pointer": return .failed(MediaFailure(.isLFSPointer, reason: "is a pointer"))
    case "broken": return .failed(MediaFailure(.unreadable, reason: "Invalid data found"))
    case "unchecked": return .unchecked
    default: return .known(try facts(of: file, &words), path: "/project/" + file)
    }
  }

  private func facts(of file: String, _ words: inout ArraySlice<Substring>) throws -> MediaFacts {
    let ending = String(file.split(separator: ".").last ?? "")
    var facts = MediaFacts(container: ending, extent: .infinite)
    while let word = words.popFirst() {
      switch word {
      case "video": try addVideo(&facts, &words)
      case "still":
        let size = try words.next(size)
        facts.video.append(VideoTrackFacts(streamIndex: 0, codec: "png", storedSize: size, isStill: true))
      case "audio": try addAudio(&facts, &words)
      case "turned": facts.video[0].orientation = try words.next(orientation)
      case "pixels": facts.video[0].pixelAspect = try words.next(aspect)
      case "transfer": facts.video[0].color.transfer = try words.next { String($0) }
      case "timecode": facts.video[0].timecode = try words.next { String($0) }
      default: throw NotAListing(word: String(word))
      }
    }
    return facts
  }

  private func addVideo(_ facts: inout MediaFacts, _ words: inout ArraySlice<Substring>) throws {
    let size = try words.next(size)
    let rate = try words.next { FrameRate.broadcast(String($0)) ?? Int64($0).flatMap { FrameRate($0) } }
    let length = try words.next(seconds)
    facts.video.append(
      VideoTrackFacts(
        streamIndex: 0, codec: "h264", storedSize: size, rate: rate, mediaRange: try whole(length),
        frameCount: rate.frame(at: length)?.value ?? 0))
    facts.extent = .finite(length)
  }

  /// The sound lasts as long as the picture unless it says otherwise; a file lasts as long as its longest track.
  private func addAudio(_ facts: inout MediaFacts, _ words: inout ArraySlice<Substring>) throws {
    let rate = try words.next { Int($0) }
    let layout = try words.next { ["mono", "stereo"].contains($0) ? String($0) : nil }
    let pictureLength = facts.extent.finite
    let length = try words.first?.hasSuffix("s") == true ? words.next(seconds) : pictureLength ?? .zero
    facts.audio.append(
      AudioTrackFacts(
        streamIndex: facts.video.count, codec: "aac", sampleRate: rate,
        channelCount: layout == "mono" ? 1 : 2,
        channelLayout: layout, mediaRange: try whole(length),
        sampleCount: length.rounded(toUnits: Int64(rate))?.value ?? 0))
    facts.extent = .finite(max(length, pictureLength ?? .zero))
  }

  private func whole(_ length: RationalTime) throws -> TimeRange {
    guard let range = TimeRange(start: .zero, end: length) else { throw NotAListing(word: "\(length)") }
    return range
  }
}

struct NotAListing: Error {
  let word: String
}

extension ArraySlice<Substring> {
  fileprivate mutating func next<Value>(_ read: (Substring) -> Value?) throws -> Value {
    guard let word = popFirst(), let value = read(word) else {
      throw NotAListing(word: "\(self)")
    }
    return value
  }
}

private func size(_ word: Substring) -> PixelSize? {
  let sides = word.split(separator: "x").compactMap { Int($0) }
  return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
}

private func aspect(_ word: Substring) -> PixelAspect? {
  let sides = word.split(separator: ":").compactMap { Int($0) }
  return sides.count == 2 ? PixelAspect(sides[0], sides[1]) : nil
}

private func orientation(_ word: Substring) -> PictureOrientation? {
  Int(word).flatMap { PictureOrientation.QuarterTurns(rawValue: $0 / 90) }
    .map { PictureOrientation(isMirrored: false, clockwiseTurns: $0) }
}

/// `12s`, `31.5s`, `1001/30s`
private func seconds(_ word: Substring) -> RationalTime? {
  guard word.last == "s" else { return nil }
  let parts = word.dropLast().split(separator: "/").compactMap { Int64($0) }
  if word.contains("/") { return parts.count == 2 ? RationalTime(parts[0], parts[1]) : nil }
  let digits = word.dropLast().split(separator: ".")
  let decimals = digits.count == 2 ? digits[1].count : 0
  let scale = (0..<decimals).reduce(Int64(1)) { scale, _ in scale * 10 }
  return Int64(digits.joined()).flatMap { RationalTime($0, scale) }
}
