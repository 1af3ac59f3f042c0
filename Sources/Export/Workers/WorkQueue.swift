import RenderPlan

/// The remaining work of a film, assigned so that all workers finish at about the same time.
struct WorkQueue {
  private var segments: SegmentQueue
  private var sounds: ArraySlice<WorkOrder>
  /// Whether the cover remains.
  private var hasCover: Bool

  /// `segments` are in film order.
  init(segments: [Int], sounds: [WorkOrder], hasCover: Bool = false) {
    self.segments = SegmentQueue(segments)
    self.sounds = sounds[...]
    self.hasCover = hasCover
  }

  /// The missing entries of a plan.
  init(_ plan: RenderPlan) { self.init(plan.missingOrders) }

  /// Some of the orders of a plan, in film order.
  init(_ orders: [WorkOrder]) {
    self.init(
      segments: orders.compactMap { if case .segment(let index) = $0 { index } else { nil } },
      sounds: orders.filter(\.isSound), hasCover: orders.contains(.cover))
  }

  /// Removes what is rendered in one piece: the sounds and the cover.
  mutating func takeWholes() -> [WorkOrder] {
    defer { (sounds, hasCover) = ([], false) }
    return sounds + (hasCover ? [.cover] : [])
  }

  var isEmpty: Bool { !hasPictures && sounds.isEmpty }

  /// Puts back an order that was assigned but not executed.
  mutating func putBack(_ order: WorkOrder) {
    switch order {
    case .segment(let index): segments.putBack(index)
    case .soundTrack, .otherTrack: sounds.insert(order, at: sounds.startIndex)
    case .cover: hasCover = true
    }
  }

  /// Returns the first order for a new worker; nil if there are enough workers or nothing is left.
  ///
  /// `running` has an entry for each worker, nil for one that is about to end.
  mutating func first(beside running: [WorkOrder?], _ crew: WorkerCount) -> WorkOrder? {
    let orders = running.compactMap(\.self)
    let isMixing = orders.contains(where: \.isSound)
    // Sound takes little time compared with pictures, and a worker that starts with it would be the last one
    // at work: so it gets a worker of its own, unless only one is wanted.
    let hasBoth =
      (isMixing || !sounds.isEmpty) && (hasPictures || orders.contains { !$0.isSound })
    let count = max(1, crew.count)
    guard running.count < (hasBoth && crew.hasSoundWorker ? count + 1 : count) else { return nil }
    // Sound first, as nothing else can share a track; but one at a time beside pictures.
    if !isMixing || !hasPictures, let sound = sounds.popFirst() { return sound }
    return segments.next().map { .segment($0) } ?? takeCover()
  }

  var hasSegments: Bool { !segments.isEmpty }
  /// How many segments are left.
  var segmentCount: Int { segments.count }

  private var hasPictures: Bool { hasCover || !segments.isEmpty }

  /// Last, because it takes only a moment.
  private mutating func takeCover() -> WorkOrder? {
    defer { hasCover = false }
    return hasCover ? .cover : nil
  }

  /// Returns the next order for a worker; nil if the worker must end.
  mutating func next(after order: WorkOrder) -> WorkOrder? {
    guard case .segment(let last) = order else { return nil }
    return segments.next(after: last).map { .segment($0) } ?? takeCover()
  }
}

extension RenderPlan {
  /// The missing entries as orders: pictures in film order, then sounds, then the cover.
  var missingOrders: [WorkOrder] {
    let pictures = segments.filter { !$0.isInStore }.map { WorkOrder.segment($0.index) }
    let mix: [WorkOrder] = soundTrack?.isInStore == false ? [.soundTrack] : []
    let others = otherTracks.indices.filter { !otherTracks[$0].track.isInStore }.map {
      WorkOrder.otherTrack($0)
    }
    return pictures + mix + others + (coverPicture?.isInStore == false ? [.cover] : [])
  }
}
