import Basics
import Composition
package import EditScript
package import Lowering
package import RenderPlan

/// A film as the content of a timeline drawing, and the sources of the pictures in it.
package struct TimelineFilm: Sendable {
  package private(set) var content: TimelineContent
  /// By their ids in scenes.
  package private(set) var pictures: [Int: PictureSource] = [:]

  /// A frame of one layer of the film.
  package struct PictureSource: Hashable, Sendable {
    /// The index in the film's composition.
    package var layer: Int
    package var frame: Int64
    /// Whether the whole canvas is shown instead of the layer alone.
    package var showsCanvas: Bool
  }

  /// The words for the pieces of a render.
  package enum RenderWords: Sendable {
    /// According to the pieces in a store.
    case reuse
    /// According to the pieces that another film shares.
    case comparison(kept: Set<Range<Int64>>, keepsSound: Bool)
  }

  private let film: LoweredFilm
  private let changes: [ItemList: [Int: TimelineChange]]
  private var nextPicture: Int
  /// The sound of an item with `angles`: its first clip has it, and it is heard in all of them.
  private var angleSound: Sound?

  /// `name` is used if the script has no title. `changes` are marked on items by index in the script's lists.
  /// Pictures are numbered from `firstPicture` on.
  package init(
    _ film: LoweredFilm, name: String, plan: RenderPlan?, renderWords: RenderWords = .reuse,
    changes: [ItemList: [Int: TimelineChange]] = [:], firstPicture: Int = 0
  ) {
    self.film = film
    self.changes = changes
    nextPicture = firstPicture
    let title = film.script.title.map { oneLine($0.value) } ?? ""
    content = TimelineContent(title: title.isEmpty ? oneLine(name) : title, duration: 0)
    addTimeline()
    addOthers()
    content.subtitles = film.subtitleLanes
    content.markers = film.markers.map { TimelineMarker(name: oneLine($0.name), time: $0.time.inSeconds) }
    content.facts = film.facts
    content.render = plan.flatMap { TimelineContent.RenderLane($0, renderWords) }
  }

  /// The same, with the script's name before its other facts.
  package func named(_ name: String) -> TimelineFilm {
    var film = self
    film.content.facts.insert(oneLine(name), at: 0)
    return film
  }

  // MARK: The timeline

  /// The drawn length of an item of unknown length, in seconds.
  private static let standIn = 4.0

  private mutating func addTimeline() {
    var items = film.items.filter { $0.list == .timeline }[...]
    var places = film.places[...]
    var cursor = 0.0
    for (index, item) in film.script.timeline.enumerated() where item.isEnabled {
      guard let place = places.popFirst() else { break }
      if case .transition(let transition) = item.kind {
        add(transition, item, at: place.timelineRange, index: index, hasNext: !items.isEmpty)
      } else if let resolved = items.popFirst() {
        var entry = entry(for: resolved, place: place, lane: .timeline, index: index, start: cursor)
        if place.timelineRange == nil {
          if content.knownEnd == nil { content.knownEnd = cursor }
          entry.end = cursor + (resolved.length?.inSeconds ?? Self.standIn)
        }
        cursor = max(cursor, entry.end)
        content.timeline.append(entry)
      }
    }
    content.duration = content.knownEnd == nil ? film.duration?.inSeconds ?? cursor : cursor
  }

  private mutating func add(
    _ transition: TransitionItem, _ item: Item, at range: TimeRange?, index: Int, hasNext: Bool
  ) {
    guard let range else { return }
    let title = transition.kind.value.canonicalText
    content.transitions.append(
      TimelineTransition(
        title: oneLine(title), tooltip: "\(oneLine(transition.canonicalText))\n\(range.start)..\(range.end)",
        start: range.start.inSeconds, end: range.end.inSeconds,
        outgoing: content.timeline.isEmpty ? nil : content.timeline.count - 1,
        incoming: hasNext ? content.timeline.count : nil, change: changes[.timeline]?[index]))
  }

  // MARK: Overlays and audio

  private mutating func addOthers() {
    let timelineCount = film.script.timeline.count(where: \.isEnabled)
    var places = film.places.dropFirst(timelineCount)
    for (list, written) in [(ItemList.overlays, film.script.overlays), (.audio, film.script.audio)] {
      var items = film.items.filter { $0.list == list }[...]
      var transition: String?
      for (index, item) in written.enumerated() where item.isEnabled {
        guard let place = places.popFirst() else { break }
        // The sounds' volumes already show the transition; only its name is added to the next entry.
        if case .transition(let written) = item.kind {
          transition = oneLine(written.canonicalText)
          continue
        }
        guard let resolved = items.popFirst() else { break }
        var entry = entry(for: resolved, place: place, lane: list, index: index, start: 0)
        if let before = transition {
          entry.detail = [entry.detail, "after \(before)"].filter { !$0.isEmpty }.joined(separator: "  ")
          entry.tooltip += "\nafter \(before)"
        }
        transition = nil
        if list == .overlays { content.overlays.append(entry) } else { content.audio.append(entry) }
      }
    }
    // Without a timeline, the film ends with its last item.
    if content.duration <= 0 {
      content.duration = (content.overlays + content.audio).map(\.end).max() ?? 0
    }
  }

  // MARK: One item

  private mutating func entry(
    for resolved: ResolvedItem, place: ItemPlace, lane: ItemList, index: Int, start: Double
  ) -> TimelineEntry {
    let range = place.timelineRange
    let item = resolved.item
    var entry = TimelineEntry(
      kind: lane == .audio ? .sound : item.timelineKind, title: item.timelineTitle,
      detail: item.timelineDetail, tooltip: item.tooltip(at: range),
      start: range?.start.inSeconds ?? start, end: range?.end.inSeconds ?? content.duration)
    entry.isUncertain = range == nil
    entry.swatch = lane == .audio ? [] : item.swatch
    entry.change = changes[lane]?[index]
    guard let range else { return entry }
    let composition = film.composition
    if lane != .audio {
      let layer = place.layer.flatMap { composition?.layers.element($0) }
      entry.opacity = layer.map { TimelineCurve(opacityOf: $0, from: range) }
      if let layer, let place = place.layer { entry.picture = picture(of: layer, place, item, lane) }
    }
    let own = place.sound.flatMap { composition?.sounds.element($0) }
    if item.anglePart?.number == 0 { angleSound = own }
    let sound = item.anglePart == nil ? own : angleSound
    entry.volume = sound.map { TimelineCurve(gainOf: $0, from: range) }
    return entry
  }

  /// Numbers the first and last frame of a layer.
  private mutating func picture(
    of layer: Layer, _ place: Int, _ item: Item, _ lane: ItemList
  ) -> EntryPicture? {
    guard let canvas = film.composition?.canvas, canvas.size.height > 0, !layer.frames.isEmpty,
      item.isWorthAPicture(in: lane)
    else { return nil }
    // A layer that exceeds the canvas is only visible on it.
    let fits = layer.contentBox.width <= canvas.size.width && layer.contentBox.height <= canvas.size.height
    let showsCanvas = lane == .timeline || layer.movement != nil || !fits
    let (width, height) =
      showsCanvas
      ? (canvas.size.width, canvas.size.height) : (layer.contentBox.width, layer.contentBox.height)
    guard width > 0, height > 0 else { return nil }
    let isSteady = item.isStill && layer.movement == nil && layer.changes == nil && layer.filters.isEmpty
    let first = nextPicture
    nextPicture += 2
    let seen = layer.seenEnds(on: canvas)
    pictures[first] = PictureSource(layer: place, frame: seen.first, showsCanvas: showsCanvas)
    if !isSteady {
      pictures[first + 1] = PictureSource(layer: place, frame: seen.last, showsCanvas: showsCanvas)
    }
    return EntryPicture(
      first: first, last: isSteady ? nil : first + 1, aspect: Double(width) / Double(height))
  }
}

extension Array {
  /// The element at an index; nil if it is out of bounds.
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Layer {
  /// The first and last frame in which at least half of the layer is on the canvas, so that pictures of a
  /// layer that flies in and out are not empty; its ends if there is none.
  func seenEnds(on canvas: Canvas) -> (first: Int64, last: Int64) {
    let isSeen = { (number: Int64) in isHalfSeen(inFrame: number, on: canvas) }
    let first = frames.first(where: isSeen) ?? frames.lowerBound
    return (first, frames.last { $0 == first || isSeen($0) } ?? frames.upperBound - 1)
  }

  private func isHalfSeen(inFrame number: Int64, on canvas: Canvas) -> Bool {
    if case .credits(let credits) = picture {
      // The first and the last frame of a roll show nothing.
      return credits.crossesMiddle(ofCanvas: canvas.size.height, atFrame: number - frames.lowerBound)
    }
    guard let movement else { return true }
    guard let start = try? canvas.rate.start(ofFrame: number), let own = try? start - timelineRange.start,
      let box = movement.layout.pose(at: own)?.bounds
    else { return false }
    let width = Double(canvas.size.width)
    let height = Double(canvas.size.height)
    let seen =
      max(0, min(box.x + box.width, width) - max(box.x, 0))
      * max(0, min(box.y + box.height, height) - max(box.y, 0))
    // For a layer larger than the canvas, half of the canvas is enough.
    return seen > 0 && 2 * seen >= min(box.width * box.height, width * height)
  }
}
