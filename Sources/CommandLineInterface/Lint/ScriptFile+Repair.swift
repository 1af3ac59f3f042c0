import Diagnostics
import Processes
import SourceText

extension ScriptFile {
  /// The same file with another text.
  func with(_ source: SourceText) -> ScriptFile {
    ScriptFile(path: path, source: source, folder: folder)
  }

  /// What the file holds with this text, its byte-order mark included.
  func bytes(with text: SourceText) -> [UInt8] {
    (source.hasByteOrderMark ? SourceText.byteOrderMark : []) + text.bytes
  }

  /// Writes the repaired text, unless somebody else has changed the file since it was read.
  func write(_ text: SourceText, to path: String) throws(CommandFailure) {
    do throws(FileError) {
      if try readFile(path, limit: 64 << 20) == bytes(with: source) {
        return try AtomicFile.replaceContent(of: path, with: bytes(with: text))
      }
    } catch {
      throw CommandFailure(error)
    }
    throw CommandFailure(
      .temporaryFailure, "\(path) has changed since it was read, and was not fixed; run editc again")
  }
}
