import ContentDigest
import LibAV
import Processes
package import RenderPlan

/// The folder of finished stretches, each named by the key that says all that its bytes depend on.
///
/// Files appear whole or not at all, so any number of processes can share a store. Nothing in it is needed:
/// whoever removes files only makes the next render longer.
package struct SegmentStore: Hashable, Sendable {
  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }

  /// Spread over 256 folders, as file systems like it.
  func path(of key: ContentDigest) -> String { "\(folder)/\(key.hex.prefix(2))/\(key.hex)" }

  /// Each folder that holds a stretch of the plan, once.
  func folders(of plan: RenderPlan) -> [String] {
    Set(plan.keys.map { Processes.folder(of: path(of: $0)) }).sorted()
  }

  /// The same plan with the stretches marked that the store holds unharmed; a damaged file counts as missing.
  package func marking(_ plan: RenderPlan) -> RenderPlan {
    let keys = Array(Set(plan.keys))
    let paths = keys.map(path)
    let intact = onThreads(2, count: paths.count) { StretchReader.isIntact(paths[$0]) }
    return plan.marking(inStore: Set(zip(keys, intact).compactMap { $1 ? $0 : nil }))
  }

  func makeFolder(for key: ContentDigest) throws(ExportError) {
    do throws(FileError) { try Processes.makeFolder("\(folder)/\(key.hex.prefix(2))") } catch {
      throw ExportError(error)
    }
  }
}
