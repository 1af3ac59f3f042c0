internal import CFFmpeg
internal import Composition

/// A step in converting a picture to another form.
enum ConversionStep {
  case scaling(ScalingStep)
  /// Converts the planar float picture of the previous step, in place.
  case color(ColorMapping)

  func run(_ frame: VideoFrame, pool: FramePool) throws(LibAVError) -> VideoFrame {
    switch self {
    case .scaling(let step): return try step.run(frame, pool: pool)
    case .color(let mapping):
      mapping.convert(frame)
      return frame
    }
  }

  /// One run of the scaler if that is enough.
  ///
  /// Two if colours come from a palette, or if the YUV matrix changes: the scaler's own detour through 8-bit
  /// RGB loses precision and ignores chroma siting. Colours are converted between the two.
  static func steps(
    from: PictureForm, to: PictureForm, target: PictureTarget, mapping: ColorMapping?
  ) throws(LibAVError) -> [ConversionStep] {
    if from.format == AV_PIX_FMT_PAL8 {
      // Directly from a palette, swscale uses BT.601, whatever was requested.
      var colors = from
      colors.format = AV_PIX_FMT_RGBA
      return try [.scaling(ScalingStep(from: from, to: colors, target: target))]
        + steps(from: colors, to: to, target: target, mapping: mapping)
    }
    let changesMatrix = from.matrix != nil && to.matrix != nil && from.matrix != to.matrix
    guard changesMatrix || mapping != nil else {
      return [.scaling(try ScalingStep(from: from, to: to, target: target))]
    }
    // Planar float: within half a code of the exact result, and fast.
    var between = to
    between.format = to.hasAlpha ? AV_PIX_FMT_GBRAPF32LE : AV_PIX_FMT_GBRPF32LE
    between.matrix = nil
    between.isFullRange = true
    return [.scaling(try ScalingStep(from: from, to: between, target: target))]
      + (mapping.map { [.color($0)] } ?? [])
      + (between.format == to.format
        ? [] : [.scaling(try ScalingStep(from: between, to: to, target: target))])
  }
}
