import Processes
import SourceText

extension ScriptFile {
  /// What the file holds with this text, its byte-order mark included.
  func bytes(with text: SourceText) -> [UInt8] {
    (source.hasByteOrderMark ? SourceText.byteOrderMark : []) + text.bytes
  }

  /// Gives the file new bytes, unless somebody else has changed it since it was read. `done` says in a message what
  /// would have been done: "fixed".
  func write(_ bytes: [UInt8], done: String) throws(CommandFailure) {
    do throws(FileError) {
      if try readFile(path, limit: 64 << 20) == self.bytes(with: source) {
        return try AtomicFile.replaceContent(of: path, with: bytes)
      }
    } catch {
      throw CommandFailure(error)
    }
    throw CommandFailure(
      .temporaryFailure, "\(path) has changed since it was read, and was not \(done); run editc again")
  }
}
