package import ContentDigest
import Processes
import RenderPlan

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
    let keys = plan.segments.map(\.key) + plan.soundtracks.map(\.key)
    return Set(keys.map { Processes.folder(of: path(of: $0)) }).sorted()
  }

  /// Whether the store holds the stretch unharmed; a damaged file counts as missing.
  package func holds(_ key: ContentDigest) -> Bool { StretchReader.isIntact(path(of: key)) }

  func makeFolder(for key: ContentDigest) throws(ExportError) {
    do throws(FileError) { try Processes.makeFolder("\(folder)/\(key.hex.prefix(2))") } catch {
      throw ExportError(error)
    }
  }
}
