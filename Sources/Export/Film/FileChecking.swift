import Basics
import Composition
import Detection
import LibAV
import RenderPlan
import Rendering

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
  if checks.black != nil || checks.flashes != nil, let track = facts.mainVideo {
    failed += try checkPictures(of: track, inFileAt: path, facts, plan, onStep: onStep)
  }
  return failed
}

/// Decodes all pictures once, for all checks.
private func checkPictures(
  of track: VideoTrackFacts, inFileAt path: String, _ facts: MediaFacts, _ plan: RenderPlan,
  onStep: () -> Void
) throws(ExportError) -> [FailedCheck] {
  let checks = plan.composition.fileChecks
  let rate = plan.composition.canvas.rate
  var black = LongestBlack()
  var flashes = checks.flashes.map { FlashReading($0, rate: rate) }
  func take(_ picture: VideoFrame, bits: Int) throws(LibAVError) {
    if checks.black != nil { black.take(picture, bits: bits) }
    try flashes?.take(picture)
    onStep()
  }
  let paths = plan.settings.container.isPictures ? try plan.picturePaths(at: path) : []
  do throws(LibAVError) {
    if plan.settings.container == .webp {
      try readPictures(ofWebPAt: path, take)
    } else if plan.settings.container.isPictures {
      try readPictures(at: paths, take)
    } else {
      try readPictures(of: track, inFileAt: path, facts, rate, take)
    }
  } catch { throw ExportError(ofFinished: error, "the finished picture cannot be read") }
  var failed: [FailedCheck] = []
  if let longest = checks.black {
    let found = black.found(rate)
    if found.length > longest {
      failed.append(
        FailedCheck(
          .black,
          "the film is black for \(found.length) from \(found.start) (\(found.start.clockReading)) on, longer than"
            + " \(longest)"))
    }
  }
  if var flashes, let check = checks.flashes { failed += failures(of: &flashes, check, plan) }
  return failed
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

/// Finds the first of the longest runs of black pictures.
private struct LongestBlack {
  private var (longest, current, start, count): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)

  mutating func take(_ picture: VideoFrame, bits: Int) {
    current = picture.isBlack(bits: bits) ? current + 1 : 0
    if current > longest { (longest, start) = (current, count - current + 1) }
    count += 1
  }

  func found(_ rate: FrameRate) -> (start: RationalTime, length: RationalTime) {
    ((try? rate.start(ofFrame: start)) ?? .zero, (try? rate.start(ofFrame: longest)) ?? .zero)
  }
}

extension VideoFrame {
  /// Whether 98 of 100 pixels are darker than a tenth of the way from black to white.
  fileprivate func isBlack(bits: Int) -> Bool {
    let scale = 1 << max(0, bits - 8)
    let darkest = (16 * 10 + 219) * scale / 10
    return withPlanes { planes in
      guard let luma = planes.first else { return false }
      var bright = 0
      let most = luma.width * luma.height / 50
      for y in 0..<luma.height {
        bright +=
          luma.bytesPerElement == 1
          ? luma.row(y, of: UInt8.self).count { Int($0) > darkest }
          : luma.row(y, of: UInt16.self).count { Int($0) > darkest }
        if bright > most { return false }
      }
      return true
    }
  }
}
