package import Basics
package import Composition
package import Detection
package import LibAV

/// Finds flashes in the pictures of a film, which it takes in order.
package struct FlashReading {
  private let check: FlashCheck
  private let rate: FrameRate
  private var light: FlashLight?
  private var finder: FlashFinder?
  /// For formats that are not read as they are, of the last size.
  private var converter: PictureConverter?
  /// Whether a picture is HDR: its luminance relative to white is not defined.
  package private(set) var hasHighDynamicRange = false

  package init(_ check: FlashCheck, rate: FrameRate) {
    self.check = check
    self.rate = rate
  }

  package mutating func take(_ frame: VideoFrame) throws(LibAVError) {
    if frame.color.isHighDynamicRange { hasHighDynamicRange = true }
    guard !hasHighDynamicRange else { return }
    let primaries: FlashPrimaries = frame.color.primaries == "bt2020" ? .bt2020 : .bt709
    var light = light ?? FlashLight(primaries: primaries)
    self.light = nil
    var finder =
      finder
      ?? FlashFinder(
        rate: rate, primaries: primaries, inPicture: check != .wcag, inWindow: check != .bt1702)
    self.finder = nil
    defer { (self.light, self.finder) = (light, finder) }
    if !light.read(frame) {
      if converter?.target.size != frame.size {
        converter = PictureConverter(to: PictureTarget(size: frame.size, layout: .yuv420p))
      }
      guard let converted = try converter?.convert(frame), light.read(converted) else {
        throw LibAVError(
          operation: "reading pictures", subject: "the film", cause: .limit,
          reason: "pictures of \(frame.size) cannot be analysed")
      }
    }
    finder.add(light)
  }

  /// The passages with too many flashes, in the picture and in parts of it.
  package mutating func finish() -> (inPicture: [FlashPassage], inWindow: [FlashPassage]) {
    finder?.finish() ?? ([], [])
  }
}

extension FlashLight {
  /// False unless the planes are luma and chroma of 8 or 10 bits.
  fileprivate mutating func read(_ frame: VideoFrame) -> Bool {
    guard let layout = frame.layout, !layout.isRGB, layout != .gray8 else { return false }
    let matrix = frame.matrixWeights
    let isFullRange = frame.color.isFullRange == true
    return frame.withPlanes { planes in
      guard planes.count >= 3, let luma = planes[0].layout(), let chroma = planes[1].layout() else {
        return false
      }
      if planes[0].bytesPerElement == 1 {
        return read(
          luma: planes[0].samples().span, luma, blue: planes[1].samples().span, red: planes[2].samples().span,
          chroma, matrix: matrix, isFullRange: isFullRange)
      }
      return read(
        luma: planes[0].words().span, luma, blue: planes[1].words().span, red: planes[2].words().span, chroma,
        matrix: matrix, isFullRange: isFullRange)
    }
  }
}

extension VideoFrame {
  /// Untagged video counts as `PictureConverter` has it.
  var matrixWeights: MatrixWeights {
    let isLarge = size.height >= 720 || size.width >= 1280
    let weights = color.matrix.map { LumaWeights(matrix: $0) } ?? (isLarge ? .bt709 : .bt601)
    return MatrixWeights(red: weights.red, blue: weights.blue)
  }
}
