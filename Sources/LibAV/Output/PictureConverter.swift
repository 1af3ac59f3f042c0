internal import CFFmpeg
package import Composition

/// The target of a conversion.
package struct PictureTarget: Hashable, Sendable {
  package var size: PixelSize
  package var layout: PixelLayout
  /// A nil matrix or range gets the default: BT.709, limited range; full range for RGB layouts.
  package var color: ColorTags
  package var scaling: PictureScaling
  /// The number of threads for one picture; never changes a byte of it.
  package var threads: Int
  /// Whether chroma is centred, as in JPEG; video has it at the left.
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
  /// The mean of the pixels that fall into one: for strong downscaling.
  case area
}

/// Converts pictures to one size, layout and colour: the same bytes on every CPU and with any number of
/// threads.
///
/// Untagged video counts as BT.709 from 720 rows or 1280 columns on, as BT.601 below, in limited range. RGB
/// and untagged gray are full range. Chroma is sited left, as in H.264, unless the picture states otherwise.
/// If the target states its primaries and transfer, these are converted too, HDR to standard range and back.
///
/// For one thread at a time. It caches the steps for the last kind of source, so each clip needs its own
/// converter.
package final class PictureConverter {
  package let target: PictureTarget
  private let pool: FramePool
  private var source: (form: PictureForm, space: ColorSpace?)?
  private var steps: [ConversionStep] = []

  package init(to target: PictureTarget, pool: FramePool = FramePool()) {
    self.target = target
    self.pool = pool
  }

  /// Returns the converted picture, or the same one if there is nothing to convert.
  package func convert(_ frame: VideoFrame) throws(LibAVError) -> VideoFrame {
    if try changesOnlyTags(of: frame) { return try tagged(frame) }
    let from = try PictureForm(of: frame)
    let to = try PictureForm(of: target)
    let space = space(of: frame)
    let mapping = space.flatMap { ColorMapping.between($0, targetSpace) }
    if source?.form != from || source?.space != space {
      steps = try ConversionStep.steps(from: from, to: to, target: target, mapping: mapping)
      source = (from, space)
    }
    var picture = frame
    for step in steps { picture = try step.run(picture, pool: pool) }
    try writeTags(to: picture)
    return picture
  }

  /// Whether the pixels of a picture stay as they are.
  package func changesOnlyTags(of frame: VideoFrame) throws(LibAVError) -> Bool {
    guard try PictureForm(of: frame).holdsSamePixels(as: PictureForm(of: target)) else { return false }
    return space(of: frame).flatMap { ColorMapping.between($0, targetSpace) } == nil
  }

  /// Nil where the target keeps the colour space.
  private func space(of frame: VideoFrame) -> ColorSpace? {
    target.color.namesColorSpace ? ColorSpace(of: frame.color) : nil
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
  /// Whether they define what red, green and blue mean.
  fileprivate var namesColorSpace: Bool { primaries != nil && transfer != nil }
}
