package import Basics

/// A piece of a coded stream: one picture, or one frame of sound. Plain numbers and bytes, so that it can be
/// kept in a file.
package struct EncodedPacket: Hashable, Sendable {
  package var bytes: [UInt8]
  /// When it is shown or heard, in ticks of its stream; below zero only for what is decoded and thrown away.
  package var presentation: Int64
  /// When it is decoded, in ticks; rises from packet to packet, and is never later than the presentation.
  package var decode: Int64
  /// In ticks. The last packet of a sound lasts only as long as there are samples.
  package var duration: Int64
  /// Whether decoding can begin here.
  package var isKey: Bool

  package init(bytes: [UInt8], presentation: Int64, decode: Int64, duration: Int64, isKey: Bool) {
    self.bytes = bytes
    self.presentation = presentation
    self.decode = decode
    self.duration = duration
    self.isKey = isKey
  }

  /// The same packet later: how segments, which all begin at zero, are joined.
  package func shifted(by ticks: Int64) throws(TimeOverflow) -> EncodedPacket {
    let (presentation, tooLate) = presentation.addingReportingOverflow(ticks)
    let (decode, tooEarly) = decode.addingReportingOverflow(ticks)
    guard !tooLate, !tooEarly else { throw TimeOverflow() }
    var packet = self
    packet.presentation = presentation
    packet.decode = decode
    return packet
  }
}
