internal import CFFmpeg
package import MediaFacts

/// A picture that players show for a file.
package struct AttachedPicture: Hashable, Sendable {
  /// FFmpeg's name: `mjpeg` or `png`.
  package let codec: String
  package let size: PixelSize
  package let bytes: [UInt8]

  package init(codec: String, size: PixelSize, bytes: [UInt8]) {
    self.codec = codec
    self.size = size
    self.bytes = bytes
  }
}

extension Muxer {
  /// Adds a stream for a picture, after all others.
  func add(_ picture: AttachedPicture) throws(LibAVError) {
    guard let descriptor = avcodec_descriptor_get_by_name(picture.codec) else {
      throw LibAVError(
        operation: "describing a stream", subject: picture.codec, cause: .notAvailable,
        reason: "FFmpeg knows no codec of this name")
    }
    let stream = try allocated(avformat_new_stream(context, nil), "preparing the container", picture.codec)
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    stream.pointee.codecpar.pointee.codec_id = descriptor.pointee.id
    stream.pointee.codecpar.pointee.width = Int32(clamping: picture.size.width)
    stream.pointee.codecpar.pointee.height = Int32(clamping: picture.size.height)
    stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
    stream.pointee.time_base = AVRational(num: 1, den: 90_000)
  }
}
