import Basics

/// Writes an edit decision list in CMX3600 format.
struct EDLWriter {
  private let timeline: InterchangeTimeline
  private let rate: FrameRate
  private let isDropFrame: Bool
  private var losses = WritingLosses()
  private var lines: [String] = []
  private var number = 0
  private var reels: [String: String] = [:]
  private var takenReels: Set<String> = ["BL", "AX"]

  init(_ timeline: InterchangeTimeline, _ rate: FrameRate) {
    self.timeline = timeline
    self.rate = rate
    isDropFrame = timeline.canvas.isDropFrame && rate.droppedPerMinute != nil
  }

  mutating func write() throws(TimeOverflow) -> WrittenTimeline {
    lines.append("TITLE: \(commentText(timeline.name ?? "editc"))")
    lines.append("FCM: \(isDropFrame ? "DROP FRAME" : "NON-DROP FRAME")")
    let sequence = timeline.main
    let pictures = sequence.pictures.filter { !$0.clips.isEmpty }
    if let first = pictures.first { try write(first) { $0.playsSound ? "AA/V" : "V" } }
    for track in pictures.dropFirst() {
      for clip in track.clips { losses.drop(clip.place, "an EDL has only one video track") }
    }
    // The first two channels are the pictures' own sound.
    let taken = pictures.first?.clips.contains(where: \.playsSound) ?? false ? 2 : 0
    for (index, track) in sequence.sounds.enumerated() {
      let channel = taken + index
      try write(track) { _ in channel == 0 ? "A" : "A\(channel + 1)" }
    }
    for marker in sequence.markers {
      let name = commentText(marker.name).split(separator: " ").joined(separator: " ")
      lines.append("* LOC: \(try record(marker.time, marker.place)) GREEN   \(name)")
    }
    for caption in sequence.captions { losses.drop(caption.place, "an EDL cannot contain captions") }
    return WrittenTimeline(text: lines.joined(separator: "\n") + "\n", losses: losses.all)
  }

  /// A clip, including the parts shown by transitions.
  private struct Event {
    let clip: InterchangeClip
    /// Its start without its transition.
    let nominalStart: RationalTime
    var start: RationalTime
    var end: RationalTime
    /// The transition into it, with its length.
    var transition: (words: String, length: RationalTime)?
  }

  private mutating func write(_ track: InterchangeTrack, channel: (InterchangeClip) -> String)
    throws(TimeOverflow)
  {
    let placed = try track.placed()
    var previous: Event?
    for (index, entry) in placed.enumerated() {
      guard case .clip(let clip) = entry.item else { continue }
      guard clip.isEnabled, track.isEnabled else {
        losses.drop(clip.place, "an EDL cannot contain disabled items")
        continue
      }
      guard case .media(let media) = clip.source, let duration = try timeline.playedDuration(of: clip) else {
        losses.drop(clip.place, "an EDL can contain only media with a known length")
        continue
      }
      losses.dropLook(of: clip, except: ["name"])
      var event = Event(
        clip: clip, nominalStart: entry.start, start: entry.start, end: try entry.start + duration)
      if index > 0, case .transition(let transition) = placed[index - 1].item,
        try hasRoom(for: transition, before: clip)
      {
        event.start = try event.start - transition.before
        event.transition = (code(transition), try transition.before + transition.after)
      }
      if index + 1 < placed.count, case .transition(let transition) = placed[index + 1].item {
        // If the next source starts too late, the transition becomes a cut.
        if index + 2 < placed.count, case .clip(let next) = placed[index + 2].item,
          try !hasRoom(for: transition, before: next)
        {
          losses.drop(transition.place, "the next source has no frames before its start")
          try write(event, media, channel(clip), after: previous)
          previous = event
          continue
        }
        let nextIsClip =
          index + 2 < placed.count && { if case .clip = placed[index + 2].item { true } else { false } }()
        if index + 2 < placed.count, case .clip(let next) = placed[index + 2].item, clip.playsSound,
          !next.playsSound
        {
          losses.approximate(clip.place, "its sound ends where the transition starts", affecting: .sound)
        }
        if nextIsClip {
          event.end = try event.end - transition.before
        } else {
          losses.approximate(transition.place, "omitted: the fade at the end")
        }
      }
      guard event.start < event.end else {
        losses.drop(clip.place, "transitions cover all of it")
        continue
      }
      if let transition = event.transition, transition.length > (try event.end - event.start) {
        losses.drop(clip.place, "omitted: the transition into it, which is longer than its event")
        event.transition = nil
      }
      try write(event, media, channel(clip), after: previous)
      previous = event
    }
  }

  /// Whether the source of a clip starts early enough for the transition into it.
  private func hasRoom(for transition: InterchangeTransition, before clip: InterchangeClip)
    throws(TimeOverflow) -> Bool
  {
    let first = try clip.start - clip.speed.consumed(in: transition.before)
    if case .fromStart(let timecode?) = media(of: clip).timing { return try first + timecode >= .zero }
    return !first.isNegative
  }

  private mutating func code(_ transition: InterchangeTransition) -> String {
    switch transition.kind {
    case .dissolve: return "D"
    case .named("wipe right"): return "W001"
    case .named("wipe down"): return "W002"
    case .named(let words):
      losses.approximate(transition.place, "the transition `\(words)` is exported as a dissolve")
      return "D"
    }
  }

  private mutating func write(
    _ event: Event, _ media: Int, _ channel: String, after previous: Event?
  ) throws(TimeOverflow) {
    number += 1
    let clip = event.clip
    let shift = try event.start - event.nominalStart
    let start = try clip.start + clip.speed.consumed(in: shift)
    let length = try event.end - event.start
    let consumed = clip.speed == .frozen ? rate.frameDuration : try clip.speed.consumed(in: length)
    let other = try start + consumed
    let (low, high) = (min(start, other), max(start, other))
    let reel = reel(of: timeline.media[media])
    var kind = "C       "
    if let transition = event.transition {
      let count = try frames(transition.length, clip.place)
      let before = previous.flatMap { $0.end == event.start ? $0 : nil }
      var from = "BL"
      if let before { from = self.reel(of: self.media(of: before.clip)) }
      let edge: String =
        if let before {
          try source(
            before.clip.start + before.clip.speed.consumed(in: before.end - before.nominalStart), before.clip)
        } else { "00:00:00:00" }
      let record = try record(event.start, clip.place)
      lines.append(line(from, channel, "C       ", [edge, edge, record, record]))
      kind =
        transition.words.padded(to: 5) + String(repeating: "0", count: max(0, 3 - "\(count)".count))
        + "\(count)"
    }
    lines.append(
      line(
        reel, channel, kind,
        [
          try source(low, clip), try source(high, clip), try record(event.start, clip.place),
          try record(event.end, clip.place),
        ]))
    if clip.speed != .normal { try writeSpeed(clip, reel, low) }
    let name = commentText(clip.name ?? timeline.media[media].name)
    if event.transition != nil, let previous, previous.end == event.start {
      lines.append(
        "* FROM CLIP NAME: \(commentText(previous.clip.name ?? self.media(of: previous.clip).name))")
      lines.append("* TO CLIP NAME: \(name)")
    } else {
      lines.append("* FROM CLIP NAME: \(name)")
    }
    if let path = timeline.media[media].path { lines.append("* SOURCE FILE: \(commentText(path))") }
  }

  private mutating func writeSpeed(_ clip: InterchangeClip, _ reel: String, _ start: RationalTime)
    throws(TimeOverflow)
  {
    var tenths: Int64 = 0
    if case .factor(let factor) = clip.speed {
      let exact = try factor.scaled(by: rate.nominal * 10, over: 1)
      tenths = exact.rounded(toUnits: 1)?.value ?? 0
      if exact.timescale != 1 {
        losses.approximate(clip.place, "the speed is rounded to a tenth of a frame per second")
      }
    }
    let digits = "\(tenths.magnitude / 10)"
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    lines.append(
      "M2   \(reel.padded(to: 8))       \(tenths < 0 ? "-" : "")\(padded).\(tenths.magnitude % 10)                \(try source(start, clip))"
    )
  }

  private func line(_ reel: String, _ channel: String, _ kind: String, _ times: [String]) -> String {
    let digits = "\(number)"
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    return "\(padded)  \(reel.padded(to: 8)) \(channel.padded(to: 5)) \(kind) \(times.joined(separator: " "))"
  }

  private func media(of clip: InterchangeClip) -> InterchangeMedia {
    if case .media(let number) = clip.source { return timeline.media[number] }
    return InterchangeMedia(name: "", place: clip.place)
  }

  /// A reel name of eight letters and digits for a file.
  private mutating func reel(of media: InterchangeMedia) -> String {
    let key = media.path ?? media.name
    if let known = reels[key] { return known }
    let letters = media.name.uppercased().unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }
    var base = ""
    base.unicodeScalars.append(contentsOf: letters)
    if base.isEmpty { base = "REEL" }
    var name = String(base.prefix(8))
    var count = 2
    while takenReels.contains(name) {
      let suffix = "\(count)"
      name = String(base.prefix(8 - suffix.count)) + suffix
      count += 1
    }
    takenReels.insert(name)
    reels[key] = name
    return name
  }

  // MARK: Times

  private mutating func frames(_ time: RationalTime, _ place: InputPlace) throws(TimeOverflow) -> Int64 {
    guard let frame = rate.frame(at: time) else { throw TimeOverflow() }
    if frame.wasRounded { losses.approximate(place, "\(time) is rounded to the frame") }
    return frame.value
  }

  private mutating func record(_ time: RationalTime, _ place: InputPlace) throws(TimeOverflow) -> String {
    let first = try frames(timeline.canvas.start ?? .zero, place)
    let (frame, overflow) = try frames(time, place).addingReportingOverflow(first)
    guard !overflow else { throw TimeOverflow() }
    return try timecode(frame, place)
  }

  private mutating func source(_ time: RationalTime, _ clip: InterchangeClip) throws(TimeOverflow) -> String {
    var time = time
    if case .fromStart(let timecode?) = media(of: clip).timing { time = try time + timecode }
    return try timecode(try frames(time, clip.place), clip.place)
  }

  private mutating func timecode(_ frame: Int64, _ place: InputPlace) throws(TimeOverflow) -> String {
    // Timecode restarts after a day.
    let day = rate.nominal * 86400 - (isDropFrame ? (rate.droppedPerMinute ?? 0) * 1296 : 0)
    if frame < 0 || frame >= day {
      losses.approximate(place, "timecode restarts after 24 hours", affecting: .neither)
    }
    let wrapped = ((frame % day) + day) % day
    guard let timecode = Timecode(frameNumber: wrapped, at: rate, isDropFrame: isDropFrame) else {
      throw TimeOverflow()
    }
    return "\(timecode)"
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}
