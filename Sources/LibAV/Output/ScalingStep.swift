internal import CFFmpeg
internal import Composition

/// One run of swscale from one form of picture to another.
final class ScalingStep {
  private let context: OpaquePointer
  private let to: PictureForm

  init(from: PictureForm, to: PictureForm, target: PictureTarget) throws(LibAVError) {
    FFmpegLog.capture()
    let subject = "\(from.description) to \(to.description)"
    guard let context = sws_alloc_context() else {
      throw LibAVError(
        operation: "preparing the scaler", subject: subject, cause: .outOfMemory, reason: "out of memory")
    }
    self.context = context
    self.to = to
    for (name, value) in options(from: from, to: to, target: target) {
      try check(
        av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0), "preparing the scaler",
        "\(subject): \(name)")
    }
    try check(sws_init_context(context, nil, nil), "preparing the scaler", subject)
    // Both ends get the only matrix in use: if they differ, one of them is RGB.
    let coefficients = sws_getCoefficients(to.matrix ?? from.matrix ?? SWS_CS_ITU709)
    let one: Int32 = 1 << 16
    // It fails if neither end is YUV, because there is nothing to set.
    _ = sws_setColorspaceDetails(
      context, coefficients, from.isFullRange ? 1 : 0, coefficients, to.isFullRange ? 1 : 0, 0, one, one)
  }

  deinit {
    sws_freeContext(context)
  }

  func run(_ frame: VideoFrame, pool: FramePool) throws(LibAVError) -> VideoFrame {
    let result = try VideoFrame.blank(
      size: to.size, format: to.format, pool: pool, presentationTime: frame.presentationTime)
    try check(
      sws_scale_frame(context, result.pointer, frame.pointer), "converting a picture", frame.formatName)
    return result
  }
}

private func options(
  from: PictureForm, to: PictureForm, target: PictureTarget
) -> [(String, Int64)] {
  let flags =
    target.scaling.flag | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
  return [
    ("srcw", Int64(from.size.width)), ("srch", Int64(from.size.height)),
    ("src_format", Int64(from.format.rawValue)), ("src_range", from.isFullRange ? 1 : 0),
    ("dstw", Int64(to.size.width)), ("dsth", Int64(to.size.height)),
    ("dst_format", Int64(to.format.rawValue)), ("dst_range", to.isFullRange ? 1 : 0),
    ("sws_flags", Int64(flags)), ("threads", Int64(max(1, target.threads))),
  ] + chromaOptions("src", from) + chromaOptions("dst", to)
}

/// A direction without chroma subsampling must be left out.
private func chromaOptions(_ end: String, _ form: PictureForm) -> [(String, Int64)] {
  guard form.matrix != nil, let description = av_pix_fmt_desc_get(form.format)?.pointee else { return [] }
  var options: [(String, Int64)] = []
  if description.log2_chroma_w > 0 { options.append((end + "_h_chr_pos", form.chromaSite.horizontal)) }
  if description.log2_chroma_h > 0 { options.append((end + "_v_chr_pos", form.chromaSite.vertical)) }
  return options
}

extension PictureScaling {
  fileprivate var flag: Int32 {
    switch self {
    case .nearest: SWS_POINT
    case .bilinear: SWS_BILINEAR
    case .bicubic: SWS_BICUBIC
    case .lanczos: SWS_LANCZOS
    case .area: SWS_AREA
    }
  }
}

extension PictureForm: CustomStringConvertible {
  var description: String {
    "\(size) \(av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "unknown")"
  }
}
