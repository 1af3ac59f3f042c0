import Basics
import Composition
import LibAV
import MediaFacts
import RenderPlan

/// What a finished file has that its author does not allow. Calls `onStep` for each picture that is decoded.
func failedChecks(
  ofFileAt path: String, _ facts: MediaFacts, _ plan: RenderPlan, onStep: () -> Void = {}
) throws(ExportError) -> [FailedCheck] {
  let checks = plan.composition.fileChecks
  var failed: [FailedCheck] = []
  if let largest = plan.settings.sizeLimit, facts.byteCount > largest {
    failed.append(
      FailedCheck(
        .largestFile, "the file has \(facts.byteCount) bytes, more than `max-file-size` allows: \(largest)"))
  }
  if let largest = checks.largest, facts.byteCount > largest {
    failed.append(FailedCheck(.fileSize, "the file has \(facts.byteCount) bytes, more than \(largest)"))
  }
  if let longest = checks.black, let track = facts.mainVideo {
    do throws(LibAVError) {
      let found = try longestBlack(
        of: track, inFileAt: path, facts, plan.composition.canvas.rate, onStep: onStep)
      if found.length > longest {
        failed.append(
          FailedCheck(
            .black,
            "the film is black for \(found.length) from \(found.start) (\(found.start.clockReading)) on, longer than"
              + " \(longest)"))
      }
    } catch { throw ExportError(ofFinished: error, "the finished picture cannot be read") }
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
  var (longest, current, start): (Int64, Int64, Int64) = (0, 0, 0)
  for number in 0..<track.frameCount {
    guard let moment = try? rate.start(ofFrame: number) else { break }
    let isBlack = try reader.frame(shownAt: moment).isBlack(bits: track.bitDepth)
    current = isBlack ? current + 1 : 0
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
