import ContentDigest
import Processes
import RenderPlan

/// The entries that this process is rendering, as announced to others that render the same film.
///
/// Leases save work and decide nothing: two processes that render one entry write equal bytes, and the later
/// one replaces the file of the earlier one by a rename.
package final class Leases {
  private let store: SegmentStore
  private var held: [ContentDigest: Lease] = [:]

  /// A lease that was not renewed for so many seconds is abandoned: its process, or its machine, is gone. A
  /// check every few seconds notices it within a minute.
  static let abandonedAfter: Int64 = 50
  static let renewal = Duration.seconds(10)

  package init(_ store: SegmentStore) {
    self.store = store
  }

  /// Takes the lease of an entry; false if another process is rendering it.
  func take(_ key: ContentDigest) -> Bool {
    if held[key] != nil { return true }
    let path = store.leasePath(of: key)
    try? makeFolder(Processes.folder(of: path))
    switch Lease.take(path, abandonedAfter: Self.abandonedAfter) {
    case .taken(let lease):
      held[key] = lease
      return true
    case .held: return false
    // Without leases, work may be done twice.
    case .impossible: return true
    }
  }

  func release(_ key: ContentDigest) { held[key] = nil }

  func releaseAll() { held = [:] }

  func renew() {
    for lease in held.values { lease.renew() }
  }
}

extension SegmentStore {
  func leasePath(of key: ContentDigest) -> String {
    let path = path(of: key)
    return "\(Processes.folder(of: path))/.\(key.hex).lease"
  }

  /// Whether there is a file for an entry, whatever it contains. The folder is listed if there seems to be
  /// none, because network file systems cache for a while that a name is missing.
  func hasFile(of key: ContentDigest) -> Bool {
    let path = path(of: key)
    if isThere(path) { return true }
    _ = try? listFolder(Processes.folder(of: path))
    return isThere(path)
  }

  /// Removes the leases of finished entries, whose processes were killed.
  func removeLeases(of plan: RenderPlan) {
    for key in plan.keys where hasFile(of: key) { Lease.remove(leasePath(of: key)) }
  }
}
