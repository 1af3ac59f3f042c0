import Basics
import Composition
import LibAV
import RenderPlan

/// Compares an entry of encoded pictures, as it is read, with the plan.
///
/// An entry can be intact, have the right key and still be wrong, because a worker of another machine wrote
/// it. The film would then stop, jump or show nothing for a moment.
struct SegmentCheck {
  private let count: Int64
  private let codec: String
  private var packets: Int64 = 0
  private var shown: Set<Int64> = []
  private var lastDecode: Int64?

  init(_ segment: Segment, _ stream: EncodedStream) {
    count = Int64(segment.frames.count)
    codec = stream.codec
  }

  /// The problem with the next packet, as the end of a sentence about the segment; nil if there is none.
  mutating func problem(with packet: EncodedPacket) -> String? {
    defer {
      packets += 1
      lastDecode = packet.decode
    }
    // The reader of the segment counts them.
    guard packets < count else { return nil }
    if packet.bytes.isEmpty { return "has nothing in packet \(packets + 1)" }
    if packets == 0, !packet.isKey || beginsAKeyFrame(packet.bytes, of: codec) == false {
      return "does not begin with a key frame"
    }
    if packets == 0, packet.presentation != 0 { return "does not begin with its first frame" }
    guard (0..<count).contains(packet.presentation) else {
      return "has a frame at the time of frame \(packet.presentation), and the plan \(count) frames"
    }
    guard shown.insert(packet.presentation).inserted else {
      return "has two frames at the time of frame \(packet.presentation)"
    }
    if let lastDecode, packet.decode <= lastDecode { return "has packets that are decoded in another order" }
    if packet.decode > packet.presentation { return "has a frame that is shown before it is decoded" }
    if packet.duration != 1 { return "has a frame that lasts \(packet.duration) frames" }
    return nil
  }

  /// The problem with its stream; nil if there is none.
  static func problem(with stream: EncodedStream, _ segment: Segment, of plan: RenderPlan) -> String? {
    guard let encoding = plan.encoding(of: segment), plan.smart == nil, segment.copied == nil else {
      return nil
    }
    guard case .video(let video) = stream.content else { return "has no pictures" }
    if let name = encoding.codec.declaration?.streamName, name != stream.codec {
      return "is \(stream.codec), and the plan \(name)"
    }
    let size = encoding.size ?? plan.composition.canvas.size
    if video.size != size { return "has pictures of \(video.size), and the plan \(size)" }
    if let tick = try? plan.composition.canvas.rate.start(ofFrame: 1), tick != stream.tick {
      return "has frames of another length than the plan"
    }
    return nil
  }
}

/// Whether decoding can start with the first coded picture of a packet; nil for codecs that are not checked.
private func beginsAKeyFrame(_ bytes: [UInt8], of codec: String) -> Bool? {
  let kind: (UInt8) -> Bool?
  switch codec {
  case "h264": kind = { (1...5).contains($0 & 0x1F) ? $0 & 0x1F == 5 : nil }
  case "hevc": kind = { $0 >> 1 & 0x3F < 32 ? (16...23).contains($0 >> 1 & 0x3F) : nil }
  default: return nil
  }
  var zeros = 0
  for (place, byte) in bytes.enumerated() {
    if byte == 1, zeros >= 2, place + 1 < bytes.count, let answer = kind(bytes[place + 1]) { return answer }
    zeros = byte == 0 ? zeros + 1 : 0
  }
  return false
}
