import Basics
import LibAV

/// Finds the first of the longest runs of black pictures.
struct BlackCheck: PictureCheck {
  private let longest: RationalTime
  private var (found, current, start, count): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)

  init(_ longest: RationalTime) { self.longest = longest }

  mutating func take(_ picture: VideoFrame, bits: Int) {
    current = picture.isBlack(bits: bits) ? current + 1 : 0
    if current > found { (found, start) = (current, count - current + 1) }
    count += 1
  }

  func failures(_ times: CheckTimes) -> [FailedCheck] {
    let length = times.length(found)
    guard length > longest else { return [] }
    return [
      FailedCheck(
        .black, "the film is black for \(length) from \(times.words(start)) on, longer than \(longest)",
        moments: [times.moment(start)])
    ]
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
