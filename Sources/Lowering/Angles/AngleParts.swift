import Basics
import Composition
import Diagnostics
import EditScript

// An item with `angles` is replaced by a clip for each switch before anything else is resolved, so all phases see
// ordinary clips. The first of them also has the sound of the whole item.

extension EditScript {
  /// The script with the clips of the `angles` in its timeline.
  func withAngleParts() -> EditScript {
    guard timeline.contains(where: { $0.angles != nil && $0.isEnabled }) else { return self }
    var script = self
    script.timeline = timeline.flatMap { item in
      guard let angles = item.angles, item.isEnabled else { return [item] }
      return item.parts(of: angles)
    }
    return script
  }
}

extension Item {
  fileprivate func parts(of angles: AnglesItem) -> [Item] {
    guard let switches = show?.value.switches else {
      // What is not understood has a finding.
      return angles.angles.first.map { [part(0, of: 1, showing: $0, at: kindRange)] } ?? [self]
    }
    return switches.enumerated().map { number, shown in
      guard let angle = angles[shown.angle.value] ?? angles.angles.first else { return self }
      return part(number, of: switches.count, showing: angle, at: shown.range)
    }
  }

  /// A clip without sound. The item's fades apply to its ends.
  private func part(_ number: Int, of count: Int, showing angle: CameraAngle, at place: SourceRange) -> Item {
    var part = self
    part.kind = .clip(angle.media)
    part.kindRange = place
    part.anglePart = AnglePart(of: self, number, showing: angle)
    part.eachPlace = EachPlace(name: name?.value, key: "")
    part.name = nil
    part.show = nil
    part.sound = Located(.off, at: sound?.range ?? place)
    (part.volume, part.pan, part.loudness) = (nil, nil, nil)
    if number > 0 { part.duck = nil }
    part.filters = filters.map { filters in
      Located(filters.value.filter { $0.value.sense != .sound }, at: filters.range)
    }
    part.fade = fade?.part(isFirst: number == 0, isLast: number == count - 1)
    return part
  }
}

extension Located<ItemFade> {
  /// The fades of one of several items that stand for one.
  func part(isFirst: Bool, isLast: Bool) -> Located<ItemFade>? {
    guard isFirst || isLast else { return nil }
    return Located(
      ItemFade(
        fadeIn: isFirst ? value.fadeIn : nil, fadeOut: isLast ? value.fadeOut : nil, curve: value.curve),
      at: range)
  }
}

/// The sound of an item with `angles`, which its first clip has.
struct AngleSound: Hashable {
  let angle: CameraAngle
  /// The item as it is written.
  let item: Item
  let source: MatchedSource
  let track: AudioTrackFacts
  // What follows is known when the take is.
  var clock = MediaClock(start: .zero)
  var length = RationalTime.zero
  /// The number of the last clip of the item among all items.
  var last = 0
}

extension MediaMatching {
  /// Finds the sound of the item of which this is the first clip.
  mutating func findAngleSound(of first: inout MatchedItem) {
    guard let part = first.item.anglePart, part.number == 0, let angles = part.whole.angles else { return }
    let item = part.whole
    var sources: [String: MatchedSource] = [:]
    for angle in angles.angles { sources[angle.name.value] = source(of: angle, in: first.item) }
    let chosen: CameraAngle?
    switch item.sound?.value {
    case .off?: return
    case .angle(let name)?: chosen = angles[name]
    case .on?, .chosen?, nil: chosen = angles.angles.first
    }
    guard let angle = chosen, let source = sources[angle.name.value], source != .unknown else {
      first.lacksAngleSound = true
      return
    }
    let tracks = sources.compactMapValues { $0.medium.flatMap { media.references[$0].facts.mainAudio } }
    if let track = tracks[angle.name.value] {
      first.angleSound = AngleSound(angle: angle, item: item, source: source, track: track)
    } else if item.sound != nil || !tracks.isEmpty {
      // Silent cameras alone need no key.
      let other = angles.angles.first { tracks[$0.name.value] != nil }
      report(.angleIsSilent(angle, other?.name.value, at: item.sound?.range ?? angle.media.range))
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func angleIsSilent(
    _ angle: CameraAngle, _ other: String?, at place: SourceRange
  ) -> Diagnostic {
    let name = angle.name.value
    return Diagnostic(
      .noSound, severity: .error, "the angle '\(name)' is heard, but '\(angle.media.value)' has no sound",
      at: place,
      hint: (other.map { "write `audio: \($0)`, or `audio: off`" } ?? "write `audio: off`")
        + " for an item without sound")
  }
}
