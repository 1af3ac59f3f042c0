import Compiler
import Processes
import ScriptWriting
import Workspace

/// The file beside a script that remembers what was proposed.
struct BaseFile {
  let path: String
  /// Nil if there is none.
  let base: DetectedBase?
  private let bytes: [UInt8]?

  init(ofScript script: String, in workspace: Workspace) throws {
    path = DetectedBase.path(ofScript: script)
    do throws(FileError) {
      bytes = try workspace.texts.bytes(ofFileAt: path, limit: DetectedBase.mostBytes)
    } catch {
      guard error.kind == .missing else { throw error }
      bytes = nil
    }
    do throws(DetectedBase.Problem) {
      base = try bytes.map { bytes throws(DetectedBase.Problem) in try DetectedBase(bytes) }
    } catch {
      throw CommandFailure(
        .badData, "\(path):\(error.line): \(error.message) \(MessagePage.unreadableBase.tag)")
    }
  }

  /// Replaces the file, unless it has changed since it was read.
  func write(_ base: DetectedBase, in workspace: Workspace) throws {
    try AtomicFile.publish(Array(base.text.utf8), at: path, beneath: workspace.root, expecting: bytes)
  }
}
