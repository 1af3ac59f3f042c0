internal import CFFmpeg
package import Composition

extension ColorTags {
  /// The tags of ordinary high-definition video: BT.709, luma from 16 to 235.
  package static let bt709 = ColorTags(
    primaries: "bt709", transfer: "bt709", matrix: "bt709", isFullRange: false)

  /// Full-range RGB with the transfer curve of sRGB.
  package static let sRGB = ColorTags(
    primaries: "bt709", transfer: "iec61966-2-1", matrix: "gbr", isFullRange: true)
}

/// The FFmpeg values of `ColorTags`.
struct ColorCodes: Hashable {
  var primaries = AVCOL_PRI_UNSPECIFIED
  var transfer = AVCOL_TRC_UNSPECIFIED
  var matrix = AVCOL_SPC_UNSPECIFIED
  var range = AVCOL_RANGE_UNSPECIFIED

  init(_ frame: AVFrame) {
    primaries = frame.color_primaries
    transfer = frame.color_trc
    matrix = frame.colorspace
    range = frame.color_range
    let format = AVPixelFormat(frame.format)
    if range == AVCOL_RANGE_UNSPECIFIED, plainTwin(of: format) != format { range = AVCOL_RANGE_JPEG }
  }

  init(_ parameters: AVCodecParameters) {
    primaries = parameters.color_primaries
    transfer = parameters.color_trc
    matrix = parameters.color_space
    range = parameters.color_range
  }

  init(_ tags: ColorTags) throws(LibAVError) {
    if let name = tags.primaries {
      primaries = AVColorPrimaries(UInt32(try code(av_color_primaries_from_name(name), name)))
    }
    if let name = tags.transfer {
      transfer = AVColorTransferCharacteristic(UInt32(try code(av_color_transfer_from_name(name), name)))
    }
    if let name = tags.matrix {
      matrix = AVColorSpace(UInt32(try code(av_color_space_from_name(name), name)))
    }
    if let isFullRange = tags.isFullRange {
      range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
  }

  var tags: ColorTags {
    ColorTags(
      primaries: spelling(av_color_primaries_name(primaries), primaries != AVCOL_PRI_UNSPECIFIED),
      transfer: spelling(av_color_transfer_name(transfer), transfer != AVCOL_TRC_UNSPECIFIED),
      matrix: spelling(av_color_space_name(matrix), matrix != AVCOL_SPC_UNSPECIFIED),
      isFullRange: range == AVCOL_RANGE_UNSPECIFIED ? nil : range == AVCOL_RANGE_JPEG)
  }

  func write(to frame: UnsafeMutablePointer<AVFrame>) {
    frame.pointee.color_primaries = primaries
    frame.pointee.color_trc = transfer
    frame.pointee.colorspace = matrix
    frame.pointee.color_range = range
  }
}

private func code(_ found: Int32, _ name: String) throws(LibAVError) -> Int32 {
  guard found >= 0 else {
    throw LibAVError(
      operation: "tagging colour", subject: name, cause: .notAvailable,
      reason: "FFmpeg has no colour tag of this name")
  }
  return found
}

private func spelling(_ name: UnsafePointer<CChar>?, _ isSpecified: Bool) -> String? {
  guard isSpecified, let name else { return nil }
  let text = String(cString: name)
  return text == "reserved" ? nil : text
}
