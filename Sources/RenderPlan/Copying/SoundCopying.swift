import Basics
import Composition

/// Finds the packets of a film's sound: one continuous part of one file's sound, and of its other tracks if
/// they are kept.
///
/// A packet of coded sound contains about a thousand samples and overlaps its neighbours; an edit list can
/// begin and end in the middle of one, but only once per track. Two takes therefore cannot follow each other
/// sample-accurately.
struct SoundCopying {
  private let film: Composition
  private let container: Container
  private let keepsTracks: Bool
  private let frames: Range<Int64>
  private(set) var copied: CopiedSound?
  private(set) var otherTracks: [CopiedSound] = []
  private(set) var obstacles: [CopyObstacle] = []
  private(set) var unknownMedia: [Int] = []

  init(_ film: Composition, _ settings: OutputSettings, _ frames: Range<Int64>) {
    self.film = film
    container = settings.container
    keepsTracks = settings.copied.otherTracks
    self.frames = frames
  }

  mutating func find() {
    guard let start = try? film.canvas.rate.start(ofFrame: frames.lowerBound),
      let end = try? film.canvas.rate.start(ofFrame: frames.upperBound)
    else { return }
    let heard = film.sounds.indices.filter { index in
      let sound = film.sounds[index]
      return sound.timelineRange.start < end && sound.timelineRange.end > start
        && sound.gain.constantValue != 0
    }.sorted { film.sounds[$0].timelineRange.start < film.sounds[$1].timelineRange.start }
    guard let first = heard.first else { return }
    if film.mix.loudness != nil || film.mix.peak != nil {
      obstacles.append(
        CopyObstacle(.film, "has a `mix` that changes its loudness", hint: "encode the sound"))
    }
    for index in heard { checkChanges(index) }
    let last = run(of: heard)
    guard obstacles.isEmpty else { return }
    let range = (
      max(start, film.sounds[first].timelineRange.start), min(end, film.sounds[last].timelineRange.end)
    )
    guard case .media(let media, let stream, _) = film.sounds[first].content else { return }
    let tracks = film.media[media].facts.audio
    guard let main = tracks.first(where: { $0.streamIndex == stream }) else { return }
    copied = packets(of: main, heardAs: first, from: range.0, to: range.1, filmStart: start)
    guard copied != nil, keepsTracks else { return }
    for track in tracks where track.streamIndex != stream {
      let problems = obstacles.count
      let kept = packets(of: track, heardAs: first, from: range.0, to: range.1, filmStart: start)
      if let kept {
        otherTracks.append(kept)
      } else if obstacles.count == problems, unknownMedia.isEmpty {
        report(first, "has no sound at this time")
      }
      for index in problems..<obstacles.count {
        obstacles[index].reason = "keeps audio stream \(track.streamIndex), which \(obstacles[index].reason)"
        obstacles[index].hint = "remove `tracks` from `keep`"
      }
    }
  }

  private mutating func report(_ sound: Int, _ reason: String, _ hint: String? = nil) {
    obstacles.append(CopyObstacle(.sound(sound), reason, hint: hint))
  }

  private mutating func checkChanges(_ index: Int) {
    let sound = film.sounds[index]
    for change in sound.changesInWords { report(index, change) }
    guard case .media(_, _, let clock) = sound.content else {
      return report(index, "has generated sound, not recorded sound")
    }
    if clock.plainStart == nil { report(index, "plays at another speed or more than once") }
  }

  /// The last of the sounds; each must continue where the previous one ended, both in the film and in its
  /// file.
  private mutating func run(of heard: [Int]) -> Int {
    var last = heard[0]
    for index in heard.dropFirst() {
      let (before, after) = (film.sounds[last], film.sounds[index])
      if !before.goesOn(as: after) {
        let how = before.timelineRange.end > after.timelineRange.start ? "mixed with" : "heard after"
        report(
          index, "is \(how) the sound of '\(before.label)', which packets cannot do with sample accuracy",
          "copy only the picture: `video: {codec: copy}`")
      }
      last = index
    }
    return last
  }

  private mutating func packets(
    of track: AudioTrackFacts, heardAs index: Int, from start: RationalTime, to end: RationalTime,
    filmStart: RationalTime
  ) -> CopiedSound? {
    let sound = film.sounds[index]
    guard case .media(let media, _, let clock) = sound.content, let offset = clock.plainStart else {
      return nil
    }
    let file = film.quotedMedia(media)
    if film.media[media].reading.damage != .error {
      report(index, "has settings under `media` that differ from \(file)")
      return nil
    }
    if !container.declaration.copied.contains(track.codec) {
      report(
        index,
        "has sound encoded as \(track.codec), which cannot be copied into a .\(container.rawValue) file")
      return nil
    }
    if film.media[media].reading.raw != nil {
      report(index, "has samples without a header, which are not copied", "encode the sound")
      return nil
    }
    guard let coded = film.codedSound(media, track.streamIndex) else {
      unknownMedia.append(media)
      return nil
    }
    if let obstacle = coded.obstacle {
      report(index, "cannot be copied: the sound of \(file) \(obstacle)")
      return nil
    }
    let rate = Int64(coded.sampleRate)
    guard let shift = try? offset - sound.timelineRange.start,
      let from = (try? start + shift)?.rounded(toUnits: rate)?.value,
      let to = (try? end + shift)?.rounded(toUnits: rate)?.value,
      let wait = (try? start - filmStart)?.rounded(toUnits: rate)?.value,
      let beginning = track.mediaRange.start.rounded(toUnits: rate)?.value
    else {
      report(index, "has times that are too precise")
      return nil
    }
    let samples = max(from, beginning)..<max(max(from, beginning), min(to, beginning + track.sampleCount))
    guard !samples.isEmpty else { return nil }
    let delay = wait + samples.lowerBound - from
    let first = coded.packetStart(for: samples.lowerBound)
    // Matroska states how many samples at the start of an Opus stream are not heard.
    let isStated = container.isMatroska && coded.codec == "opus" && first == coded.first && delay == 0
    if delay > 0, first != samples.lowerBound || !(container.isQuickTime || container.isMatroska) {
      let late = RationalTime(delay, rate)?.written ?? "later"
      report(
        index, "has sound that starts \(late) after the film, in the middle of a packet",
        "encode the sound, or start where it starts")
      return nil
    }
    if first != samples.lowerBound, !container.isQuickTime, !isStated {
      report(index, "has sound that starts in the middle of a packet")
      return nil
    }
    return CopiedSound(
      media: media, stream: track.streamIndex, samples: samples, first: first,
      packetLength: coded.packetLength,
      sampleRate: coded.sampleRate, delay: delay)
  }
}

extension Sound {
  /// Whether the other sound continues this one in the same file.
  fileprivate func goesOn(as other: Sound) -> Bool {
    guard case .media(let media, let stream, let clock) = content,
      case .media(let otherMedia, let otherStream, let otherClock) = other.content,
      let start = clock.plainStart, let otherStart = otherClock.plainStart, media == otherMedia,
      stream == otherStream, timelineRange.end == other.timelineRange.start,
      let passed = try? other.timelineRange.start - timelineRange.start
    else { return false }
    return (try? start + passed) == otherStart
  }
}
