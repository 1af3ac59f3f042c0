import CLinux
import Glibc

extension AtomicFile {
  /// Fills an empty file with the bytes of another one. Where the file system can, both share their blocks, and writing
  /// one does not change the other.
  package func fill(withFileAt source: String) throws(FileError) {
    let number = open(source, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard number >= 0 else { throw FileError(.open, source, .system(errno: errno)) }
    let file = Descriptor(owning: number)
    guard editc_clone_file(descriptor, file.number) < 0 else { return }
    while true {
      switch readOnce(file.number, upTo: 1 << 20) {
      case .bytes(let bytes): try write(bytes)
      case .end: return
      case .failed(let code): throw FileError(.read, source, .system(errno: code))
      case .nothingYet: waitUntil(file.number, POLLIN)
      }
    }
  }
}
