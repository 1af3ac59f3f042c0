import Composition

/// A picture in memory, partly shown by a pose.
struct RasterField: PictureField {
  private let image: TexelImage
  /// Maps a position in the visible picture to the picture's pixels.
  private let offset: (x: Double, y: Double)
  private let factor: (x: Double, y: Double)

  init(_ image: TexelImage, in pose: PicturePose) {
    self.image = image
    factor = (
      x: Double(image.size.width) / pose.content.width, y: Double(image.size.height) / pose.content.height
    )
    offset = (x: pose.visible.x - pose.content.x, y: pose.visible.y - pose.content.y)
  }

  func sample(x: Double, y: Double) -> PictureSample {
    image.sample(x: (x + offset.x) * factor.x, y: (y + offset.y) * factor.y)
  }
}

/// Successively halved copies of a picture, because fine patterns would flicker if a large picture were read
/// at every second pixel.
final class TexelLevels {
  private var levels: [TexelImage]

  init(_ image: TexelImage) {
    levels = [image]
  }

  var isOpaque: Bool { levels[0].isOpaque }

  /// The smallest copy that is at least as large as the picture is shown.
  func image(shownAs content: ExactBox) -> TexelImage {
    var level = 0
    while levels[level].size.width >= 2, levels[level].size.height >= 2,
      Double(levels[level].size.width) >= 2 * content.width,
      Double(levels[level].size.height) >= 2 * content.height
    {
      level += 1
      if level == levels.count { levels.append(TexelImage(halving: levels[level - 1])) }
    }
    return levels[level]
  }
}
