import Basics
import Compiler
import Composition
import Diagnostics
import EditScript
import LibAV
import Workspace

private let subject = Argument<String?>.optionalPositional(
  .file("FILE", extensions: ["edit"]),
  "A script or media file to check the presets against.")

extension Command {
  static let presets = Command(
    "presets", "Lists output presets and which of them suit a file.",
    details: """
      Prints one line for each value of an output's `preset`. With a script or media file, each line shows \
      whether the preset suits it and, if not, why: a preset with a size does not enlarge pictures, and \
      `passthrough` needs media that can be copied.

      Exits with 0 if the file could be read, even if no preset suits it, and 1 if the script has errors of \
      its own.
      """,
    arguments: [subject, jsonArgument] + VariableRequest.arguments + [
      cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [
      Example("presets", "Lists all presets."),
      Example("presets beach.mp4", "Shows which presets suit a clip."),
      Example("presets holiday.edit --json", "Shows which presets suit a film, as JSON."),
    ]
  ) { values in
    let path = try values[subject]
    let printsJSON = try values[jsonArgument]
    let variables = try VariableRequest(values, command: "presets")
    let workspace = try Workspace(values)
    var reports = OutputPreset.allCases.map { PresetReport(preset: $0) }
    if let path {
      let question = PresetQuestion(path: path, variables: variables, workspace: workspace)
      guard let answers = try question.answers() else { return .findings }
      reports = answers
    }
    try Console.print(
      printsJSON
        ? JSONValue.members(["presets": .array(reports.map(\.json))]).indentedText
        : reports.map(\.line).joined())
    return .done
  }
}

/// A preset and its suitability for a file.
private struct PresetReport {
  let preset: OutputPreset
  /// Nil if no file was named.
  var suits: Bool?
  /// The reason why it does not suit.
  var reason: String?

  var line: String {
    let name = preset.rawValue.padded(to: 20)
    switch suits {
    case nil: return "\(name) \(preset.declaration.purpose)\n"
    case true?: return "\(name) suits: \(preset.declaration.purpose)\n"
    case false?: return "\(name) no: \(reason ?? "")\n"
    }
  }

  var json: JSONValue {
    .membersPresent([
      "name": .string(preset.rawValue), "purpose": .string(preset.declaration.purpose),
      "suits": suits.map { .bool($0) }, "reason": reason.map { .string($0) },
    ])
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// Checks which presets suit a file, by using each as the `preset` of an output.
private struct PresetQuestion {
  let path: String
  let variables: VariableRequest
  let workspace: Workspace

  private var isScript: Bool { path.hasSuffix(".edit") || path == "-" }

  /// The reports; nil if the script makes no film with any preset, after its findings.
  func answers() throws -> [PresetReport]? {
    let (script, hasPicture) =
      isScript
      ? (try workspace.script(at: path), true)
      : try scriptOfMedia()
    let plain = try compile(script, as: nil)
    if plain.reportFindings(atLeast: .error) { return nil }
    let film = plain.rows.first?.compilation.films.first?.composition
    let hasSound = film.map { !$0.sounds.isEmpty } ?? true
    var reports: [PresetReport] = []
    for preset in OutputPreset.allCases {
      let reason: String?
      switch preset {
      case .m4a: reason = hasSound ? nil : "there is no sound"
      case .podcast: reason = hasSound ? try obstacle(script, as: preset, ending: "m4a") : "there is no sound"
      case .broadcastR128 where !hasSound, .broadcastA85 where !hasSound: reason = "there is no sound"
      case .broadcastR128 where !hasPicture, .broadcastA85 where !hasPicture:
        reason = try obstacle(script, as: preset, ending: "wav")
      case .passthrough: reason = try passthroughObstacle(script, hasPicture: hasPicture)
      default: reason = hasPicture ? try obstacle(script, as: preset, ending: "mp4") : "there is no picture"
      }
      reports.append(PresetReport(preset: preset, suits: reason == nil, reason: reason))
    }
    return reports
  }

  /// A script that plays the whole file, and whether it has a picture.
  private func scriptOfMedia() throws -> (ScriptFile, Bool) {
    let found = try workspace.probe.look(at: [path])
    guard let found = found.first else { throw CommandFailure(.internalError, "\(path) was not probed") }
    let facts = try found.result.get()
    let name = JSONValue.string(path).compactText
    let text =
      if let track = facts.mainVideo {
        track.isStill
          ? "edit: 1\ncanvas: {size: auto}\ntimeline: [{image: \(name)}]\n"
          : "edit: 1\ntimeline: [{clip: \(name)}]\n"
      } else {
        "edit: 1\ncanvas: {size: 640x360}\ntimeline: [{color: black, for: \((facts.extent.finite ?? .zero).spelling)}]\naudio: [{clip: \(name)}]\n"
      }
    return (ScriptFile(path: path, source: SourceText(name: path, text), folder: "."), facts.mainVideo != nil)
  }

  private func compile(
    _ script: ScriptFile, as output: Output?
  ) throws -> CompiledScript {
    try workspace.compile(script, values: variables, media: .facts, namesOutput: true) { _ in
      output.map { [$0] } ?? []
    }
  }

  /// The reason why a preset does not suit; nil if it does.
  private func obstacle(
    _ script: ScriptFile, as preset: OutputPreset, ending: String, hasPicture: Bool = true
  ) throws -> String? {
    let nowhere = SourceRange(0, 0)
    var output = Output(range: nowhere, file: Located("film.\(ending)", at: nowhere))
    output.preset = Located(preset.rawValue, at: nowhere)
    if !hasPicture { output.video.codec = Located("none", at: nowhere) }
    let compiled = try compile(script, as: output)
    return compiled.findings.lazy.flatMap(\.diagnostics).first {
      $0.severity == .error || ["enlarging-preset", "preset-misfit"].contains($0.id.name)
    }?.message
  }

  /// The reason why the film cannot be copied into any kind of file; nil if it can.
  private func passthroughObstacle(_ script: ScriptFile, hasPicture: Bool) throws -> String? {
    var first: String?
    for container in Container.allCases where !container.isText {
      guard
        let reason = try obstacle(
          script, as: .passthrough, ending: container.rawValue, hasPicture: hasPicture)
      else {
        return nil
      }
      first = first ?? reason
    }
    return first
  }
}
