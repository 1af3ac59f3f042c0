import Basics
import XMLTree

/// Writes Final Cut Pro 7 XML, version 5, which Premiere and Resolve read.
struct XMEMLWriter {
  private let timeline: InterchangeTimeline
  private let rate: FrameRate
  private var losses = WritingLosses()
  private var definedFiles: Set<Int> = []
  private var clipCount = 0
  private var sequenceCount = 0
  /// The remaining number of elements; a sequence is written at each use.
  private var budget = 200_000

  init(_ timeline: InterchangeTimeline, _ rate: FrameRate) {
    self.timeline = timeline
    self.rate = rate
  }

  mutating func write() throws(TimeOverflow) -> WrittenTimeline {
    let sequence = try sequence(timeline.main, isFilm: true, depth: 0)
    let root = XMLElement("xmeml", [XMLAttribute("version", "5")], [sequence])
    return WrittenTimeline(text: root.document(type: "xmeml"), losses: losses.all)
  }

  // MARK: Sequences

  private mutating func sequence(_ sequence: InterchangeSequence, isFilm: Bool, depth: Int)
    throws(TimeOverflow)
    -> XMLElement
  {
    budget -= sequence.tracks.map(\.items.count).reduce(1, +)
    guard budget > 0, depth < 24 else { throw TimeOverflow() }
    sequenceCount += 1
    var children = [
      XMLElement("name", text: sequence.name ?? timeline.name ?? "editc"),
      XMLElement("duration", text: "\(try frame(sequence.duration() ?? .zero, nil))"), rateElement,
    ]
    let id = "sequence-\(sequenceCount)"
    if isFilm, let start = timeline.canvas.start { children.append(try timecode(start)) }
    var samples = [rateElement]
    if let width = timeline.canvas.width, let height = timeline.canvas.height {
      samples += [XMLElement("width", text: "\(width)"), XMLElement("height", text: "\(height)")]
    }
    samples += [XMLElement("pixelaspectratio", text: "square"), XMLElement("fielddominance", text: "none")]
    var video = [XMLElement("format", [], [XMLElement("samplecharacteristics", [], samples)])]
    for track in sequence.pictures { video.append(try self.track(track, isSound: false, depth: depth)) }
    var audio = [
      XMLElement("numOutputChannels", text: "2"),
      XMLElement(
        "format", [],
        [
          XMLElement(
            "samplecharacteristics", [],
            [XMLElement("depth", text: "16"), XMLElement("samplerate", text: "48000")])
        ]),
    ]
    for track in sequence.sounds { audio.append(try self.track(track, isSound: true, depth: depth)) }
    for track in sequence.pictures where track.clips.contains(where: \.playsSound) {
      audio.append(try self.track(track.soundOnly, isSound: true, depth: depth))
    }
    children.append(
      XMLElement("media", [], [XMLElement("video", [], video), XMLElement("audio", [], audio)]))
    for marker in sequence.markers {
      var parts = [XMLElement("name", text: marker.name)]
      if let note = marker.note { parts.append(XMLElement("comment", text: note)) }
      parts += [
        XMLElement("in", text: "\(try frame(marker.time, marker.place))"), XMLElement("out", text: "-1"),
      ]
      children.append(XMLElement("marker", [], parts))
    }
    for caption in sequence.captions { losses.drop(caption.place, "this format does not support captions") }
    return XMLElement("sequence", [XMLAttribute("id", id)], children)
  }

  private mutating func track(_ track: InterchangeTrack, isSound: Bool, depth: Int) throws(TimeOverflow)
    -> XMLElement
  {
    losses.usual = isSound ? .sound : .picture
    defer { losses.usual = .picture }
    var children: [XMLElement] = []
    let placed = try track.placed()
    for (index, entry) in placed.enumerated() {
      switch entry.item {
      case .gap: continue
      case .transition(let transition):
        if case .named(let words) = transition.kind {
          losses.approximate(transition.place, "the transition `\(words)` is exported as a dissolve")
        }
        guard isWritten(transition, at: entry.start) else {
          losses.drop(transition.place, "the transition starts before the sequence")
          continue
        }
        children.append(try self.transition(transition, at: entry.start, isSound: isSound))
      case .clip(let clip):
        let before = index > 0 && isWritten(placed[index - 1]) ? placed[index - 1].item : nil
        let after = index + 1 < placed.count && isWritten(placed[index + 1]) ? placed[index + 1].item : nil
        if let element = try self.clip(clip, entry.start, before, after, isSound: isSound, depth: depth) {
          children.append(element)
        }
      }
    }
    children.append(XMLElement("enabled", text: track.isEnabled ? "TRUE" : "FALSE"))
    return XMLElement("track", [], children)
  }

  private func isWritten(_ placed: PlacedItem) -> Bool {
    if case .transition(let transition) = placed.item {
      isWritten(transition, at: placed.start)
    } else {
      true
    }
  }

  private func isWritten(_ transition: InterchangeTransition, at cut: RationalTime) -> Bool {
    transition.before <= cut
  }

  private mutating func transition(
    _ transition: InterchangeTransition, at cutTime: RationalTime, isSound: Bool
  ) throws(TimeOverflow) -> XMLElement {
    let start = try frame(cutTime - transition.before, transition.place)
    let end = try frame(cutTime + transition.after, transition.place)
    let cutFrame = try frame(cutTime, transition.place)
    let alignment =
      cutFrame == start ? "start" : cutFrame == end ? "end" : "center"
    if alignment == "center", cutFrame != start + (end - start) / 2 {
      losses.approximate(transition.place, "the cut is in the middle of the transition")
    }
    let name = isSound ? "Cross Fade (+3dB)" : "Cross Dissolve"
    let effect = XMLElement(
      "effect", [],
      [
        XMLElement("name", text: name), XMLElement("effectid", text: name),
        XMLElement("effecttype", text: "transition"),
        XMLElement("mediatype", text: isSound ? "audio" : "video"),
      ])
    return XMLElement(
      "transitionitem", [],
      [
        XMLElement("start", text: "\(start)"), XMLElement("end", text: "\(end)"),
        XMLElement("alignment", text: alignment), rateElement, effect,
      ])
  }

  // MARK: Clips

  private mutating func clip(
    _ clip: InterchangeClip, _ start: RationalTime, _ before: InterchangeItem?, _ after: InterchangeItem?,
    isSound: Bool, depth: Int
  ) throws(TimeOverflow) -> XMLElement? {
    guard let duration = try timeline.playedDuration(of: clip) else {
      losses.drop(clip.place, "its duration is unknown")
      return nil
    }
    let source: XMLElement
    switch clip.source {
    case .media(let number): source = try file(number)
    case .sequence(let number):
      source = try sequence(timeline.sequences[number], isFilm: false, depth: depth + 1)
    case .title, .color, .gradient, .bars:
      losses.drop(clip.place, "text and colours would need generators of the importing program")
      return nil
    }
    if !isSound || !clip.playsSound { losses.dropLook(of: clip, except: ["name", "volume", "opacity"]) }
    var hiddenStart = RationalTime.zero
    var hiddenEnd = RationalTime.zero
    if case .transition(let transition)? = before { hiddenStart = transition.before }
    if case .transition(let transition)? = after { hiddenEnd = transition.after }
    // In and out points count frames at the clip's speed, and include the parts shown by transitions.
    var from = clip.start
    if case .factor(let speed) = clip.speed {
      if speed.isNegative { from = try from + clip.speed.consumed(in: duration) }
      from = try from.divided(by: speed.isNegative ? -speed : speed)
    } else {
      losses.approximate(clip.place, "a held picture is exported as a playing clip")
    }
    let inFrame = try frame(from - hiddenStart, clip.place)
    let length = try frame(duration + hiddenStart + hiddenEnd, clip.place)
    clipCount += 1
    let name =
      clip.name ?? { if case .media(let number) = clip.source { timeline.media[number].name } else { "" } }()
    var children = [
      XMLElement("name", text: name), XMLElement("enabled", text: clip.isEnabled ? "TRUE" : "FALSE"),
      XMLElement("duration", text: "\(length)"), rateElement,
      XMLElement("start", text: before?.isTransition == true ? "-1" : "\(try frame(start, clip.place))"),
      XMLElement(
        "end", text: after?.isTransition == true ? "-1" : "\(try frame(start + duration, clip.place))"),
      XMLElement("in", text: "\(inFrame)"), XMLElement("out", text: "\(inFrame + length)"), source,
    ]
    if isSound {
      children.append(
        XMLElement(
          "sourcetrack", [], [XMLElement("mediatype", text: "audio"), XMLElement("trackindex", text: "1")]))
    }
    children += filters(clip, isSound: isSound)
    return XMLElement("clipitem", [XMLAttribute("id", "clipitem-\(clipCount)")], children)
  }

  private func filters(_ clip: InterchangeClip, isSound: Bool) -> [XMLElement] {
    var filters: [XMLElement] = []
    if case .factor(let speed) = clip.speed, speed != .one,
      let percent = writtenNumber(speed.inSeconds.magnitude * 100)
    {
      filters.append(
        filter(
          "Time Remap", "timeremap", "motion", isSound ? "audio" : "video",
          [("variablespeed", "0"), ("speed", percent), ("reverse", speed.isNegative ? "TRUE" : "FALSE")]))
    }
    if !isSound, let opacity = clip.opacity, opacity != 1, let value = writtenNumber(opacity * 100) {
      filters.append(filter("Opacity", "opacity", "motion", "video", [("opacity", value)]))
    }
    if isSound, let volume = clip.volume {
      let factor: Double =
        switch volume {
        case .factor(let factor): factor
        case .decibels(let level): power(10, level / 20)
        }
      if let value = writtenNumber(factor) {
        filters.append(filter("Audio Levels", "audiolevels", "audiolevels", "audio", [("level", value)]))
      }
    }
    return filters
  }

  private func filter(
    _ name: String, _ id: String, _ type: String, _ media: String, _ parameters: [(String, String)]
  ) -> XMLElement {
    let values = parameters.map { id, value in
      XMLElement(
        "parameter", [],
        [XMLElement("parameterid", text: id), XMLElement("name", text: id), XMLElement("value", text: value)])
    }
    let head = [
      XMLElement("name", text: name), XMLElement("effectid", text: id), XMLElement("effecttype", text: type),
      XMLElement("mediatype", text: media),
    ]
    return XMLElement("filter", [], [XMLElement("effect", [], head + values)])
  }

  /// The first reference to a file contains its details, later ones only its id.
  private mutating func file(_ number: Int) throws(TimeOverflow) -> XMLElement {
    let id = XMLAttribute("id", "file-\(number + 1)")
    guard definedFiles.insert(number).inserted else { return XMLElement("file", [id]) }
    let media = timeline.media[number]
    var children = [XMLElement("name", text: media.name)]
    if let path = media.path {
      let url = fileURL(filePath(path))
      children.append(XMLElement("pathurl", text: url.replacing("file:///", with: "file://localhost/")))
    }
    children.append(rateElement)
    if let duration = media.duration {
      children.append(XMLElement("duration", text: "\(try frame(duration, nil))"))
    }
    if case .fromStart(let start?) = media.timing { children.append(try timecode(start)) }
    var parts: [XMLElement] = []
    if media.hasPicture { parts.append(XMLElement("video")) }
    if media.hasSound {
      parts.append(XMLElement("audio", [], [XMLElement("channelcount", text: "\(media.channels ?? 2)")]))
    }
    children.append(XMLElement("media", [], parts))
    return XMLElement("file", [id], children)
  }

  // MARK: Times

  private var rateElement: XMLElement {
    let isNTSC = rate.seconds == 1001
    return XMLElement(
      "rate", [],
      [XMLElement("timebase", text: "\(rate.nominal)"), XMLElement("ntsc", text: isNTSC ? "TRUE" : "FALSE")])
  }

  private mutating func timecode(_ start: RationalTime) throws(TimeOverflow) -> XMLElement {
    let isDropFrame = timeline.canvas.isDropFrame && rate.droppedPerMinute != nil
    let number = try frame(start, nil)
    var children = [rateElement, XMLElement("frame", text: "\(number)")]
    if let timecode = Timecode(frameNumber: number, at: rate, isDropFrame: isDropFrame) {
      children.append(XMLElement("string", text: "\(timecode)"))
    }
    children.append(XMLElement("displayformat", text: isDropFrame ? "DF" : "NDF"))
    return XMLElement("timecode", [], children)
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
