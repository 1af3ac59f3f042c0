import Basics
import Composition
import Drawing
import FilmComparison
import LibAV

/// The bar below a picture that names its time and its item of the timeline.
struct PictureLabel {
  /// The items of a film's timeline; none for a media file.
  let items: [(range: TimeRange, title: String)]

  private static let background = SceneColor(0x12161A)
  private static let text = SceneColor(0xF2F4F5)

  /// The size of a picture with its bar.
  static func size(below picture: PixelSize) -> PixelSize {
    PixelSize(width: picture.width, height: picture.height + max(18, picture.height / 18))
  }

  /// The picture, which is RGBA, with the bar below it. No pixel of the picture changes.
  func under(_ picture: VideoFrame, at moment: RationalTime) throws -> VideoFrame {
    let (width, height) = (picture.size.width, picture.size.height)
    let size = Self.size(below: picture.size)
    let bar = try bar(width: width, height: size.height - height, at: moment)
    return try VideoFrame.allocate(size: size, layout: .rgba, color: .sRGB) { planes in
      guard let target = planes.first else { return }
      picture.withPlanes { planes in
        guard let source = planes.first else { return }
        for y in 0..<height {
          let row = target.row(y)
          for (x, code) in source.row(y).prefix(4 * width).enumerated() { row[x] = code }
        }
      }
      for y in 0..<bar.height {
        let row = target.row(height + y)
        for x in 0..<(4 * width) { row[x] = bar.pixels[4 * width * y + x] }
      }
    }
  }

  private func bar(width: Int, height: Int, at moment: RationalTime) throws -> DrawnText {
    let fonts = try sceneFonts()
    let words = [moment.fineClock, items.first { $0.range.contains(moment) }?.title].compactMap(\.self)
    let style = SceneTextStyle(size: (Double(height) * 0.6).rounded())
    let inset = (Double(height) / 3).rounded()
    let label = fonts.ruler.fitting(
      words.joined(separator: " · "), style, into: Double(width) - 2 * inset)
    var scene = Scene(width: Double(width), height: Double(height), background: Self.background)
    scene.elements = [
      .text(
        SceneText(
          label ?? "", x: inset, baseline: (Double(height) * 0.71).rounded(), style: style, color: Self.text))
    ]
    do {
      return try ScenePainter(fonts: fonts, images: [:], scale: 1).picture(of: scene)
    } catch { throw CommandFailure(.usage, "--label cannot be drawn: \(error)") }
  }
}
