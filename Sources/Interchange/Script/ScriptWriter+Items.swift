import Basics
import ScriptWriting

extension ScriptWriter {
  struct Parts {
    var timeline: [ScriptItem] = []
    var overlays: [ScriptItem] = []
    var audio: [ScriptItem] = []
  }

  /// The lists of a sequence. Its lowest picture track is the timeline.
  mutating func parts(of sequence: InterchangeSequence, isFilm: Bool) throws(TimeOverflow) -> Parts {
    let joined = try sequence.joiningSoundToPictures()
    var parts = Parts()
    var pictures = joined.pictures.filter { !$0.items.isEmpty }
    var sounds = joined.sounds.filter { !$0.items.isEmpty }
    var primary: InterchangeTrack?
    if !pictures.isEmpty {
      primary = pictures.removeFirst()
    } else if isFilm, !sounds.isEmpty {
      primary = sounds.removeFirst()
    } else if let length = try joined.duration(), length > .zero {
      // The timeline of a sequence needs pictures; sounds alone play beside an empty one.
      parts.timeline = [ScriptItem("gap", times.text(length))]
    }
    if let primary {
      var length = try primary.duration()
      if let known = length, let longest = try joined.duration(), longest > known {
        length = try longest - known
      } else {
        length = nil
      }
      parts.timeline = try timelineItems(primary, gapAtEnd: length)
    }
    for track in pictures { parts.overlays += try placedItems(track, style: .fadesIn) }
    for track in sounds { parts.audio += try placedItems(track, style: .fadesBoth) }
    return parts
  }

  private mutating func scriptTrack(_ track: InterchangeTrack, _ style: ScriptTrack.Style)
    throws(TimeOverflow)
    -> ScriptTrack
  {
    let timeline = timeline
    let written = try ScriptTrack(track, style: style) { source throws(TimeOverflow) in
      try timeline.length(of: source)
    }
    losses += written.losses
    return written
  }

  private mutating func timelineItems(
    _ track: InterchangeTrack, gapAtEnd: RationalTime?
  ) throws(TimeOverflow) -> [ScriptItem] {
    var items: [ScriptItem] = []
    // Adjacent gaps are merged.
    var gap = RationalTime.zero
    func addGap() {
      if gap > .zero { items.append(ScriptItem("gap", times.text(gap))) }
      gap = .zero
    }
    for element in try scriptTrack(track, .items).elements {
      switch element {
      case .gap(let duration): gap = try gap + duration
      case .transition(let words, let duration):
        addGap()
        items.append(ScriptItem("transition", "\(words) \(times.text(duration))"))
      case .clip(let clip):
        guard var item = try item(clip.clip, isSound: track.kind == .sound) else {
          gap = try gap + (clip.clip.duration ?? .zero)
          continue
        }
        addGap()
        if !track.isEnabled || !clip.clip.isEnabled {
          // A disabled item takes no time; a gap preserves the time of what follows.
          item.set("enabled", "false")
          items.append(item)
          gap = try gap + (clip.clip.duration ?? .zero)
        } else {
          items.append(item)
          gap = try gap + (missingEnd(of: clip.clip) ?? .zero)
        }
      }
    }
    gap = try gap + (gapAtEnd ?? .zero)
    addGap()
    return items
  }

  private mutating func placedItems(
    _ track: InterchangeTrack, style: ScriptTrack.Style
  ) throws(TimeOverflow) -> [ScriptItem] {
    var items: [ScriptItem] = []
    for element in try scriptTrack(track, style).elements {
      guard case .clip(let clip) = element else { continue }
      guard let start = clip.start, !start.isNegative else {
        lose(
          clip.clip.place, .dropped(reason: "its start is unknown"),
          affecting: track.kind == .sound ? .sound : .picture)
        continue
      }
      guard var item = try item(clip.clip, isSound: track.kind == .sound) else { continue }
      if !track.isEnabled || !clip.clip.isEnabled { item.set("enabled", "false") }
      if start != .zero { item.set("at", times.text(start)) }
      items.append(item)
    }
    return items
  }

  // MARK: An item

  /// Nil for a clip that a script cannot play, which is reported.
  private mutating func item(_ clip: InterchangeClip, isSound: Bool) throws(TimeOverflow) -> ScriptItem? {
    usualEffect = isSound ? .sound : .picture
    defer { usualEffect = .picture }
    var item: ScriptItem
    switch clip.source {
    case .media(let number):
      guard let made = try mediaItem(clip, number, isSound: isSound) else { return nil }
      item = made
    case .sequence(let number):
      if try timeline.length(of: clip.source) == .zero { return refused(clip, "the sequence is empty") }
      item = ScriptItem("sequence", sequenceNames[number])
      guard try addTake(to: &item, clip) else { return nil }
      if !isSound, !clip.playsSound, timeline.sequences[number].hasSound { item.set("audio", "off") }
    case .title(let title):
      item = ScriptItem("text", writtenScalar(title.text))
      item.set("font", title.font.map(writtenScalar))
      if let look = title.look {
        item.set("size", writtenNumber(look.size).map { $0 + "px" })
        if look.weight != 400 { item.set("weight", look.weightWord) }
        if title.text.contains(where: \.isNewline) { item.set("align", look.alignment.rawValue) }
      }
      item.set("color", title.color.map { $0.hasPrefix("#") ? "\"\($0)\"" : $0 })
      if title.isAtBottom, clip.layout == nil { item.set("place", "bottom, margin 6%") }
      item.set("for", clip.duration.map(times.text))
    case .color(let color):
      item = ScriptItem("color", color.hasPrefix("#") ? "\"\(color)\"" : color)
      item.set("for", clip.duration.map(times.text))
    case .gradient(let colors):
      item = ScriptItem("gradient", writtenScalar(colors))
      item.set("for", clip.duration.map(times.text))
    case .bars:
      item = ScriptItem("bars", "smpte")
      item.set("for", clip.duration.map(times.text))
    }
    if isSound, case .media = clip.source {
    } else if isSound, case .sequence = clip.source {
    } else if isSound {
      lose(clip.place, .dropped(reason: "it has no sound"))
      return nil
    }
    try addLook(to: &item, clip, isSound: isSound)
    addNote(to: &item, clip)
    item.comments += clip.remarks.map(commentText)
    return item
  }

  private mutating func mediaItem(
    _ clip: InterchangeClip, _ number: Int, isSound: Bool
  ) throws(TimeOverflow) -> ScriptItem? {
    let file = timeline.media[number]
    let isStill = file.kind == .still && !isSound
    var item = ScriptItem(isStill ? "image" : "clip", media.entries[number].name)
    if isStill {
      item.set("for", clip.duration.map(times.text))
      return item
    }
    guard try addTake(to: &item, clip) else { return nil }
    if !isSound, !clip.playsSound, file.hasSound, clip.speed != .frozen { item.set("audio", "off") }
    return item
  }

  /// Sets `take`, `speed`, `freeze` and `for`. False if the part cannot be played.
  private mutating func addTake(to item: inout ScriptItem, _ clip: InterchangeClip) throws(TimeOverflow)
    -> Bool
  {
    let timing: InterchangeMedia.Timing =
      if case .media(let number) = clip.source { timeline.media[number].timing } else {
        .fromStart(timecode: nil)
      }
    switch clip.speed {
    case .frozen:
      guard let duration = clip.duration else { return true }
      if case .timecode(let rate, let isDropFrame) = timing {
        let end = try clip.start + rate.frameDuration
        item.set("take", times.range(clip.start, end, rate: rate, isDropFrame: isDropFrame))
        item.set("audio", "off")
      } else {
        guard !clip.start.isNegative else { return refuse(clip) }
        item.set("freeze", times.text(clip.start))
      }
      item.set("for", times.text(duration))
      return true
    case .factor(let speed):
      guard let least = RationalTime(1, 1000),
        (least...RationalTime(seconds: 1000)).contains(max(speed, try -speed))
      else {
        return refuse(clip, "scripts do not support a speed of \(written(speed)): it is replaced with a gap")
      }
      var start = try clip.source(at: .zero)
      var end: RationalTime?
      if var duration = clip.duration {
        if let missing = try missingEnd(of: clip) {
          duration = try duration - missing
          item.comments.append("its source ends \(missing) before it does")
          lose(
            clip.place, .approximated(difference: "its source ends \(missing) before it does: a gap follows"))
        }
        guard duration > .zero else { return refuse(clip) }
        let other = try clip.source(at: duration)
        (start, end) = (min(start, other), max(start, other))
      }
      guard !start.isNegative else { return refuse(clip) }
      if case .timecode(let rate, let isDropFrame) = timing {
        item.set(
          "take", times.range(start, end, rate: rate, isDropFrame: isDropFrame) ?? times.range(start, end))
      } else if !(start == .zero && end == nil), try !isWhole(clip, start, end) {
        item.set("take", times.range(start, end))
      }
      if let map = clip.motion.speed, let duration = clip.duration {
        item.set("speed", try text(of: map, lasting: duration))
      } else if speed != .one {
        item.set("speed", written(speed))
      }
      return true
    }
  }

  private mutating func refused(_ clip: InterchangeClip, _ reason: String) -> ScriptItem? {
    lose(clip.place, .dropped(reason: reason))
    return nil
  }

  private mutating func refuse(
    _ clip: InterchangeClip, _ reason: String = "the part is outside its source: it is replaced with a gap"
  ) -> Bool {
    lose(clip.place, .dropped(reason: reason))
    return false
  }

  /// Whether the whole sequence is played.
  private func isWhole(_ clip: InterchangeClip, _ start: RationalTime, _ end: RationalTime?)
    throws(TimeOverflow)
    -> Bool
  {
    guard case .sequence = clip.source, start == .zero, let end,
      let length = try timeline.length(of: clip.source)
    else {
      return false
    }
    return end == length
  }

  /// How far a clip exceeds the end of its sequence; nil if it does not.
  func missingEnd(of clip: InterchangeClip) throws(TimeOverflow) -> RationalTime? {
    // Clips that change speed and exceed their sequence are already split into clips of one speed.
    guard case .sequence = clip.source, clip.motion.speed == nil, case .factor(let speed) = clip.speed,
      speed > .zero, let duration = clip.duration,
      let length = try timeline.length(of: clip.source)
    else { return nil }
    let end = try clip.start + clip.speed.consumed(in: duration)
    guard end > length else { return nil }
    return min(duration, try (end - length).divided(by: speed))
  }

  /// Adds the name of a clip as a note, if it adds something to that of its source.
  private func addNote(to item: inout ScriptItem, _ clip: InterchangeClip) {
    guard let name = clip.name, !name.trimmingBlanks.isEmpty else { return }
    switch clip.source {
    case .media(let number):
      let path = media.entries[number].path
      if timeline.media[number].name == name || path.contains(name) || name.contains(path) { return }
    case .sequence(let number): if timeline.sequences[number].name == name { return }
    case .title, .color, .gradient, .bars: return
    }
    item.set("note", writtenScalar(name))
  }
}

extension InterchangeTimeline {
  /// The length of a source; nil if it is endless or unknown.
  func length(of source: InterchangeClip.Source) throws(TimeOverflow) -> RationalTime? {
    switch source {
    case .media(let number):
      guard case .fromStart = media[number].timing, media[number].kind == .film else { return nil }
      return media[number].duration
    case .sequence(let number): return try sequences[number].duration()
    case .title, .color, .gradient, .bars: return nil
    }
  }
}

extension InterchangeSequence {
  private struct PlayedPart: Hashable {
    let source: InterchangeClip.Source
    let start: RationalTime
    let at: RationalTime
    let duration: RationalTime
    let speed: PlaybackSpeed
    let changes: InterchangeTimeMap?

    init?(_ placed: PlacedItem) {
      guard case .clip(let clip) = placed.item, let duration = clip.duration, case .media = clip.source,
        clip.isEnabled
      else {
        return nil
      }
      source = clip.source
      start = clip.start
      at = placed.start
      self.duration = duration
      speed = clip.speed
      changes = clip.motion.speed
    }
  }

  /// The sequence with sounds beside their own pictures merged into one item that plays both.
  func joiningSoundToPictures() throws(TimeOverflow) -> InterchangeSequence {
    var heard: [PlayedPart: InterchangeClip] = [:]
    for track in sounds where track.isEnabled && !track.items.contains(where: \.isTransition) {
      for placed in try track.placed() {
        if let part = PlayedPart(placed), case .clip(let clip) = placed.item {
          heard[part] = heard[part] ?? clip
        }
      }
    }
    var joined: Set<PlayedPart> = []
    var result = self
    for index in tracks.indices
    where tracks[index].kind == .picture && tracks[index].isEnabled
      && !tracks[index].items.contains(where: \.isTransition)
    {
      let placed = try tracks[index].placed()
      for (number, entry) in placed.enumerated() {
        // A fade of an item applies to picture and sound.
        guard let part = PlayedPart(entry), let sound = heard[part], case .clip(var clip) = entry.item,
          !clip.playsSound, clip.fadeIn == sound.fadeIn, clip.fadeOut == sound.fadeOut,
          joined.insert(part).inserted
        else { continue }
        clip.playsSound = true
        clip.volume = sound.volume
        clip.motion.volume = sound.motion.volume
        clip.remarks += sound.remarks.filter { !clip.remarks.contains($0) }
        result.tracks[index].items[number] = .clip(clip)
      }
    }
    for index in tracks.indices
    where tracks[index].kind == .sound && tracks[index].isEnabled
      && !tracks[index].items.contains(where: \.isTransition)
    {
      for (number, entry) in try tracks[index].placed().enumerated() {
        // The channels of one file are in separate tracks; the file is played once.
        guard let part = PlayedPart(entry), !joined.insert(part).inserted else { continue }
        result.tracks[index].items[number] = .gap(
          InterchangeGap(duration: part.duration, place: entry.item.place))
      }
      if result.tracks[index].clips.isEmpty { result.tracks[index].items = [] }
    }
    return result
  }
}

extension InterchangeItem {
  var isTransition: Bool { if case .transition = self { true } else { false } }
}
