import Basics

/// The looks of a picture that leave layers below visible.
package enum RevealingLook: String, Hashable, Sendable, CaseIterable {
  case place, crop, opacity, mask, blend
  case chromaKey = "chroma key"
}

extension InterchangeClip {
  fileprivate var revealingLooks: Set<RevealingLook> {
    var looks = lostLooks
    // A title includes its place.
    let hasPlace: Bool = if case .title = source { false } else { layout != nil }
    if hasPlace { looks.insert(.place) }
    if crop != nil { looks.insert(.crop) }
    if let opacity, opacity != 1 { looks.insert(.opacity) }
    return looks
  }
}

extension InterchangeFormat {
  fileprivate var writtenLooks: Set<RevealingLook> {
    switch self {
    case .fcpxml: [.place, .crop, .opacity]
    case .mlt, .ffmpeg: [.place, .opacity]
    case .xmeml: [.opacity]
    case .edl, .playerEDL, .otio, .losslessCut, .segmentTable, .autoEditor, .editly: []
    }
  }

  /// Whether the format can contain disabled items.
  fileprivate var hasDisabledItems: Bool { [.otio, .fcpxml, .xmeml].contains(self) }

  /// Whether the format loses colours.
  fileprivate var losesColors: Bool { self == .fcpxml }
}

extension InterchangeTimeline {
  /// The timeline without upper pictures that would hide more than in the film, because the format cannot
  /// contain their place, mask and so on. A format with disabled items keeps them as such.
  func withoutHidingPictures(in format: InterchangeFormat) -> (
    timeline: InterchangeTimeline, losses: WritingLosses
  ) {
    var losses = WritingLosses()
    var timeline = self
    let raised = raisedSequences
    for number in timeline.sequences.indices {
      var isLowest = !raised.contains(number)
      for index in timeline.sequences[number].tracks.indices
      where timeline.sequences[number].tracks[index].kind == .picture {
        if !isLowest {
          let items = timeline.sequences[number].tracks[index].items
          timeline.sequences[number].tracks[index].items = items.map { shown($0, in: format, &losses) }
        }
        isLowest = false
      }
    }
    return (timeline, losses)
  }

  private func shown(_ item: InterchangeItem, in format: InterchangeFormat, _ losses: inout WritingLosses)
    -> InterchangeItem
  {
    guard case .clip(var clip) = item, clip.isEnabled else { return item }
    var missing = clip.revealingLooks.subtracting(format.writtenLooks).map(\.rawValue)
    if format.losesColors, clip.source.isDrawn { missing.append("colour") }
    guard !missing.isEmpty else { return item }
    let words = "without its \(missing.sorted().joined(separator: " and ")) it would hide the layers below"
    if format.hasDisabledItems {
      losses.approximate(clip.place, "it is disabled: " + words)
      clip.isEnabled = false
      return .clip(clip)
    }
    losses.drop(clip.place, words)
    return .gap(
      InterchangeGap(duration: (try? playedDuration(of: clip)) ?? clip.duration ?? .zero, place: clip.place))
  }

  /// The sequences that are played above other pictures.
  private var raisedSequences: Set<Int> {
    var raised: Set<Int> = []
    var waiting: [Int] = []
    func add(_ track: InterchangeTrack) {
      for clip in track.clips {
        if case .sequence(let number) = clip.source, sequences.indices.contains(number),
          raised.insert(number).inserted
        {
          waiting.append(number)
        }
      }
    }
    for sequence in sequences { sequence.pictures.dropFirst().forEach(add) }
    while let number = waiting.popLast() { sequences[number].pictures.forEach(add) }
    return raised
  }
}

extension InterchangeClip.Source {
  fileprivate var isDrawn: Bool {
    switch self {
    case .color, .gradient, .bars: true
    case .media, .sequence, .title: false
    }
  }
}
