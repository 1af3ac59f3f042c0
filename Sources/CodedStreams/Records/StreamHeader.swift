/// A codec whose packets hold NAL units with their lengths.
package enum StreamCodec: String, Hashable, Sendable {
  case h264 = "H.264"
  case hevc = "HEVC"

  /// By the name that FFmpeg has for it.
  package init?(streamNamed name: String) {
    switch name {
    case "h264": self = .h264
    case "hevc": self = .hevc
    default: return nil
    }
  }
}

/// What a container says before the first packet: the record `avcC` or `hvcC`, read.
package struct StreamHeader: Hashable, Sendable {
  package let codec: StreamCodec
  /// Bytes of the length before each unit of a packet: 1, 2 or 4.
  package let lengthBytes: Int
  var units = SetUnits()
  var hints = HEVCHints()
  /// SEI of an `hvcC`, which is valid for the whole stream.
  var messages: [[UInt8]] = []

  /// Reads a record. Sets may be absent, as in `hev1` and `avc3`: then `collect` finds them.
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

  /// Takes the parameter sets of a packet, for sources that have them there and not in the record.
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

/// What an `hvcC` says about a stream and no parameter set does.
struct HEVCHints: Hashable, Sendable {
  /// `min_spatial_segmentation_idc`, 0 if unknown.
  var segmentation = 0
  /// `parallelismType`: 0 for mixed or unknown.
  var parallelism = 0
  /// Frames in 256 seconds, 0 if unknown.
  var frameRate = 0
  var constantFrameRate = 0

  /// What is true of both streams.
  func joined(with other: HEVCHints) -> HEVCHints {
    HEVCHints(
      segmentation: min(segmentation, other.segmentation),
      parallelism: parallelism == other.parallelism ? parallelism : 0,
      frameRate: frameRate == other.frameRate ? frameRate : 0,
      constantFrameRate: constantFrameRate == other.constantFrameRate ? constantFrameRate : 0)
  }
}
