import Basics
import Composition
import Diagnostics
import EditScript
import Export
import FoundationEssentials
import HTTPServer
import LibAV
import Processes
import Rendering
import Workspace

private let sourcesArgument = Argument.positionals(
  .source("SOURCE"),
  "What is recorded: one picture (`screen`, `x11:DISPLAY`, a part of it as `x11:DISPLAY+X,Y`, `camera`, `camera:N` for "
    + "/dev/videoN, `v4l2:PATH`, or `test:bars`), and "
    + "sounds (`mic`, `mic:NAME` for one of several microphones, `speakers` for what the machine plays, `pulse:NAME` "
    + "for any source of the sound server, `alsa:NAME` without a sound server, or `test:tone`). Or a stream alone, by its "
    + "URL: `rtsp:`, `rtmp:`, `srt:`, or an `http:` or `https:` playlist (HLS).", atLeast: 0)
private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE", extensions: RecordedContainers.endings),
  "The film: an .mp4 or a .mov.", group: "Output")
private let size = Argument<Located<CanvasSize>?>.option(
  "size", .scriptValue("SIZE", .canvasSize),
  "Size of the picture. Default: the whole screen; the largest size of a camera up to 1920x1080; 1280x720 for test "
    + "sources.", group: "Output")
private let rate = Argument<Located<RateValue>?>.option(
  "rate", .scriptValue("RATE", .rate), "Frames per second. Default: 30, or those of the camera.",
  group: "Output")
private let fragment = Argument<Located<DurationExpression>?>.option(
  "fragment", .scriptValue("TIME", .duration),
  "How often the film grows, and how far apart its key frames are: what is lost if the machine loses power. "
    + "Default: 0.5s.", group: "Output")
private let at = Argument<ClockTime?>.option(
  "at", .clockTime,
  "Starts at this time of day, such as `20:00` or `20:00:30`: tomorrow, if it has passed today.",
  group: "Start")
private let delay = Argument<Located<DurationExpression>?>.option(
  "in", .scriptValue("TIME", .duration), "Starts after this time, such as `10s`.", group: "Start")
private let length = Argument<Located<DurationExpression>?>.option(
  "for", .scriptValue("TIME", .duration), "Ends the recording after this time.", group: "End")
private let until = Argument<ClockTime?>.option(
  "until", .clockTime, "Ends the recording at the next such time of day after its start.", group: "End")
private let silence = Argument<WrittenSilence?>.option(
  "stop-after-silence", .silence,
  "Ends the recording when no sample of any sound has reached -50 dB, or the level behind `@`, for this time, such as "
    + "`30s` or `30s@-60dB`.", group: "End")
private let largest = Argument<Located<Int64>?>.option(
  "max-size", .scriptValue("SIZE", .byteCount),
  "Ends the recording before the film exceeds this size, such as `4GB`.", group: "End")
private let reconnect = Argument<Located<DurationExpression>?>.option(
  "reconnect", .scriptValue("TIME", .duration),
  "Connects to the server of a stream again if the connection is lost, for at most this time, such as `1min`. What is "
    + "missing stays a gap in the film. Default: a lost connection ends the recording.", group: "End")
private let clockCorrection = Argument.option(
  "clock-correction", .word("WORD", of: ClockCorrection.self),
  "Stretches sounds by up to 500 millionths, so that they stay with the picture although their devices' clocks are "
    + "slightly wrong (`on`), or leaves their samples as they are (`off`). The report has the clocks' errors.",
  default: .on, shown: "on", group: "Output")
private let looks = Argument.repeated(
  "look", .look,
  "A look for the keys 1 to 9, in their order: filters as in a script, such as `noir`, `{blur: 4px}` or "
    + "`[sepia, vignette]`. The film has the picture without them, unless --bake is given; the script has an item for "
    + "each stretch, with its filters.", group: "Output")
private let bake = Argument.flag(
  "bake",
  "Puts the chosen looks into the film. They cannot be changed later, and the script plays it without filters.",
  group: "Output")
private let quality = Argument.option(
  "quality", .integer("N", 0...51),
  "Quality of the picture: lower is better and larger; 0 is lossless, which few players play.",
  default: RecordingSettings.usualQuality, shown: "\(RecordingSettings.usualQuality)", group: "Output")
private let noScript = Argument.flag(
  "no-script", "Writes no script and no lock beside the film.", group: "Output")
private let reportFile = Argument<String?>.option(
  "report", .file("FILE", extensions: ["json"]), "Writes the report as JSON, too.", group: "Reports")
private let progress = Argument.option(
  "progress", .word("HOW", of: ProgressStyle.self),
  "How progress appears on standard error: `auto` is a line with levels on a terminal and nothing otherwise, `bar` "
    + "always that line, `json` one object per line ten times a second, `none` only warnings and the report.",
  default: .auto, shown: "auto", group: "Reports")
private let pageArgument = Argument.flag(
  "preview",
  "Serves a page on this machine that shows the picture with its look, the levels and the length, and prints its "
    + "address.",
  group: "Page")
private let port = Argument<Int?>.option(
  "port", .integer("N", 1...65535), "Port of the page on 127.0.0.1. Default: any free port.", group: "Page")
private let list = Argument.flag(
  "list",
  "Lists the screens, cameras and sound sources of this machine, with the word for each, instead of recording.",
  group: "Other actions")
private let listJSON = Argument.flag("json", "With --list: prints JSON.", group: "Other actions")
private let finish = Argument<String?>.option(
  "finish", .file("FILE", extensions: RecordedContainers.endings),
  "Repairs a recording whose recorder was killed, instead of recording.", group: "Other actions")

private enum ClockCorrection: String, CaseIterable, Sendable {
  case on
  case off
}

extension Command {
  static let record = Command(
    "record", "Records a film, and writes a script that plays it.",
    details: """
      Records a picture and up to 8 sounds, each in its own track. The recording ends at a limit, or \
      when you press `q` or Ctrl-C. The film grows by fragments and is playable from the first one on. If editc is killed or the \
      machine loses power, the film is whole up to the last fragment. At the end it becomes an ordinary MP4 \
      or MOV. FILE.edit and its lock are written beside it, unless that script exists.

      On a terminal, the space bar pauses and continues, `s` writes the last picture beside the film as FILE-FRAME.png, \
      `1` to `9` choose a look, `0` none, and `q` ends. Programs write the lines `pause`, `resume`, `still`, `look 2` and \
      `stop` to standard input, through a pipe.

      The film has a constant frame rate. A frame without a captured picture repeats the one before, and the \
      report counts these frames.

      A stream is copied as the server sends it, without decoding: from the first picture that can be decoded, until a \
      limit, `q`, or the end of the stream. It ends with a whole fragment, so up to a fragment later than --for.

      Exits with 0 if the recording ended by a limit, `q`, Ctrl-C or SIGTERM, 65 if --finish names no recording, \
      66 if the screen has no such part, or there is no such camera, source of the sound server, or stream, 69 if a \
      display, a camera, the sound server or the server of a stream cannot be used, 73 if the film exists already, 74 if \
      the disk is full, or a device or a stream fails, where the film is whole up to that moment, 75 if nothing was \
      recorded, or if --finish names a film that is being recorded, and 77 if a stream leads to a private address.
      """,
    arguments: [
      sourcesArgument, output, forceArgument, size, rate, quality, fragment, clockCorrection, looks, bake,
      noScript, at, delay, length, until, silence, largest, reconnect, reportFile, progress, pageArgument,
      port,
      list, listJSON, finish, cacheArgument, noCacheArgument, sandboxArgument,
    ],
    examples: [
      Example(
        "record test:bars test:tone -o t.mp4 --for 10s", "Records colour bars and a tone for ten seconds."),
      Example("record screen -o take.mp4", "Records the X screen until Ctrl-C."),
      Example("record camera mic -o take.mp4", "Records the first camera, at its best size up to 1920x1080."),
      Example(
        "record screen mic speakers -o talk.mp4",
        "Records what the machine plays, too, in a track of its own."),
      Example(
        "record x11::97+0,0 -o demo.mp4 --size 1280x720 --for 90s", "Records a part of another X display."),
      Example(
        "record screen mic -o show.mp4 --at 20:00 --until 21:30",
        "Waits until eight in the evening, and records for one and a half hours."),
      Example(
        "record screen mic -o talk.mp4 --in 10s --stop-after-silence 1min",
        "Starts in ten seconds, and ends after a minute of silence."),
      Example(
        "record screen mic -o talk.mp4 --look noir --look sepia",
        "Chooses looks while it records: keys 1 and 2, and 0 for none."),
      Example(
        "record screen mic -o talk.mp4 --look noir --bake",
        "Puts the look into the film, where key 1 chooses it."
      ),
      Example(
        "record rtsp://cam.example/1 -o door.mp4 --until 18:00", "Copies what a camera on the network sends."),
      Example(
        "record rtsp://cam.example/1 -o door.mp4 --reconnect 5min",
        "Records on when the camera has been away for less than five minutes."),
      Example("record test:bars -o t.mp4 --max-size 4GB", "Records until the film has 4 GB, or Ctrl-C."),
      Example("record screen mic -o talk.mp4 --preview", "Shows on a page what is recorded."),
      Example("record --list", "Lists what can be recorded."),
      Example("record --finish t.mp4", "Repairs a recording after a power cut."),
    ]
  ) { values in
    if try values[list] { return try listDevices(values) }
    if try values[listJSON] { throw UsageError(.other("--json needs --list"), command: "record") }
    if let path = try values[finish] {
      guard try values[sourcesArgument].isEmpty, try values[output] == nil else {
        throw UsageError(
          .other("--finish repairs a recording and takes no SOURCE and no -o"), command: "record")
      }
      return try finishOldRecording(path)
    }
    let times = RecordingTimes(
      at: try values[at], delay: try values[delay]?.value, until: try values[until],
      silence: try values[silence])
    let style = try values[progress]
    if values.wasGiven(port), try !values[pageArgument] {
      throw UsageError(.other("--port needs --preview"), command: "record")
    }
    let work: RecordingRun.Work
    let reporter: RecordingReporter
    if let stream = try StreamRequest(
      sources: values[sourcesArgument], path: values[output], fragment: values[fragment]?.value,
      length: values[length]?.value, largest: values[largest]?.value, reconnect: values[reconnect]?.value,
      times: times, others: optionsAboutContent(values))
    {
      work = .stream(stream)
      reporter = RecordingReporter(style: style, path: stream.path, copies: true)
    } else {
      if values.wasGiven(reconnect) {
        throw UsageError(.other("--reconnect is for streams, which a server sends"), command: "record")
      }
      let request = try RecordingRequest(
        sources: values[sourcesArgument], path: values[output], size: values[size]?.value,
        rate: values[rate]?.value, fragment: values[fragment]?.value, length: values[length]?.value,
        largest: values[largest]?.value, quality: values[quality],
        followsClocks: values[clockCorrection] == .on, times: times, looks: values[looks],
        bakesLooks: values[bake])
      work = .devices(request)
      reporter = RecordingReporter(
        style: style, path: request.path, sounds: request.soundNames, looks: request.looks)
    }
    let run = RecordingRun(
      work: work, target: OutputTarget(path: work.path, replacesExisting: try values[forceArgument]),
      writesScript: try !values[noScript], reportPath: try values[reportFile],
      page: try values[pageArgument] ? RecordingRun.PageRequest(port: values[port]) : nil, reporter: reporter,
      workspace: try Workspace(values), sandbox: try values[sandboxArgument])
    return run.carryOut()
  }
}

/// The options that were given and that change pictures or sounds.
private func optionsAboutContent(_ values: ParsedArguments) throws -> [String] {
  [
    (try values[size] != nil, "size"), (try values[rate] != nil, "rate"),
    (values.wasGiven(quality), "quality"), (try !values[looks].isEmpty, "look"), (try values[bake], "bake"),
    (try values[silence] != nil, "stop-after-silence"), (try values[pageArgument], "preview"),
    (try values[clockCorrection] == .off, "clock-correction"),
  ].filter(\.0).map(\.1)
}

private func listDevices(_ values: ParsedArguments) throws -> ExitCode {
  guard try values[sourcesArgument].isEmpty, try values[output] == nil, try values[finish] == nil else {
    throw UsageError(.other("--list takes no SOURCE, no -o and no --finish"), command: "record")
  }
  let words = DeviceListWords(listing: DeviceListing(display: environmentDisplay))
  if try values[listJSON] {
    try Console.print(words.json.indentedText)
  } else {
    try Console.print(words.text)
    for problem in words.listing.problems { Console.complain("warning: \(problem)") }
  }
  return .done
}

/// The X display of the environment; nil if none is set, or an empty one.
private var environmentDisplay: String? {
  ProcessInfo.processInfo.environment["DISPLAY"].flatMap { $0.isEmpty ? nil : $0 }
}

private func finishOldRecording(_ path: String) throws -> ExitCode {
  let name = VisibleText.line(path)
  switch try finishRecording(at: path) {
  case .nothingToDo: Console.write("\(name) is finished already\n")
  case .finished(let pictures, let cut):
    let removed = cut > 0 ? "; \(counted(cut, "byte")) behind the last whole fragment were removed" : ""
    Console.write("\(name): \(counted(Int64(pictures), "frame"))\(removed)\n")
  }
  return .done
}

/// One call of `editc record`.
private struct RecordingRun {
  enum Work {
    case devices(RecordingRequest)
    case stream(StreamRequest)

    var path: String {
      switch self {
      case .devices(let request): request.path
      case .stream(let request): request.path
      }
    }
  }

  struct PageRequest {
    let port: Int?
  }

  let work: Work
  let target: OutputTarget
  let writesScript: Bool
  /// The file of the report as JSON; nil for none.
  let reportPath: String?
  /// Nil for no page.
  let page: PageRequest?
  let reporter: RecordingReporter
  let workspace: Workspace
  let sandbox: SandboxPolicy

  func carryOut() -> ExitCode {
    do { return try record() } catch { return reporter.fail(error) }
  }

  private func record() throws -> ExitCode {
    try target.check(sparing: [])
    let signals = try TerminationSignals()
    let loop = EventLoop(signals: signals)
    switch work {
    case .devices(let request): return try finish(try record(request, in: loop), looks: request.looks)
    case .stream(let request): return try finish(try record(request, in: loop), looks: [])
    }
  }

  private func record(_ request: RecordingRequest, in loop: EventLoop) throws -> RecordingWords {
    let sources = try request.sources.map { try source($0, request, in: loop) }
    var settings = request.settings
    for case .pictures(let size, let rate) in sources.map(\.form) {
      settings = try request.filmSettings(size: size, rate: rate)
    }
    settings.looks = try compiledLooks(
      request.looks, ofFilm: target.path, size: settings.size, rate: settings.rate, in: workspace)
    if settings.bakesLooks { try refuseLooksThatCannotBeBaked(request.looks, settings.looks) }
    let page: RecordingPage?
    do throws(ServerError) {
      page = try self.page.map { page throws(ServerError) in
        try RecordingPage(
          path: target.path, sounds: request.soundNames, looks: request.looks, port: page.port)
      }
    } catch { throw CommandFailure(.unavailable, "\(error)") }
    if let page { try Console.print(page.address + "\n") }
    let input = RecordingInput(reporter: reporter)
    let report = try Export.record(
      target, settings, sources: sources, in: loop,
      takeOrders: { input.take() + (page?.run() == true ? [.show(within: RecordingPage.bounds)] : []) },
      onEvent: { event in
        page?.show(event)
        show(event)
      })
    return RecordingWords(report: report, path: target.path, sounds: request.soundNames)
  }

  private func record(_ request: StreamRequest, in loop: EventLoop) throws -> StreamWords {
    let input = RecordingInput(reporter: reporter)
    let report = try recordStream(
      request.stream, startedBy: { $0.workerWords(sandbox: sandbox) }, target, request.limits, in: loop,
      takeOrders: {
        let orders = input.take()
        if orders.contains(where: { $0 != .stop }) {
          reporter.warn("only `stop` is possible, because the stream is copied as it is")
        }
        return orders
      }, onEvent: show)
    return StreamWords(report: report, path: target.path, source: request.stream.address.name)
  }

  private func finish(_ summary: any RecordingSummary, looks: [LiveLook]) throws -> ExitCode {
    reporter.finish(summary)
    if let reportPath {
      try OutputTarget(path: reportPath, replacesExisting: true).publish(
        Array(summary.json.indentedText.utf8))
    }
    if writesScript { try writeScript(summary, looks) }
    guard let failure = summary.failure else { return .done }
    throw CommandFailure(
      CommandFailure(failure).code, "\(failure.message); \(target.path) is whole up to that moment")
  }

  private func show(_ event: RecordingEvent) {
    if case .still(let picture, let frame) = event {
      writeStill(picture, frame)
    } else {
      reporter.show(event)
    }
  }

  /// Writes a picture beside the film. If that fails, the recording continues.
  private func writeStill(_ picture: VideoFrame, _ frame: Int64) {
    let path = pathWithoutEnding(ofFilm: target.path) + "-\(frame).png"
    do {
      let png = try UprightPicture(canvas: picture.size).bytes(
        of: picture, as: PictureWriter(.png), within: nil)
      try OutputTarget(path: path, replacesExisting: target.replacesExisting).publish(png)
      reporter.reportStill(path, frame: frame)
    } catch { reporter.warn(CommandFailure(error).message) }
  }

  private func source(
    _ word: SourceWord, _ request: RecordingRequest, in loop: EventLoop
  ) throws -> any RecordingSource {
    let rate = request.settings.rate
    switch word {
    case .test(let kind): return try TestSource(kind, size: request.settings.size, rate: rate)
    case .screen(let display, let left, let top):
      guard let display = display ?? environmentDisplay else {
        throw CommandFailure(
          .unavailable,
          "screen: DISPLAY is not set; name the X display, such as x11::0 (Wayland is not supported)")
      }
      let part = ScreenPart(display: display, left: left, top: top, size: request.size)
      return try device(.screen(part, rate), word, in: loop)
    case .camera(_, let path):
      return try device(
        .camera(path: path, CameraWish(size: request.size, rate: request.rate)), word, in: loop)
    case .sound(let choice): return try device(.sound(choice), word, in: loop)
    case .stream(let address):
      throw CommandFailure(.usage, "\(address.name) is recorded alone")
    }
  }

  private func device(
    _ device: RecordedDevice, _ word: SourceWord, in loop: EventLoop
  ) throws -> DeviceSource {
    try DeviceSource(word.text, device.workerWords(sandbox: sandbox), in: loop)
  }

  /// Writes the script and its lock. A script that exists is left alone: it may have been edited.
  private func writeScript(_ summary: any RecordingSummary, _ looks: [LiveLook]) throws {
    let script = RecordedScript(
      ofFilm: target.path, facts: summary.facts, stretches: summary.stretches(looks))
    do throws(FileError) {
      try AtomicFile.publish(Array(script.text.utf8), at: script.path, replacing: false)
    } catch {
      guard error.kind == .alreadyExists else { throw error }
      reporter.note("\(script.path) exists and was left alone")
      return
    }
    let compiled = try workspace.compile(workspace.script(at: script.path), media: .everything)
    if compiled.reportFindings(atLeast: .error) { return }
    try AtomicFile.publish(
      Array(compiled.lock().lock.text.utf8), at: ScriptLock.path(ofScript: script.path))
    reporter.note("\(script.path) plays it")
  }
}
