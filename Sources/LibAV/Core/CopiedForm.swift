internal import CFFmpeg

/// The container's description of a stream that is copied into another container, in FFmpeg's values.
package struct CopiedForm: Hashable, Sendable, Codable {
  /// The codec tag in files of QuickTime's family; zero lets the muxer choose it.
  var tag: UInt32
  var profile: Int32
  var level: Int32
  /// The pixel or sample format.
  var format: Int32
  var fieldOrder: UInt32
  var chromaLocation: UInt32
  var bitsPerCodedSample: Int32
  var bitsPerRawSample: Int32
  var sideData: [SideData]

  /// Side data of the stream, such as rotation and mastering metadata, as plain bytes.
  struct SideData: Hashable, Sendable, Codable {
    var type: UInt32
    var bytes: [UInt8]
  }

  init(_ stream: UnsafeMutablePointer<AVStream>, _ parameters: AVCodecParameters) {
    tag = portableTag(parameters)
    profile = parameters.profile
    level = parameters.level
    format = parameters.format
    fieldOrder = parameters.field_order.rawValue
    chromaLocation = parameters.chroma_location.rawValue
    bitsPerCodedSample = parameters.bits_per_coded_sample
    bitsPerRawSample = parameters.bits_per_raw_sample
    sideData = (0..<Int(stream.pointee.nb_side_data)).compactMap { index in
      guard let side = stream.pointee.side_data?[index], let data = side.data,
        keptSideData.contains(side.type)
      else { return nil }
      return SideData(
        type: side.type.rawValue, bytes: Array(UnsafeBufferPointer(start: data, count: Int(side.size))))
    }
  }

  func fill(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    parameters.pointee.codec_tag = tag
    parameters.pointee.profile = profile
    parameters.pointee.level = level
    parameters.pointee.format = format
    parameters.pointee.field_order = AVFieldOrder(fieldOrder)
    parameters.pointee.chroma_location = AVChromaLocation(chromaLocation)
    if bitsPerCodedSample != 0 { parameters.pointee.bits_per_coded_sample = bitsPerCodedSample }
    parameters.pointee.bits_per_raw_sample = bitsPerRawSample
  }

  func addSideData(to stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    for side in sideData {
      let data = try allocated(
        av_stream_new_side_data(stream, AVPacketSideDataType(side.type), side.bytes.count),
        "preparing the container", "stream")
      data.update(from: side.bytes, count: side.bytes.count)
    }
  }
}

/// None of them contains a pointer, and muxers write each of them if their container supports it.
private var keptSideData: [AVPacketSideDataType] {
  [
    AV_PKT_DATA_DISPLAYMATRIX, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL,
    AV_PKT_DATA_STEREO3D, AV_PKT_DATA_SPHERICAL, AV_PKT_DATA_DOVI_CONF,
  ]
}

/// The codec tag of a codec that has several, if all containers of QuickTime's family share it; 0 for other
/// codecs.
func portableTag(_ parameters: AVCodecParameters) -> UInt32 {
  switch parameters.codec_id {
  case AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD: return parameters.codec_tag
  case AV_CODEC_ID_HEVC:
    // Apple's players accept only this tag. It promises that all parameter sets precede the stream; streams
    // with parameter sets in between are not copied.
    return fourCharacters("hvc1")
  default: return 0
  }
}

private func fourCharacters(_ name: String) -> UInt32 {
  name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}
