import Basics
import Composition
import LibAV
import MediaFacts
import RenderPlan

/// Looks at a finished file and holds it against what its author says must be true of it.
func checkFile(at path: String, _ facts: MediaFacts, _ plan: RenderPlan) throws(ExportError) {
  let checks = plan.composition.fileChecks
  var problems: [String] = []
  if let largest = plan.settings.sizeLimit, facts.byteCount > largest {
    problems.append("the file has \(facts.byteCount) bytes, more than `max-file-size` allows: \(largest)")
  }
  if let largest = checks.largest, facts.byteCount > largest {
    problems.append("the file has \(facts.byteCount) bytes, more than \(largest)")
  }
  if let longest = checks.black, let track = facts.mainVideo {
    do throws(LibAVError) {
      let found = try longestBlack(of: track, inFileAt: path, facts, plan.composition.canvas.rate)
      if found > longest {
        problems.append("there are \(found.inSeconds) s of black at a time, more than \(longest)")
      }
    } catch { throw ExportError(ofFinished: error, "the finished picture cannot be read") }
  }
  guard problems.isEmpty else { throw ExportError(.checkFailed, problems.joined(separator: "; ")) }
}

/// The longest run of black pictures.
private func longestBlack(
  of track: VideoTrackFacts, inFileAt path: String, _ facts: MediaFacts, _ rate: FrameRate
) throws(LibAVError) -> RationalTime {
  let reader = try VideoReader(
    fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
    options: VideoReader.Options(threads: 2, fields: .none))
  var (longest, current): (Int64, Int64) = (0, 0)
  for number in 0..<track.frameCount {
    guard let moment = try? rate.start(ofFrame: number) else { break }
    let isBlack = try reader.frame(shownAt: moment).isBlack(bits: track.bitDepth)
    current = isBlack ? current + 1 : 0
    longest = max(longest, current)
  }
  return (try? rate.start(ofFrame: longest)) ?? .zero
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
