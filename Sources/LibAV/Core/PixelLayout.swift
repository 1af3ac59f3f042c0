internal import CFFmpeg

/// The memory layout of a picture's pixels, with FFmpeg's names: the layouts that editc itself produces.
///
/// Decoders return others as well; `PictureConverter` converts them into one of these. Samples of more than
/// eight bits are little-endian 16-bit words, except in the floating-point layouts. Alpha is straight, except
/// in OpenEXR.
package enum PixelLayout: String, Hashable, Sendable, Codable, CaseIterable {
  case yuv420p
  case yuv422p
  /// 4:2:2 after a quarter turn.
  case yuv440p
  case yuv444p
  case yuva420p
  case yuva422p
  case yuva444p
  case yuva420p10 = "yuva420p10le"
  case yuva422p10 = "yuva422p10le"
  case yuva444p10 = "yuva444p10le"
  case yuv420p10 = "yuv420p10le"
  case yuv422p10 = "yuv422p10le"
  case yuv440p10 = "yuv440p10le"
  case yuv444p10 = "yuv444p10le"
  case gray8 = "gray"
  case rgb24
  case rgba
  case rgb48 = "rgb48le"
  case rgba16 = "rgba64le"
  /// Planes of 32-bit floating point: green, blue, red, alpha. Only encoders use them; in `gbra32`, the
  /// colours of an OpenEXR picture are multiplied by alpha.
  case gbr32 = "gbrpf32le"
  case gbra32 = "gbrapf32le"

  package var hasAlpha: Bool {
    switch self {
    case .yuva420p, .yuva422p, .yuva444p, .yuva420p10, .yuva422p10, .yuva444p10, .rgba, .rgba16, .gbra32: true
    default: false
    }
  }

  package var isRGB: Bool {
    switch self {
    case .rgb24, .rgba, .rgb48, .rgba16, .gbr32, .gbra32: true
    default: false
    }
  }
}

extension PixelLayout {
  var format: AVPixelFormat { av_get_pix_fmt(rawValue) }

  /// Nil for a format that editc does not produce. FFmpeg's deprecated full-range formats count as their
  /// plain twins: range is a colour tag here.
  init?(_ format: AVPixelFormat) {
    guard let name = av_get_pix_fmt_name(plainTwin(of: format)) else { return nil }
    self.init(rawValue: String(cString: name))
  }
}

/// The same memory without "full range" in the name.
func plainTwin(of format: AVPixelFormat) -> AVPixelFormat {
  switch format {
  case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
  case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
  case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
  case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
  default: format
  }
}

/// The shape of one plane. Its elements are samples in planar layouts, whole pixels in packed ones.
struct PlaneShape: Hashable {
  let width: Int
  let height: Int
  let bytesPerElement: Int
}

/// The planes of a format; nil if its rows are not plain runs of whole elements: palettes, single bits,
/// packed 4:2:2, hardware surfaces.
func planeShapes(_ format: AVPixelFormat, width: Int, height: Int) -> [PlaneShape]? {
  guard let description = av_pix_fmt_desc_get(format)?.pointee else { return nil }
  let excluded = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
  guard description.flags & UInt64(excluded) == 0 else { return nil }
  let all = [description.comp.0, description.comp.1, description.comp.2, description.comp.3]
  let components = all.prefix(Int(description.nb_components))

  var shapes: [PlaneShape?] = Array(repeating: nil, count: Int(av_pix_fmt_count_planes(format)))
  for (index, component) in components.enumerated() {
    let isChroma = index == 1 || index == 2
    let shape = PlaneShape(
      width: isChroma ? ceilShift(width, description.log2_chroma_w) : width,
      height: isChroma ? ceilShift(height, description.log2_chroma_h) : height,
      bytesPerElement: Int(component.step))
    let plane = Int(component.plane)
    if let earlier = shapes[plane], earlier != shape { return nil }
    shapes[plane] = shape
  }
  return shapes.contains(nil) ? nil : shapes.compactMap(\.self)
}

private func ceilShift(_ length: Int, _ shift: UInt8) -> Int {
  (length + (1 << Int(shift)) - 1) >> Int(shift)
}
