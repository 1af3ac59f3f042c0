import RenderPlan

/// The remaining work of a film, assigned so that all workers end at about the same time.
struct WorkQueue {
  private var segments: SegmentQueue
  private var sounds: ArraySlice<WorkOrder>
  /// Whether the cover is left.
  private var hasCover: Bool

  /// `segments` in the order of the film.
  init(segments: [Int], sounds: [WorkOrder], hasCover: Bool = false) {
    self.segments = SegmentQueue(segments)
    self.sounds = sounds[...]
    self.hasCover = hasCover
  }

  /// What the store does not hold of a plan.
  init(_ plan: RenderPlan) { self.init(plan.missingOrders) }

  /// Some of the orders of a plan, in the order of the film.
  init(_ orders: [WorkOrder]) {
    self.init(
      segments: orders.compactMap { if case .segment(let index) = $0 { index } else { nil } },
      sounds: orders.filter(\.isSound), hasCover: orders.contains(.cover))
  }

  /// Takes out what is made in one piece: the sounds and the cover.
  mutating func takeWholes() -> [WorkOrder] {
    defer { (sounds, hasCover) = ([], false) }
    return sounds + (hasCover ? [.cover] : [])
  }

  var isEmpty: Bool { !hasPictures && sounds.isEmpty }

  /// Takes back an order that was given out and not carried out.
  mutating func putBack(_ order: WorkOrder) {
    switch order {
    case .segment(let index): segments.putBack(index)
    case .soundTrack, .otherTrack: sounds.insert(order, at: sounds.startIndex)
    case .cover: hasCover = true
    }
  }

  /// What a new worker is to begin with; nil where there are enough workers or nothing is left.
  ///
  /// `running` has an entry for each worker, nil for one that is about to end.
  mutating func first(beside running: [WorkOrder?], _ crew: WorkerCount) -> WorkOrder? {
    let orders = running.compactMap(\.self)
    let isMixing = orders.contains(where: \.isSound)
    // Sound takes little beside pictures, and a worker that began with it would be the last one at work: so it gets
    // a worker of its own, but not where only one is wanted.
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

  /// Last, because it is the work of a moment.
  private mutating func takeCover() -> WorkOrder? {
    defer { hasCover = false }
    return hasCover ? .cover : nil
  }

  /// What a worker is to go on with; nil where it is to end.
  mutating func next(after order: WorkOrder) -> WorkOrder? {
    guard case .segment(let last) = order else { return nil }
    return segments.next(after: last).map { .segment($0) } ?? takeCover()
  }
}

extension RenderPlan {
  /// What the store does not hold, as orders: pictures in the order of the film, then sounds, then the cover.
  var missingOrders: [WorkOrder] {
    let pictures = segments.filter { !$0.isInStore }.map { WorkOrder.segment($0.index) }
    let mix: [WorkOrder] = soundTrack?.isInStore == false ? [.soundTrack] : []
    let others = otherTracks.indices.filter { !otherTracks[$0].track.isInStore }.map {
      WorkOrder.otherTrack($0)
    }
    return pictures + mix + others + (coverPicture?.isInStore == false ? [.cover] : [])
  }
}
