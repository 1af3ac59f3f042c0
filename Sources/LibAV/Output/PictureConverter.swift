internal import CFFmpeg
package import Composition

/// What a picture is converted to.
package struct PictureTarget: Hashable, Sendable {
  package var size: PixelSize
  package var layout: PixelLayout
  /// A nil matrix or range is filled in: BT.709, limited range; for RGB layouts full range.
  package var color: ColorTags
  package var scaling: PictureScaling
  /// How many threads share one picture; never changes a byte of it.
  package var threads: Int
  /// Where JPEG has its chroma; video has it at the left.
  package var chromaIsCentered: Bool

  package init(
    size: PixelSize, layout: PixelLayout, color: ColorTags = .bt709,
    scaling: PictureScaling = .bicubic, threads: Int = 1, chromaIsCentered: Bool = false
  ) {
    self.size = size
    self.layout = layout
    self.color = color
    self.scaling = scaling
    self.threads = threads
    self.chromaIsCentered = chromaIsCentered
  }
}

/// The filter of the scaler.
package enum PictureScaling: String, Hashable, Sendable {
  case nearest
  case bilinear
  case bicubic
  case lanczos
  /// The mean of the pixels that fall into one: for making pictures much smaller.
  case area
}

/// Brings pictures to one size, layout and colour: the same bytes on every CPU and with any thread count.
///
/// Untagged video counts as BT.709 from 720 rows or 1280 columns on, as BT.601 below, in limited range. RGB
/// and untagged gray are full range. Chroma is sited left, as H.264 does, where the picture says nothing else.
/// Where the target says its primaries and transfer, these are converted too, HDR to standard range and back.
///
/// For one thread at a time. It remembers the last kind of source, so give each clip a converter of its own.
package final class PictureConverter {
  package let target: PictureTarget
  private let pool: FramePool
  private var source: (form: PictureForm, space: ColorSpace?)?
  private var steps: [ConversionStep] = []

  package init(to target: PictureTarget, pool: FramePool = FramePool()) {
    self.target = target
    self.pool = pool
  }

  /// The converted picture, or the same one where there is nothing to do.
  package func convert(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    let from = try PictureForm(of: frame)
    let to = try PictureForm(of: target)
    let space = target.color.namesColorSpace ? ColorSpace(of: frame.color) : nil
    let mapping = space.flatMap { ColorMapping.between($0, targetSpace) }
    if mapping == nil, from.holdsSamePixels(as: to) { return try tagged(frame) }
    if source?.form != from || source?.space != space {
      steps = try ConversionStep.steps(from: from, to: to, target: target, mapping: mapping)
      source = (from, space)
    }
    var picture = frame
    for step in steps { picture = try step.run(picture, pool: pool) }
    try writeTags(to: picture)
    return picture
  }

  private var targetSpace: ColorSpace { ColorSpace(of: target.color) }

  private func tagged(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    frame.color == target.color ? frame : try frame.tagged(target.color)
  }

  private func writeTags(to picture: VideoFrame) throws(LibAVError) {
    let codes = try ColorCodes(target.color)
    codes.write(to: picture.pointer)
  }
}

extension ColorTags {
  /// Whether they say what red, green and blue mean.
  fileprivate var namesColorSpace: Bool { primaries != nil && transfer != nil }
}
