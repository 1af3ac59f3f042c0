import FoundationEssentials
import Glibc

/// A folder of one command's own, removed with everything in it when the command is done.
final class WorkFolder {
  let path: String

  init() throws(CommandFailure) {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let base = named.isEmpty ? "/tmp" : named
    var template = Array("\(base)/editc-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        .ioError, "cannot make a work folder in \(base): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Before the process ends without tidying up by itself.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
