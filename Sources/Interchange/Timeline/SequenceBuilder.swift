import Basics

/// A sequence under construction: tracks by lane, with times of the sequence.
struct SequenceBuilder {
  /// A track: its kind, its lane, and its number among the tracks of the lane.
  struct TrackKey: Hashable, Comparable {
    let isSound: Bool
    let lane: Int
    let number: Int

    var kind: InterchangeTrack.Kind { isSound ? .sound : .picture }
    var name: String? { lane == 0 && number == 0 && !isSound ? nil : "lane \(lane)" }

    static func < (a: TrackKey, b: TrackKey) -> Bool {
      if a.isSound != b.isSound { return !a.isSound }
      // Sounds have no depth: the lanes next to the storyline come first.
      let (first, second) = a.isSound ? (abs(a.lane), abs(b.lane)) : (a.lane, b.lane)
      return (first, a.lane, a.number) < (second, b.lane, b.number)
    }
  }

  private(set) var tracks: [TrackKey: TrackBuilder] = [:]
  private var ends: [TrackKey: RationalTime] = [:]
  /// The nodes that clips and transitions were read from.
  private(set) var places: [InputPlace: Int] = [:]
  var markers: [InterchangeMarker] = []
  var captions: [InterchangeCaption] = []
  /// The end of the storyline so far.
  var end = RationalTime.zero

  /// Adds a clip. If it overlaps another clip of its lane, it is added to a further track.
  mutating func add(
    _ clip: InterchangeClip, at start: RationalTime, for duration: RationalTime, lane: Int, isSound: Bool,
    from node: Int
  ) throws(TimeOverflow) {
    let end = try start + duration
    var number = 0
    var key = TrackKey(isSound: isSound, lane: lane, number: 0)
    while let taken = ends[key], start < taken {
      number += 1
      key = TrackKey(isSound: isSound, lane: lane, number: number)
    }
    tracks[key, default: TrackBuilder()].add(clip, at: start, for: duration)
    ends[key] = end
    places[clip.place] = node
  }

  mutating func add(_ transition: InterchangeTransition, atCut cut: RationalTime, lane: Int, from node: Int) {
    let key = TrackKey(isSound: false, lane: lane, number: 0)
    tracks[key, default: TrackBuilder()].add(transition, atCut: cut)
    places[transition.place] = node
  }
}
