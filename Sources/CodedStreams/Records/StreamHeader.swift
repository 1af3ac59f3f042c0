/// A codec whose packets contain NAL units with lengths.
package enum StreamCodec: String, Hashable, Sendable {
  case h264 = "H.264"
  case hevc = "HEVC"

  /// The codec with this name in FFmpeg.
  package init?(streamNamed name: String) {
    switch name {
    case "h264": self = .h264
    case "hevc": self = .hevc
    default: return nil
    }
  }
}

/// The parsed `avcC` or `hvcC` record, which a container provides before the first packet.
package struct StreamHeader: Hashable, Sendable {
  package let codec: StreamCodec
  /// The length in bytes of the number before each unit of a packet: 1, 2 or 4.
  package let lengthBytes: Int
  var units = SetUnits()
  var hints = HEVCHints()
  /// The SEI of an `hvcC`, which applies to the whole stream.
  var messages: [[UInt8]] = []

  /// Parses a record. Sets may be missing, as in `hev1` and `avc3`; then `collect` finds them.
  package init(_ record: [UInt8], codec: StreamCodec) throws(CodedStreamError) {
    self.codec = codec
    switch codec {
    case .h264: (lengthBytes, units) = try Self.readH264(record)
    case .hevc: (lengthBytes, units, hints, messages) = try Self.readHEVC(record)
    }
    guard [1, 2, 4].contains(lengthBytes) else { throw .lengthBytes(lengthBytes) }
  }

  init(_ codec: StreamCodec, lengthBytes: Int) {
    self.codec = codec
    self.lengthBytes = lengthBytes
  }

  /// Adds the parameter sets of a packet, for sources that store them there instead of in the record.
  package mutating func collect(from packet: [UInt8]) throws(CodedStreamError) {
    for range in try NALUnits.ranges(in: packet, lengthBytes: lengthBytes) {
      if codec == .hevc, range.count > 1 {
        let layer = HEVCUnit.layer(packet[range.lowerBound], packet[range.lowerBound + 1])
        guard layer == 0 else { throw .otherLayer(layer) }
      }
      _ = try units.add(NALUnits.trimmed(Array(packet[range])), codec: codec)
    }
  }
}

/// The properties in an `hvcC` that no parameter set contains.
struct HEVCHints: Hashable, Sendable {
  /// `min_spatial_segmentation_idc`, 0 if unknown.
  var segmentation = 0
  /// `parallelismType`: 0 for mixed or unknown.
  var parallelism = 0
  /// Frames per 256 seconds, 0 if unknown.
  var frameRate = 0
  var constantFrameRate = 0

  /// The hints that apply to both streams.
  func joined(with other: HEVCHints) -> HEVCHints {
    HEVCHints(
      segmentation: min(segmentation, other.segmentation),
      parallelism: parallelism == other.parallelism ? parallelism : 0,
      frameRate: frameRate == other.frameRate ? frameRate : 0,
      constantFrameRate: constantFrameRate == other.constantFrameRate ? constantFrameRate : 0)
  }
}
