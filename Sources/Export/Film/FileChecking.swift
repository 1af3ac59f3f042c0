import Basics
import Composition
import LibAV
import RenderPlan

/// Returns the checks that a finished file fails. Calls `onStep` for each decoded picture.
func failedChecks(
  ofFileAt path: String, _ facts: MediaFacts, _ plan: RenderPlan, lateFrame: Int64?, onStep: () -> Void = {}
) throws(ExportError) -> [FailedCheck] {
  let checks = plan.composition.fileChecks
  var failed: [FailedCheck] = []
  if let largest = plan.settings.sizeLimit, facts.byteCount > largest {
    failed.append(
      FailedCheck(
        .largestFile, "the file has \(facts.byteCount) bytes, more than `max-file-size` allows: \(largest)"))
  }
  if let lateFrame, let level = plan.settings.video?.level,
    let moment = try? plan.composition.canvas.rate.start(ofFrame: lateFrame)
  {
    failed.append(
      FailedCheck(
        .level,
        "at \(moment) (\(moment.clockReading)) the film takes more bits than level \(level) allows: write a higher level"
          + " or `quality`, or a smaller size"))
  }
  if let largest = checks.largest, facts.byteCount > largest {
    failed.append(FailedCheck(.fileSize, "the file has \(facts.byteCount) bytes, more than \(largest)"))
  }
  let ofPictures = pictureChecks(plan)
  if !ofPictures.isEmpty, let track = facts.mainVideo {
    failed += try failures(of: ofPictures, in: track, inFileAt: path, facts, plan, onStep: onStep)
  }
  return failed
}

/// A check of all pictures of a film. It takes them in order, each once.
protocol PictureCheck {
  mutating func take(_ picture: VideoFrame, bits: Int) throws(LibAVError)
  mutating func failures(_ times: CheckTimes) -> [FailedCheck]
}

private func pictureChecks(_ plan: RenderPlan) -> [any PictureCheck] {
  let checks = plan.composition.fileChecks
  var all: [any PictureCheck] = []
  if let longest = checks.black { all.append(BlackCheck(longest)) }
  if let longest = checks.freeze { all.append(FreezeCheck(longest, plan)) }
  if let limits = checks.gamut { all.append(GamutLevelsCheck(limits, plan)) }
  if let check = checks.flashes { all.append(FlashesCheck(check, plan)) }
  return all
}

/// Decodes all pictures once, for all checks.
private func failures(
  of checks: [any PictureCheck], in track: VideoTrackFacts, inFileAt path: String, _ facts: MediaFacts,
  _ plan: RenderPlan, onStep: () -> Void
) throws(ExportError) -> [FailedCheck] {
  var checks = checks
  func take(_ picture: VideoFrame, bits: Int) throws(LibAVError) {
    for index in checks.indices { try checks[index].take(picture, bits: bits) }
    onStep()
  }
  let paths = plan.settings.container.isPictures ? try plan.picturePaths(at: path) : []
  do throws(LibAVError) {
    if plan.settings.container == .webp {
      try readPictures(ofWebPAt: path, take)
    } else if plan.settings.container.isPictures {
      try readPictures(at: paths, take)
    } else {
      try readPictures(of: track, inFileAt: path, facts, plan.composition.canvas.rate, take)
    }
  } catch { throw ExportError(ofFinished: error, "the finished picture cannot be read") }
  let times = CheckTimes(plan)
  var failed: [FailedCheck] = []
  for index in checks.indices { failed += checks[index].failures(times) }
  return failed
}

/// The times of a file's frames in the film of its script.
struct CheckTimes {
  private let rate: FrameRate
  /// The frame of the timeline that is the first one of the file.
  private let firstFrame: Int64

  init(_ plan: RenderPlan) { (rate, firstFrame) = (plan.composition.canvas.rate, plan.frames.lowerBound) }

  /// When a frame of the file starts, on the timeline.
  func moment(_ frame: Int64) -> RationalTime { (try? rate.start(ofFrame: firstFrame + frame)) ?? .zero }

  /// `2s (00:00:02.000)`
  func words(_ frame: Int64) -> String { words(moment(frame)) }

  func words(_ moment: RationalTime) -> String { "\(moment) (\(moment.clockReading))" }

  /// How long so many frames last.
  func length(_ frames: Int64) -> RationalTime { (try? rate.start(ofFrame: frames)) ?? .zero }
}

private typealias TakingPicture = (VideoFrame, _ bits: Int) throws(LibAVError) -> Void

/// The pictures of a film, as luma and chroma.
private func readPictures(
  of track: VideoTrackFacts, inFileAt path: String, _ facts: MediaFacts, _ rate: FrameRate,
  _ take: TakingPicture
) throws(LibAVError) {
  let reader = try VideoReader(
    fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
    options: VideoReader.Options(threads: 2, fields: .none))
  for number in 0..<track.frameCount {
    guard let moment = try? rate.start(ofFrame: number) else { return }
    let picture = try reader.frame(shownAt: moment)
    if picture.layout?.isRGB == false {
      try take(picture, track.bitDepth)
    } else {
      try take(try picture.inLumaAndChroma(), 8)
    }
  }
}

/// The same for pictures that are separate files.
private func readPictures(at paths: [String], _ take: TakingPicture) throws(LibAVError) {
  for path in paths {
    let facts = try MediaProbe.facts(ofFileAt: path)
    guard let track = facts.mainVideo else { continue }
    let reader = try VideoReader(
      fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
      options: VideoReader.Options(threads: 1, fields: .none))
    try take(try reader.frame(shownAt: .zero).inLumaAndChroma(), 8)
  }
}

/// The same for an animated WebP.
private func readPictures(ofWebPAt path: String, _ take: TakingPicture) throws(LibAVError) {
  let file = try AnimatedWebPFile(path: path)
  for number in 0..<file.frameCount { try take(try file.picture(number).inLumaAndChroma(), 8) }
}

extension VideoFrame {
  fileprivate func inLumaAndChroma() throws(LibAVError) -> VideoFrame {
    try PictureConverter(to: PictureTarget(size: size, layout: .yuv420p)).convert(self)
  }
}
