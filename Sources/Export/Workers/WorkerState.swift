import ContentDigest
import RenderPlan

/// A worker as the pool knows it: its order, and which of its reports can be true.
///
/// A worker decodes files of unknown origin. A compromised one can report anything, so each report is checked
/// against the plan and the worker's order before it is trusted.
struct WorkerState {
  /// What it has been given and not finished. Of two segments, it encodes the first while it draws the second.
  private(set) var orders: [WorkOrder] = []
  /// Which of the orders it is drawing.
  private var drawnIndex = 0
  /// The frame it is drawing; nil before the first one of its order.
  private(set) var frame: Int64?
  /// Whether it has finished its last order.
  private(set) var isDone = false
  private var isReady = false

  /// What it finishes next; nil before its first order and after its last one.
  var order: WorkOrder? { orders.first }
  /// What it is drawing or mixing.
  var drawnOrder: WorkOrder? { orders.indices.contains(drawnIndex) ? orders[drawnIndex] : nil }

  mutating func begin(_ order: WorkOrder) {
    orders = [order]
    drawnIndex = 0
    frame = nil
  }

  /// Adds what it begins as soon as it has drawn its order.
  mutating func add(_ order: WorkOrder) { orders.append(order) }

  /// Whether it is drawing the last frame of its only order.
  func isAtLastFrame(in plan: RenderPlan) -> Bool {
    guard orders.count == 1, let frame, let order else { return false }
    return plan.pictures(of: order)?.frames.last == frame
  }

  mutating func endWork() { isDone = true }

  mutating func accept(_ report: WorkReport, in plan: RenderPlan) throws(ExportError) {
    switch report {
    case .ready:
      guard !isReady else { throw Self.lie("twice that it is ready") }
      isReady = true
    case .frame(let number): try accept(frame: number, in: plan)
    case .samples(let count): try accept(samples: count, in: plan)
    case .finished(let finished):
      guard isReady else { throw Self.lie("\(finished.name) as finished before it was ready") }
      guard finished == order else {
        throw Self.lie("\(finished.name) as finished, but was making \(order?.name ?? "nothing")")
      }
      orders.removeFirst()
      if drawnIndex == 0 { frame = nil } else { drawnIndex -= 1 }
    case .failed, .joining, .written, .joined, .refused, .hello, .alive, .piece: break
    }
  }

  private mutating func accept(frame number: Int64, in plan: RenderPlan) throws(ExportError) {
    guard isReady else { throw Self.lie("a frame before it was ready") }
    if orders.count > drawnIndex + 1,
      plan.pictures(of: orders[drawnIndex + 1])?.frames.contains(number) == true
    {
      drawnIndex += 1
      frame = nil
    }
    guard let order = drawnOrder, let made = plan.pictures(of: order) else {
      throw Self.lie("frame \(number), but was making \(order?.name ?? "nothing")")
    }
    guard made.frames.contains(number) else {
      throw Self.lie("frame \(number), which is not in \(order.name)")
    }
    // Otherwise a worker that repeats itself would never count as hanging.
    if let frame, number <= frame { throw Self.lie("frame \(number) after frame \(frame)") }
    frame = number
  }

  private func accept(samples count: Int64, in plan: RenderPlan) throws(ExportError) {
    guard isReady else { throw Self.lie("samples before it was ready") }
    guard let track = order.flatMap({ plan.track(of: $0) }) else {
      throw Self.lie("\(count) samples, but was making \(order?.name ?? "nothing")")
    }
    let total = Int64(track.samples.count)
    guard (0...total).contains(count) else { throw Self.lie("\(count) samples of \(total)") }
  }

  private static func lie(_ report: String) -> ExportError {
    ExportError(.engine, "a worker reported \(report)")
  }
}

extension WorkOrder {
  /// For messages; segments are counted from 1.
  var name: String {
    switch self {
    // A worker may name any number.
    case .segment(let index): "segment \(index &+ 1)"
    case .soundTrack: "the sound"
    case .otherTrack(let index): "track \(index &+ 2) of the sound"
    case .cover: "the cover"
    }
  }
}

extension RenderPlan {
  /// The key of an order's entry in the store; nil if the plan has no such entry.
  func key(of order: WorkOrder) -> ContentDigest? {
    pictures(of: order)?.key ?? track(of: order)?.key
  }

  /// The pictures of an order; nil if it is for sound, or if the plan has no such pictures.
  func pictures(of order: WorkOrder) -> Segment? {
    switch order {
    case .segment(let index): segments.indices.contains(index) ? segments[index] : nil
    case .cover: coverPicture
    case .soundTrack, .otherTrack: nil
    }
  }

  /// The sound of an order; nil if it is for pictures.
  func track(of order: WorkOrder) -> SoundTrack? {
    switch order {
    case .segment, .cover: nil
    case .soundTrack: soundTrack
    case .otherTrack(let index): otherTracks.indices.contains(index) ? otherTracks[index].track : nil
    }
  }
}
