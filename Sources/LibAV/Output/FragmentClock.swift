internal import Basics

/// Decides where the fragments of a file start: at the first key frame at or behind each multiple of their
/// length.
struct FragmentClock {
  private let length: RationalTime
  private let tick: RationalTime
  /// The stream that decides: video, or the first audio stream of a file without video.
  private let leader: Int
  /// The number of the next fragment.
  private var next: Int128 = 1

  /// Nil without a stream that can decide, or without a length.
  init?(length: RationalTime, _ streams: [EncodedStream]) {
    let pictures = streams.firstIndex { if case .video = $0.content { true } else { false } }
    let sound = streams.firstIndex { if case .audio = $0.content { true } else { false } }
    guard let leader = pictures ?? sound, length > .zero else { return nil }
    self.leader = leader
    self.length = length
    tick = streams[leader].tick
  }

  /// Whether the packet starts another fragment.
  mutating func begins(with packet: EncodedPacket, of stream: Int) -> Bool {
    guard stream == leader, packet.isKey else { return false }
    // A tick has two 31-bit numbers, and the length of a fragment is some thousands of frames.
    let time = Int128(packet.presentation) * Int128(tick.value) * Int128(length.timescale)
    let fragment = Int128(length.value) * Int128(tick.timescale)
    guard time >= next * fragment else { return false }
    next = time / fragment + 1
    return true
  }
}
