import Basics

/// Writes segments as a table: start, end and name, in seconds. A table refers to one film.
struct SegmentTableWriter {
  private let timeline: InterchangeTimeline
  private var losses = WritingLosses()

  init(_ timeline: InterchangeTimeline) { self.timeline = timeline }

  mutating func write() throws(TimeOverflow) -> WrittenTimeline {
    let tracks = timeline.main.pictures.filter { !$0.clips.isEmpty }
    var lines: [String] = []
    var film: Int?
    for item in tracks.first?.items ?? [] {
      switch item {
      case .gap: continue
      case .transition(let transition): losses.drop(transition.place, "a table cannot contain transitions")
      case .clip(let clip):
        guard case .media(let number) = clip.source, film == nil || film == number else {
          losses.drop(clip.place, "a table refers to a single film")
          continue
        }
        guard clip.isEnabled, case .factor(let speed) = clip.speed, !speed.isNegative else {
          losses.drop(clip.place, "a table can contain only parts that play forwards")
          continue
        }
        if speed != .one { losses.approximate(clip.place, "it plays at its own speed") }
        losses.dropLook(of: clip, except: ["name"])
        film = number
        let end = try clip.duration.map { duration throws(TimeOverflow) in
          try clip.start + clip.speed.consumed(in: duration)
        }
        lines.append(
          "\(seconds(clip.start, clip.place)),\(end.map { seconds($0, clip.place) } ?? ""),\(field(clip.name ?? ""))"
        )
      }
    }
    for track in tracks.dropFirst() + timeline.main.sounds {
      for clip in track.clips { losses.drop(clip.place, "a table has only one track") }
    }
    for marker in timeline.main.markers {
      losses.drop(marker.place, "a table cannot contain markers", affecting: .neither)
    }
    for caption in timeline.main.captions { losses.drop(caption.place, "a table cannot contain captions") }
    return WrittenTimeline(text: lines.map { $0 + "\n" }.joined(), losses: losses.all)
  }

  /// Exact if a decimal can be, else rounded to a nanosecond.
  private mutating func seconds(_ time: RationalTime, _ place: InputPlace) -> String {
    if let digits = time.decimalDigits { return digits }
    losses.approximate(place, "\(time) is rounded to a nanosecond", affecting: .neither)
    return time.rounded(toUnits: 1_000_000_000).flatMap {
      RationalTime($0.value, 1_000_000_000)?.decimalDigits
    } ?? "0"
  }

  private func field(_ text: String) -> String {
    let line = commentText(text)
    return line.contains { ",\"".contains($0) } ? "\"" + line.replacing("\"", with: "\"\"") + "\"" : line
  }
}

/// Writes an auto-editor timeline, version 3. All times are whole frames.
struct AutoEditorWriter {
  private let timeline: InterchangeTimeline
  private let rate: FrameRate
  private var losses = WritingLosses()

  init(_ timeline: InterchangeTimeline, _ rate: FrameRate) {
    self.timeline = timeline
    self.rate = rate
  }

  mutating func write() throws(TimeOverflow) -> WrittenTimeline {
    var pictures: [JSONValue] = []
    var sounds: [JSONValue] = []
    for track in timeline.main.pictures where !track.clips.isEmpty {
      pictures.append(.array(try clips(track, isSound: false)))
    }
    for track in timeline.main.sounds where !track.clips.isEmpty {
      sounds.append(.array(try clips(track, isSound: true)))
    }
    for track in timeline.main.pictures where track.clips.contains(where: \.playsSound) {
      sounds.append(.array(try clips(track.soundOnly, isSound: true)))
    }
    for marker in timeline.main.markers {
      losses.drop(marker.place, "auto-editor timelines cannot contain markers", affecting: .neither)
    }
    for caption in timeline.main.captions {
      losses.drop(caption.place, "auto-editor timelines cannot contain captions")
    }
    let size = [Int64(timeline.canvas.width ?? 1920), Int64(timeline.canvas.height ?? 1080)]
    let timeline = JSONValue.members([
      "version": "3", "timebase": .string("\(rate.frames)/\(rate.seconds)"), "background": "#000000",
      "resolution": .array(size.map { .integer($0) }), "samplerate": 48000, "layout": "stereo",
      "v": .array(pictures),
      "a": .array(sounds),
    ])
    return WrittenTimeline(text: timeline.indentedText, losses: losses.all)
  }

  private mutating func clips(_ track: InterchangeTrack, isSound: Bool) throws(TimeOverflow) -> [JSONValue] {
    losses.usual = isSound ? .sound : .picture
    defer { losses.usual = .picture }
    var clips: [JSONValue] = []
    for placed in try track.placed() {
      switch placed.item {
      case .gap: continue
      case .transition(let transition):
        losses.drop(transition.place, "auto-editor timelines cannot contain transitions")
      case .clip(let clip):
        guard track.isEnabled, clip.isEnabled, case .media(let number) = clip.source,
          let duration = try timeline.playedDuration(of: clip), case .factor(let speed) = clip.speed,
          speed > .zero
        else {
          losses.drop(clip.place, "auto-editor plays only media, forwards and with a known length")
          continue
        }
        if !isSound || !clip.playsSound {
          losses.dropLook(of: clip, except: isSound || clip.playsSound ? ["volume"] : [])
        }
        let first = try frame(placed.start, clip.place)
        let end = try frame(placed.start + duration, clip.place)
        let offset = try frame(clip.start.divided(by: speed), clip.place)
        guard end > first else { continue }
        let media = timeline.media[number]
        var members: [JSONValue.Member] = [
          JSONValue.Member(name: "name", value: isSound ? "audio" : "video"),
          JSONValue.Member(name: "src", value: .string(filePath(media.path ?? media.name))),
          JSONValue.Member(name: "start", value: .integer(first)),
          JSONValue.Member(name: "dur", value: .integer(end - first)),
          JSONValue.Member(name: "offset", value: .integer(offset)),
          JSONValue.Member(name: "speed", value: .number(speed.inSeconds)),
        ]
        if isSound { members.append(JSONValue.Member(name: "volume", value: .number(factor(clip.volume)))) }
        members.append(JSONValue.Member(name: "stream", value: 0))
        clips.append(.object(members))
      }
    }
    return clips
  }

  private func factor(_ volume: InterchangeLevel?) -> Double {
    switch volume {
    case .factor(let factor)?: factor
    case .decibels(let level)?: power(10, level / 20)
    case nil: 1
    }
  }

  private mutating func frame(_ time: RationalTime, _ place: InputPlace) throws(TimeOverflow) -> Int64 {
    guard let frame = rate.frame(at: time) else { throw TimeOverflow() }
    if frame.wasRounded { losses.approximate(place, "\(time) is rounded to the frame") }
    return frame.value
  }
}
