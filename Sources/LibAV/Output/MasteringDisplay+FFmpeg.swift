internal import CFFmpeg
internal import Composition

extension MasteringDisplay {
  /// Adds it to a stream of a file, besides what the coded pictures contain.
  func write(to stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    func added<Content>(
      _ type: AVPacketSideDataType, _ content: UnsafeMutablePointer<Content>?, _ count: Int
    ) throws(LibAVError) {
      guard let content, av_stream_add_side_data(stream, type, content, count) >= 0 else {
        av_free(content)
        throw LibAVError(
          operation: "preparing the container", subject: "mastering data", cause: .outOfMemory,
          reason: "out of memory")
      }
    }
    let display = av_mastering_display_metadata_alloc()
    display?.pointee = metadata
    try added(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, display, MemoryLayout<AVMasteringDisplayMetadata>.size)
    guard maxCLL != nil || maxFALL != nil else { return }
    var size = 0
    let light = av_content_light_metadata_alloc(&size)
    light?.pointee = AVContentLightMetadata(
      MaxCLL: UInt32(clamping: maxCLL ?? 0), MaxFALL: UInt32(clamping: maxFALL ?? 0))
    try added(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, light, size)
  }

  private var metadata: AVMasteringDisplayMetadata {
    let points = primaries.points.map { place in
      (AVRational(num: Int32(place.x), den: 50000), AVRational(num: Int32(place.y), den: 50000))
    }
    return AVMasteringDisplayMetadata(
      display_primaries: (points[0], points[1], points[2]), white_point: points[3],
      min_luminance: AVRational(num: Int32(clamping: black), den: 10000),
      max_luminance: AVRational(num: Int32(clamping: peak), den: 10000), has_primaries: 1, has_luminance: 1)
  }
}
