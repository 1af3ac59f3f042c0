import Basics

extension InterchangeTimeline {
  /// The timeline in another format, and the losses. Formats that can embed it contain `script`, which an import
  /// restores as long as the timeline is unchanged.
  package func written(
    as format: InterchangeFormat, keeping script: EmbeddedScript?
  ) throws(InterchangeProblem) -> WrittenTimeline {
    let written = try self.written(as: format)
    guard let script, EmbeddedScript.formats.contains(format) else { return written }
    guard format == .otio else {
      return WrittenTimeline(
        text: written.text + script.comment(behind: written.text), losses: written.losses)
    }
    var writer = OTIOWriter(withoutHidingPictures(in: format).timeline)
    writer.ownMembers = script.members(ofTimeline: written.text)
    do throws(TimeOverflow) {
      return WrittenTimeline(text: try writer.write().text, losses: written.losses)
    } catch { return written }
  }

  /// The timeline in another format, and the losses.
  package func written(as format: InterchangeFormat) throws(InterchangeProblem) -> WrittenTimeline {
    let (timeline, hidden) = withoutHidingPictures(in: format)
    let written = try timeline.writtenAsItIs(format)
    return WrittenTimeline(text: written.text, losses: hidden.all + written.losses)
  }

  private func writtenAsItIs(_ format: InterchangeFormat) throws(InterchangeProblem) -> WrittenTimeline {
    let top = InputPlace(line: 1, column: 1)
    if ![.otio, .segmentTable].contains(format), canvas.rate == nil {
      throw InterchangeProblem("\(format.title) needs a frame rate, but the cut has none", at: top)
    }
    let rate = canvas.rate ?? .onePerSecond
    if format == .xmeml, rate.seconds != 1, rate.seconds != 1001 || rate.frames % 1000 != 0 {
      throw InterchangeProblem(
        "this format supports only whole and NTSC frame rates, not \(rate.spelling)", at: top)
    }
    if format == .edl, rate.nominal > 99 {
      throw InterchangeProblem("an edit decision list supports at most 99 frames per second", at: top)
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
      case .otio:
        var writer = OTIOWriter(self)
        return try writer.write()
      case .playerEDL, .losslessCut, .editly: break
      }
    } catch {
      throw InterchangeProblem("the times of the cut are too large", at: top)
    }
    throw InterchangeProblem("\(format.title) cannot be written", at: top)
  }

  /// The timeline as an approximate FFmpeg command line for `output`. `known` contains earlier losses.
  package func ffmpegScript(
    _ output: FFmpegOutput, known: [WritingLoss] = []
  ) throws(InterchangeProblem) -> WrittenTimeline {
    let top = InputPlace(line: 1, column: 1)
    // An audio-only film has no frames; its times are in samples.
    guard let rate = canvas.rate ?? (output.hasPicture ? nil : .onePerSecond) else {
      throw InterchangeProblem("an FFmpeg command line needs a frame rate, but the cut has none", at: top)
    }
    let (timeline, hidden) = withoutHidingPictures(in: .ffmpeg)
    do throws(TimeOverflow) {
      var writer = FFmpegWriter(timeline, rate, output)
      let written = try writer.write(known: known + hidden.all)
      return WrittenTimeline(text: written.text, losses: hidden.all + written.losses)
    } catch {
      throw InterchangeProblem("the times of the cut are too large", at: top)
    }
  }

  /// The played duration of a clip; nil if it plays to an unknown end.
  func playedDuration(of clip: InterchangeClip) throws(TimeOverflow) -> RationalTime? {
    if let duration = clip.duration { return duration }
    guard case .factor(let speed) = clip.speed, speed > .zero, let end = try length(of: clip.source),
      end > clip.start
    else {
      return nil
    }
    return try (end - clip.start).divided(by: speed)
  }
}

extension InterchangeLayout {
  /// A box on the canvas, in pixels or fractions of them.
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// The box of a picture; nil if too large. Without a natural size, it is as large as the canvas.
  func box(
    of natural: (width: Int, height: Int)?, on canvas: (width: Int, height: Int)
  ) -> Box? {
    let (canvasWidth, canvasHeight) = (Double(canvas.width), Double(canvas.height))
    let own = natural ?? canvas
    let (ownWidth, ownHeight) = (Double(own.width), Double(own.height))
    let fit = min(canvasWidth / max(1, ownWidth), canvasHeight / max(1, ownHeight))
    var box = Box(x: 0, y: 0, width: ownWidth * fit, height: ownHeight * fit)
    switch (width, height) {
    case (let across?, let down?):
      (box.width, box.height) = (across / 100 * canvasWidth, down / 100 * canvasHeight)
    case (let across?, nil):
      let wide = across / 100 * canvasWidth
      (box.width, box.height) = (wide, box.height * wide / box.width)
    case (nil, let down?):
      let high = down / 100 * canvasHeight
      (box.width, box.height) = (box.width * high / box.height, high)
    case (nil, nil): break
    }
    box.width *= scale ?? 1
    box.height *= scale ?? 1
    box.x = x / 100 * canvasWidth - box.width * anchor.share.x
    box.y = y / 100 * canvasHeight - box.height * anchor.share.y
    let numbers = [box.x, box.y, box.width, box.height]
    guard numbers.allSatisfy({ $0.isFinite && abs($0) < 100_000 }), box.width >= 0.5, box.height >= 0.5 else {
      return nil
    }
    return box
  }
}

extension InterchangeLayout.Anchor {
  /// The place of the anchor as shares of the picture's size.
  fileprivate var share: (x: Double, y: Double) {
    let x: Double =
      switch self {
      case .topLeft, .left, .bottomLeft: 0
      case .top, .center, .bottom: 0.5
      case .topRight, .right, .bottomRight: 1
      }
    let y: Double =
      switch self {
      case .topLeft, .top, .topRight: 0
      case .left, .center, .right: 0.5
      case .bottomLeft, .bottom, .bottomRight: 1
      }
    return (x, y)
  }
}

/// The losses of a writer.
struct WritingLosses {
  private(set) var all: [WritingLoss] = []
  /// What losses affect that name no other effect; writers set it for each track.
  var usual = LossEffect.picture

  mutating func drop(_ place: InputPlace, _ reason: String, affecting effect: LossEffect? = nil) {
    all.append(WritingLoss(place: place, fate: .dropped(reason: reason), affects: effect ?? usual))
  }

  mutating func approximate(_ place: InputPlace, _ difference: String, affecting effect: LossEffect? = nil) {
    all.append(
      WritingLoss(place: place, fate: .approximated(difference: difference), affects: effect ?? usual))
  }

  /// Reports the look and sound of a clip, except for properties that the format can contain.
  mutating func dropLook(of clip: InterchangeClip, except known: Set<String> = []) {
    let properties: [(String, LossEffect, Bool)] = [
      ("name", .neither, clip.name != nil), ("volume", .sound, clip.volume != nil),
      ("opacity", .picture, clip.opacity != nil && clip.opacity != 1),
      ("fade", usual, clip.fadeIn != nil || clip.fadeOut != nil), ("fit", .picture, clip.fit != nil),
      ("place", .picture, clip.layout != nil),
    ]
    for effect in LossEffect.allCases {
      let missing = properties.filter { $0.1 == effect && $0.2 && !known.contains($0.0) }.map(\.0)
      if !missing.isEmpty {
        approximate(clip.place, "omitted: " + missing.joined(separator: ", "), affecting: effect)
      }
    }
  }
}
