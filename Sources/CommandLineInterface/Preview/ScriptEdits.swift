import Basics
import ContentDigest
import Processes
import Workspace

/// The repairs that pages write to the script, and the texts to undo them.
///
/// Nothing is written unless the file has exactly the bytes that the repair, or its undoing, was offered for.
struct ScriptEdits {
  /// Whether pages may change the script at all.
  let isAllowed: Bool
  private let path: String
  /// What was written, the newest last.
  private var written: [Written] = []

  /// Bounds the memory for undoing.
  private static let mostWritten = 100
  private static let mostBytes = 64 << 20

  private struct Written {
    let key: ContentDigest
    let title: String
    /// The bytes of the file before.
    let before: [UInt8]
    /// The digest of the written bytes.
    let after: ContentDigest
  }

  /// Why a change is refused.
  struct Refusal: Error {
    /// The HTTP status code.
    let status: Int
    let text: String
  }

  init(ofFileAt path: String, isAllowed: Bool) {
    self.path = path
    self.isAllowed = isAllowed
  }

  /// The change as a unified diff.
  func difference(of repair: PreviewRepair) throws(Refusal) -> String {
    let (file, new) = try repaired(repair)
    return unifiedDiff(
      from: String(decoding: file.bytes(with: file.source), as: UTF8.self),
      to: String(decoding: new, as: UTF8.self), name: path)
  }

  mutating func apply(_ repair: PreviewRepair) throws(Refusal) {
    let (file, new) = try repaired(repair)
    let after = try digest(of: new)
    let step = Written(
      key: try digest(of: Array("\(written.count) \(repair.text) \(after)".utf8)), title: repair.title,
      before: file.bytes(with: file.source), after: after)
    try write(new, to: file)
    written.append(step)
    forgetOldest()
  }

  /// What can be undone in a file with this digest; nil if it was changed elsewhere.
  func undoable(in text: ContentDigest?) -> (key: String, title: String)? {
    guard isAllowed, let last = written.last, last.after == text else { return nil }
    return (last.key.hex, last.title)
  }

  mutating func undo(_ key: String) throws(Refusal) {
    guard let last = written.last, last.key.hex == key else {
      throw Refusal(status: 404, text: "There is no such change to undo.")
    }
    try write(last.before, to: try file(withText: last.after))
    written.removeLast()
  }

  private mutating func forgetOldest() {
    func isTooMuch() -> Bool {
      written.count > Self.mostWritten || written.reduce(0) { $0 + $1.before.count } > Self.mostBytes
    }
    while written.count > 1, isTooMuch() { written.removeFirst() }
  }

  private func repaired(_ repair: PreviewRepair) throws(Refusal) -> (file: ScriptFile, bytes: [UInt8]) {
    let file = try file(withText: repair.text)
    guard let bytes = repair.applied(to: file.source) else { throw changed }
    return (file, file.bytes(with: SourceText(name: path, bytes: bytes)))
  }

  /// The file, which must have these bytes.
  private func file(withText text: ContentDigest) throws(Refusal) -> ScriptFile {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readFile(path, limit: Self.mostBytes) } catch {
      throw refusal(of: error)
    }
    guard try digest(of: bytes) == text else { throw changed }
    return ScriptFile(path: path, source: SourceText(name: path, bytes: bytes), folder: folder(of: path))
  }

  private func write(_ bytes: [UInt8], to file: ScriptFile) throws(Refusal) {
    do throws(WorkspaceError) { try file.write(bytes, done: "changed") } catch {
      if case .scriptChanged = error { throw changed }
      throw refusal(of: error)
    }
  }

  private func digest(of bytes: [UInt8]) throws(Refusal) -> ContentDigest {
    do throws(DigestFailure) { return try ContentDigest.of(bytes) } catch { throw refusal(of: error) }
  }

  private var changed: Refusal {
    Refusal(status: 409, text: "\(path) has changed since it was checked; nothing was written")
  }

  private func refusal(of error: any Error) -> Refusal {
    Refusal(status: 500, text: CommandFailure(error).message)
  }
}
