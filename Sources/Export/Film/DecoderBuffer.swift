import Basics
import Composition
import LibAV
import RenderPlan

/// The buffer of a decoder that supports exactly a level: it is filled at the bit rate of the level, and each
/// picture is removed at its time.
///
/// Encoders respect it as well as they can, and fail if pictures are too rich for the coarsest quantizer.
struct DecoderBuffer {
  // All in bits times the frames in a number of whole seconds, so that nothing is rounded.
  private let capacity: Int64
  private let gain: Int64
  private let scale: Int64
  private var fill: Int64
  /// The first picture that was not completely in it at its time.
  private(set) var lateFrame: Int64?

  init(_ level: VideoLevel, _ rate: FrameRate) {
    capacity = level.bufferBits * rate.frames
    gain = level.bitRate * rate.seconds
    scale = 8 * rate.frames
    fill = capacity
  }

  /// Nil for a plan without a level.
  init?(for plan: RenderPlan) {
    guard let level = plan.settings.video?.chosenLevel else { return nil }
    self.init(level, plan.composition.canvas.rate)
  }

  /// Removes the next picture in decoding order.
  mutating func take(_ packet: EncodedPacket) {
    fill -= Int64(packet.bytes.count) * scale
    if fill < 0, lateFrame == nil { lateFrame = packet.presentation }
    fill = min(capacity, fill + gain)
  }
}
