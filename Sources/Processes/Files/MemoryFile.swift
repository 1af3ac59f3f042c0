import CLinux
import Glibc

/// A small file in memory, for a process that gets or fills an open file.
package final class MemoryFile {
  private let file: Descriptor

  package init(_ bytes: [UInt8] = []) throws(SystemError) {
    let number = editc_memory_file("editc-file", 0)
    guard number >= 0 else { throw SystemError("create a file in memory", code: -number) }
    file = Descriptor(owning: number)
    let written = pwrite(number, bytes, bytes.count, 0)
    guard written == bytes.count else { throw SystemError("write a file in memory") }
  }

  package var descriptor: Int32 { file.number }

  /// Its first bytes, at most so many.
  package func bytes(limit: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = pread(descriptor, &bytes, limit, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}
