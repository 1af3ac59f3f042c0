import CompilerDriver
import Composition
import Diagnostics
import EditScript
import EditTime
import Export
import LibAV
import Lowering
import MediaFacts
import Processes
import Rendering
import SourceText

private let source = Argument.positional(
  .file("FILE", extensions: ["edit"]), "A script (ending in .edit), or a media file.")
private let time = Argument.required(
  "at", .scriptValue("TIME", ValueGrammar<TimeExpression>.time), "The moment to show, such as `2.5s`.")
private let output = Argument.required(
  "output", short: "o", .file("FILE"), "A .png, .jpg or .jpeg file to make.")

extension Command {
  static let frame = Command(
    "frame", "Writes one exact picture of a film or a media file.",
    details: """
      Of a script, the frame that is on screen at the time, exactly as a render makes it before encoding. Of \
      a media file, the picture on screen at the time: the last one that starts at or before it, turned and \
      in proportion as it is shown.
      """,
    arguments: [source, time, output, forceArgument] + VariableRequest.arguments + [
      cacheArgument, noCacheArgument,
    ],
    examples: [
      Example("frame holiday.edit --at 7.5s -o poster.png", "A frame of the film."),
      Example("frame beach.mp4 --at -1s -o end.jpg", "The picture one second before the end of a clip."),
    ]
  ) { values throws(UsageError) in
    let request = FrameRequest(
      path: try values[source], time: try values[time], output: try values[output],
      replacesExisting: try values[forceArgument], variables: try VariableRequest(values, command: "frame"),
      cache: CacheFolder(ifWanted: try !values[noCacheArgument], named: try values[cacheArgument]))
    if !request.showsScript, !request.variables.isEmpty {
      throw UsageError(
        .other("--set and --vars fill variables of a script; '\(request.path)' is none"), command: "frame")
    }
    return carryOut { try request.run() }
  }
}

private struct FrameRequest {
  let path: String
  let time: Located<TimeExpression>
  let output: String
  let replacesExisting: Bool
  let variables: VariableRequest
  let cache: CacheFolder?

  var showsScript: Bool { path.hasSuffix(".edit") || path == "-" }

  func run() throws -> ExitCode {
    guard let dot = output.lastIndex(of: "."),
      let kind = PictureFile(fileExtension: String(output[output.index(after: dot)...]))
    else { throw CommandFailure(.usage, "\(output) does not end in .png, .jpg or .jpeg") }
    let target = OutputTarget(path: output, replacesExisting: replacesExisting)
    if showsScript {
      let script = try ScriptCompilation(path: path, variables: variables, media: .content, cache: cache)
      if script.reportFindings(atLeast: .error) { return .findings }
      if script.rows.count > 1 {
        throw CommandFailure(
          .usage, "the table has \(script.rows.count) rows, each a film; pick one with --row N")
      }
      guard let composition = script.rows.first?.compilation.films.first?.composition else {
        throw CommandFailure(.findings, "the script does not say enough to show its film")
      }
      try target.check(sparing: Array(script.identities.values))
      try write(frame(of: composition), as: kind, to: target)
    } else {
      try target.check(sparing: FileIdentity(ofFileAt: path).map { [$0] } ?? [])
      try write(frameOfMedia(), as: kind, to: target)
    }
    return .done
  }

  private func write(_ frame: VideoFrame, as kind: PictureFile, to target: OutputTarget) throws {
    let bytes = try PictureWriter(kind).bytes(of: frame)
    let file = try target.begin()
    try file.write(bytes)
    try target.commit(file)
  }

  private func frame(of composition: Composition) throws -> VideoFrame {
    let rate = composition.canvas.rate
    let moment = try moment(within: composition.duration, rate: rate)
    guard let number = frameNumber(at: moment, rate: rate), number < composition.frameCount else {
      throw pastTheEnd("the film", composition.duration)
    }
    let renderer = FrameRenderer(try FilmFonts.found(for: composition))
    do { return try renderer.frame(number, among: Array(composition.layers.indices)) } catch {
      if case .media(let error) = error { throw error }
      throw CommandFailure(.badData, "\(error)")
    }
  }

  private func frameOfMedia() throws -> VideoFrame {
    let facts = try CachedProbe(cache: cache?.facts).facts(ofFileAt: path)
    guard let track = facts.mainVideo ?? facts.video.first else {
      throw CommandFailure(.badData, "\(path) has no picture")
    }
    guard let still = FrameRate(1) else { throw CommandFailure(.internalError, "no frame rate") }
    let end = facts.extent.finite
    let moment = try moment(within: end ?? .zero, rate: track.rate ?? still)
    if let end, moment >= end { throw pastTheEnd(path, end, hasFrames: track.rate != nil) }
    let reader = try VideoReader(fileAt: path, streamIndex: track.streamIndex, origin: facts.origin)
    let frame = try reader.frame(shownAt: moment)
    let size = track.orientation.swapsAxes ? track.displaySize.turned : track.displaySize
    let converter = PictureConverter(
      to: PictureTarget(size: size, layout: track.hasAlpha ? .rgba : .rgb24, color: .sRGB))
    return try PictureTurn(track.orientation).apply(to: converter.convert(frame))
  }

  /// The asked-for time, counted from the start.
  private func moment(within length: RationalTime, rate: FrameRate) throws -> RationalTime {
    guard let moment = try? Lowering.moment(time.value, within: length, rate: rate), !moment.isNegative else {
      throw CommandFailure(.usage, "--at: this is no moment between 0s and the end at \(length)")
    }
    return moment
  }

  /// The end is not a part of what ends there: the last frame is what whoever asks for it wants.
  private func pastTheEnd(_ name: String, _ end: RationalTime, hasFrames: Bool = true) -> CommandFailure {
    let hint = hasFrames ? "; say `--at -1f` for its last frame" : ""
    return CommandFailure(.usage, "--at: \(name) ends at \(end)\(hint)")
  }

  /// The frame that is on screen at a moment: the last one that starts at or before it.
  private func frameNumber(at moment: RationalTime, rate: FrameRate) -> Int64? {
    guard let nearest = rate.frame(at: moment)?.value, let start = try? rate.start(ofFrame: nearest) else {
      return nil
    }
    return start <= moment ? nearest : nearest - 1
  }
}
