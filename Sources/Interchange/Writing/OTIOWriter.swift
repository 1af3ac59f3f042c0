import Basics

/// Writes an OpenTimelineIO timeline.
struct OTIOWriter {
  private let timeline: InterchangeTimeline
  private let rate: FrameRate
  private var losses = WritingLosses()
  /// The members under `metadata.editc` besides the canvas.
  var ownMembers: [JSONValue.Member] = []
  /// The remaining number of objects; a sequence is written at each use.
  private var budget = 500_000

  init(_ timeline: InterchangeTimeline) {
    self.timeline = timeline
    rate = timeline.canvas.rate ?? FrameRate(30) ?? .onePerSecond
  }

  mutating func write() throws(TimeOverflow) -> WrittenTimeline {
    let stack = try stack(timeline.main, [.picture, .sound], range: nil, speed: .normal, clip: nil, depth: 0)
    let timeline = JSONValue.membersPresent([
      "OTIO_SCHEMA": "Timeline.1", "metadata": metadata, "name": .string(timeline.name ?? ""),
      "global_start_time": try timeline.canvas.start.map { start throws(TimeOverflow) in try time(start) }
        ?? .null,
      "tracks": stack,
    ])
    return WrittenTimeline(text: timeline.indentedText, losses: losses.all)
  }

  private var metadata: JSONValue {
    var own: [JSONValue.Member] = []
    if let width = timeline.canvas.width, let height = timeline.canvas.height {
      own.append(JSONValue.Member(name: "size", value: .string("\(width)x\(height)")))
    }
    if let rate = timeline.canvas.rate {
      own.append(JSONValue.Member(name: "rate", value: .string(rate.spelling)))
    }
    return .members(["editc": .object(own + ownMembers)])
  }

  // MARK: Tracks

  /// `kinds` are the tracks to write: stacks in picture tracks omit sound, which the sound tracks contain.
  private mutating func stack(
    _ sequence: InterchangeSequence, _ kinds: Set<InterchangeTrack.Kind>, range: JSONValue?,
    speed: PlaybackSpeed,
    clip: InterchangeClip?, depth: Int
  ) throws(TimeOverflow) -> JSONValue {
    budget -= sequence.tracks.map(\.items.count).reduce(1, +)
    guard budget > 0, depth < 24 else { throw TimeOverflow() }
    var tracks: [JSONValue] = []
    if kinds.contains(.picture) {
      for track in sequence.pictures { tracks.append(try self.track(track, .picture, depth: depth)) }
    }
    if kinds.contains(.sound) {
      for track in sequence.sounds { tracks.append(try self.track(track, .sound, depth: depth)) }
      for track in sequence.pictures where track.clips.contains(where: \.playsSound) {
        tracks.append(try self.track(track.soundOnly, .sound, depth: depth))
      }
    }
    for caption in sequence.captions where kinds.contains(.picture) {
      losses.drop(caption.place, "OpenTimelineIO does not support captions")
    }
    var markers: [JSONValue] = []
    for marker in sequence.markers where kinds.contains(.picture) {
      markers.append(
        .members([
          "OTIO_SCHEMA": "Marker.2",
          "metadata": marker.note.map { .members(["editc": .members(["note": .string($0)])]) } ?? .object([]),
          "name": .string(marker.name), "color": "GREEN",
          "marked_range": try self.range(marker.time, .zero),
        ]))
    }
    return .membersPresent([
      "OTIO_SCHEMA": "Stack.1", "metadata": .object([]),
      "name": .string(clip?.name ?? sequence.name ?? "tracks"),
      "source_range": range ?? .null, "effects": .array(try effects(speed)), "markers": .array(markers),
      "enabled": .bool(clip?.isEnabled ?? true), "children": .array(tracks),
    ])
  }

  private mutating func track(
    _ track: InterchangeTrack, _ kind: InterchangeTrack.Kind, depth: Int
  ) throws(TimeOverflow) -> JSONValue {
    var children: [JSONValue] = []
    for item in track.items {
      switch item {
      case .gap(let gap):
        if gap.duration > .zero { children.append(try self.gap(gap.duration)) }
      case .transition(let transition):
        if case .named(let words) = transition.kind {
          losses.approximate(transition.place, "the transition `\(words)` is exported as a dissolve")
        }
        children.append(
          .members([
            "OTIO_SCHEMA": "Transition.1", "metadata": .object([]), "name": "",
            "in_offset": try time(transition.before), "out_offset": try time(transition.after),
            "transition_type": "SMPTE_Dissolve",
          ]))
      case .clip(let clip): children.append(try self.clip(clip, kind, depth: depth))
      }
    }
    return .members([
      "OTIO_SCHEMA": "Track.1", "metadata": .object([]), "name": .string(track.name ?? ""),
      "source_range": .null,
      "effects": .array([]), "markers": .array([]), "enabled": .bool(track.isEnabled),
      "children": .array(children),
      "kind": .string(kind == .sound ? "Audio" : "Video"),
    ])
  }

  private mutating func gap(_ duration: RationalTime) throws(TimeOverflow) -> JSONValue {
    .members([
      "OTIO_SCHEMA": "Gap.1", "metadata": .object([]), "name": "", "source_range": try range(.zero, duration),
      "effects": .array([]), "markers": .array([]), "enabled": .bool(true),
    ])
  }

  // MARK: Clips

  private mutating func clip(
    _ clip: InterchangeClip, _ kind: InterchangeTrack.Kind, depth: Int
  ) throws(TimeOverflow) -> JSONValue {
    losses.usual = kind == .sound ? .sound : .picture
    defer { losses.usual = .picture }
    guard let duration = try timeline.playedDuration(of: clip) else {
      losses.drop(clip.place, "its duration is unknown")
      return try gap(.zero)
    }
    if kind == .picture || !clip.playsSound {
      let isTitle = if case .title = clip.source { true } else { false }
      losses.dropLook(of: clip, except: isTitle ? ["name", "place"] : ["name"])
    }
    var start = clip.start
    if case .factor(let speed) = clip.speed, speed.isNegative {
      start = try start + clip.speed.consumed(in: duration)
    }
    let reference: JSONValue
    switch clip.source {
    case .sequence(let number):
      let range = try self.range(start, duration)
      return try stack(
        timeline.sequences[number], [kind], range: range, speed: clip.speed, clip: clip, depth: depth + 1)
    case .media(let number):
      let media = timeline.media[number]
      if case .fromStart(let timecode?) = media.timing { start = try start + timecode }
      reference = try self.reference(media)
    case .bars: reference = generator("SMPTEBars", [])
    case .color(let color):
      losses.approximate(
        clip.place, "the colour `\(color)` is exported as a generator, which other programs may not support")
      reference = generator(color, [])
    case .gradient(let colors):
      losses.approximate(
        clip.place, "the gradient is exported as a generator, which other programs may not support")
      reference = generator("gradient", [JSONValue.Member(name: "colors", value: .string(colors))])
    case .title(let title):
      losses.approximate(
        clip.place, "the text is exported as a generator, which other programs may not support")
      reference = generator("text", parameters(of: title, clip.layout))
    }
    return .members([
      "OTIO_SCHEMA": "Clip.2", "metadata": .object([]), "name": .string(clip.name ?? name(of: clip.source)),
      "source_range": try range(start, duration), "effects": .array(try effects(clip.speed)),
      "markers": .array([]),
      "enabled": .bool(clip.isEnabled), "media_references": .members(["DEFAULT_MEDIA": reference]),
      "active_media_reference_key": "DEFAULT_MEDIA",
    ])
  }

  private func name(of source: InterchangeClip.Source) -> String {
    if case .media(let number) = source { timeline.media[number].name } else { "" }
  }

  private mutating func reference(_ media: InterchangeMedia) throws(TimeOverflow) -> JSONValue {
    var available: JSONValue = .null
    if let duration = media.duration, case .fromStart(let timecode) = media.timing {
      available = try range(timecode ?? .zero, duration)
    }
    let schema = media.path == nil ? "MissingReference.1" : "ExternalReference.1"
    return .membersPresent([
      "OTIO_SCHEMA": .string(schema), "metadata": .object([]), "name": .string(media.name),
      "available_range": available,
      "target_url": media.path.map { .string($0) },
    ])
  }

  /// A generator; the note in `metadata` marks parameters that `OTIOReader` knows.
  private func generator(_ kind: String, _ parameters: [JSONValue.Member]) -> JSONValue {
    .members([
      "OTIO_SCHEMA": "GeneratorReference.1",
      "metadata": parameters.isEmpty
        ? .object([]) : .members(["editc": .members(["generator": .string(kind)])]),
      "name": "", "available_range": .null, "generator_kind": .string(kind),
      "parameters": .object(parameters),
    ])
  }

  private func parameters(of title: InterchangeTitle, _ layout: InterchangeLayout?) -> [JSONValue.Member] {
    var found = [JSONValue.Member(name: "text", value: .string(title.text))]
    func add(_ name: String, _ value: JSONValue?) {
      if let value { found.append(JSONValue.Member(name: name, value: value)) }
    }
    add("font", title.font.map(JSONValue.string))
    add("color", title.color.map(JSONValue.string))
    guard let look = title.look else { return found }
    add("size", .number(look.size))
    add("weight", .integer(Int64(look.weight)))
    add("alignment", .string(look.alignment.rawValue))
    guard let layout, layout.anchor == .center else { return found }
    add("x", .number(layout.x))
    add("y", .number(layout.y))
    add("scale", layout.scale.map(JSONValue.number))
    add("rotation", layout.rotation.map(JSONValue.number))
    return found
  }

  private func effects(_ speed: PlaybackSpeed) throws(TimeOverflow) -> [JSONValue] {
    switch speed {
    case .frozen:
      return [
        .members([
          "OTIO_SCHEMA": "FreezeFrame.1", "metadata": .object([]), "name": "", "effect_name": "FreezeFrame",
          "time_scalar": .number(0),
        ])
      ]
    case .factor(let factor):
      guard factor != .one else { return [] }
      return [
        .members([
          "OTIO_SCHEMA": "LinearTimeWarp.1", "metadata": .object([]), "name": "",
          "effect_name": "LinearTimeWarp",
          "time_scalar": .number(factor.inSeconds),
        ])
      ]
    }
  }

  // MARK: Times

  private func range(_ start: RationalTime, _ duration: RationalTime) throws(TimeOverflow) -> JSONValue {
    .members([
      "OTIO_SCHEMA": "TimeRange.1", "duration": try time(duration), "start_time": try time(start),
    ])
  }

  /// A time in frames of the film if it is a whole number, else in units of its own fraction.
  private func time(_ time: RationalTime) throws(TimeOverflow) -> JSONValue {
    let (value, unit): (Double, Double) =
      if let frame = rate.frame(at: time), !frame.wasRounded {
        (Double(frame.value), Double(rate.frames) / Double(rate.seconds))
      } else {
        (Double(time.value), Double(time.timescale))
      }
    return .members(["OTIO_SCHEMA": "RationalTime.1", "rate": .number(unit), "value": .number(value)])
  }
}

extension InterchangeTrack {
  /// The sound of a picture track: silent clips become gaps.
  var soundOnly: InterchangeTrack {
    var track = InterchangeTrack(kind: .sound, name: name, isEnabled: isEnabled)
    for item in items {
      switch item {
      case .clip(let clip) where !clip.playsSound:
        track.items.append(.gap(InterchangeGap(duration: clip.duration ?? .zero, place: clip.place)))
      case .transition(let transition):
        // A transition between two gaps has no effect.
        track.items.append(.transition(transition))
      default: track.items.append(item)
      }
    }
    for index in track.items.indices.reversed() where track.items[index].isTransition {
      let neighbours = [index - 1, index + 1].filter(track.items.indices.contains).map { track.items[$0] }
      let hasClip = neighbours.contains { if case .clip = $0 { true } else { false } }
      if !hasClip { track.items.remove(at: index) }
    }
    return track
  }
}
