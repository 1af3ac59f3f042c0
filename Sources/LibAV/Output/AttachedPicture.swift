internal import CFFmpeg
package import Composition

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

extension AttachedPicture {
  /// The picture as a Vorbis comment, for files that cannot have a picture stream: FLAC's block of a front
  /// cover, in Base64.
  var vorbisComment: MediaTag {
    var block: [UInt8] = []
    func add(_ number: Int) {
      block += withUnsafeBytes(of: UInt32(clamping: number).bigEndian) { Array($0) }
    }
    let kind = Array((codec == "png" ? "image/png" : "image/jpeg").utf8)
    add(3)
    add(kind.count)
    block += kind
    // No description; then the size, bits per pixel, no palette.
    for number in [0, size.width, size.height, codec == "png" ? 32 : 24, 0, bytes.count] { add(number) }
    return MediaTag(name: "METADATA_BLOCK_PICTURE", value: base64(block + bytes))
  }
}

/// RFC 4648 in the usual alphabet, padded.
private func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for place in 0..<4 {
      text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}

extension Muxer {
  /// Adds a stream for a picture, after all others; as an attachment, it is a file in the file.
  func add(_ picture: AttachedPicture, isAttachment: Bool = false) throws(LibAVError) {
    guard let descriptor = avcodec_descriptor_get_by_name(picture.codec) else {
      throw LibAVError(
        operation: "describing a stream", subject: picture.codec, cause: .notAvailable,
        reason: "FFmpeg knows no codec of this name")
    }
    let stream = try allocated(avformat_new_stream(context, nil), "preparing the container", picture.codec)
    if isAttachment {
      stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
      stream.pointee.codecpar.pointee.codec_id = descriptor.pointee.id
      try fillConfiguration(stream.pointee.codecpar, picture.bytes, of: picture.codec)
      // The name by which players recognise a cover.
      let isPNG = picture.codec == "png"
      av_dict_set(&stream.pointee.metadata, "filename", isPNG ? "cover.png" : "cover.jpg", 0)
      av_dict_set(&stream.pointee.metadata, "mimetype", isPNG ? "image/png" : "image/jpeg", 0)
      return
    }
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    stream.pointee.codecpar.pointee.codec_id = descriptor.pointee.id
    stream.pointee.codecpar.pointee.width = Int32(clamping: picture.size.width)
    stream.pointee.codecpar.pointee.height = Int32(clamping: picture.size.height)
    stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
    stream.pointee.time_base = AVRational(num: 1, den: 90_000)
  }
}
