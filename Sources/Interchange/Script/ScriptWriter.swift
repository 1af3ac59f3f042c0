import Basics
import ScriptWriting

extension InterchangeTimeline {
  /// The timeline as a formatted script, and the parts that a script cannot contain.
  package func script(_ options: ScriptOptions = ScriptOptions()) throws(InterchangeProblem)
    -> WrittenTimeline
  {
    var writer = ScriptWriter(self, options)
    let text: String
    do throws(TimeOverflow) { text = try writer.text() } catch {
      throw InterchangeProblem(
        "the times of the cut are too large", at: InputPlace(line: 1, column: 1))
    }
    do throws(FormattingProblem) {
      let formatted = try format(SourceText(name: "script", text))
      return WrittenTimeline(text: formatted.text, losses: writer.losses)
    } catch {
      throw InterchangeProblem(
        "the script could not be formatted", at: InputPlace(line: 1, column: 1))
    }
  }
}

/// Writes a timeline as a script. The formatter decides on whitespace and the order of keys.
struct ScriptWriter {
  let timeline: InterchangeTimeline
  let options: ScriptOptions
  let times: WrittenTimes
  let media: ScriptMediaNames
  /// The names of the sequences that items play.
  let sequenceNames: [String]
  var losses: [WritingLoss] = []
  /// How many easings may still be searched for key frames, so that no input takes long.
  var searches = 3000
  /// What a loss of the item that is being written changes.
  var usualEffect = LossEffect.picture

  init(_ timeline: InterchangeTimeline, _ options: ScriptOptions) {
    self.timeline = timeline
    self.options = options
    times = WrittenTimes(timeline.canvas)
    media = ScriptMediaNames(timeline, used: timeline.usedMedia, options)
    var names: [String] = []
    for (index, sequence) in timeline.sequences.enumerated() {
      names.append(
        mediaName(for: (sequence.name ?? "part-\(index)").replacing("/", with: "-"), taken: Set(names)))
    }
    sequenceNames = names
  }

  mutating func text() throws(TimeOverflow) -> String {
    var lines: [String] = []
    if let source = options.source { lines += ["# Made from \(commentText(source)) by `editc import`.", ""] }
    lines.append("edit: 1")
    if let name = timeline.name, !name.trimmingBlanks.isEmpty {
      lines.append("title: \(writtenScalar(name.trimmingBlanks))")
    }
    addMedia(&lines)
    addCanvas(&lines)
    let main = try parts(of: timeline.main, isFilm: true)
    add("timeline", main.timeline, to: &lines)
    add("overlays", main.overlays, to: &lines)
    add("audio", main.audio, to: &lines)
    addSubtitles(&lines)
    addMarkers(&lines)
    try addSequences(&lines)
    addOutputs(&lines)
    return lines.joined(separator: "\n") + "\n"
  }

  mutating func lose(_ place: InputPlace, _ fate: ImportOutcome, affecting effect: LossEffect? = nil) {
    losses.append(WritingLoss(place: place, fate: fate, affects: effect ?? usualEffect))
  }

  // MARK: Blocks

  private func add(_ name: String, _ items: [ScriptItem], to lines: inout [String]) {
    guard !items.isEmpty else { return }
    lines += ["", "\(name):"]
    for item in items { lines += item.lines(indentation: 2) }
  }

  private func addMedia(_ lines: inout [String]) {
    guard !media.listed.isEmpty else { return }
    lines += ["", "media:"]
    for index in media.listed {
      let entry = media.entries[index]
      lines.append("  \(entry.name): \(writtenScalar(entry.path))" + (entry.remark.map { "  # \($0)" } ?? ""))
    }
  }

  private mutating func addCanvas(_ lines: inout [String]) {
    if isHeardOnly {
      // An audio-only film needs a frame rate only if its times use one.
      if let rate = timeline.canvas.rate, countsFrames {
        lines += ["", "canvas: {rate: \(writtenRate(rate))}"]
      }
      return
    }
    var members: [String] = []
    if let width = timeline.canvas.width, let height = timeline.canvas.height {
      if (1...16384).contains(width), (1...16384).contains(height), width * height <= 67_108_864 {
        members.append("size: \(width)x\(height)")
      } else {
        lose(
          InputPlace(line: 1, column: 1),
          .dropped(reason: "a canvas of \(width)x\(height) is not a valid size for a film"))
      }
    }
    if members.isEmpty, !showsMedia {
      // Nothing in it has a natural size.
      members.append("size: 1920x1080")
      lose(
        InputPlace(line: 1, column: 1),
        .approximated(difference: "the input does not contain the picture size: 1920x1080 is used"))
    }
    if let rate = timeline.canvas.rate { members.append("rate: \(writtenRate(rate))") }
    if !members.isEmpty { lines += ["", "canvas: {\(members.joined(separator: ", "))}"] }
  }

  private mutating func addSubtitles(_ lines: inout [String]) {
    let captions = timeline.main.captions
    guard !captions.isEmpty else { return }
    lines += ["", "subtitles:"]
    var languages: [String?] = []
    for caption in captions where !languages.contains(caption.language) { languages.append(caption.language) }
    for language in languages {
      lines.append("  - mode: stream")
      if let code = language.flatMap(Self.code) { lines.append("    language: \(code)") }
      lines.append("    cues:")
      for caption in captions where caption.language == language {
        let at = "\(times.text(caption.range.start))..\(times.text(caption.range.end))"
        lines.append("      - {at: \(at), text: \(writtenScalar(caption.text))}")
      }
    }
  }

  /// The ISO 639 letters of a language such as `en-US`; nil for other texts.
  private static func code(_ language: String) -> String? {
    let letters = language.lowercased().prefix { $0.isLetter && $0.isASCII }
    return (2...3).contains(letters.count) ? String(letters) : nil
  }

  private mutating func addMarkers(_ lines: inout [String]) {
    // If the film's length overflows, lint reports it.
    let end = (try? timeline.main.duration()) ?? nil
    let markers = timeline.main.markers
    guard !markers.isEmpty else { return }
    let heading = lines.count
    lines += ["", "markers:"]
    var taken: Set<String> = []
    for marker in markers {
      let base = commentText(marker.name).isEmpty ? "marker" : commentText(marker.name)
      var name = base
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(base) \(number)"
        number += 1
      }
      guard !marker.time.isNegative, end.map({ marker.time <= $0 }) ?? true else {
        lose(marker.place, .dropped(reason: "the marker is outside the film"), affecting: .neither)
        continue
      }
      let at = times.text(marker.time)
      var members = ["at: \(at)"]
      if marker.isChapter { members.append("chapter: true") }
      if let note = marker.note, !note.isEmpty { members.append("note: \(writtenScalar(note))") }
      let value = members.count == 1 ? at : "{\(members.joined(separator: ", "))}"
      lines.append("  \(writtenScalar(name)): \(value)")
    }
    if lines.count == heading + 2 { lines.removeLast(2) }
  }

  private mutating func addSequences(_ lines: inout [String]) throws(TimeOverflow) {
    let used = timeline.usedSequences
    var isFirst = true
    for index in used {
      let sequence = timeline.sequences[index]
      guard try sequence.duration() != .zero else { continue }
      if isFirst { lines += ["", "sequences:"] }
      isFirst = false
      let parts = try parts(of: sequence, isFilm: false)
      for marker in sequence.markers {
        lose(marker.place, .dropped(reason: "sequences cannot have markers"), affecting: .neither)
      }
      for caption in sequence.captions {
        lose(caption.place, .dropped(reason: "sequences cannot have subtitles"))
      }
      lines.append("  \(sequenceNames[index]):")
      for (name, items) in [
        ("timeline", parts.timeline), ("overlays", parts.overlays), ("audio", parts.audio),
      ] {
        guard !items.isEmpty else { continue }
        lines.append("    \(name):")
        for item in items { lines += item.lines(indentation: 6) }
      }
    }
  }

  private func addOutputs(_ lines: inout [String]) {
    let stem = mediaName(for: (timeline.name ?? "film").replacing("/", with: "-") + ".x", taken: [])
    let file = options.output ?? "out/\(stem).\(isHeardOnly ? "m4a" : "mp4")"
    lines += ["", "outputs:", "  - file: \(writtenScalar(file))"]
    if let rate = timeline.canvas.rate, let start = timeline.canvas.start, start > .zero, !isHeardOnly,
      let frame = rate.frame(at: start), !frame.wasRounded,
      let timecode = Timecode(frameNumber: frame.value, at: rate, isDropFrame: times.isDropFrame),
      timecode.hours < 24
    {
      lines.append("    timecode: \"\(timecode)\"")
    }
  }

  /// Whether the timeline shows a media file, which then decides the canvas size.
  private var showsMedia: Bool {
    timeline.main.pictures.first { !$0.items.isEmpty }?.clips.contains { clip in
      switch clip.source {
      case .media, .sequence: true
      default: false
      }
    } ?? false
  }

  /// Whether a time of the film is written in frames or as timecode.
  private var countsFrames: Bool {
    let isPlain = { (time: RationalTime?) in 1000 % (time?.timescale ?? 1) == 0 }
    return ([timeline.main] + timeline.usedSequences.map { timeline.sequences[$0] }).flatMap(\.tracks)
      .flatMap(\.items)
      .contains { item in
        switch item {
        case .gap(let gap): return !isPlain(gap.duration)
        case .transition(let transition): return !isPlain(transition.before) || !isPlain(transition.after)
        case .clip(let clip):
          if case .media(let number) = clip.source, case .timecode = timeline.media[number].timing {
            return true
          }
          return ![clip.start, clip.duration, clip.fadeIn, clip.fadeOut].allSatisfy(isPlain)
            || clip.motion.volume?.keys.contains { !isPlain($0.time) } == true
        }
      }
  }

  /// Whether no track has a picture.
  var isHeardOnly: Bool {
    timeline.main.pictures.allSatisfy { $0.clips.isEmpty }
      && timeline.main.sounds.contains { !$0.clips.isEmpty }
  }
}

extension InterchangeTimeline {
  /// The sequences that the film plays, directly or indirectly, each once.
  var usedSequences: [Int] {
    var found: [Int] = []
    var waiting = [0]
    while let index = waiting.popLast() {
      guard sequences.indices.contains(index) else { continue }
      for clip in sequences[index].tracks.flatMap(\.clips) {
        if case .sequence(let inner) = clip.source, inner != 0, !found.contains(inner) {
          found.append(inner)
          waiting.append(inner)
        }
      }
    }
    return found.sorted()
  }

  /// The media that the film plays, in order of first use.
  var usedMedia: [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    for index in [0] + usedSequences where sequences.indices.contains(index) {
      for clip in sequences[index].tracks.flatMap(\.clips) {
        if case .media(let number) = clip.source, media.indices.contains(number), seen.insert(number).inserted
        {
          found.append(number)
        }
      }
    }
    return found
  }
}
