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
  if let longest = checks.black, let track = facts.mainVideo {
    do {
      let rate = plan.composition.canvas.rate
      let found =
        plan.settings.container == .webp
        ? try longestBlack(ofWebPAt: path, rate, onStep: onStep)
        : plan.settings.container.isPictures
          ? try longestBlack(
            ofPictures: try plan.picturePaths(at: path), rate, onStep: onStep)
          : try longestBlack(of: track, inFileAt: path, facts, rate, onStep: onStep)
      if found.length > longest {
        failed.append(
          FailedCheck(
            .black,
            "the film is black for \(found.length) from \(found.start) (\(found.start.clockReading)) on, longer than"
              + " \(longest)"))
      }
    } catch let error as LibAVError {
      throw ExportError(ofFinished: error, "the finished picture cannot be read")
    } catch { throw ExportError(any: error) }
  }
  return failed
}

/// The first of the longest runs of black pictures.
private func longestBlack(
  of track: VideoTrackFacts, inFileAt path: String, _ facts: MediaFacts, _ rate: FrameRate, onStep: () -> Void
) throws(LibAVError) -> (start: RationalTime, length: RationalTime) {
  let reader = try VideoReader(
    fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
    options: VideoReader.Options(threads: 2, fields: .none))
  return try longestBlack(count: track.frameCount, rate, onStep: onStep) { number throws(LibAVError) in
    guard let moment = try? rate.start(ofFrame: number) else { return false }
    let picture = try reader.frame(shownAt: moment)
    guard picture.layout?.isRGB == true || picture.layout == nil else {
      return picture.isBlack(bits: track.bitDepth)
    }
    return try PictureConverter(to: PictureTarget(size: picture.size, layout: .yuv420p)).convert(picture)
      .isBlack(bits: 8)
  }
}

/// The same for pictures that are separate files.
private func longestBlack(
  ofPictures paths: [String], _ rate: FrameRate, onStep: () -> Void
) throws(LibAVError) -> (start: RationalTime, length: RationalTime) {
  try longestBlack(count: Int64(paths.count), rate, onStep: onStep) { number throws(LibAVError) in
    let path = paths[Int(number)]
    let facts = try MediaProbe.facts(ofFileAt: path)
    guard let track = facts.mainVideo else { return false }
    let reader = try VideoReader(
      fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
      options: VideoReader.Options(threads: 1, fields: .none))
    let picture = try reader.frame(shownAt: .zero)
    return try PictureConverter(to: PictureTarget(size: picture.size, layout: .yuv420p)).convert(picture)
      .isBlack(bits: 8)
  }
}

/// The same for an animated WebP.
private func longestBlack(
  ofWebPAt path: String, _ rate: FrameRate, onStep: () -> Void
) throws(LibAVError) -> (start: RationalTime, length: RationalTime) {
  let file = try AnimatedWebPFile(path: path)
  return try longestBlack(count: Int64(file.frameCount), rate, onStep: onStep) { number throws(LibAVError) in
    let picture = try file.picture(Int(number))
    return try PictureConverter(to: PictureTarget(size: picture.size, layout: .yuv420p)).convert(picture)
      .isBlack(bits: 8)
  }
}

private func longestBlack(
  count: Int64, _ rate: FrameRate, onStep: () -> Void, isBlack: (Int64) throws(LibAVError) -> Bool
) throws(LibAVError) -> (start: RationalTime, length: RationalTime) {
  var (longest, current, start): (Int64, Int64, Int64) = (0, 0, 0)
  for number in 0..<count {
    current = try isBlack(number) ? current + 1 : 0
    if current > longest { (longest, start) = (current, number - current + 1) }
    onStep()
  }
  return ((try? rate.start(ofFrame: start)) ?? .zero, (try? rate.start(ofFrame: longest)) ?? .zero)
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
