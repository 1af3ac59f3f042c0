import ContentDigest
import Processes
import RenderPlan

/// The entries of a plan as they arrive in the store, for the worker that joins them.
final class PlanEntries {
  let store: SegmentStore
  private let plan: RenderPlan
  private var there: Set<ContentDigest>
  /// Names the entries that were rendered, one order per line.
  private var announcements: LineReader

  init(_ plan: RenderPlan, _ store: SegmentStore, announcedOn descriptor: Int32, named name: String) {
    self.plan = plan
    self.store = store
    there = plan.keysInStore
    announcements = LineReader(descriptor: descriptor, named: name, limit: 4096)
  }

  /// Waits until the entry exists.
  func reader(for key: ContentDigest) throws(ExportError) -> StoreEntryReader {
    while !there.contains(key) {
      do {
        guard let line = try announcements.next() else {
          throw ExportError(.engine, "\(store.path(of: key)) was never made")
        }
        guard let order = WorkOrder(line: line), let made = plan.key(of: order) else {
          throw ExportError(.engine, "not an entry: \(line)")
        }
        there.insert(made)
      } catch { throw ExportError(any: error) }
    }
    return try store.reader(for: key)
  }

  /// The first entry, in film order, that exists and is damaged.
  var damaged: ContentDigest? { plan.keys.first { there.contains($0) && !store.isIntact($0) } }
}
