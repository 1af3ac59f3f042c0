package import Basics
import Composition
package import LibAV
package import MediaFacts
import RenderPlan
import Vocabulary

/// What a finished film was found to hold.
package struct FilmFacts: Hashable, Sendable, Codable {
  package let facts: MediaFacts
  /// How loud its mix is; nil without sound.
  package var sound: SoundMeasurement?
  /// What could not be decoded of media, and was replaced.
  package var concealed: [Concealment] = []
  package var frameCount: Int64 { facts.mainVideo?.frameCount ?? 0 }
  package var duration: RationalTime { facts.extent.finite ?? .zero }
}

/// Opens the finished file as a stranger would and counts it against the plan.
func verifyFilm(at path: String, against plan: RenderPlan) throws(ExportError) -> FilmFacts {
  var facts: MediaFacts
  do throws(LibAVError) { facts = try MediaProbe.facts(ofFileAt: path) } catch {
    throw ExportError(ofFinished: error, "the finished film cannot be opened")
  }
  let labels: [String]
  do throws(LibAVError) { labels = try labelProblems(ofFilmAt: path, plan) } catch {
    throw ExportError(ofFinished: error, "the finished film cannot be opened")
  }
  // What a probe remarks, such as that the file is cut short, is no quality of a film that was just written.
  var problems =
    facts.remarks + labels + pictureProblems(facts.mainVideo, plan) + soundProblems(facts.mainAudio, plan)
    + plan.coverProblems(facts)
    + subtitleProblems(facts.otherTracks.filter { $0.kind == "subtitle" }, plan)
  if plan.soundTrack != nil, facts.audio.count != plan.soundTracks.count {
    problems.append("it has \(facts.audio.count) tracks of sound, not \(plan.soundTracks.count)")
  }
  problems += languageProblems(facts.mainAudio, plan)
  guard problems.isEmpty else {
    throw ExportError(
      .engine, "the finished film differs from the plan: \(problems.joined(separator: "; "))")
  }
  if plan.settings.container.isAnimation,
    let end = try? plan.composition.canvas.rate.start(ofFrame: plan.frameCount)
  {
    facts.extent = .finite(end)
  }
  return FilmFacts(facts: facts)
}

private func pictureProblems(_ track: VideoTrackFacts?, _ plan: RenderPlan) -> [String] {
  guard !plan.segments.isEmpty else { return track == nil ? [] : ["there is a picture"] }
  guard let track else { return ["there is no picture"] }
  let canvas = plan.composition.canvas
  var problems: [String] = []
  let count = plan.segments.reduce(0) { $0 + Int64($1.pictureCount) }
  if track.frameCount != count { problems.append("it has \(track.frameCount) frames, not \(count)") }
  if track.displaySize != canvas.size { problems.append("it is \(track.displaySize), not \(canvas.size)") }
  if track.mediaRange.start != .zero { problems.append("its picture starts at \(track.mediaRange.start)") }
  // Where pictures come as they like, the last one lasts as long as it did.
  let keepsRate = plan.segments.allSatisfy { $0.copied?.times == nil }
  if keepsRate, let end = try? canvas.rate.start(ofFrame: plan.frameCount),
    !plan.settings.container.isTime(track.mediaRange.end, near: end),
    !plan.isAnimation(ending: track.mediaRange.end, near: end)
  {
    problems.append("its picture ends at \(track.mediaRange.end), not \(end)")
  }
  if let copied = plan.segments.first?.copied {
    problems += copyProblems(track, copied, plan)
  } else if let encoding = plan.settings.video {
    if encoding.codec.declaration?.isRGB != true, track.color != encoding.colorTags {
      problems.append("its colour is not tagged as \(encoding.color.rawValue)")
    }
    let depth = encoding.chosenProfile?.decodedBits ?? encoding.depth.rawValue
    if track.bitDepth != depth { problems.append("it has \(track.bitDepth) bits a channel, not \(depth)") }
  }
  return problems
}

extension RenderPlan {
  /// Whether it is an animation whose end is known as far as FFmpeg tells it: it rounds the delay of each frame to 1/100000 s,
  /// and a single picture has no end.
  fileprivate func isAnimation(ending end: RationalTime, near planned: RationalTime) -> Bool {
    guard settings.container.isAnimation else { return false }
    return frameCount == 1
      || abs(end.inSeconds - planned.inSeconds) <= Double(frameCount) / 100_000
  }
}

/// What is copied is as its file has it.
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

private func soundProblems(_ track: AudioTrackFacts?, _ plan: RenderPlan) -> [String] {
  guard let soundTrack = plan.soundTrack else { return track == nil ? [] : ["there is sound"] }
  guard let track else { return ["there is no sound"] }
  if let copied = soundTrack.copied { return soundProblems(track, copied, plan) }
  var problems: [String] = []
  let codec = (plan.settings.audio?.codec ?? .aac).declaration
  let mixRate = Int64(plan.composition.mix.sampleRate)
  let rate = codec.decodedSampleRate.map(Int64.init) ?? mixRate
  if Int64(track.sampleRate) != rate {
    problems.append("its sound has \(track.sampleRate) samples a second")
  }
  let planned = Int64(soundTrack.samples.count) * rate / max(1, mixRate)
  if !(-codec.mostPadding...0).contains(planned - track.sampleCount) {
    problems.append("its sound has \(track.sampleCount) samples, not \(planned)")
  }
  if !plan.settings.container.isTime(track.mediaRange.start, near: .zero) {
    problems.append("its sound starts at \(track.mediaRange.start)")
  }
  return problems
}

extension Container {
  /// Whether a time that is read again is the one that was written, to what the container rounds.
  fileprivate func isTime(_ found: RationalTime, near planned: RationalTime) -> Bool {
    guard roundingOfTimes > 0 else { return found == planned }
    guard let difference = try? found - planned else { return false }
    return Int128(difference.value).magnitude * 1000
      <= UInt128(difference.timescale.magnitude) * UInt128(roundingOfTimes.magnitude)
  }
}

/// Compares the language of the sound with the script.
private func languageProblems(_ track: AudioTrackFacts?, _ plan: RenderPlan) -> [String] {
  let container = plan.settings.container
  guard let track, let language = plan.settings.labels.language, container.holdsTracks,
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
    problems.append("its sound has \(track.sampleRate) samples a second, not \(copied.sampleRate)")
  }
  // Of the last packet, some containers keep more than is heard.
  let more = track.sampleCount - Int64(copied.samples.count)
  if !(0..<max(1, copied.packetLength)).contains(more) {
    problems.append("its sound has \(track.sampleCount) samples, not \(copied.samples.count)")
  }
  let start = plan.segments.isEmpty ? .zero : RationalTime(copied.delay, Int64(copied.sampleRate))
  if track.mediaRange.start != start { problems.append("its sound starts at \(track.mediaRange.start)") }
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
