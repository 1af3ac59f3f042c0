import Basics
import XMLTree

/// Writes a film for MLT, which `melt` plays and renders.
///
/// MLT counts all times in frames of the film, and ranges include their last frame.
struct MLTWriter {
  private let timeline: InterchangeTimeline
  private let rate: FrameRate
  private var losses = WritingLosses()
  private var producers: [XMLElement] = []
  private var producerIDs: [Producer: String] = [:]
  private var dissolveCount = 0

  /// The key by which uses of a source share a producer.
  private struct Producer: Hashable {
    let source: InterchangeClip.Source
    let speed: PlaybackSpeed
    let plays: Parts
    /// The frozen frame; nil if there is none.
    let held: Int64?
  }

  private enum Parts: Hashable {
    case picture, sound, both
  }

  init(_ timeline: InterchangeTimeline, _ rate: FrameRate) {
    self.timeline = timeline
    self.rate = rate
  }

  mutating func write() throws(TimeOverflow) -> WrittenTimeline {
    // Sequences must precede their users.
    for number in try order() {
      producers += try tractor(timeline.sequences[number], id: "sequence\(number)", over: "#00000000")
    }
    let film = try tractor(timeline.main, id: "film", over: "#000000")
    for marker in timeline.main.markers {
      losses.drop(marker.place, "MLT does not support markers", affecting: .neither)
    }
    for caption in timeline.main.captions { losses.drop(caption.place, "MLT does not support captions") }
    let size = (timeline.canvas.width ?? 1920, timeline.canvas.height ?? 1080)
    let profile = XMLElement(
      "profile",
      [
        XMLAttribute("width", "\(size.0)"), XMLAttribute("height", "\(size.1)"),
        XMLAttribute("progressive", "1"),
        XMLAttribute("sample_aspect_num", "1"), XMLAttribute("sample_aspect_den", "1"),
        XMLAttribute("display_aspect_num", "\(size.0)"), XMLAttribute("display_aspect_den", "\(size.1)"),
        XMLAttribute("frame_rate_num", "\(rate.frames)"), XMLAttribute("frame_rate_den", "\(rate.seconds)"),
        XMLAttribute("colorspace", "709"),
      ])
    let root = XMLElement(
      "mlt", [XMLAttribute("LC_NUMERIC", "C"), XMLAttribute("producer", "film")], [profile] + producers + film
    )
    return WrittenTimeline(text: root.document(), losses: losses.all)
  }

  /// The sequences that the film plays, each after those that it plays itself.
  private func order() throws(TimeOverflow) -> [Int] {
    var ordered: [Int] = []
    var waiting = timeline.usedSequences
    while !waiting.isEmpty {
      let ready = waiting.filter { number in
        timeline.sequences[number].tracks.flatMap(\.clips).allSatisfy { clip in
          if case .sequence(let inner) = clip.source { ordered.contains(inner) } else { true }
        }
      }
      // Sequences that contain themselves cannot be written.
      guard !ready.isEmpty else { throw TimeOverflow() }
      ordered += ready
      waiting.removeAll { ready.contains($0) }
    }
    return ordered
  }

  // MARK: Tracks

  private mutating func tractor(
    _ sequence: InterchangeSequence, id: String, over background: String
  ) throws(TimeOverflow) -> [XMLElement] {
    var elements: [XMLElement] = []
    var tracks: [XMLElement] = []
    let length = try frame(sequence.duration() ?? .zero, nil)
    if length > 0 {
      elements.append(color(background, id: "\(id)-background", length: length))
      tracks.append(XMLElement("track", [XMLAttribute("producer", "\(id)-background")]))
    }
    var mixes: [XMLElement] = []
    defer { losses.usual = .picture }
    for (index, track) in (sequence.pictures + sequence.sounds).enumerated() {
      losses.usual = track.kind == .sound ? .sound : .picture
      guard track.isEnabled else {
        for clip in track.clips { losses.drop(clip.place, "the track is disabled") }
        continue
      }
      let name = "\(id)-track\(index)"
      let entries = try entries(track)
      elements.append(XMLElement("playlist", [XMLAttribute("id", name)], entries.map(\.element)))
      var attributes = [XMLAttribute("producer", name)]
      if track.kind == .sound { attributes.append(XMLAttribute("hide", "video")) }
      tracks.append(XMLElement("track", attributes))
      let number = tracks.count - 1
      if track.kind == .picture { mixes += layings(entries, onTrack: number) }
      mixes.append(transition("mix", 0, number, [("always_active", "1"), ("sum", "1")]))
    }
    let tractor = XMLElement(
      "tractor",
      [XMLAttribute("id", id), XMLAttribute("in", "0"), XMLAttribute("out", "\(max(0, length - 1))")],
      tracks + mixes)
    let made = producers
    producers = []
    return made + elements + [tractor]
  }

  /// The transitions that put the pictures of a track over those below. The `qtblend` of editors needs a
  /// display, and `composite` darkens transparent parts of a sequence.
  private func layings(_ entries: [Entry], onTrack number: Int) -> [XMLElement] {
    guard entries.contains(where: { $0.stand != nil }) else {
      return [transition("affine", 0, number, [("always_active", "1")])]
    }
    return entries.compactMap { entry in
      guard let frames = entry.frames else { return nil }
      let stand = entry.stand.map { stand in
        [("rect", stand.rectangle), ("distort", "1")] + (stand.degrees.map { [("fix_rotate_x", $0)] } ?? [])
      }
      return transition("affine", 0, number, stand ?? [], frames)
    }
  }

  private func transition(
    _ service: String, _ a: Int, _ b: Int, _ more: [(String, String)], _ frames: Range<Int64>? = nil
  ) -> XMLElement {
    let properties = [("a_track", "\(a)"), ("b_track", "\(b)"), ("mlt_service", service)] + more
    let times = frames.map {
      [XMLAttribute("in", "\($0.lowerBound)"), XMLAttribute("out", "\($0.upperBound - 1)")]
    }
    return XMLElement("transition", times ?? [], properties.map(property))
  }

  private func property(_ name: String, _ value: String) -> XMLElement {
    XMLElement("property", [XMLAttribute("name", name)], text: value)
  }

  /// The placement of a picture on the canvas.
  private struct Stand: Equatable {
    /// Left, top, width, height and opacity.
    let rectangle: String
    let degrees: String?
  }

  /// An item of a playlist.
  private struct Entry {
    let element: XMLElement
    /// The frames of the film; nil for a blank.
    var frames: Range<Int64>?
    /// Nil for a picture that is fitted to the canvas.
    var stand: Stand?
  }

  /// A part of a track in frames.
  private struct Part {
    let clip: InterchangeClip
    let stand: Stand?
    /// Frames of the film.
    var start: Int64
    var end: Int64
    /// The frame of the producer at `start`.
    var first: Int64
    let producer: String
  }

  private mutating func entries(_ track: InterchangeTrack) throws(TimeOverflow) -> [Entry] {
    var entries: [Entry] = []
    var cursor: Int64 = 0
    let placed = try track.placed()
    func blank(to frame: Int64) {
      if frame > cursor {
        entries.append(Entry(element: XMLElement("blank", [XMLAttribute("length", "\(frame - cursor)")])))
      }
      cursor = max(cursor, frame)
    }
    var parts: [Int: Part] = [:]
    for (index, entry) in placed.enumerated() {
      if case .clip(let clip) = entry.item {
        parts[index] = try part(clip, at: entry.start, isSound: track.kind == .sound)
      }
    }
    for (index, entry) in placed.enumerated() {
      guard var part = parts[index] else {
        if case .transition(let transition) = entry.item {
          guard let before = parts[index - 1], let after = parts[index + 1] else {
            losses.drop(transition.place, "fades from and to nothing are not exported")
            continue
          }
          let start = try frame(entry.start - transition.before, transition.place)
          let end = try frame(entry.start + transition.after, transition.place)
          guard before.stand == after.stand else {
            losses.drop(transition.place, "the neighbouring items have different positions: it becomes a cut")
            continue
          }
          guard start >= before.start, end <= after.end, start < end, after.first >= after.start - start
          else {
            losses.drop(transition.place, "the neighbouring items are too short")
            continue
          }
          blank(to: start)
          let element = dissolve(before, after, start, end, transition)
          entries.append(Entry(element: element, frames: start..<end, stand: before.stand))
          cursor = end
        }
        continue
      }
      // The part that a transition shows has a separate entry.
      if index + 1 < placed.count, case .transition(let next) = placed[index + 1].item,
        let after = parts[index + 2], after.stand == part.stand
      {
        let start = try frame(placed[index + 1].start - next.before, nil)
        let end = try frame(placed[index + 1].start + next.after, nil)
        if start >= part.start, end <= after.end, start < end, after.first >= after.start - start {
          part.end = start
        }
      }
      blank(to: part.start)
      let from = max(part.start, cursor)
      guard part.end > from else { continue }
      entries.append(
        Entry(element: self.entry(part, from, part.end), frames: from..<part.end, stand: part.stand))
      cursor = part.end
    }
    return entries
  }

  private func entry(_ part: Part, _ start: Int64, _ end: Int64) -> XMLElement {
    let first = part.first + (start - part.start)
    return XMLElement(
      "entry",
      [
        XMLAttribute("producer", part.producer), XMLAttribute("in", "\(first)"),
        XMLAttribute("out", "\(first + end - start - 1)"),
      ], filters(part.clip))
  }

  /// A producer that shows both items at once.
  private mutating func dissolve(
    _ before: Part, _ after: Part, _ start: Int64, _ end: Int64, _ transition: InterchangeTransition
  ) -> XMLElement {
    if case .named(let words) = transition.kind {
      losses.approximate(transition.place, "the transition `\(words)` is exported as a dissolve")
    }
    dissolveCount += 1
    let id = "dissolve\(dissolveCount)"
    let last = end - start - 1
    let tracks = [before, after].map { part in
      let first = part.first + (start - part.start)
      return XMLElement(
        "track",
        [
          XMLAttribute("producer", part.producer), XMLAttribute("in", "\(first)"),
          XMLAttribute("out", "\(first + last)"),
        ])
    }
    let mixes = [("luma", [(String, String)]()), ("mix", [("start", "-1")])].map { service, more in
      let properties = [("a_track", "0"), ("b_track", "1"), ("mlt_service", service)] + more
      return XMLElement(
        "transition", [XMLAttribute("in", "0"), XMLAttribute("out", "\(last)")], properties.map(property))
    }
    producers.append(
      XMLElement(
        "tractor", [XMLAttribute("id", id), XMLAttribute("in", "0"), XMLAttribute("out", "\(last)")],
        tracks + mixes))
    return XMLElement(
      "entry", [XMLAttribute("producer", id), XMLAttribute("in", "0"), XMLAttribute("out", "\(last)")])
  }

  private func filters(_ clip: InterchangeClip) -> [XMLElement] {
    guard let volume = clip.volume else { return [] }
    let decibels: Double =
      switch volume {
      case .decibels(let level): level
      case .factor(let factor): factor <= 0 ? -100 : 20 * logarithm(factor) / logarithm(10)
      }
    guard let level = writtenNumber(decibels) else { return [] }
    return [XMLElement("filter", [], [("mlt_service", "volume"), ("level", level)].map(property))]
  }

  // MARK: Producers

  /// Nil for a clip that MLT cannot play, which is reported.
  private mutating func part(_ clip: InterchangeClip, at time: RationalTime, isSound: Bool)
    throws(TimeOverflow)
    -> Part?
  {
    guard clip.isEnabled, let duration = try timeline.playedDuration(of: clip) else {
      losses.drop(clip.place, clip.isEnabled ? "its duration is unknown" : "it is disabled")
      return nil
    }
    if let words = Self.undrawn(clip.source) {
      losses.drop(clip.place, words)
      return nil
    }
    losses.dropLook(of: clip, except: ["volume", "opacity", "fit", "place"])
    var stand: Stand?
    if !isSound, hasStand(clip) {
      stand = self.stand(of: clip)
      guard stand != nil else {
        losses.drop(clip.place, "its position cannot be calculated")
        return nil
      }
    }
    let start = try frame(time, clip.place)
    let end = try frame(time + duration, clip.place)
    guard end > start else { return nil }
    var first: Int64 = 0
    var held: Int64?
    switch (clip.source, clip.speed) {
    case (.media, .frozen), (.sequence, .frozen): held = try frame(clip.start, clip.place)
    case (.media, .factor(let speed)), (.sequence, .factor(let speed)):
      if case .sequence = clip.source, speed != .one {
        losses.approximate(clip.place, "the sequence plays at its own speed")
        first = try frame(clip.start, clip.place)
      } else if speed.isNegative {
        // A producer that plays backwards starts at the end of the file.
        guard case .media(let number) = clip.source, let length = timeline.media[number].duration else {
          losses.drop(clip.place, "the length of the file that plays backwards is unknown")
          return nil
        }
        first = try frame((length - clip.start).divided(by: -speed), clip.place)
      } else {
        first = try frame(clip.start.divided(by: speed), clip.place)
      }
    case (.title, _), (.color, _), (.gradient, _), (.bars, _): break
    }
    guard first >= 0 else {
      losses.drop(clip.place, "it starts before its source")
      return nil
    }
    let plays: Parts = isSound ? .sound : clip.playsSound ? .both : .picture
    let producer = producer(Producer(source: clip.source, speed: clip.speed, plays: plays, held: held))
    return Part(clip: clip, stand: stand, start: start, end: end, first: first, producer: producer)
  }

  /// The reason why MLT has no picture for a source; nil if it has one.
  private static func undrawn(_ source: InterchangeClip.Source) -> String? {
    switch source {
    case .media, .sequence: nil
    case .color(let color): mltColor(color) == nil ? "MLT does not know the colour `\(color)`" : nil
    case .title: "MLT does not support titles"
    case .gradient: "MLT does not support gradients"
    case .bars: "MLT does not support colour bars"
    }
  }

  /// The colour with alpha first, the order in which MLT reads eight digits.
  private static func mltColor(_ color: String) -> String? {
    guard let color = graphColor(color) else { return nil }
    guard color.first == "#", color.count == 9 else { return color }
    return "#" + color.suffix(2) + color.dropFirst().prefix(6)
  }

  /// Whether a picture is not simply fitted to the canvas.
  private func hasStand(_ clip: InterchangeClip) -> Bool {
    clip.layout != nil || (clip.opacity ?? 1) != 1 || ["cover", "fill"].contains(clip.fit)
  }

  /// Nil if its place cannot be computed.
  private func stand(of clip: InterchangeClip) -> Stand? {
    let canvas = (width: timeline.canvas.width ?? 1920, height: timeline.canvas.height ?? 1080)
    let natural = naturalSize(of: clip.source)
    var layout = clip.layout ?? InterchangeLayout()
    if clip.layout == nil, clip.fit == "fill" { (layout.width, layout.height) = (100, 100) }
    if clip.layout == nil, clip.fit == "cover", let natural {
      let isWider = natural.width * canvas.height >= natural.height * canvas.width
      (layout.width, layout.height) = isWider ? (nil, 100) : (100, nil)
    }
    guard let box = layout.box(of: natural, on: canvas) else { return nil }
    let opacity = max(0, min(1, clip.opacity ?? 1))
    let numbers = [box.x, box.y, box.width, box.height, opacity].compactMap { writtenNumber($0) }
    guard numbers.count == 5 else { return nil }
    let degrees = layout.rotation.flatMap { $0 == 0 ? nil : writtenNumber($0) }
    return Stand(rectangle: numbers.joined(separator: " "), degrees: degrees)
  }

  private func naturalSize(of source: InterchangeClip.Source) -> (width: Int, height: Int)? {
    guard case .media(let number) = source, let width = timeline.media[number].width,
      let height = timeline.media[number].height, (1...100_000).contains(width),
      (1...100_000).contains(height)
    else { return nil }
    return (width, height)
  }

  private mutating func producer(_ key: Producer) -> String {
    if case .sequence(let number) = key.source { return "sequence\(number)" }
    if let known = producerIDs[key] { return known }
    let id = "producer\(producerIDs.count)"
    producerIDs[key] = id
    switch key.source {
    case .sequence: break
    case .media(let number): producers.append(film(timeline.media[number], key, id))
    case .color(let name):
      producers.append(color(Self.mltColor(name) ?? "#00000000", id: id, length: 1 << 24))
    // They are reported as losses.
    case .gradient, .bars, .title: break
    }
    return id
  }

  private func film(_ media: InterchangeMedia, _ key: Producer, _ id: String) -> XMLElement {
    let path = filePath(media.path ?? media.name)
    var properties: [(String, String)] = []
    if media.kind == .still {
      properties = [("resource", path), ("length", "\(1 << 24)")]
    } else if case .factor(let speed) = key.speed, speed != .one {
      properties = [("mlt_service", "timewarp"), ("resource", "\(speed.inSeconds):\(path)")]
    } else if let held = key.held {
      properties = [
        ("mlt_service", "hold"), ("resource", "avformat:\(path)"), ("frame", "\(held)"),
        ("length", "\(1 << 24)"),
      ]
    } else {
      properties = [("mlt_service", "avformat"), ("resource", path)]
    }
    if key.plays == .picture { properties.append(("audio_index", "-1")) }
    if key.plays == .sound { properties.append(("video_index", "-1")) }
    return XMLElement("producer", [XMLAttribute("id", id)], properties.map(property))
  }

  private func color(_ name: String, id: String, length: Int64) -> XMLElement {
    XMLElement(
      "producer", [XMLAttribute("id", id), XMLAttribute("in", "0"), XMLAttribute("out", "\(length - 1)")],
      [("length", "\(length)"), ("mlt_service", "color"), ("resource", name)].map(property))
  }

  private mutating func frame(_ time: RationalTime, _ place: InputPlace?) throws(TimeOverflow) -> Int64 {
    guard let frame = rate.frame(at: time), (-1_000_000_000_000...1_000_000_000_000).contains(frame.value)
    else {
      throw TimeOverflow()
    }
    if frame.wasRounded, let place { losses.approximate(place, "\(time) is rounded to the frame") }
    return frame.value
  }
}
