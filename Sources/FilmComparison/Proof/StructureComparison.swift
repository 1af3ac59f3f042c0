import Basics
import Composition
import Lowering

/// Compares what a film is besides its packets: sizes, tags, languages, chapters, captions.
///
/// What the file's container cannot hold, or holds less exactly, does not count.
struct StructureComparison {
  private(set) var deviations: [Deviation] = []
  private(set) var captions: FilmProof.Share?
  private let expected: FilmContent
  private let found: FilmContent
  private let clock: FilmClock
  /// Whether the file's container is that of the film: then nothing was lost because it has no place.
  private let isSameContainer: Bool

  init(_ expected: FilmContent, _ found: FilmContent, _ clock: FilmClock, _ order: TrackOrder) {
    self.expected = expected
    self.found = found
    self.clock = clock
    isSameContainer =
      expected.facts.container == found.facts.container
      && expected.facts.isQuickTime == found.facts.isQuickTime
    for remark in found.facts.remarks where !expected.facts.remarks.contains(remark) {
      deviations.append(Deviation(.containerWrong, remark))
    }
    if let video = expected.facts.mainVideo, let other = found.facts.mainVideo {
      comparePictures(video, other)
    }
    compareSounds(order)
    if found.facts.holds(.tags) { compareTags() }
    if found.facts.holds(.chapters) { compareChapters() }
    compareCaptions()
  }

  private mutating func comparePictures(_ video: VideoTrackFacts, _ other: VideoTrackFacts) {
    if video.displaySize != other.displaySize {
      deviations.append(
        Deviation(.tagWrong, "the picture is shown at \(other.displaySize), not \(video.displaySize)"))
    } else if video.orientation != other.orientation {
      deviations.append(
        Deviation(.tagWrong, "the picture is rotated by \(other.orientation), not \(video.orientation)"))
    }
    if video.color != other.color {
      deviations.append(
        Deviation(
          .colourTagWrong, "the pictures are tagged as \(other.color.words), not \(video.color.words)",
          medium: .picture))
    }
    if let timecode = video.timecode, other.timecode != timecode, other.timecode != nil || isSameContainer {
      deviations.append(
        Deviation(.tagWrong, "the timecode is \(other.timecode ?? "missing"), not \(timecode)"))
    }
  }

  private mutating func compareSounds(_ order: TrackOrder) {
    let (tracks, others) = (expected.facts.audio, found.facts.audio)
    for (index, track) in tracks.enumerated() {
      guard let place = order[index], others.indices.contains(place) else { continue }
      let other = others[place]
      let name = "audio track \(index + 1)"
      if track.sampleRate != other.sampleRate || track.channelCount != other.channelCount {
        deviations.append(
          Deviation(
            .trackWrong,
            "\(name) has \(other.channelCount) channels at \(other.sampleRate) Hz, not \(track.channelCount) at"
              + " \(track.sampleRate) Hz", medium: .sound))
      }
      // Fragmented files play the first and the last packet as a whole.
      if isSameContainer, (track.sampleCount - other.sampleCount).magnitude > 2048 {
        deviations.append(
          Deviation(
            .soundChanged, "\(name) plays \(other.sampleCount) samples, not \(track.sampleCount)",
            medium: .sound))
      }
      if holdsLanguage(other.language), !isSame(track.language, other.language) {
        deviations.append(
          Deviation(
            .trackWrong,
            "\(name) is in \(other.language ?? "no language"), not in \(track.language ?? "none")",
            medium: .sound))
      }
    }
    if tracks.count > 1, found.facts.holds(.defaultTrack), let first = tracks.firstIndex(where: \.isDefault),
      others.firstIndex(where: \.isDefault) != order[first]
    {
      deviations.append(
        Deviation(.trackWrong, "audio track \(first + 1) is not the default", medium: .sound))
    }
  }

  /// QuickTime has a list of languages, and drops others.
  private func holdsLanguage(_ language: String?) -> Bool {
    found.facts.holds(.language) && (language != nil || isSameContainer || !found.facts.isQuickTime)
  }

  private mutating func compareTags() {
    let tags = found.facts.namedTags
    let own = expected.facts.namedTags
    for (name, value) in own.sorted(by: { $0.key < $1.key }) where tags[name] != value {
      // Other containers have no place for some tags.
      guard isSameContainer || tags[name] != nil else { continue }
      deviations.append(
        Deviation(
          .tagWrong,
          tags[name].map { "the tag `\(name)` is '\($0)', not '\(value)'" } ?? "the tag `\(name)` is missing")
      )
    }
    guard isSameContainer else { return }
    for name in tags.keys.sorted() where own[name] == nil {
      deviations.append(Deviation(.tagWrong, "the edit has no tag `\(name)`"))
    }
  }

  private mutating func compareChapters() {
    let (chapters, others) = (expected.facts.chapters, found.facts.chapters)
    if chapters.count != others.count {
      return deviations.append(
        Deviation(.chapterWrong, "it has \(counted(others.count, "chapter")), not \(chapters.count)"))
    }
    let shift = commonShift(zip(chapters, others).map { ($0.range.start, $1.range.start) })
    for (index, (chapter, other)) in zip(chapters, others).enumerated() {
      let name = "chapter \(index + 1)"
      if (chapter.name ?? "") != (other.name ?? "") {
        deviations.append(
          Deviation(
            .chapterWrong, "\(name) is called '\(other.name ?? "")', not '\(chapter.name ?? "")'",
            range: chapter.range))
      }
      if !isNear(chapter.range.start, other.range.start, shift) {
        deviations.append(
          Deviation(
            .chapterWrong,
            "\(name) starts at \(other.range.start.clockReading), not \(chapter.range.start.clockReading)",
            range: chapter.range))
      }
    }
  }

  // MARK: Captions

  private mutating func compareCaptions() {
    let tracks = expected.captionTracks
    let others = found.captionTracks
    guard !tracks.isEmpty || !others.isEmpty else { return }
    if others.isEmpty, !found.facts.holds(.chapters) { return }
    if tracks.count != others.count {
      deviations.append(
        Deviation(.trackWrong, "it has \(counted(others.count, "subtitle track")), not \(tracks.count)"))
    }
    var share = FilmProof.Share(proven: 0, expected: tracks.reduce(0) { $0 + $1.cues.count })
    for (track, other) in zip(tracks, others) {
      let language = track.language ?? "no language"
      if holdsLanguage(other.language), !isSame(track.language, other.language) {
        deviations.append(
          Deviation(.trackWrong, "subtitles are in \(other.language ?? "no language"), not in \(language)"))
      }
      share.proven += compareCues(track.cues, other.cues, language)
    }
    captions = share
  }

  /// Returns how many are the same.
  private mutating func compareCues(_ cues: [Caption], _ others: [Caption], _ language: String) -> Int {
    var numbers: [String: Int] = [:]
    func token(_ text: String) -> Int {
      if let known = numbers[text] { return known }
      numbers[text] = numbers.count
      return numbers.count - 1
    }
    let matches = commonSubsequence(cues.map { token($0.text) }, others.map { token($0.text) })
    let shift = commonShift(matches.map { (cues[$0.old].range.start, others[$0.new].range.start) })
    var proven = 0
    for match in matches {
      let (cue, other) = (cues[match.old], others[match.new])
      if isNear(cue.range.start, other.range.start, shift), isNear(cue.range.end, other.range.end, shift) {
        proven += 1
      } else {
        deviations.append(
          Deviation(
            .captionChanged,
            "the cue \(cue.quoted) is shown at \(other.range.words), not \(cue.range.words) (\(language))",
            range: cue.range))
      }
    }
    let (kept, there) = (Set(matches.map(\.old)), Set(matches.map(\.new)))
    var extra = others.indices.filter { !there.contains($0) }
    for index in cues.indices where !kept.contains(index) {
      let cue = cues[index]
      if let place = extra.firstIndex(where: { isNear(cue.range.start, others[$0].range.start, shift) }) {
        let other = others[extra.remove(at: place)]
        deviations.append(
          Deviation(
            .captionChanged,
            "the cue at \(cue.range.words) is \(other.quoted), not \(cue.quoted) (\(language))",
            range: cue.range))
      } else {
        deviations.append(
          Deviation(
            .captionMissing,
            "the cue \(cue.quoted) at \(cue.range.words) is missing from the subtitles (\(language))",
            range: cue.range))
      }
    }
    for index in extra {
      let cue = others[index]
      deviations.append(
        Deviation(
          .captionChanged, "the edit has no cue \(cue.quoted) at \(cue.range.words) (\(language))",
          range: cue.range))
    }
    return proven
  }

  /// Programs that copy tracks into another container shift packets, but not always chapters and cues: the shift that
  /// more of them agree with.
  private func commonShift(_ pairs: [(RationalTime, RationalTime)]) -> Int64 {
    let withShift = pairs.count { isNear($0, $1, clock.offset) }
    return withShift > pairs.count { isNear($0, $1, 0) } ? clock.offset : 0
  }

  private func isNear(_ time: RationalTime, _ other: RationalTime, _ shift: Int64) -> Bool {
    guard let difference = (try? other - time)?.rounded(toUnits: 1_000_000_000)?.value else { return false }
    let slack = (isSameContainer ? 0 : 1_000_000) + clock.soundSlack.magnitude
    return (difference - shift).magnitude <= slack
  }
}

/// A line of a subtitle track, with plain text.
private struct Caption {
  let range: TimeRange
  let text: String

  var quoted: String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 40 ? "\"\(line.prefix(39))…\"" : "\"\(line)\""
  }
}

extension TimeRange {
  fileprivate var words: String { "\(start)..\(end)" }
}

extension FilmContent {
  fileprivate var captionTracks: [(language: String?, cues: [Caption])] {
    subtitles.map { track in
      let facts = facts.otherTracks.first { $0.streamIndex == track.streamIndex }
      let file = SubtitleFile(
        header: track.header, lines: track.lines.map { ($0.range, $0.fields) },
        keepsStyles: facts?.hasSubtitleStyles == true)
      return (facts?.language, file.cues.map { Caption(range: $0.range, text: $0.text.plain) })
    }
  }
}

extension MediaFacts {
  /// Tags that mean something, by lower-case names; programs write others about themselves.
  fileprivate var namedTags: [String: String] {
    let own: Set = [
      "encoder", "major_brand", "minor_version", "compatible_brands", "creation_time", "handler_name",
      "vendor_id",
      "duration", "timecode",
    ]
    return Dictionary(
      tags.map { ($0.name.lowercased(), $0.value) }.filter { !own.contains($0.0) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension ColorTags {
  fileprivate var words: String {
    let names = [primaries, transfer, matrix].map { $0 ?? "unknown" }.joined(separator: "/")
    return names + (isFullRange.map { $0 ? ", full range" : ", limited range" } ?? "")
  }
}

private func isSame(_ one: String?, _ other: String?) -> Bool {
  isSameLanguage(one ?? "und", other ?? "und")
}
