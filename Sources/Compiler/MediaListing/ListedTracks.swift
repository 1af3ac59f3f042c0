import Basics
import Composition

/// Builds the facts of one file, track by track.
struct ListedTracks {
  private(set) var facts: MediaFacts
  /// The distance between key frames, for each video track whose packets are listed.
  private(set) var keyDistances: [Int: RationalTime] = [:]
  private var latest = Track.none

  private enum Track {
    case none
    /// Bytes without a header, which have none.
    case raw
    case video(Int)
    case audio(Int)
  }

  init(file: String) {
    let ending = file.split(separator: "/").last?.split(separator: ".").last.map(String.init) ?? ""
    facts = MediaFacts(container: containers[ending] ?? ending, extent: .infinite)
  }

  mutating func read(_ words: inout ListedWords) throws(MediaListingProblem) {
    while let word = words.next() {
      switch word.text {
      case "video": try addVideo(&words)
      case "still": try addStill(&words)
      case "audio": try addAudio(&words)
      case "container": facts.container = try words.next("a container such as `mov`") { $0 }
      case "raw":
        facts = .raw(byteCount: try words.next("a number of bytes") { Int64($0) })
        latest = .raw
      case "tag": try addTag(&words)
      case "claims": try addClaim(&words)
      case "unfinished": facts.isUnfinishedRecording = true
      case "subtitle", "data": try addOther(word.text, &words)
      case "chapters": facts.chapterCount = try words.next("a number of chapters") { Int($0) }
      case "chapter": try addChapter(&words)
      default: try readDetail(word, &words)
      }
    }
    if case .none = latest { _ = try words.next("`video`, `still`, `audio` or `missing`") { $0 } }
  }

  private mutating func addChapter(_ words: inout ListedWords) throws(MediaListingProblem) {
    let name = try words.next("the name of a chapter") { $0 }
    let range = try words.next("a range such as `0s..10s`") { TimeRange(spelling: $0) }
    facts.chapters.append(MediaChapter(name: name, range: range))
    facts.chapterCount = facts.chapters.count
  }

  // MARK: Tracks

  private mutating func addVideo(_ words: inout ListedWords) throws(MediaListingProblem) {
    let size = try words.next("a size such as `1920x1080`", pixelSize)
    let rate = try words.next("a rate such as `30`, or `variable`", listedRate)
    let length = try words.next("a length such as `12s`", listedTime)
    let count = (rate.exact ?? FrameRate(30))?.frame(at: length)?.value ?? 0
    facts.video.append(
      VideoTrackFacts(
        streamIndex: streamCount, codec: "h264", storedSize: size,
        color: listedColor("bt709") ?? ColorTags(), rate: rate.exact, hasVariableRate: rate.exact == nil,
        mediaRange: range(from: .zero, lasting: length), frameCount: max(1, count)))
    latest = .video(facts.video.count - 1)
    extend(to: length)
  }

  private mutating func addStill(_ words: inout ListedWords) throws(MediaListingProblem) {
    let size = try words.next("a size such as `640x160`", pixelSize)
    facts.video.append(
      VideoTrackFacts(
        streamIndex: streamCount, codec: "png", storedSize: size, pixelFormat: "rgb24",
        color: listedColor("srgb") ?? ColorTags(), isStill: true))
    latest = .video(facts.video.count - 1)
  }

  /// Sound is as long as the file so far, unless stated otherwise.
  private mutating func addAudio(_ words: inout ListedWords) throws(MediaListingProblem) {
    let rate = try words.next("a sample rate such as `48000`") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    let layout = try words.next("a channel layout such as `stereo`") { name in
      channelCounts[name].map { (name, $0) }
    }
    var length = facts.extent.finite
    if let written = words.peek.flatMap({ listedTime($0.text) }) {
      length = written
      _ = words.next()
    }
    let known = if let length { length } else { try words.next("a length such as `31.5s`", listedTime) }
    facts.audio.append(
      AudioTrackFacts(
        streamIndex: streamCount, codec: "aac", sampleRate: rate, channelCount: layout.1,
        channelLayout: layout.0, mediaRange: range(from: .zero, lasting: known),
        sampleCount: known.rounded(toUnits: Int64(rate))?.value ?? 0))
    latest = .audio(facts.audio.count - 1)
    extend(to: known)
  }

  private mutating func addOther(
    _ kind: String, _ words: inout ListedWords
  ) throws(MediaListingProblem) {
    let codec = try words.next("a codec such as `mov_text`") { $0 }
    facts.otherTracks.append(OtherTrackFacts(streamIndex: streamCount, kind: kind, codec: codec))
  }

  private var streamCount: Int { facts.video.count + facts.audio.count + facts.otherTracks.count }

  private func range(from start: RationalTime, lasting length: RationalTime) -> TimeRange {
    ((try? TimeRange(start: start, duration: length)) ?? nil) ?? .zero
  }

  private mutating func extend(to end: RationalTime) {
    facts.extent = .finite(max(facts.extent.finite ?? .zero, end))
  }

  /// The header claims a longer duration than the tracks have.
  private mutating func addClaim(_ words: inout ListedWords) throws(MediaListingProblem) {
    let length = try words.next("a length such as `20s`", listedTime)
    let content = (facts.extent.finite ?? .zero).clockReading
    facts.remarks.append("the header claims \(length.clockReading), the content lasts \(content)")
  }

  private mutating func addTag(_ words: inout ListedWords) throws(MediaListingProblem) {
    let name = try words.next("the name of a tag") { $0 }
    let value = try words.next("the value of the tag") { $0 }
    facts.tags.append(MediaTag(name: name, value: value))
  }
}

// MARK: - Details of a track

extension ListedTracks {
  private mutating func readDetail(
    _ word: ListedWords.Word, _ words: inout ListedWords
  ) throws(MediaListingProblem) {
    let isKnown: Bool
    switch latest {
    case .none, .raw: isKnown = false
    case .video(let index) where word.text == "keys":
      keyDistances[index] = try words.next("a time such as `2s`", listedTime)
      isKnown = true
    case .video(let index): isKnown = try facts.video[index].read(word.text, &words)
    case .audio(let index): isKnown = try facts.audio[index].read(word.text, &words)
    }
    if !isKnown, word.text == "from" {
      let start = try words.next("a time such as `0.5s`", listedTime)
      move(to: start)
    } else if !isKnown {
      throw words.problem("'\(word.text)' says nothing here", at: word)
    }
  }

  /// Delays the start of the track, with the same length.
  private mutating func move(to start: RationalTime) {
    let moved: TimeRange?
    switch latest {
    case .none, .raw: moved = nil
    case .video(let index):
      moved = try? facts.video[index].mediaRange.shifted(by: start)
      facts.video[index].mediaRange = moved ?? .zero
    case .audio(let index):
      moved = try? facts.audio[index].mediaRange.shifted(by: start)
      facts.audio[index].mediaRange = moved ?? .zero
    }
    if let moved { extend(to: moved.end) }
  }
}

extension VideoTrackFacts {
  /// Applies a word about a picture; false for any other word.
  fileprivate mutating func read(
    _ word: String, _ words: inout ListedWords
  ) throws(MediaListingProblem) -> Bool {
    switch word {
    case "codec": codec = try words.next("a codec such as `hevc`") { $0 }
    case "turned":
      orientation.clockwiseTurns = try words.next("`90`, `180` or `270`") { turns[$0] }
    case "mirrored": orientation.isMirrored = true
    case "aperture": cleanAperture = try words.next("a part such as `16,9,1888x1062`", listedAperture)
    case "pixels": pixelAspect = try words.next("a pixel aspect such as `16:15`", listedAspect)
    case "interlaced": fieldOrder = .topFirst
    case "bottom-first": fieldOrder = .bottomFirst
    case "variable": hasVariableRate = true
    case "decoding-times": hasDecodingTimes = true
    case "depth": bitDepth = try words.next("a bit depth such as `10`") { [8, 10, 12, 16][Int($0)] }
    case "alpha": hasAlpha = true
    case "cover": (isAttachedPicture, isStill) = (true, true)
    case "language": language = try words.next("a language such as `deu`") { $0 }
    case "timecode": timecode = try words.next("a timecode such as `01:00:00:00`") { $0 }
    default: return try readColor(word, &words)
    }
    pixelFormat = isStill ? (hasAlpha ? "rgba" : "rgb24") : hasAlpha ? "yuva444p" : "yuv420p"
    if bitDepth > 8 { pixelFormat += "\(bitDepth)le" }
    return true
  }

  private mutating func readColor(
    _ word: String, _ words: inout ListedWords
  ) throws(MediaListingProblem) -> Bool {
    switch word {
    case "untagged": color = ColorTags()
    case "color": color = try words.next("`bt601`, `bt709`, `bt2020`, `hlg`, `pq` or `srgb`", listedColor)
    case "primaries": color.primaries = try words.next("primaries such as `bt709`") { $0 }
    case "transfer": color.transfer = try words.next("a transfer such as `bt709`") { $0 }
    case "matrix": color.matrix = try words.next("a matrix such as `bt709`") { $0 }
    case "full-range": color.isFullRange = true
    default: return false
    }
    return true
  }
}

extension AudioTrackFacts {
  /// Applies a word about sound; false for any other word.
  fileprivate mutating func read(
    _ word: String, _ words: inout ListedWords
  ) throws(MediaListingProblem) -> Bool {
    switch word {
    case "codec": codec = try words.next("a codec such as `opus`") { $0 }
    case "default": isDefault = true
    case "use": uses.append(try words.next("a use such as `commentary`") { TrackUse(rawValue: $0) })
    case "language": language = try words.next("a language such as `deu`") { $0 }
    default: return false
    }
    return true
  }
}

extension [Int] {
  /// The number, if it is one of these.
  fileprivate subscript(number: Int?) -> Int? { number.flatMap { contains($0) ? $0 : nil } }
}
