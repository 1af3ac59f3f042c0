import Basics
import Composition
import Detection
import Diagnostics
import Export
import LibAV
import Processes
import Rendering
import ScriptWriting
import Workspace

private let recordings = Argument.positionals(
  .file("MEDIA"), "The recording whose clock counts, and others of the same event, with or without picture.")

private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE", extensions: ["edit"]),
  "Also writes a script in which they play together.", group: "Output")

private let into = Argument<String?>.option(
  "into", .file("SCRIPT", extensions: ["edit"]),
  "Writes `sync` of the recordings into `media` of this script, and adds those that it lacks.",
  group: "Output")

private let dryRun = Argument.flag(
  "dry-run", "Writes nothing; prints what --into would change as a patch.", group: "Output")

extension Command {
  static let sync = Command(
    "sync", "Finds when and how fast recordings of one event run.",
    details: """
      Compares the sound of each recording with that of the first, and prints the keys that put it on the \
      first one's clock: `at`, or `take` if it began before, and `speed` if its clock drifts.

      Recordings are the same event if at least 5 of the up to 40 windows of sound that are compared, and 35 % \
      of them, agree within 0.8 ms. Otherwise the command fails and writes nothing. Up to 4 hours of each are \
      compared.

      --into writes them as `sync`, which items with `angles` use. Nothing else in the script changes, and what is \
      found again stays as it is written.

      Exits with 0 if all recordings fit, 1 if one is not of the same event or if the script of --into has errors, \
      65 or 66 if a file cannot be used, and 73 if the script of --output already exists.
      """,
    arguments: [
      recordings, output, into, dryRun, forceArgument, jsonArgument, cacheArgument, noCacheArgument,
      rootArgument, sandboxArgument,
    ],
    examples: [
      Example("sync camera.mp4 phone.mp4 recorder.wav", "Prints when the phone and the recorder start."),
      Example("sync camera.mp4 phone.mp4 -o evening.edit", "Writes a script with the phone over the camera."),
      Example(
        "sync camera.mp4 phone.mp4 --into film.edit",
        "Writes or renews `sync: {at, speed}` of the phone's media."),
    ], isConfined: true
  ) { values in
    let request = SyncRequest(
      paths: try values[recordings], output: try values[output], into: try values[into],
      isDryRun: try values[dryRun],
      replacesExisting: try values[forceArgument], printsJSON: try values[jsonArgument],
      workspace: try Workspace(values), sandbox: try values[sandboxArgument])
    try request.check()
    return try request.run()
  }
}

private struct SyncRequest {
  let paths: [String]
  let output: String?
  let into: String?
  let isDryRun: Bool
  let replacesExisting: Bool
  let printsJSON: Bool
  let workspace: Workspace
  let sandbox: SandboxPolicy

  func check() throws(UsageError) {
    let problem: String? =
      if paths.count < 2 {
        "name the recording whose clock counts, and one or more others"
      } else if Set(paths).count < paths.count {
        "a recording is named twice"
      } else if let output, !output.hasSuffix(".edit") {
        "--output: expected a file ending in .edit, found '\(output)'"
      } else if into != nil, output != nil {
        "use either --output or --into"
      } else if isDryRun, into == nil || printsJSON {
        "--dry-run shows what --into would change, as a patch and not as JSON"
      } else {
        nil
      }
    if let problem { throw UsageError(.other(problem), command: "sync") }
  }

  func run() throws -> ExitCode {
    let target = output.map {
      OutputTarget(path: $0, replacesExisting: replacesExisting, root: workspace.root)
    }
    for path in paths + [into].compactMap(\.self) { try workspace.requireInRoot(path) }
    let merge = try into.flatMap { try SyncMerge($0, paths, workspace) }
    if into != nil, merge == nil { return .findings }
    try target?.check(sparing: paths.compactMap { FileIdentity(ofFileAt: $0) })
    let media = try probedDraftMedia(
      paths, forScriptIn: output.map { Processes.folder(of: $0) } ?? ".", workspace
    ).map(\.media)
    let recordings = try zip(paths, media).map { path, media in try SyncedFile(path: path, media: media) }
    let script = into.map { OutputTarget(path: $0, replacesExisting: true, root: workspace.root) }
    try Confinement.enter(
      sandbox, reading: paths + [into].compactMap(\.self), writing: [target, script].compactMap(\.self))

    let clock = try recordings[0].samples()
    var found: [FoundPlace] = []
    for recording in recordings.dropFirst() {
      Confinement.note("while it compared \(recording.path) with \(paths[0])")
      found.append(try FoundPlace(of: recording, to: clock))
    }
    if !isDryRun { try Console.print(printsJSON ? report(found) : table(found)) }
    let strangers = found.filter { $0.place == nil }
    for stranger in strangers {
      Console.complain(
        "\(stranger.recording.path): its sound does not fit that of \(paths[0]); "
          + "only recordings of the same event, of which at least 10 s are in both, can be put on one clock")
    }
    if !strangers.isEmpty { return .findings }
    if let patch = try merge?.write([nil] + found.map(\.place), isDryRun: isDryRun) {
      try Console.print(patch)
    }
    if let target, let output { try write(found, clock: recordings[0].media, to: target, named: output) }
    return .done
  }

  private func write(
    _ found: [FoundPlace], clock: DraftMedia, to target: OutputTarget, named name: String
  ) throws {
    let others = found.compactMap { found in
      found.place.map { place in
        SyncedScript.Recording(
          media: found.recording.media, place: place, agreement: "\(found.agreement) agree")
      }
    }
    let text = SyncedScript(named: name, clock: clock, others: others).text
    try target.publish(Array(text.utf8))
    reportFindings(inDraft: SourceText(name: name, text), [clock] + others.map(\.media))
  }

  // MARK: Output

  private func table(_ found: [FoundPlace]) -> String {
    let rows = found.compactMap { found -> (path: String, keys: String, agreement: String)? in
      guard let place = found.place else { return nil }
      let keys = place.keys.isEmpty ? "starts with it" : place.keys.joined(separator: "  ")
      return (VisibleText.line(found.recording.path), keys, found.agreement)
    }
    let clock = VisibleText.line(paths[0])
    let widest = rows.map(\.path.count).reduce(clock.count, max)
    let widestKeys = rows.map(\.keys.count).max() ?? 0
    return "\(clock.padded(to: widest))  the clock\n"
      + rows.map { row in
        "\(row.path.padded(to: widest))  \(row.keys.padded(to: widestKeys))  # \(row.agreement) agree\n"
      }.joined()
  }

  private func report(_ found: [FoundPlace]) -> String {
    let recordings = found.map { found in
      JSONValue.membersPresent([
        "file": .string(found.recording.path),
        "start": (found.place?.start.spelling).map(JSONValue.string),
        "speed": (found.place?.speed.decimalDigits).map { .string($0 + "x") },
        "keys": (found.place?.keys).map { .array($0.map(JSONValue.string)) },
        "agreeing": (found.match?.agreeing).map { .integer(Int64($0)) },
        "windows": (found.match?.windows).map { .integer(Int64($0)) },
      ])
    }
    return JSONValue.members([
      "clock": .string(paths[0]), "recordings": .array(recordings),
    ]).compactText + "\n"
  }
}

/// A recording that is compared.
private struct SyncedFile {
  let path: String
  let media: DraftMedia
  private let track: AudioTrackFacts

  /// Longer ones need more memory than a command may use.
  private static let longest = RationalTime(seconds: 4 * 3600)

  init(path: String, media: DraftMedia) throws(CommandFailure) {
    guard let track = media.facts.mainAudio else {
      throw CommandFailure(.badData, "\(path) has no sound to compare")
    }
    guard track.mediaRange.end <= Self.longest else {
      throw CommandFailure(.badData, "\(path) is longer than the 4 hours of sound that can be compared")
    }
    self.path = path
    self.media = media
    self.track = track
  }

  var seconds: Double { track.mediaRange.end.inSeconds }

  func samples() throws -> [Float] {
    let sound = try HeardSound(
      monoOf: track, path: path, origin: media.facts.origin, rate: SyncFinder.sampleRate)
    var samples: [Float] = []
    samples.reserveCapacity(Int(sound.sampleCount))
    try sound.forEachBlock { planes in samples += planes.first ?? [] }
    return samples
  }
}

/// Where a recording is on the clock; no place if it is of another event.
private struct FoundPlace {
  let recording: SyncedFile
  let match: SyncFinder.Match?
  let place: SyncPlace?

  init(of recording: SyncedFile, to clock: [Float]) throws {
    self.recording = recording
    match = SyncFinder.match(try recording.samples(), to: clock)
    place = match.flatMap { SyncPlace(offset: $0.offset, pace: $0.speed, length: recording.seconds) }
  }

  var agreement: String { match.map { "\($0.agreeing) of \($0.windows) windows" } ?? "" }
}
