import Basics
import Composition

/// Clips with their times, for one track.
struct TrackDraft {
  struct DraftedClip {
    let range: TimeRange
    let clip: InterchangeClip
  }

  private(set) var entries: [DraftedClip] = []
  var transitions: [(cut: RationalTime, transition: InterchangeTransition)] = []

  var end: RationalTime { entries.last?.range.end ?? .zero }

  /// Adds the pieces of an item; its changes over time count from `start`.
  mutating func add(
    _ pieces: [PlayedPiece], as clip: InterchangeClip, from start: RationalTime
  ) throws(TimeOverflow) {
    for (index, piece) in pieces.enumerated() {
      var part = clip
      (part.start, part.speed) = (piece.start, piece.speed)
      part.duration = try piece.length()
      try part.delayMotion(by: start - piece.range.start)
      part.motion.speed = try piece.changes?.shifted(by: -piece.range.start)
      if index > 0 { part.fadeIn = nil }
      if index + 1 < pieces.count { part.fadeOut = nil }
      entries.append(DraftedClip(range: piece.range, clip: part))
    }
  }

  /// The clips with gaps between them, and transitions at their cuts.
  func track(_ kind: InterchangeTrack.Kind, name: String? = nil) throws(TimeOverflow) -> InterchangeTrack {
    var track = InterchangeTrack(kind: kind, name: name)
    var cursor = RationalTime.zero
    var open = transitions[...]
    func addTransitions(at moment: RationalTime) {
      while let next = open.first, next.cut <= moment {
        track.items.append(.transition(next.transition))
        open = open.dropFirst()
      }
    }
    for entry in entries.sorted(by: { $0.range.start < $1.range.start }) {
      addTransitions(at: cursor)
      if entry.range.start > cursor {
        track.items.append(
          .gap(InterchangeGap(duration: try entry.range.start - cursor, place: entry.clip.place)))
        addTransitions(at: entry.range.start)
      }
      track.items.append(.clip(entry.clip))
      cursor = entry.range.end
    }
    addTransitions(at: cursor)
    return track
  }
}

/// The frames in which a track shows something.
private struct TrackLevel {
  /// In rising order.
  private var shown: [Range<Int64>] = []

  /// Adds frames that it does not contain yet.
  mutating func add(_ frames: Range<Int64>) {
    shown.insert(frames, at: shown.partitioningIndex { $0.lowerBound > frames.lowerBound })
  }

  func overlaps(_ frames: Range<Int64>) -> Bool {
    let next = shown.partitioningIndex { $0.upperBound > frames.lowerBound }
    return next < shown.count && shown[next].lowerBound < frames.upperBound
  }
}

extension CompositionExporter {
  /// The timeline, and above it the other layers in order, in as few tracks as possible.
  mutating func pictureTracks() throws(TimeOverflow) -> [InterchangeTrack] {
    var layers: [WrittenLayer] = []
    for index in film.layers.indices {
      if let layer = try written(index) { layers.append(layer) }
    }
    for index in layers.indices { try linkSound(to: &layers[index]) }
    let timelineCount = countOfTimeline(layers)
    var main = Array(layers[..<timelineCount])
    var tracks = [TrackDraft()]
    tracks[0].transitions = try addTransitions(to: &main)
    for layer in main {
      try tracks[0].add(layer.pieces, as: layer.clip, from: rate.start(ofFrame: layer.frames.lowerBound))
    }
    var levels = [TrackLevel()]
    for layer in layers[..<timelineCount] { levels[0].add(layer.frames) }
    for layer in layers[timelineCount...] {
      let highest = levels.lastIndex { $0.overlaps(layer.frames) } ?? 0
      let level = max(1, highest + 1)
      if level == levels.count {
        levels.append(TrackLevel())
        tracks.append(TrackDraft())
      }
      levels[level].add(layer.frames)
      try tracks[level].add(
        layer.pieces, as: layer.clip, from: rate.start(ofFrame: layer.frames.lowerBound))
    }
    let isEmpty = tracks.allSatisfy { $0.entries.isEmpty }
    if isEmpty { return [] }
    var written: [InterchangeTrack] = []
    for (number, track) in tracks.enumerated() {
      written.append(try track.track(.picture, name: number == 0 ? nil : "V\(number + 1)"))
    }
    return written
  }

  /// The number of layers from the first on that follow each other.
  private func countOfTimeline(_ layers: [WrittenLayer]) -> Int {
    var count = 0
    while count < layers.count {
      guard count > 0 else {
        count = 1
        continue
      }
      let (last, next) = (layers[count - 1], layers[count])
      let isJoined = joints.into[next.index].map { film.transitions[$0].outgoing == last.index } ?? false
      guard isJoined || next.frames.lowerBound >= last.frames.upperBound else { break }
      count += 1
    }
    return count
  }

  // MARK: Transitions

  /// Splits each transition at its cut, and trims its layers there.
  private mutating func addTransitions(
    to layers: inout [WrittenLayer]
  ) throws(TimeOverflow) -> [(cut: RationalTime, transition: InterchangeTransition)] {
    var found: [(cut: RationalTime, transition: InterchangeTransition)] = []
    var numbers: [Int: Int] = [:]
    for (number, layer) in layers.enumerated() { numbers[layer.index] = number }
    for transition in film.transitions {
      let place = place(transition.label, transition.timelineRange.start)
      let outgoing = transition.outgoing.flatMap { numbers[$0] }
      let incoming = transition.incoming.flatMap { numbers[$0] }
      try expectSmall(transition.frames)
      var cut = transition.frames.lowerBound
      var (before, after) = (Int64(0), Int64(0))
      switch (outgoing, incoming) {
      case (nil, nil):
        losses.drop(place, TransitionProperty.kind, "the pictures that it joins are not exported")
        continue
      case (let last?, let next?):
        let (begin, end) = (layers[next].frames.lowerBound, layers[last].frames.upperBound)
        guard begin < end else {
          losses.drop(place, TransitionProperty.frames, "the pictures do not overlap: it becomes a cut")
          continue
        }
        cut = begin + (end - begin) / 2
        (before, after) = (cut - begin, end - cut)
      case (nil, let next?):
        cut = layers[next].frames.lowerBound
        after = transition.frames.upperBound - cut
      case (let last?, nil):
        cut = layers[last].frames.upperBound
        before = cut - transition.frames.lowerBound
      }
      let moment = try rate.start(ofFrame: cut)
      if let outgoing, try !trim(&layers[outgoing], { piece in piece.until(moment) }) { continue }
      if let incoming, try !trim(&layers[incoming], { piece throws(TimeOverflow) in try piece.from(moment) })
      {
        continue
      }
      guard before >= 0, after >= 0, before + after > 0 else {
        losses.drop(place, TransitionProperty.frames, "it is not visible in any frame")
        continue
      }
      found.append(
        (
          moment,
          InterchangeTransition(
            kind: kind(of: transition, place), before: try rate.start(ofFrame: before),
            after: try rate.start(ofFrame: after), place: InputPlace(item: place))
        ))
    }
    layers.removeAll { $0.pieces.isEmpty }
    return found.sorted { $0.cut < $1.cut }
  }

  /// False if nothing remains of the layer.
  private mutating func trim(
    _ layer: inout WrittenLayer, _ part: (PlayedPiece) throws(TimeOverflow) -> PlayedPiece?
  ) throws(TimeOverflow) -> Bool {
    var kept: [PlayedPiece] = []
    for piece in layer.pieces {
      if let rest = try part(piece) { kept.append(rest) }
    }
    if kept.count != layer.pieces.count, !kept.isEmpty {
      losses.approximate(
        layer.place, LayerProperty.picture, "the transition shows one pass of the loop instead of several")
    }
    if kept.isEmpty { losses.drop(layer.place, LayerProperty.frames, "its transitions cover all of it") }
    layer.pieces = kept
    return !kept.isEmpty
  }

  private mutating func kind(of transition: Transition, _ place: String) -> InterchangeTransition.Kind {
    var kind = InterchangeTransition.Kind.dissolve
    for property in TransitionProperty.allCases {
      switch property {
      case .label, .timelineRange, .frames, .outgoing, .incoming: break
      case .kind:
        switch transition.kind {
        case .plain(.dissolve): break
        case .pictured:
          losses.approximate(place, property, "a `luma` transition is exported as a dissolve")
        case .plain, .directed, .colored:
          kind = .named(transition.kind.text(color: \.spelling, picture: { _ in "" }))
        }
      case .easing:
        if transition.easing != .linear { losses.approximate(place, property, "the change is linear") }
      }
    }
    return kind
  }
}
