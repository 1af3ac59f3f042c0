import CLinux
import Glibc

/// A socket through which a parent sends messages to a child, each with an open file. The child can use that file
/// although its sandbox lets it open none.
package final class DescriptorChannel: Hashable, Sendable {
  private let socket: Descriptor
  /// The child gets a copy when it is started.
  private let other: Descriptor

  /// The child's descriptor.
  package static let number: Int32 = 3
  private static let largestMessage = 65536

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue) | O_CLOEXEC
    try check(socketpair(AF_UNIX, type, 0, &ends), "make a socket for a child process")
    socket = Descriptor(owning: ends[0])
    other = Descriptor(owning: ends[1])
  }

  var childEnd: Int32 { other.number }

  /// Sends a message with a file; false if the child has ended or does not read.
  package func send(_ message: String, _ file: Int32) -> Bool {
    let bytes = Array(message.utf8)
    return bytes.count <= Self.largestMessage
      && editc_send_descriptors(socket.number, bytes, bytes.count, [file], 1) >= 0
  }

  /// A message and its file.
  package struct Message: ~Copyable {
    package let text: String
    package let file: Descriptor
  }

  /// In the child: waits for the next message; nil if the parent has ended.
  package static func receive() -> Message? {
    var bytes = [UInt8](repeating: 0, count: largestMessage)
    var file: Int32 = -1
    var count: Int32 = 0
    repeat {
      count = editc_receive_descriptors(number, &bytes, bytes.count, &file, 1)
    } while count == -EINTR
    guard count > 0 else { return nil }
    return Message(
      text: String(decoding: bytes.prefix(Int(count)), as: UTF8.self), file: Descriptor(owning: file))
  }

  package static func == (a: DescriptorChannel, b: DescriptorChannel) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
