import Basics
import Composition
import Diagnostics
import EditScript

/// The checks of the finished file.
struct FilmChecks {
  var sound = SoundChecks()
  var file = FileChecks()
  /// Of the subtitles; rules compare them.
  var captions: CaptionLimits?
}

/// Compares the checks of the script with the resolved film.
struct CheckResolution: LoweringPhase {
  var context: LoweringContext
  private let timed: TimedFilm
  private let sounds: [Sound]

  private var items: [TimedItem] { timed.items }
  private var rate: FrameRate? { timed.canvas.rate }

  init(_ timed: TimedFilm, _ heard: LoweredSound, context: LoweringContext) {
    (self.timed, sounds, self.context) = (timed, heard.sounds, context)
  }

  mutating func run() -> FilmChecks {
    checkOrientation()
    let checks = script.checks
    if let written = checks.size, written.value == .auto {
      refuseAuto(at: written.range, instead: "1280x720")
    }
    if let written = checks.rate, written.value == .auto { refuseAuto(at: written.range, instead: "30") }
    let found = FilmChecks(
      sound: soundChecks(),
      file: FileChecks(
        largest: checks.fileSize?.value, black: checks.black.flatMap { wayLength($0, rate: rate) },
        flashes: checks.flashes?.value, freeze: checks.freeze.flatMap { wayLength($0, rate: rate) },
        gamut: checks.gamut.map { GamutLimits($0.value) }),
      captions: checks.captions.map { limits(of: $0.value, rate: rate) })
    guard let canvas = timed.canvas.canvas, let timelineEnd = timed.timelineEnd else { return found }
    if sounds.isEmpty, !context.findings.hasErrors, let written = checks.loudness {
      fail(
        "the film has no sound to measure against \(written.value.target.canonicalText)",
        at: written.range)
    }
    if let written = checks.duration { check(timelineEnd, liesIn: written, grid: canvas.rate) }
    guard canvas.hasPicture else {
      for place in [checks.size?.range, checks.rate?.range].compactMap(\.self) {
        fail("the film has no picture: no output has one", at: place)
      }
      checkSound()
      return found
    }
    if let written = checks.size, output?.preset?.value == "draft" {
      report(.draftHasOtherSize(canvas.size, at: written.range))
    } else if let written = checks.size, case .exactly(let width, let height) = written.value,
      canvas.size != PixelSize(width: width, height: height)
    {
      fail("the film is \(canvas.size), not \(width)x\(height)", at: written.range)
    }
    if let written = checks.rate, case .exactly(let rate) = written.value, canvas.rate != rate {
      fail(
        "the film has \(canvas.rate.spellingForPeople) frames per second, not \(rate.spelling)",
        at: written.range)
    }
    if let written = checks.flashes, canvas.color.isHighDynamicRange {
      report(.flashesOfHDR(canvas.color, at: written.range))
    }
    checkSound()
    return found
  }

  private mutating func checkSound() {
    if let written = script.checks.audioIsRequired, written.value, sounds.isEmpty {
      fail("the film has no sound", at: written.range)
    }
    if let written = script.checks.phase, script.mix.channels?.value == .mono {
      report(.phaseOfMono(at: written.range))
    }
  }

  /// The checks of the finished sound.
  private mutating func soundChecks() -> SoundChecks {
    let checks = script.checks
    return SoundChecks(
      loudness: checks.loudness?.value.target.lufs, tolerance: checks.loudness?.value.tolerance ?? 1,
      peak: checks.peak?.value.decibels, silence: checks.silence.flatMap { wayLength($0, rate: rate) },
      shortTerm: checks.shortTerm?.value.lufs, momentary: checks.momentary?.value.lufs,
      range: checks.loudnessRange?.value.units, phase: checks.phase?.value)
  }

  private mutating func refuseAuto(at place: SourceRange, instead example: String) {
    report(
      .autoInCheck(at: place, instead: example))
  }

  private mutating func check(
    _ timelineEnd: RationalTime, liesIn written: Located<RangeExpression>, grid: FrameRate
  ) {
    // The film ends with its last frame, up to half a frame from its timeline's end; a check can mean either.
    let duration = grid.frame(at: timelineEnd).flatMap { try? grid.start(ofFrame: $0.value) } ?? timelineEnd
    let axis = TimeAxis(rate: rate, length: nil)
    guard case .between(let from, let to) = written.value else {
      report(
        .checkNeedsLengths(at: written.range))
      return
    }
    do throws(TimeProblem) {
      let shortest = if let from { try axis.moment(from) } else { RationalTime.zero }
      let longest = if let to { try axis.moment(to) } else { duration }
      if to != nil, longest < shortest { throw .reversed(start: shortest, end: longest) }
      if max(duration, timelineEnd) < shortest {
        fail("the film lasts \(duration), shorter than \(shortest)", at: written.range)
      }
      if min(duration, timelineEnd) > longest {
        fail("the film lasts \(duration), longer than \(longest)", at: written.range)
      }
    } catch {
      let fromTheEnd = Diagnostic.checkCountsFromEnd(at: written.range)
      if error == .unknownLength { report(fromTheEnd) } else { context.report(error, at: written.range) }
    }
  }

  private mutating func fail(_ message: String, at range: SourceRange) {
    report(.checkFailed(message, at: range))
  }

  // MARK: Orientation

  /// A clip of the timeline whose picture is fitted to the canvas by default.
  fileprivate struct MainClip {
    let item: Item
    let file: String
    let size: PixelSize
    let place: SourceRange

    var described: String { "'\(file)' is \(size.shape.rawValue) (\(size))" }
  }

  private var mainClips: [MainClip] {
    items.compactMap { placed in
      guard placed.list == .timeline, case .clip(let name) = placed.item.kind,
        let medium = placed.source.medium,
        let track = timed.media.references[medium].facts.mainVideo
      else { return nil }
      return MainClip(
        item: placed.item, file: timed.media.references[medium].spelling, size: track.displaySize,
        place: name.range)
    }
  }

  private mutating func checkOrientation() {
    let clips = mainClips
    switch script.checks.orientation?.value ?? .same {
    case .any: return
    case .same: checkSameOrientation(clips)
    case .landscape: checkOrientation(clips, is: .landscape)
    case .portrait: checkOrientation(clips, is: .portrait)
    case .square: checkOrientation(clips, is: .square)
    }
  }

  private mutating func checkSameOrientation(_ clips: [MainClip]) {
    let unfitted = clips.filter { $0.item.fit == nil && $0.size.shape != .square }
    guard let first = unfitted.first else { return }
    for clip in unfitted where clip.size.shape != first.size.shape {
      report(
        .clipsDiffer(clip, from: first))
    }
  }

  private mutating func checkOrientation(_ clips: [MainClip], is wanted: PictureShape) {
    for clip in clips where clip.size.shape != wanted {
      let asked = script.checks.orientation.map {
        [Diagnostic.Note("required here", at: $0.range)]
      }
      report(
        .clipIsNot(wanted, clip, notes: asked ?? []))
    }
  }
}

extension GamutLimits {
  fileprivate init(_ check: GamutCheck) {
    self.init()
    if let levels = check.levels?.value { (lowest, highest) = (levels.lowest, levels.highest) }
    if let area = check.area?.value { self.area = area }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func draftHasOtherSize(_ size: PixelSize, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, severity: .note, "the size is not checked: the draft is \(size)", at: place)
  }

  fileprivate static func autoInCheck(at place: SourceRange, instead example: String) -> Diagnostic {
    Diagnostic(
      .unknownValue, "`auto` cannot be checked: there is no value to compare", at: place,
      hint: "write the required value, such as `\(example)`")
  }

  fileprivate static func flashesOfHDR(_ color: CanvasColor, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .notSupportedYet, "this version cannot check the flashes of a film in `\(color.rawValue)` yet",
      at: place,
      hint: "remove the check, or check a film of the same edit with `canvas: {color: bt709}`")
  }

  fileprivate static func phaseOfMono(at place: SourceRange) -> Diagnostic {
    Diagnostic(.noEffect, "`phase` has no effect: the mix has one channel", at: place)
  }

  fileprivate static func checkNeedsLengths(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .rangeSyntax, "this is not a range of durations", at: place,
      hint: "write `..60s`, `10s..` or `10s..60s`")
  }

  fileprivate static func checkCountsFromEnd(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .rangeSyntax, "this check cannot count from the end of the film, because it checks the film's length",
      at: place, hint: "write `..60s`, `10s..` or `10s..60s`")
  }

  fileprivate static func checkFailed(_ message: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.checkFailed, message, at: range)
  }

  fileprivate static func clipsDiffer(_ clip: CheckResolution.MainClip, from first: CheckResolution.MainClip)
    -> Diagnostic
  {
    Diagnostic(
      .mixedOrientation, "\(clip.described), but \(first.described)", at: clip.place,
      notes: [Diagnostic.Note("the first clip", at: first.place)],
      hint: "write how the clip fits (`fit: cover` or `fit: contain`), or allow the mix with"
        + " `checks: {orientation: any}`")
  }

  fileprivate static func clipIsNot(_ wanted: PictureShape, _ clip: CheckResolution.MainClip, notes: [Note])
    -> Diagnostic
  {
    Diagnostic(
      .mixedOrientation, "\(clip.described), but the check requires \(wanted.rawValue)",
      at: clip.place, notes: notes,
      hint: "use another clip, or change the check")
  }
}
