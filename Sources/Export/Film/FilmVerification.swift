package import Basics
package import Composition
package import LibAV
import RenderPlan

/// The facts of a finished film.
package struct FilmFacts: Hashable, Sendable, Codable {
  package let facts: MediaFacts
  /// The measurement of its mix; nil without sound.
  package var sound: SoundMeasurement?
  /// The measurement of each audio track; nil if the script lists none.
  package var tracks: [SoundMeasurement?]?
  /// Undecodable parts of media that were replaced.
  package var concealed: [Concealment] = []
  /// The checks with whose warnings it was kept.
  package var warnings: [FailedCheck] = []
  /// The places of its fragments; nil for a file in one piece.
  package var fragments: FragmentIndex?
  package var frameCount: Int64 { facts.mainVideo?.frameCount ?? 0 }
  package var duration: RationalTime { facts.extent.finite ?? .zero }
}

/// Reads the finished file as any other program would, and compares it with the plan.
func verifyFilm(at path: String, against plan: RenderPlan) throws(ExportError) -> FilmFacts {
  var facts: MediaFacts
  do throws(LibAVError) { facts = try MediaProbe.facts(ofFileAt: path) } catch {
    throw ExportError(ofFinished: error, "the finished film cannot be opened")
  }
  if plan.settings.container.isTransportStream { facts.countFromFilm(of: plan) }
  let labels: [String]
  do throws(LibAVError) { labels = try labelProblems(ofFilmAt: path, plan) } catch {
    throw ExportError(ofFinished: error, "the finished film cannot be opened")
  }
  // A probe's remark, such as that the file is cut short, is a defect of a film that was just written.
  var problems =
    facts.remarks + labels + pictureProblems(facts.mainVideo, plan) + soundProblems(facts, plan)
    + otherVideoProblems(facts, plan) + plan.coverProblems(facts)
    + subtitleProblems(facts.otherTracks.filter { $0.kind == "subtitle" }, plan)
  if plan.soundTrack != nil, facts.audio.count != plan.soundTracks.count {
    problems.append("it has \(facts.audio.count) audio tracks, not \(plan.soundTracks.count)")
  }
  var fragments: FragmentIndex?
  if let length = plan.fragmentLength {
    do throws(LibAVError) { fragments = try FragmentIndex(ofFileAt: path) } catch {
      throw ExportError(ofFinished: error, "the finished film cannot be opened")
    }
    problems += fragments.map { fragmentProblems($0, length, plan) } ?? []
  }
  guard problems.isEmpty else {
    throw ExportError(
      .engine, "the finished film differs from the plan: \(problems.joined(separator: "; "))")
  }
  // None of these files states its own end.
  if plan.settings.container.isAnimation || plan.settings.container.isTransportStream || fragments != nil,
    let end = try? plan.composition.canvas.rate.start(ofFrame: plan.frameCount)
  {
    facts.extent = .finite(end)
  }
  var film = FilmFacts(facts: facts)
  film.fragments = fragments
  return film
}

/// Encoded pictures start a fragment exactly where it is due; others at their next key frame.
private func fragmentProblems(
  _ index: FragmentIndex, _ length: RationalTime, _ plan: RenderPlan
) -> [String] {
  guard let step = plan.settings.fragmentFrames, plan.settings.video != nil, !plan.settings.copied.pictures
  else { return [] }
  let count = (plan.frameCount + step - 1) / step
  let whole = index.fragments.dropLast().allSatisfy { $0.duration == length }
  if Int64(index.fragments.count) == count, whole { return [] }
  return [
    "it has \(index.fragments.count) fragments, not \(count) of \(length)"
  ]
}

private func pictureProblems(_ track: VideoTrackFacts?, _ plan: RenderPlan) -> [String] {
  guard !plan.segments.isEmpty else { return track == nil ? [] : ["there is a picture"] }
  guard let track else { return ["there is no picture"] }
  let canvas = plan.composition.canvas
  var problems: [String] = []
  let count = plan.segments.reduce(0) { $0 + Int64($1.pictureCount) }
  if track.frameCount != count { problems.append("it has \(track.frameCount) frames, not \(count)") }
  let size = plan.settings.video?.size ?? canvas.size
  if track.displaySize != size { problems.append("it is \(track.displaySize), not \(size)") }
  if track.mediaRange.start != .zero { problems.append("its picture starts at \(track.mediaRange.start)") }
  // If pictures have no constant rate, the last one lasts as long as in its source. How long it is held is in the
  // edit list of a QuickTime file, and nowhere in others.
  let keepsRate = plan.segments.allSatisfy { $0.copied?.times == nil && $0.copied?.held == nil }
  if keepsRate, let end = try? canvas.rate.start(ofFrame: plan.frameCount),
    !plan.settings.container.isTime(track.mediaRange.end, near: end),
    !plan.isAnimation(ending: track.mediaRange.end, near: end)
  {
    problems.append("its picture ends at \(track.mediaRange.end.spelling), not \(end.spelling)")
  }
  if let timecode = plan.firstTimecode, !timecode.isSpelled(track.timecode) {
    problems.append("its timecode is \(track.timecode ?? "missing"), not \(timecode)")
  }
  if let copied = plan.segments.lazy.compactMap(\.copied).first {
    problems += copyProblems(track, copied, plan)
  } else if let encoding = plan.settings.video {
    let hasColors = encoding.codec.declaration?.isRGB != true && !plan.settings.container.isUncompressed
    if hasColors, track.color != encoding.colorTags {
      problems.append("its colour is not tagged as \(encoding.color.rawValue)")
    }
    let depth = encoding.chosenProfile?.decodedBits ?? encoding.depth.rawValue
    if track.bitDepth != depth { problems.append("it has \(track.bitDepth) bits a channel, not \(depth)") }
    // FFmpeg decodes every GIF as transparent.
    if encoding.codec != .gif, track.hasAlpha != (encoding.hasAlpha ?? false) {
      problems.append(track.hasAlpha ? "it is transparent" : "it is not transparent")
    }
  }
  return problems
}

extension RenderPlan {
  /// Whether it is an animation whose end is right as far as FFmpeg reports it: it rounds the delay of each
  /// frame of an APNG to 1/100000 s, takes 33 for a GIF's rate of 100/3, and a single picture has no end. A
  /// GIF ends at a hundredth of a second.
  fileprivate func isAnimation(ending end: RationalTime, near planned: RationalTime) -> Bool {
    guard settings.container.isAnimation else { return false }
    let difference = abs(end.inSeconds - planned.inSeconds)
    return frameCount == 1 || difference <= Double(frameCount) / 100_000
      || settings.container == .gif && difference <= max(0.01, planned.inSeconds / 50)
  }
}

extension Timecode {
  /// Whether a text states it. FFmpeg writes frames of low rates with one digit.
  fileprivate func isSpelled(_ text: String?) -> Bool {
    func numbers(_ text: String) -> [Int64?] { text.split { ":;.".contains($0) }.map { Int64($0) } }
    return text.map { numbers($0) == numbers(description) && $0.contains(";") == isDropFrame } ?? false
  }
}

/// Compares copied pictures with their file.
private func copyProblems(
  _ track: VideoTrackFacts, _ copied: CopiedPictures, _ plan: RenderPlan
) -> [String] {
  let source = plan.composition.media[copied.media].facts.video.first { $0.streamIndex == copied.stream }
  guard let source else { return [] }
  var problems: [String] = []
  if track.codec != source.codec { problems.append("its codec is \(track.codec), not \(source.codec)") }
  if track.storedSize != source.storedSize || track.pixelAspect != source.pixelAspect {
    problems.append("its stored size or its pixel aspect differs")
  }
  if track.orientation != source.orientation {
    problems.append("it is rotated by \(track.orientation), not \(source.orientation)")
  }
  if track.pixelFormat != source.pixelFormat {
    problems.append("its pixel format is \(track.pixelFormat), not \(source.pixelFormat)")
  }
  if track.color != source.color { problems.append("its colour tags differ") }
  return problems
}

/// Compares the video tracks besides the film's own with their file.
private func otherVideoProblems(_ facts: MediaFacts, _ plan: RenderPlan) -> [String] {
  let planned = plan.otherVideos.map(\.pictures)
  guard !planned.isEmpty else { return [] }
  let found = facts.video.filter { !$0.isAttachedPicture && !$0.isStill }.dropFirst()
  guard found.count == planned.count else {
    return ["it has \(found.count + 1) video tracks, not \(planned.count + 1)"]
  }
  return zip(found, planned).flatMap { track, copied in
    var problems = copyProblems(track, copied, plan)
    if track.frameCount != copied.pictures.count {
      problems.append("a video track has \(track.frameCount) pictures, not \(copied.pictures.count)")
    }
    if track.mediaRange.start != .zero {
      problems.append("a video track starts at \(track.mediaRange.start)")
    }
    return problems
  }
}

/// Compares all audio tracks.
private func soundProblems(_ facts: MediaFacts, _ plan: RenderPlan) -> [String] {
  guard let soundTrack = plan.soundTrack else { return facts.audio.isEmpty ? [] : ["there is sound"] }
  guard let first = facts.audio.first else { return ["there is no sound"] }
  if soundTrack.copied != nil {
    return languageProblems(first, plan, 0)
      + zip(facts.audio, plan.soundTracks).flatMap { track, planned in
        planned.copied.map { soundProblems(track, $0, plan) } ?? []
      }
  }
  let tracks = zip(facts.audio, plan.soundTracks).enumerated()
  let problems = tracks.flatMap { index, pair in
    soundProblems(pair.0, pair.1, plan, index) + languageProblems(pair.0, plan, index)
  }
  guard let planned = plan.settings.tracks?.firstIndex(where: \.isDefault), facts.audio.count > 1,
    plan.settings.container.namesTracks, facts.audio.firstIndex(where: \.isDefault) != planned
  else { return problems }
  return problems + ["its audio track \(planned + 1) is not the default"]
}

private func soundProblems(
  _ track: AudioTrackFacts, _ soundTrack: SoundTrack, _ plan: RenderPlan, _ index: Int
) -> [String] {
  var problems: [String] = []
  let codec = (plan.settings.encoding(ofTrack: index)?.codec ?? .aac).declaration
  if plan.settings.tracks != nil {
    let channelCount = plan.composition.mix(ofTrack: index).mix.channelCount
    if track.channelCount != channelCount {
      problems.append(
        "its audio track \(index + 1) has \(track.channelCount) channels, not \(channelCount)")
    }
  }
  let mixRate = Int64(plan.composition.mix.sampleRate)
  let rate = codec.decodedSampleRate.map(Int64.init) ?? mixRate
  if Int64(track.sampleRate) != rate {
    problems.append("its sound has \(track.sampleRate) samples per second")
  }
  let planned = Int64(soundTrack.samples.count) * rate / max(1, mixRate)
  // The last packet of a fragmented file, and of a transport stream, is played whole.
  let padding =
    plan.settings.fragmentFrames == nil && !plan.settings.container.isTransportStream
    ? codec.mostPadding : max(codec.mostPadding, 1199)
  // In MXF, each frame has its own whole number of samples: the last one may be a sample off.
  let slack: ClosedRange<Int64> = plan.settings.container.isMaterialExchange ? -2...1 : -padding...0
  if !slack.contains(planned - track.sampleCount) {
    problems.append("its sound has \(track.sampleCount) samples, not \(planned)")
  }
  if !plan.settings.container.isTime(track.mediaRange.start, near: .zero) {
    problems.append("its sound starts at \(track.mediaRange.start)")
  }
  return problems
}

extension MediaFacts {
  /// Counts the times of a transport stream from the start of its film, and its samples without the priming
  /// before that, which it cannot mark to be discarded.
  fileprivate mutating func countFromFilm(of plan: RenderPlan) {
    let container = plan.settings.container
    guard let shift = try? origin - RationalTime(seconds: container.firstSecond) else { return }
    func shifted(_ range: TimeRange) -> TimeRange { (try? range.shifted(by: shift)) ?? range }
    for index in video.indices { video[index].mediaRange = shifted(video[index].mediaRange) }
    for index in audio.indices {
      audio[index].mediaRange = shifted(audio[index].mediaRange)
      let priming = (plan.settings.encoding(ofTrack: index)?.codec ?? .aac).declaration.priming
      guard let early = RationalTime(-priming, Int64(audio[index].sampleRate)),
        container.isTime(audio[index].mediaRange.start, near: early), audio[index].mediaRange.end > .zero,
        let heard = TimeRange(start: .zero, end: audio[index].mediaRange.end)
      else { continue }
      audio[index].mediaRange = heard
      audio[index].sampleCount -= priming
    }
    origin = RationalTime(seconds: container.firstSecond)
  }
}

extension Container {
  /// Whether a time that was read back is the written one, within the container's rounding.
  fileprivate func isTime(_ found: RationalTime, near planned: RationalTime) -> Bool {
    guard let ticksPerSecond else { return found == planned }
    guard let difference = try? found - planned else { return false }
    return Int128(difference.value).magnitude * UInt128(ticksPerSecond.magnitude)
      <= UInt128(difference.timescale.magnitude)
  }
}

/// Compares the language of the sound with the script.
private func languageProblems(_ track: AudioTrackFacts, _ plan: RenderPlan, _ index: Int) -> [String] {
  let container = plan.settings.container
  guard let language = plan.writtenLanguage(ofTrack: index), container.holdsTracks, container.holdsLanguage,
    track.language != container.name(ofLanguage: language)
  else { return [] }
  return [
    "its sound is in \(track.language ?? "no language"), not in \(language); a mov file supports only the languages of"
      + " QuickTime, an mp4 file all"
  ]
}

private func soundProblems(
  _ track: AudioTrackFacts, _ copied: CopiedSound, _ plan: RenderPlan
) -> [String] {
  var problems: [String] = []
  if track.sampleRate != copied.sampleRate {
    problems.append("its sound has \(track.sampleRate) samples per second, not \(copied.sampleRate)")
  }
  // Some containers store more of the last packet than is played.
  let more = track.sampleCount - Int64(copied.samples.count)
  if !(0..<max(1, copied.packetLength)).contains(more) {
    problems.append("its sound has \(track.sampleCount) samples, not \(copied.samples.count)")
  }
  let start = plan.segments.isEmpty ? .zero : RationalTime(copied.delay, Int64(copied.sampleRate))
  if let start, !plan.settings.container.isTime(track.mediaRange.start, near: start) {
    problems.append("its sound starts at \(track.mediaRange.start)")
  }
  return problems
}

private func subtitleProblems(_ tracks: [OtherTrackFacts], _ plan: RenderPlan) -> [String] {
  let container = plan.settings.container
  let found = tracks.map { $0.language ?? "und" }
  let planned = plan.heldSubtitles.map { $0.language.map(container.name) ?? "und" }
  if found == planned { return [] }
  return [
    "its subtitles are in \(found.joined(separator: ", ")), not in \(planned.joined(separator: ", "));"
      + " a mov file supports only the languages of QuickTime, an mp4 file all"
  ]
}
