import Basics

extension InterchangeFormat {
  /// Whether cuts can be written in this format.
  package var isWritable: Bool {
    [.otio, .edl, .fcpxml, .xmeml, .segmentTable, .autoEditor, .mlt, .ffmpeg].contains(self)
  }
}

extension Cut {
  /// The cut in another format, and what that does not hold of it. The formats that have a place for it keep `script`, which
  /// stands for the cut as long as nobody changes it.
  package func written(
    as format: InterchangeFormat, keeping script: EmbeddedScript?
  ) throws(InterchangeProblem) -> WrittenCut {
    let written = try self.written(as: format)
    guard let script, EmbeddedScript.formats.contains(format) else { return written }
    guard format == .otio else {
      return WrittenCut(text: written.text + script.comment(behind: written.text), losses: written.losses)
    }
    var writer = OTIOWriter(self)
    writer.ownMembers = script.members(ofTimeline: written.text)
    do throws(TimeOverflow) { return try writer.write() } catch { return written }
  }

  /// The cut in another format, and what that does not hold of it.
  package func written(as format: InterchangeFormat) throws(InterchangeProblem) -> WrittenCut {
    let top = InputPlace(line: 1, column: 1)
    guard format.isWritable else { throw InterchangeProblem("\(format.title) cannot be written", at: top) }
    if ![.otio, .segmentTable].contains(format), canvas.rate == nil {
      throw InterchangeProblem("\(format.title) needs a frame rate, and the cut has none", at: top)
    }
    let rate = canvas.rate ?? .onePerSecond
    if format == .xmeml, rate.seconds != 1, rate.seconds != 1001 || rate.frames % 1000 != 0 {
      throw InterchangeProblem(
        "this format has whole frame rates and those of NTSC, not \(rate.spelling)", at: top)
    }
    if format == .edl, rate.nominal > 99 {
      throw InterchangeProblem("an edit decision list counts at most 99 frames a second", at: top)
    }
    do throws(TimeOverflow) {
      switch format {
      case .edl:
        var writer = EDLWriter(self, rate)
        return try writer.write()
      case .fcpxml:
        var writer = FCPXMLWriter(self, rate)
        return try writer.write()
      case .xmeml:
        var writer = XMEMLWriter(self, rate)
        return try writer.write()
      case .mlt:
        var writer = MLTWriter(self, rate)
        return try writer.write()
      case .ffmpeg:
        var writer = FFmpegWriter(self, rate, FFmpegOutput())
        return try writer.write()
      case .segmentTable:
        var writer = SegmentTableWriter(self)
        return try writer.write()
      case .autoEditor:
        var writer = AutoEditorWriter(self, rate)
        return try writer.write()
      default:
        var writer = OTIOWriter(self)
        return try writer.write()
      }
    } catch {
      throw InterchangeProblem("the times of the cut are too large to calculate with", at: top)
    }
  }

  /// The cut as the nearest command line of FFmpeg that writes such a file. `known` is what is lost already.
  package func ffmpegScript(
    _ output: FFmpegOutput, known: [WritingLoss] = []
  ) throws(InterchangeProblem) -> WrittenCut {
    let top = InputPlace(line: 1, column: 1)
    // Sound alone has no frames; its times are in samples.
    guard let rate = canvas.rate ?? (output.hasPicture ? nil : .onePerSecond) else {
      throw InterchangeProblem("a command line of FFmpeg needs a frame rate, and the cut has none", at: top)
    }
    do throws(TimeOverflow) {
      var writer = FFmpegWriter(self, rate, output)
      return try writer.write(known: known)
    } catch {
      throw InterchangeProblem("the times of the cut are too large to calculate with", at: top)
    }
  }

  /// How long a clip plays; nil if it plays to an end that is not known.
  func playedDuration(of clip: CutClip) throws(TimeOverflow) -> RationalTime? {
    if let duration = clip.duration { return duration }
    guard case .factor(let speed) = clip.speed, speed > .zero, let end = try length(of: clip.source),
      end > clip.start
    else {
      return nil
    }
    return try (end - clip.start).divided(by: speed)
  }
}

/// What writers tell of what they leave out.
struct WritingLosses {
  private(set) var all: [WritingLoss] = []

  mutating func drop(_ place: InputPlace, _ reason: String) {
    all.append(WritingLoss(place: place, fate: .dropped(reason: reason)))
  }

  mutating func approximate(_ place: InputPlace, _ difference: String) {
    all.append(WritingLoss(place: place, fate: .approximated(difference: difference)))
  }

  /// Tells of the look and the sound of a clip, except for the properties that the format has.
  mutating func dropLook(of clip: CutClip, except known: Set<String> = []) {
    let properties: [(String, Bool)] = [
      ("name", clip.name != nil), ("volume", clip.volume != nil), ("opacity", clip.opacity != nil && clip.opacity != 1),
      ("fade", clip.fadeIn != nil || clip.fadeOut != nil), ("fit", clip.fit != nil),
      ("place", clip.layout != nil),
    ]
    let missing = properties.filter { $0.1 && !known.contains($0.0) }.map(\.0)
    if !missing.isEmpty { approximate(clip.place, "left out: " + missing.joined(separator: ", ")) }
  }
}
