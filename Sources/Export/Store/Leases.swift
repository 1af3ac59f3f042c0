import ContentDigest
import Processes
import RenderPlan

/// The entries that this process is making, as it tells others that make the same film.
///
/// Leases save work and decide nothing: two processes that make one entry write equal bytes, and the later one replaces the
/// file of the earlier one by a rename.
package final class Leases {
  private let store: SegmentStore
  private var held: [ContentDigest: Lease] = [:]

  /// A lease that was not renewed for so many seconds is abandoned: its maker, or its machine, is gone. Who looks every few seconds
  /// has noticed within a minute.
  static let abandonedAfter: Int64 = 50
  static let renewal = Duration.seconds(10)

  package init(_ store: SegmentStore) {
    self.store = store
  }

  /// Whether this process may make an entry: no other one is at it.
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

  /// Whether there is a file for an entry, whatever it holds. The folder is listed if there seems to be none: file systems
  /// of networks remember for a while that a name was not there.
  func hasFile(of key: ContentDigest) -> Bool {
    let path = path(of: key)
    if isThere(path) { return true }
    _ = try? listFolder(Processes.folder(of: path))
    return isThere(path)
  }

  /// Removes the leases of entries that are made: their makers were killed.
  func removeLeases(of plan: RenderPlan) {
    for key in plan.keys where hasFile(of: key) { Lease.remove(leasePath(of: key)) }
  }
}
