import Glibc
package import Processes

/// A file whose bytes a worker process sends.
package final class SentFile {
  package let descriptor: Descriptor
  package let byteCount: Int64

  /// Nil if it cannot be opened.
  package init?(_ path: String) {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    descriptor = Descriptor(owning: number)
    guard let identity = FileIdentity(ofDescriptor: number) else { return nil }
    byteCount = identity.byteCount
  }
}
