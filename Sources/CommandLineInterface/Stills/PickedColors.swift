import Composition
import LibAV
import Synchronization

/// A pixel of a picture, counted from the top left corner.
struct PixelPlace: Sendable {
  let x: Int
  let y: Int

  /// The reach of the square around the pixel whose mean is its colour, so that noise has no effect.
  private static let reach = 2

  /// The mean around the pixel in an RGBA picture, without pixels outside it.
  func color(in frame: VideoFrame) -> Color {
    frame.withPlanes { planes in
      guard let plane = planes.first else { return .black }
      // Transparent pixels contribute no colour.
      var (sums, alpha, count) = ([0, 0, 0], 0, 0)
      for row in max(0, y - Self.reach)...min(frame.size.height - 1, y + Self.reach) {
        let bytes = plane.row(row)
        for column in max(0, x - Self.reach)...min(frame.size.width - 1, x + Self.reach) {
          let weight = Int(bytes[column * 4 + 3])
          for channel in 0..<3 { sums[channel] += Int(bytes[column * 4 + channel]) * weight }
          alpha += weight
          count += 1
        }
      }
      guard alpha > 0 else { return .transparent }
      let means = sums.map { UInt8(clamping: (2 * $0 + alpha) / (2 * alpha)) }
      return Color(
        red: means[0], green: means[1], blue: means[2],
        alpha: UInt8(clamping: (2 * alpha + count) / (2 * count)))
    }
  }
}

/// The picked colours of pictures, which several threads find.
final class PickedColors: Sendable {
  private let colors: Mutex<[Color?]>

  init(count: Int) {
    colors = Mutex(Array(repeating: nil, count: count))
  }

  /// In the order of the pictures; nil for one that could not be read.
  var all: [Color?] { colors.withLock { $0 } }

  func note(_ color: Color, of place: Int) { colors.withLock { $0[place] = color } }
}

extension ArgumentKind where Value == PixelPlace {
  /// `640,360`
  static func pixelPlace(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "the place of a pixel, such as 640,360") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
      }
      guard parts.count == 2, let x = parts[0], let y = parts[1], max(x, y) <= 65535 else { return nil }
      return PixelPlace(x: x, y: y)
    }
  }
}
