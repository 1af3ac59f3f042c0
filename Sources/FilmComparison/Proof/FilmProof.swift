package import Basics
package import Composition

/// What a file has of the film that an edit describes, compared by packets and structure; nothing is decoded.
package struct FilmProof: Sendable {
  /// How much of one kind of track is proven.
  package struct Share: Hashable, Sendable {
    package var proven: Int
    package var expected: Int
  }

  package private(set) var pictures: Share?
  /// In samples, as packets of the track's mean length.
  package private(set) var sounds: [Share] = []
  package private(set) var captions: Share?
  package private(set) var deviations: [Deviation] = []

  package var isProven: Bool { deviations.isEmpty }

  /// Compares a file with the film of its edit, whose pictures have this rate.
  package init(of found: FilmContent, against expected: FilmContent, rate: FrameRate) {
    let clock = FilmClock(expected, found, rate)
    comparePictures(expected, found, clock)
    let order = TrackOrder(expected.tracks(.sound), in: found.tracks(.sound))
    compareSounds(expected, found, clock, order)
    compareCovers(expected, found)
    let structure = StructureComparison(expected, found, clock, order)
    captions = structure.captions
    deviations += structure.deviations
  }

  private mutating func comparePictures(_ expected: FilmContent, _ found: FilmContent, _ clock: FilmClock) {
    guard let track = expected.tracks(.picture).first else {
      if !found.tracks(.picture).isEmpty {
        deviations.append(
          Deviation(.trackWrong, "there are pictures, but the edit has none", medium: .picture))
      }
      return
    }
    guard let other = found.tracks(.picture).first else {
      pictures = Share(proven: 0, expected: track.count)
      deviations.append(Deviation(.trackWrong, "there is no picture", medium: .picture))
      return
    }
    if let (before, after) = clock.otherRate {
      pictures = Share(proven: 0, expected: track.count)
      deviations.append(
        Deviation(
          .timeChanged, "the pictures have another rate: \(after.spelling) for \(before.spelling)",
          medium: .picture))
      return
    }
    let alignment = TrackAlignment(track, in: other, offset: clock.offset, slack: clock.pictureSlack)
    let builtOn = PicturesBuiltOn(alignment, track)
    pictures = Share(
      proven: alignment.provenCount - builtOn.all.count(where: alignment.isProven), expected: track.count)
    deviations += PictureReport(alignment, builtOn, track, other, clock).deviations
    if alignment.hasAny, track.setup != other.setup,
      expected.facts.mainVideo?.color == found.facts.mainVideo?.color
    {
      deviations.append(
        Deviation(
          .tagWrong, "the parameter sets of the pictures are not those of the edit", medium: .picture))
    }
  }

  private mutating func compareSounds(
    _ expected: FilmContent, _ found: FilmContent, _ clock: FilmClock, _ order: TrackOrder
  ) {
    let (tracks, others) = (expected.tracks(.sound), found.tracks(.sound))
    if tracks.count != others.count {
      deviations.append(
        Deviation(
          .trackWrong,
          "it has \(counted(others.count, "audio track")), not \(tracks.count)", medium: .sound))
    }
    for (index, track) in tracks.enumerated() {
      let length = expected.facts.samplesPerPacket(of: track)
      guard let place = order[index] else {
        sounds.append(Share(proven: 0, expected: track.count * length))
        continue
      }
      if place != index {
        deviations.append(
          Deviation(
            .trackWrong, "the sound of track \(index + 1) is in track \(place + 1)", medium: .sound))
      }
      let alignment = TrackAlignment(
        track, in: others[place], offset: clock.soundOffset(track, others[place]), slack: clock.soundSlack)
      sounds.append(Share(proven: alignment.provenCount * length, expected: track.count * length))
      let facts = expected.facts.audio.first { $0.streamIndex == track.streamIndex }
      deviations +=
        SoundReport(
          alignment, track, others[place], clock, number: index + 1, sampleRate: facts?.sampleRate ?? 48000
        ).deviations
    }
  }

  private mutating func compareCovers(_ expected: FilmContent, _ found: FilmContent) {
    guard let cover = expected.tracks(.cover).first, found.facts.holds(.cover) else { return }
    guard let other = found.tracks(.cover).first else {
      return deviations.append(Deviation(.tagWrong, "there is no cover"))
    }
    if cover.digests != other.digests {
      deviations.append(Deviation(.tagWrong, "the cover is not that of the edit"))
    }
  }
}

/// In which track of a file each expected sound is.
struct TrackOrder {
  private var places: [Int?] = []

  /// Each track is at its place, unless another one has most of its packets.
  init(_ expected: [PacketMarks], in found: [PacketMarks]) {
    if expected.count == found.count,
      expected.count == 1 || zip(expected, found).allSatisfy({ $0.digests == $1.digests })
    {
      places = Array(expected.indices)
      return
    }
    let contents = found.map(\.allTokens)
    var free = Set(found.indices)
    for (index, track) in expected.enumerated() {
      let own = track.allTokens
      func share(_ place: Int) -> Int { contents[place].intersection(own).count * 2 }
      let better = free.sorted().first { share($0) > own.count }
      let isHere = free.contains(index) && (share(index) > own.count || better == nil)
      places.append(isHere ? index : better)
      if let place = places[index] { free.remove(place) }
    }
  }

  subscript(index: Int) -> Int? { places.indices.contains(index) ? places[index] : nil }
}

extension PacketMarks {
  fileprivate var allTokens: Set<Int> { Set((0..<count).lazy.map { digests.token(at: $0) }) }
}

extension TrackAlignment {
  /// Whether the file has any of the expected packets.
  var hasAny: Bool { provenCount > 0 || !shifts.isEmpty || !moved.isEmpty }
}

extension MediaFacts {
  /// The mean; 1 for a track of one packet.
  fileprivate func samplesPerPacket(of track: PacketMarks) -> Int {
    guard let facts = audio.first(where: { $0.streamIndex == track.streamIndex }), track.count > 1 else {
      return 1
    }
    let span = track.times[track.count - 1] - track.times[0]
    let length = Double(span) / Double(track.count - 1) * Double(facts.sampleRate) / 1_000_000_000
    return max(1, Int(length.rounded()))
  }
}

/// Compares the times in a file with those of the expected film.
struct FilmClock {
  let rate: FrameRate
  /// By how much the pictures of the file are later as a whole; without pictures, its sound.
  let offset: Int64
  let pictureSlack: Int64
  private let soundSlackWithoutEdit: Int64
  /// FFmpeg writes the start of a track of QuickTime in whole milliseconds.
  var soundSlack: Int64 {
    let rest = offset.magnitude % 1_000_000
    return offset.magnitude > 2 && (rest <= 2 || rest >= 999_998)
      ? max(soundSlackWithoutEdit, 500_001) : soundSlackWithoutEdit
  }
  /// The rates of both, if they differ.
  let otherRate: (before: FrameRate, after: FrameRate)?
  /// When the first frame is shown in the expected film.
  private let start: Int64
  private let hasPictures: Bool

  init(_ expected: FilmContent, _ found: FilmContent, _ rate: FrameRate) {
    self.rate = rate
    let pictures = (expected.tracks(.picture).first, found.tracks(.picture).first)
    let rounding =
      max(1, (expected.tracks.map(\.rounding).max() ?? 1)) + max(1, found.tracks.map(\.rounding).max() ?? 1)
    pictureSlack = rounding
    soundSlackWithoutEdit = rounding > 2 ? 2 * rounding : rounding
    hasPictures = pictures.0 != nil && pictures.1 != nil
    start = pictures.0?.times.first ?? 0
    if let track = pictures.0, let other = pictures.1 {
      var heard: Int64?
      if let sound = expected.tracks(.sound).first, let its = found.tracks(.sound).first {
        heard = startOffset(of: sound, in: its, slack: soundSlackWithoutEdit)
      }
      offset = startOffset(of: track, in: other, slack: soundSlackWithoutEdit, like: heard)
    } else {
      offset = 0
    }
    let (before, after) = (expected.facts.mainVideo?.rate, found.facts.mainVideo?.rate)
    otherRate =
      if let before, let after, before != after, let pair = pictures.0, let other = pictures.1,
        !pair.hasEqualLength(as: other, within: pictureSlack)
      { (before, after) } else { nil }
  }

  func soundOffset(_ track: PacketMarks, _ other: PacketMarks) -> Int64 {
    hasPictures ? offset : startOffset(of: track, in: other, slack: soundSlackWithoutEdit)
  }

  /// A moment of the expected file, from the start of the film.
  func moment(_ time: Int64) -> RationalTime { RationalTime(max(0, time - start), 1_000_000_000) ?? .zero }

  /// The part of the film in which frames are shown.
  func range(ofFrames frames: Range<Int>) -> TimeRange? {
    guard let from = try? rate.start(ofFrame: Int64(frames.lowerBound)),
      let to = try? rate.start(ofFrame: Int64(frames.upperBound))
    else { return nil }
    return TimeRange(start: from, end: to)
  }

  /// To microseconds.
  func duration(_ nanoseconds: Int64) -> String {
    RationalTime(Int64((nanoseconds.magnitude + 500) / 1000), 1_000_000)?.description ?? "\(nanoseconds) ns"
  }
}

extension PacketMarks {
  /// Whether two tracks with as many pictures last as long: then their rates are spelled differently only because the
  /// containers round.
  fileprivate func hasEqualLength(as other: PacketMarks, within slack: Int64) -> Bool {
    guard count == other.count, let first = times.first, let last = times.last, let start = other.times.first,
      let end = other.times.last
    else { return false }
    return ((last - first) - (end - start)).magnitude <= 2 * slack.magnitude
  }
}

/// What a file cannot hold is not missing.
enum HeldPart { case chapters, cover, defaultTrack, language, tags }

extension MediaFacts {
  /// Whether it is of QuickTime, which has no place for some tags and languages.
  var isQuickTime: Bool { tags.contains { $0.name == "major_brand" && $0.value.hasPrefix("qt") } }

  func holds(_ part: HeldPart) -> Bool {
    switch container {
    case "mov", "matroska": true
    case "mpegts": part == .language
    default: part == .tags
    }
  }
}
