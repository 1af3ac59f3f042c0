import Basics
import Composition
import Drawing
import EditScript
import Export
import Processes
import Rendering
import Workspace

private enum ChannelChoice: String, CaseIterable, Sendable {
  case each
  case mix
}

private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE", extensions: SceneFile.extensions),
  "The .svg, .png, .jpg or .webp file.", group: "Output")
private let bins = Argument<Int?>.option(
  "bins", .integer("N", 1...1_000_000),
  "Number of equal time slices for --json. Default: 1000.", group: "Output")
private let channels = Argument.option(
  "channels", .word("WHICH", of: ChannelChoice.self),
  "`each` channel by itself, or the `mix`, their mean.", default: .each, shown: "each", group: "Sound")
private let track = Argument<Int?>.option(
  "track", .integer("N", 0...10_000),
  "Audio track of a media file, by the number that `editc probe` prints.", group: "Sound")
private let width = Argument<Int?>.option(
  "width", .integer("PIXELS", 1...16384), "Width of the drawing. Default: 1200.", group: "Drawing")
private let height = Argument<Int?>.option(
  "height", .integer("PIXELS", 1...16384), "Height of the drawing. Default: enough for the channels.",
  group: "Drawing")
private let color = Argument<Located<Color>?>.option(
  "color", .scriptValue("COLOUR", ValueGrammar<Color>.color), "Colour of the waveform.",
  group: "Drawing")
private let plain = Argument.flag(
  "plain", "Draws only the waveform, without title, times and lines.", group: "Drawing")

private let fit = Argument.flag(
  "fit", "Scales the loudest sample, instead of full scale, to the height of a lane.", group: "Drawing")

extension Command {
  static let waveform = Command(
    "waveform", "Draws the waveform of a film or media file.",
    details: """
      For a script, draws the mix of the film; for a media file, its sound as stored, from the start of the \
      file to the end of the sound. The light shape spans the lowest to the highest sample of each moment; \
      the strong shape is the root mean square. Red marks are samples at full scale.

      The sound is streamed: memory use does not grow with its length.
      """,
    arguments: [
      lookedAtArgument, output, forceArgument, jsonArgument, bins, channels, track, width, height,
      themeArgument, color, backgroundArgument, fit, plain, scaleArgument,
    ] + LookingRequest.arguments,
    examples: [
      Example("waveform song.m4a -o song.svg", "Draws a lane for each channel."),
      Example("waveform film.edit --theme dark -o mix.png", "Draws the mix of a film."),
      Example("waveform song.m4a --json --bins 200 --channels mix", "Prints numbers for your own drawing."),
    ], isConfined: true
  ) { values in
    let request = WaveformRequest(
      looking: try LookingRequest(values, command: "waveform"), output: try values[output],
      replacesExisting: try values[forceArgument], printsJSON: try values[jsonArgument],
      bins: try values[bins],
      mixes: try values[channels] == .mix, track: try values[track],
      width: try values[width] ?? 1200, height: try values[height],
      theme: try theme(values), isPlain: try values[plain], fits: try values[fit],
      scale: try values[scaleArgument])
    try request.check()
    return try request.run()
  }
}

private func theme(_ values: ParsedArguments) throws(UsageError) -> LookingTheme {
  var theme = try values[themeArgument].colors
  if let ground = try values[backgroundArgument] { theme = theme.on(SceneColor(ground.value)) }
  if let color = try values[color] { theme = theme.drawing(with: SceneColor(color.value)) }
  return theme
}

private struct WaveformRequest {
  let looking: LookingRequest
  let output: String?
  let replacesExisting: Bool
  let printsJSON: Bool
  let bins: Int?
  let mixes: Bool
  let track: Int?
  let width: Int
  let height: Int?
  let theme: LookingTheme
  let isPlain: Bool
  let fits: Bool
  let scale: Int

  func check() throws(UsageError) {
    let problem: String? =
      if output == nil, !printsJSON {
        "use -o FILE for a drawing, --json for numbers, or both"
      } else if bins != nil, !printsJSON {
        "--bins needs --json"
      } else if track != nil, looking.isScript {
        "--track is for media files; a script has one mix"
      } else {
        nil
      }
    if let problem { throw UsageError(.other(problem), command: "waveform") }
  }

  func run() throws -> ExitCode {
    let file = try output.map { path in
      try SceneFile(path: path, replacesExisting: replacesExisting, scale: scale, root: looking.root)
    }
    guard let subject = try looking.open() else { return .findings }
    try file?.target.check(sparing: subject.sources)
    try subject.confine(reading: looking.path, writing: file.map { [$0.target] } ?? [])
    let sound = try sound(of: subject)
    let names = mixes ? ["mix"] : sound.channels
    let picture = WaveformPicture(
      WaveformPicture.Form(
        width: Double(width), height: height.map(Double.init), theme: theme, isPlain: isPlain,
        fitsLoudest: fits), names: names,
      title: looking.title, duration: sound.seconds)
    if file != nil, !picture.hasRoom {
      throw CommandFailure(
        .usage,
        "\(names.count == 1 ? "1 lane does" : "\(names.count) lanes do") not fit into "
          + "\(width)x\(Int(picture.height)) pixels; use a larger size, or --plain")
    }
    let (drawn, told) = try envelopes(
      of: sound, names: names,
      columns: file == nil ? nil : Int((picture.waveWidth * Double(scale)).rounded(.up)))
    if let file {
      let fonts = try sceneFonts()
      try file.write(
        picture.scene(drawn, facts: sound.facts(peaks: drawn), ruler: fonts.ruler), pictures: [:],
        fonts: fonts)
    }
    if printsJSON { try Console.print(report(sound, names, told)) }
    return .done
  }

  private func sound(of subject: LookedAt) throws -> HeardSound {
    switch subject.content {
    case .film(let film, _):
      return try HeardSound(of: film)
    case .media(let facts):
      let wanted = track.map { number in facts.audio.first { $0.streamIndex == number } } ?? facts.mainAudio
      guard let wanted else {
        if let track {
          throw CommandFailure(
            .usage, "--track: track \(track) of \(looking.path) is not an audio track; see `editc probe`")
        }
        throw CommandFailure(.badData, "\(looking.path) has no sound")
      }
      return try HeardSound(track: wanted, path: looking.path, origin: facts.origin)
    }
  }

  /// The envelopes for the drawing and for the numbers, computed in one pass.
  private func envelopes(
    of sound: HeardSound, names: [String], columns: Int?
  ) throws -> (drawn: [SoundEnvelope], told: [SoundEnvelope]) {
    var drawn = columns.map {
      SoundBins(channels: names.count, sampleCount: sound.sampleCount, binCount: $0)
    }
    var told =
      printsJSON
      ? SoundBins(channels: names.count, sampleCount: sound.sampleCount, binCount: bins ?? 1000) : nil
    var blocks = 0
    try sound.forEachBlock { planes in
      blocks += 1
      if blocks % 1000 == 0 { Confinement.note("after \(blocks) blocks of sound of \(looking.path)") }
      let planes = mixes ? [mixedDown(planes)] : planes
      drawn?.add(planes)
      told?.add(planes)
    }
    return (drawn?.result ?? [], told?.result ?? [])
  }

  private func report(_ sound: HeardSound, _ names: [String], _ envelopes: [SoundEnvelope]) -> String {
    let channels = zip(names, envelopes).map { name, envelope -> JSONValue in
      .members([
        "name": .string(name), "min": .array(envelope.lowest.map { .number(Double($0)) }),
        "max": .array(envelope.highest.map { .number(Double($0)) }),
        "rms": .array(envelope.rms.map { .number($0) }),
      ])
    }
    return JSONValue.members([
      "sampleRate": .integer(Int64(sound.sampleRate)), "samples": .integer(sound.sampleCount),
      "bins": .integer(Int64(envelopes.first?.rms.count ?? 0)), "channels": .array(channels),
    ]).compactText + "\n"
  }
}

extension HeardSound {
  fileprivate var seconds: Double { Double(sampleCount) / Double(max(1, sampleRate)) }

  /// The line of facts next to the drawing.
  fileprivate func facts(peaks: [SoundEnvelope]) -> String {
    let peak = peaks.map { Double($0.peak) }.max() ?? 0
    let squares = peaks.flatMap(\.rms).map { $0 * $0 }
    let mean = squares.isEmpty ? 0 : (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    let length = RationalTime(sampleCount, Int64(max(1, sampleRate))) ?? .zero
    let rate = sampleRate % 1000 == 0 ? "\(sampleRate / 1000)" : "\(Double(sampleRate) / 1000)"
    return [
      length.shortClock, "\(rate) kHz", "peak \(decibels(peak))", "mean \(decibels(mean))",
    ].joined(separator: "  ·  ")
  }
}
