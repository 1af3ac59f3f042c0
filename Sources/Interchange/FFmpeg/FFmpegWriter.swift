import Basics

/// Writes an approximate FFmpeg command line as a shell script, for learning and for comparing films.
///
/// Every item is a separate input, so that no picture waits in memory for its turn. Items of the timeline are
/// joined by `concat` and `xfade`; layers above are added by `overlay`; all sounds are delayed to their time
/// and mixed.
struct FFmpegWriter {
  let timeline: InterchangeTimeline
  let rate: FrameRate
  let output: FFmpegOutput
  let size: FFmpegOutput.Size
  var losses = WritingLosses()
  /// The arguments of each input.
  var inputs: [String] = []
  /// Filter chains and comments, one per line.
  private(set) var lines: [String] = []
  private var labelCount = 0

  /// Sequences that play each other more often are not written.
  private static let mostChains = 4000
  private static let mostDepth = 12
  /// Audio samples per second.
  static let sampleRate: Int64 = 48000

  init(_ timeline: InterchangeTimeline, _ rate: FrameRate, _ output: FFmpegOutput) {
    self.timeline = timeline
    self.rate = rate
    self.output = output
    size =
      FFmpegOutput.Size(timeline.canvas.width, timeline.canvas.height)
      ?? FFmpegOutput.Size(width: 1920, height: 1080)
  }

  /// Writes the script; its comments also list the losses in `known`.
  mutating func write(known: [WritingLoss] = []) throws(TimeOverflow) -> WrittenTimeline {
    let length = try timeline.main.duration() ?? .zero
    let film = try film(timeline.main, length, picture: output.hasPicture, sound: output.hasSound, depth: 0)
    for marker in timeline.main.markers {
      losses.drop(marker.place, "a command line cannot contain markers", affecting: .neither)
    }
    for caption in timeline.main.captions {
      losses.drop(caption.place, "a command line cannot contain captions: FFmpeg reads them from a file")
    }
    if let picture = film.picture {
      let scale = output.size.map { "scale=\($0.width):\($0.height)," } ?? ""
      comment("The encoded picture")
      lines.append("[\(picture)]\(scale)setsar=1,format=\(output.pixelFormat)[film];")
    }
    if let sound = film.sound {
      comment("The encoded sound")
      lines.append("[\(sound)]anull[sound];")
    }
    // The last chain needs no separator.
    if let last = lines.indices.last { lines[last].removeLast() }
    return WrittenTimeline(text: script(known + losses.all), losses: losses.all)
  }

  // MARK: The script

  private func script(_ losses: [WritingLoss]) -> String {
    var text = [
      "#!/bin/sh",
      "# \(commentText(timeline.name ?? "A film")): an approximate FFmpeg command line, written by editc.",
      "# For learning and comparison. Run it with `sh`; to write another file, pass its name.",
    ]
    if losses.isEmpty {
      text.append("# It contains every item of the film.")
    } else {
      text.append("# Differences from the film that editc renders:")
      text += losses.prefix(200).compactMap { loss in
        switch loss.fate {
        case .mapped: nil
        case .approximated(let words): "#   \(commentText("\(loss.place): approximated: \(words)"))"
        case .dropped(let words): "#   \(commentText("\(loss.place): dropped: \(words)"))"
        }
      }
      if losses.count > 200 { text.append("#   … and \(losses.count - 200) more") }
    }
    text += ["set -eu", "", "# The filter graph: one chain per line; comments start with #."]
    text += ["graph() {", "grep -v '^#' <<'GRAPH'"] + lines + ["GRAPH", "}", ""]
    var command = ["ffmpeg -hide_banner"] + inputs
    command.append("-filter_complex \"$(graph)\"")
    if output.hasPicture { command.append(words(["-map", "[film]"] + output.pictureArguments)) }
    if output.hasSound { command.append(words(["-map", "[sound]"] + output.soundArguments)) }
    if !output.fileArguments.isEmpty { command.append(words(output.fileArguments)) }
    let file = output.file.hasPrefix("-") ? "./" + output.file : output.file
    text.append((command + ["\"${1:-$film}\""]).joined(separator: " \\\n  "))
    if let place = text.firstIndex(of: "set -eu") { text.insert("film=\(shellWord(file))", at: place + 1) }
    return text.joined(separator: "\n") + "\n"
  }

  private func words(_ arguments: [String]) -> String { arguments.map(shellWord).joined(separator: " ") }

  // MARK: Chains

  mutating func comment(_ text: String) { lines.append("# " + commentText(text)) }

  /// Adds a chain, and returns the name of its result.
  mutating func chain(_ sources: [String], _ filters: [String]) -> String {
    labelCount += 1
    let name = "s\(labelCount)"
    lines.append(sources.map { "[\($0)]" }.joined() + filters.joined(separator: ",") + "[\(name)];")
    return name
  }

  var hasRoom: Bool { lines.count < Self.mostChains }

  func frame(_ time: RationalTime) throws(TimeOverflow) -> Int64 {
    guard let frame = rate.frame(at: time), frame.value.magnitude < 1 << 40 else { throw TimeOverflow() }
    return frame.value
  }

  func samples(_ time: RationalTime) throws(TimeOverflow) -> Int64 {
    guard let samples = time.rounded(toUnits: Self.sampleRate), samples.value.magnitude < 1 << 50 else {
      throw TimeOverflow()
    }
    return samples.value
  }

  // MARK: Sequences

  /// Adds the chains of a sequence, and returns the names of its picture and sound.
  mutating func film(
    _ sequence: InterchangeSequence, _ length: RationalTime, picture: Bool, sound: Bool, depth: Int
  ) throws(TimeOverflow) -> (picture: String?, sound: String?) {
    var label: String?
    var heard: [String] = []
    guard depth < Self.mostDepth else { throw TimeOverflow() }
    var isLowest = true
    for track in sequence.pictures {
      guard track.isEnabled else {
        for clip in track.clips { losses.drop(clip.place, "the track is disabled") }
        continue
      }
      let parts = try parts(of: track)
      if picture {
        if isLowest {
          label = try timeline(parts, length: frame(length), depth: depth, &heard, sound: sound)
        } else if let below = label {
          label = try overlays(parts, on: below, depth: depth, &heard, sound: sound)
        }
      } else if sound {
        for part in parts where part.clip?.playsSound == true {
          if let name = try self.sound(of: part, input: nil, depth: depth) { heard.append(name) }
        }
      }
      isLowest = false
    }
    if picture, label == nil { label = nothing(try frame(length), depth: depth) }
    guard sound else { return (label, nil) }
    losses.usual = .sound
    defer { losses.usual = .picture }
    for track in sequence.sounds {
      guard track.isEnabled else {
        for clip in track.clips { losses.drop(clip.place, "the track is disabled") }
        continue
      }
      for part in try parts(of: track) where part.clip != nil {
        if let name = try self.sound(of: part, input: nil, depth: depth) { heard.append(name) }
      }
    }
    // The sound ends with the last frame.
    let end = picture ? try rate.start(ofFrame: frame(length)) : length
    return (label, try mix(heard, until: samples(end)))
  }

  /// Frames without an item, black in the film and transparent in a sequence; endless if `frames` is nil.
  mutating func nothing(_ frames: Int64?, depth: Int) -> String {
    let (color, format) = depth == 0 ? ("black", "yuv420p") : ("black@0", "yuva420p")
    return chain(
      [],
      [plain(color)] + (frames.map { ["trim=end_frame=\($0)"] } ?? []) + ["format=\(format),setsar=1"])
  }

  func plain(_ color: String) -> String {
    "color=c=\(color):s=\(size.width)x\(size.height):r=\(rate.spelling)"
  }

  // MARK: The timeline

  /// Items that follow each other without a transition.
  private struct Run {
    var names: [String]
    var frames: Int64
    /// The number of frames that it shares with the previous run.
    let overlap: Int64
  }

  /// A picture track that covers the canvas.
  private mutating func timeline(
    _ parts: [Part], length: Int64, depth: Int, _ heard: inout [String], sound: Bool
  ) throws(TimeOverflow) -> String {
    var shown: [Part] = []
    for part in parts {
      if try frame(part.end) > frame(part.start) {
        shown.append(part)
      } else if let clip = part.clip {
        losses.drop(clip.place, "it is shorter than half a frame")
      }
    }
    let end = try shown.last.map { part throws(TimeOverflow) in try frame(part.end) } ?? 0
    if end < length || shown.isEmpty {
      shown.append(Part(clip: nil, start: try rate.start(ofFrame: end), end: try rate.start(ofFrame: length)))
    }
    let hasTransitions = shown.contains { $0.lead > .zero || $0.tail > .zero }
    var runs: [Run] = []
    var lastTail: Int64 = 0
    for (index, part) in shown.enumerated() {
      let (first, end) = (try frame(part.start), try frame(part.end))
      let lead = first - (try frame(part.start - part.lead))
      let tail = try frame(part.end + part.tail) - end
      let frames = lead + end - first + tail
      // `xfade` needs more of both sides than it shows; the excess is cut off at the end.
      let isLast = index + 1 == shown.count
      var isEndless = hasTransitions && (isLast || tail > 0)
      if hasTransitions, !isLast, shown[index + 1].lead > .zero { isEndless = true }
      var name: String?
      if let clip = part.clip {
        comment("\(clip.place): frames \(first) to \(end - 1)")
        let drawn = try covering(part, frames: frames, isEndless: isEndless, depth: depth)
        name = drawn?.name
        if sound, clip.playsSound, let track = try self.sound(of: part, input: drawn?.input, depth: depth) {
          heard.append(track)
        }
      } else {
        comment("Nothing: frames \(first) to \(end - 1)")
      }
      let picture = name ?? nothing(isEndless ? nil : frames, depth: depth)
      let overlap = lastTail + lead
      if let last = runs.indices.last, overlap == 0 {
        runs[last].names.append(picture)
        runs[last].frames += frames
      } else {
        runs.append(Run(names: [picture], frames: frames, overlap: runs.isEmpty ? 0 : overlap))
      }
      lastTail = tail
    }
    return try joined(runs, depth: depth)
  }

  /// The runs one after the other, with a transition between each two.
  private mutating func joined(_ runs: [Run], depth: Int) throws(TimeOverflow) -> String {
    var film: (name: String, frames: Int64)?
    for run in runs {
      var name = run.names[0]
      if run.names.count > 1 {
        comment("In sequence")
        // `concat` adds times up; renumbering the frames keeps them exact.
        name = chain(
          run.names,
          [
            "concat=n=\(run.names.count):v=1:a=0", "settb=\(rate.seconds)/\(rate.frames)", "setpts=N",
            "fps=\(rate.spelling)",
          ])
      }
      guard let before = film else {
        film = (name, run.frames)
        continue
      }
      comment("A dissolve of \(run.overlap) frames from frame \(before.frames - run.overlap)")
      let length = optionTime(try rate.start(ofFrame: run.overlap))
      let offset = optionTime(try rate.start(ofFrame: before.frames - run.overlap))
      let both = chain(
        [before.name, name],
        ["xfade=transition=fade:duration=\(length):offset=\(offset)", "fps=\(rate.spelling)"])
      film = (both, before.frames + run.frames - run.overlap)
    }
    guard let film else { return nothing(0, depth: depth) }
    return runs.count > 1 ? chain([film.name], ["trim=end_frame=\(film.frames)"]) : film.name
  }

  /// Overlays each item on the picture below, for its frames.
  private mutating func overlays(
    _ parts: [Part], on below: String, depth: Int, _ heard: inout [String], sound: Bool
  ) throws(TimeOverflow) -> String {
    var film = below
    for part in parts {
      guard let clip = part.clip else { continue }
      let first = try frame(part.start - part.lead)
      let end = try frame(part.end + part.tail)
      guard end > first else {
        losses.drop(clip.place, "it is shorter than half a frame")
        continue
      }
      comment("\(clip.place): over frames \(first) to \(end - 1)")
      guard let drawn = try layer(part, frames: end - first, shift: first, depth: depth) else { continue }
      film = chain([film, drawn.name], ["overlay=x=\(drawn.x):y=\(drawn.y):eof_action=pass"])
      if sound, clip.playsSound, let track = try self.sound(of: part, input: drawn.input, depth: depth) {
        heard.append(track)
      }
    }
    return film
  }
}
