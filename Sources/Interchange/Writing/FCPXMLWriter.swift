import Basics
import XMLTree

/// The name of text styles that `FCPXMLWriter` writes, and whose sizes are those of the film.
let fcpxmlStyleName = "editc"

/// Writes Final Cut Pro XML, version 1.10.
///
/// The first picture track is the storyline; everything else is connected to it. All times of the sequence
/// are on frames, because Final Cut Pro rejects others.
struct FCPXMLWriter {
  let timeline: InterchangeTimeline
  private let rate: FrameRate
  var losses = WritingLosses()
  private var resources: [XMLElement] = []
  private var effectIDs: [String: String] = [:]
  private var formatIDs: [String: String] = [:]
  private var styleCount = 0

  init(_ timeline: InterchangeTimeline, _ rate: FrameRate) {
    self.timeline = timeline
    self.rate = rate
  }

  mutating func write() throws(TimeOverflow) -> WrittenTimeline {
    var format = [XMLAttribute("id", "r0"), XMLAttribute("frameDuration", text(rate.frameDuration))]
    if let width = timeline.canvas.width, let height = timeline.canvas.height {
      format += [XMLAttribute("width", "\(width)"), XMLAttribute("height", "\(height)")]
    }
    resources.append(XMLElement("format", format))
    for number in timeline.usedMedia { try addAsset(number) }
    for number in timeline.usedSequences {
      let sequence = try self.sequence(timeline.sequences[number], start: .zero)
      let name = timeline.sequences[number].name ?? "sequence \(number)"
      resources.append(
        XMLElement("media", [XMLAttribute("id", "s\(number)"), XMLAttribute("name", name)], [sequence]))
    }
    let start = try frame(timeline.canvas.start ?? .zero)
    let film = try sequence(timeline.main, start: start)
    let name = timeline.name ?? "editc"
    let project = XMLElement("project", [XMLAttribute("name", name)], [film])
    let event = XMLElement("event", [XMLAttribute("name", name)], [project])
    let root = XMLElement(
      "fcpxml", [XMLAttribute("version", "1.10")],
      [XMLElement("resources", [], resources), XMLElement("library", [], [event])])
    return WrittenTimeline(text: root.document(type: "fcpxml"), losses: losses.all)
  }

  // MARK: Resources

  private mutating func addAsset(_ number: Int) throws(TimeOverflow) {
    let media = timeline.media[number]
    var attributes = [XMLAttribute("id", "m\(number)"), XMLAttribute("name", media.name)]
    attributes.append(XMLAttribute("start", text(origin(of: media))))
    // Final Cut Pro requires the length of a file; if unknown, it is set to the end of the played part.
    let longest = try longestUse(of: number)
    let length = media.duration ?? longest
    attributes.append(XMLAttribute("duration", text(media.kind == .still ? .zero : length)))
    if media.hasPicture {
      attributes += [XMLAttribute("hasVideo", "1"), XMLAttribute("format", format(of: media))]
    }
    if media.hasSound {
      attributes += [
        XMLAttribute("hasAudio", "1"), XMLAttribute("audioSources", "1"),
        XMLAttribute("audioChannels", "\(media.channels ?? 2)"),
      ]
    }
    let path = media.path ?? media.name
    if media.path == nil {
      losses.approximate(media.place, "the input names no file: its name is used instead")
    }
    let file = XMLElement(
      "media-rep", [XMLAttribute("kind", "original-media"), XMLAttribute("src", fileURL(path))])
    resources.append(XMLElement("asset", attributes, [file]))
  }

  /// The picture format of a file: that of the sequence if it is the same or unknown.
  private mutating func format(of media: InterchangeMedia) -> String {
    guard let width = media.width, let height = media.height else { return "r0" }
    let isStill = media.kind == .still
    let rate = media.rate ?? self.rate
    if (width, height) == (timeline.canvas.width ?? -1, timeline.canvas.height ?? -1), rate == self.rate,
      !isStill
    {
      return "r0"
    }
    let key = "\(width)x\(height) \(isStill ? "still" : rate.spelling)"
    if let known = formatIDs[key] { return known }
    let id = "r\(formatIDs.count + 1)"
    formatIDs[key] = id
    let time =
      isStill
      ? XMLAttribute("name", "FFVideoFormatRateUndefined")
      : XMLAttribute("frameDuration", text(rate.frameDuration))
    resources.append(
      XMLElement(
        "format",
        [
          XMLAttribute("id", id), time, XMLAttribute("width", "\(width)"),
          XMLAttribute("height", "\(height)"),
        ]))
    return id
  }

  private func origin(of media: InterchangeMedia) -> RationalTime {
    if case .fromStart(let timecode?) = media.timing { timecode } else { .zero }
  }

  private func longestUse(of number: Int) throws(TimeOverflow) -> RationalTime {
    var end = RationalTime.zero
    for clip in timeline.sequences.flatMap(\.tracks).flatMap(\.clips) where clip.source == .media(number) {
      let duration = clip.duration ?? .zero
      end = max(end, try clip.start + max(clip.speed.consumed(in: duration), .zero) + rate.frameDuration)
    }
    return end
  }

  private mutating func effect(_ name: String, _ uid: String) -> String {
    if let known = effectIDs[name] { return known }
    let id = "e\(effectIDs.count)"
    effectIDs[name] = id
    resources.append(
      XMLElement("effect", [XMLAttribute("id", id), XMLAttribute("name", name), XMLAttribute("uid", uid)]))
    return id
  }

  // MARK: Sequences

  /// An item of the storyline with everything connected to it.
  private struct Anchor {
    var element: XMLElement
    let start: RationalTime
    let end: RationalTime
    let localStart: RationalTime
    var connected: [XMLElement] = []
    var markers: [XMLElement] = []
  }

  private mutating func sequence(_ sequence: InterchangeSequence, start: RationalTime) throws(TimeOverflow)
    -> XMLElement
  {
    var anchors: [Anchor] = []
    var transitions: [(index: Int, element: XMLElement)] = []
    let primary = sequence.pictures.first { !$0.items.isEmpty }
    var known = try sequence.duration()
    if known == nil, let primary { known = try primary.duration() }
    let length = try frame(known ?? .zero)
    var cursor = RationalTime.zero
    for placed in try primary?.placed() ?? [] {
      switch placed.item {
      case .transition(let transition):
        let element = try self.transition(transition, at: placed.start, start)
        transitions.append((anchors.count, element))
      case .gap(let gap):
        let end = try frame(placed.start + gap.duration)
        if end > cursor { anchors.append(try self.gap(cursor, end, start)) }
        cursor = end
      case .clip(let clip):
        guard let duration = try timeline.playedDuration(of: clip) else {
          losses.drop(clip.place, "its duration is unknown")
          continue
        }
        let last = try placed.start + duration
        let end = try frame(last)
        if frameWasRounded(placed.start) || frameWasRounded(last) {
          losses.approximate(clip.place, "its times are rounded to frames")
        }
        guard end > cursor else { continue }
        if let anchor = try self.anchor(clip, cursor, end, start, isSound: false) {
          anchors.append(anchor)
        } else {
          anchors.append(try self.gap(cursor, end, start))
        }
        cursor = end
      }
    }
    if cursor < length || anchors.isEmpty { anchors.append(try self.gap(cursor, max(length, cursor), start)) }
    var lane = 1
    for track in sequence.pictures where track != primary && !track.clips.isEmpty {
      try connect(track, lane: lane, to: &anchors)
      lane += 1
    }
    for (index, track) in sequence.sounds.enumerated() { try connect(track, lane: -index - 1, to: &anchors) }
    for caption in sequence.captions { try connect(caption, lane: lane, to: &anchors) }
    for marker in sequence.markers { try add(marker, to: &anchors) }
    var children = anchors.map { $0.element.adding($0.connected + $0.markers) }
    for (index, element) in transitions.reversed() { children.insert(element, at: index) }
    return XMLElement(
      "sequence",
      [
        XMLAttribute("format", "r0"), XMLAttribute("duration", text(max(length, cursor))),
        XMLAttribute("tcStart", text(start)),
        XMLAttribute("tcFormat", timeline.canvas.isDropFrame ? "DF" : "NDF"),
      ], [XMLElement("spine", [], children)])
  }

  private mutating func transition(
    _ transition: InterchangeTransition, at cutTime: RationalTime, _ start: RationalTime
  ) throws(TimeOverflow) -> XMLElement {
    if case .named(let words) = transition.kind {
      losses.approximate(transition.place, "the transition `\(words)` is exported as a dissolve")
    }
    let begin = try frame(cutTime - transition.before)
    let end = try frame(cutTime + transition.after)
    return XMLElement(
      "transition",
      [
        XMLAttribute("name", "Cross Dissolve"), XMLAttribute("offset", text(try start + begin)),
        XMLAttribute("duration", text(try end - begin)),
      ])
  }

  private func gap(_ start: RationalTime, _ end: RationalTime, _ origin: RationalTime) throws(TimeOverflow)
    -> Anchor
  {
    let element = XMLElement(
      "gap",
      [
        XMLAttribute("name", "Gap"), XMLAttribute("offset", text(try origin + start)),
        XMLAttribute("start", "0s"),
        XMLAttribute("duration", text(try end - start)),
      ])
    return Anchor(element: element, start: start, end: end, localStart: .zero)
  }

  private mutating func connect(_ track: InterchangeTrack, lane: Int, to anchors: inout [Anchor])
    throws(TimeOverflow)
  {
    for placed in try track.placed() {
      switch placed.item {
      case .gap: continue
      case .transition(let transition):
        losses.drop(transition.place, "connected clips cannot have transitions")
      case .clip(let clip):
        guard let duration = try timeline.playedDuration(of: clip) else {
          losses.drop(clip.place, "its duration is unknown")
          continue
        }
        let start = try frame(placed.start)
        let last = try placed.start + duration
        let end = try frame(last)
        if frameWasRounded(placed.start) || frameWasRounded(last) {
          losses.approximate(clip.place, "its times are rounded to frames")
        }
        guard end > start, let index = anchors.lastIndex(where: { $0.start <= start }) else { continue }
        let offset = try anchors[index].localStart + (start - anchors[index].start)
        var clip = clip
        clip.isEnabled = clip.isEnabled && track.isEnabled
        guard let made = try anchor(clip, start, end, .zero, isSound: track.kind == .sound) else { continue }
        anchors[index].connected.append(
          made.element.replacing([XMLAttribute("lane", "\(lane)"), XMLAttribute("offset", text(offset))]))
      }
    }
  }

  private mutating func connect(_ caption: InterchangeCaption, lane: Int, to anchors: inout [Anchor])
    throws(TimeOverflow)
  {
    let start = try frame(caption.range.start)
    let end = try frame(caption.range.end)
    guard end > start, let index = anchors.lastIndex(where: { $0.start <= start }) else {
      return losses.drop(caption.place, "it is shorter than a frame")
    }
    let offset = try anchors[index].localStart + (start - anchors[index].start)
    anchors[index].connected.append(
      XMLElement(
        "caption",
        [
          XMLAttribute("lane", "\(lane)"), XMLAttribute("offset", text(offset)),
          XMLAttribute("name", String(commentText(caption.text).prefix(40))), XMLAttribute("start", "0s"),
          XMLAttribute("duration", text(try end - start)),
          XMLAttribute("role", "iTT?captionFormat=ITT.\(caption.language ?? "en")"),
        ], [XMLElement("text", text: caption.text)]))
  }

  private mutating func add(_ marker: InterchangeMarker, to anchors: inout [Anchor]) throws(TimeOverflow) {
    let time = try frame(marker.time)
    guard !time.isNegative, let index = anchors.lastIndex(where: { $0.start <= time && time < $0.end }) else {
      return losses.drop(marker.place, "the marker is outside the film", affecting: .neither)
    }
    let local = try anchors[index].localStart + (time - anchors[index].start)
    var attributes = [
      XMLAttribute("start", text(local)), XMLAttribute("duration", text(rate.frameDuration)),
      XMLAttribute("value", marker.name),
    ]
    if let note = marker.note { attributes.append(XMLAttribute("note", note)) }
    anchors[index].markers.append(XMLElement(marker.isChapter ? "chapter-marker" : "marker", attributes))
  }

  // MARK: Clips

  /// Nil for a clip that Final Cut Pro has no equivalent for.
  private mutating func anchor(
    _ clip: InterchangeClip, _ start: RationalTime, _ end: RationalTime, _ origin: RationalTime, isSound: Bool
  ) throws(TimeOverflow) -> Anchor? {
    losses.usual = isSound ? .sound : .picture
    defer { losses.usual = .picture }
    let duration = try end - start
    var attributes = [XMLAttribute("offset", text(try origin + start))]
    var name = "asset-clip"
    var children: [XMLElement] = []
    var localStart = RationalTime.zero
    switch clip.source {
    case .media(let number):
      let media = timeline.media[number]
      if media.kind == .still { name = "video" }
      localStart = media.kind == .still ? .zero : try clip.start + self.origin(of: media)
      attributes += [XMLAttribute("ref", "m\(number)"), XMLAttribute("name", clip.name ?? media.name)]
      if isSound {
        attributes.append(XMLAttribute("srcEnable", "audio"))
      } else if media.hasSound, !clip.playsSound, name == "asset-clip" {
        attributes.append(XMLAttribute("srcEnable", "video"))
      }
    case .sequence(let number):
      name = "ref-clip"
      localStart = clip.start
      attributes += [
        XMLAttribute("ref", "s\(number)"),
        XMLAttribute("name", clip.name ?? timeline.sequences[number].name ?? "sequence"),
      ]
      if isSound {
        attributes.append(XMLAttribute("srcEnable", "audio"))
      } else if !clip.playsSound, timeline.sequences[number].hasSound {
        attributes.append(XMLAttribute("srcEnable", "video"))
      }
    case .title(let title):
      name = "title"
      let id = effect(
        "Basic Title", ".../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti")
      attributes += [
        XMLAttribute("ref", id),
        XMLAttribute("name", clip.name ?? String(commentText(title.text).prefix(40))),
      ]
      styleCount += 1
      let style = "ts\(styleCount)"
      // The name marks styles whose numbers are those of a script.
      let mark = title.look == nil ? [] : [XMLAttribute("name", fcpxmlStyleName)]
      children = [
        XMLElement("text", [], [XMLElement("text-style", [XMLAttribute("ref", style)], text: title.text)]),
        XMLElement(
          "text-style-def", [XMLAttribute("id", style)] + mark,
          [XMLElement("text-style", textStyle(title, clip))]
        ),
      ]
    case .color, .gradient, .bars:
      name = "video"
      let id = effect("Custom", ".../Generators.localized/Solids.localized/Custom.localized/Custom.motn")
      attributes += [XMLAttribute("ref", id), XMLAttribute("name", clip.name ?? "Custom")]
      losses.approximate(clip.place, "a colour is exported as the generator `Custom`, without its colour")
    }
    let changesSpeed = clip.speed != .normal || clip.motion.speed != nil
    let retimes = changesSpeed && ["asset-clip", "ref-clip"].contains(name)
    if retimes {
      let map = try timeMap(of: clip, lasting: duration, origin: localStart - clip.start)
      children.insert(XMLElement("timeMap", [], map.points.map(timePoint)), at: 0)
      localStart = map.start
    }
    attributes += [XMLAttribute("start", text(localStart)), XMLAttribute("duration", text(duration))]
    if !clip.isEnabled { attributes.append(XMLAttribute("enabled", "0")) }
    children += try adjustments(
      of: clip, isSound: isSound, hasSound: name != "video" && name != "title", localStart)
    return Anchor(
      element: XMLElement(name, attributes, children), start: start, end: end, localStart: localStart)
  }

  private mutating func textStyle(_ title: InterchangeTitle, _ clip: InterchangeClip) -> [XMLAttribute] {
    // If no font is written, Final Cut Pro chooses it.
    var style = title.font.map { [XMLAttribute("font", $0)] } ?? []
    style.append(XMLAttribute("fontSize", title.look.flatMap { writtenNumber($0.size, decimals: 6) } ?? "63"))
    if let look = title.look { style.append(XMLAttribute("fontFace", look.face)) }
    let color = title.color.flatMap { components(ofColor: $0) }
    if title.color != nil, color == nil { losses.approximate(clip.place, "the text is white") }
    let parts = (color ?? [255, 255, 255, 255]).map { writtenNumber(Double($0) / 255, decimals: 6) ?? "1" }
    style.append(XMLAttribute("fontColor", parts.joined(separator: " ")))
    if let look = title.look {
      style.append(
        XMLAttribute("alignment", look.alignment == .justify ? "justified" : look.alignment.rawValue))
    }
    return style
  }

  /// The points of a time map, starting at zero, and the time in it at which the clip starts. The map
  /// includes the part that a transition shows before the clip.
  private func timeMap(
    of clip: InterchangeClip, lasting duration: RationalTime, origin: RationalTime
  ) throws(TimeOverflow) -> (points: [InterchangeTimeMap.Point], start: RationalTime) {
    if let map = clip.motion.speed, let first = try map.reaching(duration).points.first {
      let points = try map.reaching(duration).shifted(by: -first.time, source: origin).points
      return (points, try -first.time)
    }
    let start = InterchangeTimeMap.Point(time: .zero, source: try origin + clip.source(at: .zero))
    let end = InterchangeTimeMap.Point(time: duration, source: try origin + clip.source(at: duration))
    return ([start, end], .zero)
  }

  private func timePoint(_ point: InterchangeTimeMap.Point) -> XMLElement {
    XMLElement(
      "timept",
      [
        XMLAttribute("time", text(point.time)), XMLAttribute("value", text(point.source)),
        XMLAttribute("interp", "linear"),
      ])
  }

  // MARK: Times

  /// The frame start nearest to a time.
  private func frame(_ time: RationalTime) throws(TimeOverflow) -> RationalTime {
    guard let frame = rate.frame(at: time) else { throw TimeOverflow() }
    return try rate.start(ofFrame: frame.value)
  }

  private func frameWasRounded(_ time: RationalTime) -> Bool { rate.frame(at: time)?.wasRounded ?? true }

  func text(_ time: RationalTime) -> String {
    time.timescale == 1 ? "\(time.value)s" : "\(time.value)/\(time.timescale)s"
  }
}

extension XMLElement {
  fileprivate func adding(_ more: [XMLElement]) -> XMLElement {
    XMLElement(name, attributes, text: text, children + more)
  }

  /// The element with these attributes first, replacing its own of the same names.
  fileprivate func replacing(_ first: [XMLAttribute]) -> XMLElement {
    let names = Set(first.map(\.name))
    return XMLElement(name, first + attributes.filter { !names.contains($0.name) }, text: text, children)
  }
}
