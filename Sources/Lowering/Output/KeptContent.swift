import Basics
package import Composition
package import Diagnostics
import EditScript

// What an output keeps of its media and what does not depend on subtitles, chapters or copied packets: the timecode,
// and data, which cannot be kept.

extension LoweredFilm {
  /// The timecode of the film's first frame that continues in every clip of the output; nil if none is kept, or after
  /// a finding.
  package func keptTimecode(
    in container: Container, part: Range<Int64>?
  ) -> (timecode: StartTimecode?, findings: [Diagnostic]) {
    guard let output, let word = output.kept(.timecode) else { return (nil, []) }
    guard container.declaration.holdsTimecode, output.hasPicture else {
      return (nil, [.fileHasNoTimecode(container, hasPicture: output.hasPicture, at: word.range)])
    }
    if let written = output.timecode { return (nil, [.twoTimecodes(at: word.range, written.range)]) }
    guard let composition else { return (nil, []) }
    let rate = composition.canvas.rate
    let shown = part ?? 0..<composition.frameCount
    let clips = items.compactMap { item -> ClipTimecode? in
      guard item.list == .timeline, let range = item.timelineRange, let frames = rate.frames(of: range),
        frames.overlaps(shown)
      else { return nil }
      return ClipTimecode(
        item, frames.clamped(to: shown),
        timecode(of: item, inFrame: max(frames.lowerBound, shown.lowerBound), at: rate))
    }.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    guard clips.contains(where: { $0.reading.isTimecode }) else {
      return (nil, [.noTimecodeToKeep(at: word.range)])
    }
    guard let first = clips.first else { return (nil, []) }
    guard case .number(let number, let isDropFrame) = first.reading else {
      return (nil, [.timecodeIsNotKept(first, nil, at: word.range, rate, shown)])
    }
    guard rate.isWrittenAsTimecode(isDropFrame: isDropFrame) else {
      return (nil, [.rateHasNoTimecode(rate, isDropFrame: isDropFrame, at: word.range)])
    }
    guard let day = rate.framesOfDay(isDropFrame: isDropFrame), day > 0 else { return (nil, []) }
    func wrapped(_ number: Int64) -> Int64 { (number % day + day) % day }
    let start = wrapped(number - first.frames.lowerBound)
    var next = shown.lowerBound
    for clip in clips {
      let expected = wrapped(start + clip.frames.lowerBound)
      guard clip.frames.lowerBound <= next, case .number(let number, isDropFrame) = clip.reading,
        wrapped(number) == expected
      else {
        let wanted = Timecode(frameNumber: expected, at: rate, isDropFrame: isDropFrame)
        return (nil, [.timecodeIsNotKept(clip, wanted, at: word.range, rate, shown)])
      }
      next = max(next, clip.frames.upperBound)
    }
    return (StartTimecode(frame: start, isDropFrame: isDropFrame), [])
  }

  /// The timecode that an item shows in a frame of the film.
  private func timecode(
    of item: ResolvedItem, inFrame frame: Int64, at rate: FrameRate
  ) -> ClipTimecode.Reading {
    guard case .clip = item.item.kind, let medium = item.medium,
      let track = media[medium].reference.facts.mainVideo, let first = track.startTimecode,
      let own = track.rate
    else { return .none }
    guard own == rate else { return .otherRate(own) }
    guard item.item.freeze == nil, let start = item.clock.plainStart, let range = item.timelineRange,
      let moment = try? start + rate.start(ofFrame: frame) - range.start - track.mediaRange.start,
      let passed = rate.frame(at: moment)?.value
    else { return .changed }
    return .number(first.number + passed, isDropFrame: first.timecode.isDropFrame)
  }

  /// Findings about data tracks, which no output can keep.
  package func keptDataFindings() -> [Diagnostic] {
    guard let output, let word = output.kept(.data) else { return [] }
    var seen: Set<Int> = []
    let found = items.compactMap { item -> Diagnostic? in
      guard item.list == .timeline, case .clip = item.item.kind, let medium = item.medium,
        seen.insert(medium).inserted
      else { return nil }
      let reference = media[medium].reference
      let tracks = reference.facts.dataTracks
      return tracks.isEmpty ? nil : .dataIsNotKept(of: reference.spelling, tracks, at: word.range)
    }
    return found.isEmpty && composition != nil ? [.noDataToKeep(at: word.range)] : found
  }
}

/// What a clip of the timeline has of timecode.
private struct ClipTimecode {
  let item: ResolvedItem
  let frames: Range<Int64>
  let reading: Reading

  enum Reading {
    case number(Int64, isDropFrame: Bool)
    case none
    case otherRate(FrameRate)
    /// It plays at another speed, backwards, or more than once.
    case changed

    var isTimecode: Bool { if case .none = self { false } else { true } }
  }

  init(_ item: ResolvedItem, _ frames: Range<Int64>, _ reading: Reading) {
    (self.item, self.frames, self.reading) = (item, frames, reading)
  }
}

extension MediaFacts {
  /// The data tracks without the track of the timecode, whose codec FFmpeg does not name.
  package var dataTracks: [OtherTrackFacts] {
    let data = otherTracks.filter { $0.kind == "data" }
    let isTimecode =
      data.count == 1 && video.contains { $0.timecode != nil }
      && ["none", "unknown", "tmcd"].contains(data[0].codec)
    return isTimecode ? [] : data
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func twoTimecodes(at place: SourceRange, _ other: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`keep` keeps the timecode of the media, but `timecode` sets another", at: place,
      notes: [Diagnostic.Note("the other key", at: other)], hint: "remove one of them")
  }

  fileprivate static func noTimecodeToKeep(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "no clip of the timeline has a timecode, so there is none to keep", at: place,
      hint: "remove `timecode` from `keep`, or write `timecode: 01:00:00:00`")
  }

  /// A file states the timecode of its first frame, and counts on from there.
  fileprivate static func timecodeIsNotKept(
    _ clip: ClipTimecode, _ expected: Timecode?, at place: SourceRange, _ rate: FrameRate,
    _ shown: Range<Int64>
  ) -> Diagnostic {
    let what =
      switch clip.reading {
      case .number(let number, let isDropFrame):
        "shows "
          + (Timecode(frameNumber: number, at: rate, isDropFrame: isDropFrame).map(\.description)
            ?? "another one")
      case .none: "has none"
      case .otherRate(let own): "counts \(own.spelling) frames per second, not \(rate.spelling)"
      case .changed: "plays at another speed, or more than once"
      }
    let instead = expected.map { " instead of \($0)" } ?? ""
    return Diagnostic(
      .outputCannotHold,
      "the timecode cannot be kept: a file counts on from its first frame, but the clip at frame "
        + "\(clip.frames.lowerBound - shown.lowerBound) \(what)\(instead)",
      at: place, notes: [Diagnostic.Note("the clip", at: clip.item.item.kindRange)],
      hint: "remove `timecode` from `keep`; `timecode: 01:00:00:00` states one for the whole file")
  }

  fileprivate static func dataIsNotKept(
    of medium: String, _ tracks: [OtherTrackFacts], at place: SourceRange
  ) -> Diagnostic {
    let streams = tracks.map { "\($0.streamIndex) (\($0.codec))" }.sentenceList(" and ")
    return Diagnostic(
      .outputCannotHold,
      "data streams cannot be kept: FFmpeg does not write their description; '\(medium)' has \(streams)",
      at: place,
      hint: "remove `data` from `keep`, and copy them with another tool")
  }

  fileprivate static func noDataToKeep(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "no clip of the timeline has data streams, so there are none to keep", at: place,
      hint: "remove `data` from `keep`")
  }
}
