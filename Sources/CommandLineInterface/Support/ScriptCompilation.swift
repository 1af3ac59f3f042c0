import CompilerDriver
import Diagnostics
import EditScript
import LibAV
import Lowering
import Processes
import Rules
import SourceText
import YAMLTree

/// A script that was read from a file and compiled, once for each set of values that its variables are given.
struct ScriptCompilation {
  let file: ScriptFile
  /// One without a number where no table of values is named.
  let rows: [Row]
  /// What is known of the media.
  let media: MediaTable
  /// What the media contain, each in the state that it was in when its facts were read.
  let digests: MediaDigests
  /// What was found, by the text that its places are in: the file of values, if there is one, and the script.
  let findings: [(source: SourceText, diagnostics: [Diagnostic])]

  struct Row {
    let number: Int?
    let compilation: Compilation
  }

  /// Of the media by their paths, in which state each file was when its facts were read.
  var identities: [String: FileIdentity] { digests.identities }

  /// Why subtitles cannot be drawn here; nil if they can, or if there are none.
  var fontFailure: SubtitleFontFailure? {
    rows.lazy.compactMap(\.compilation.media.subtitleFontFailure).first
  }

  var hasErrors: Bool { findings.contains { $0.diagnostics.hasErrors } }

  /// `redirect` may change the script's outputs, as `-o FILE` does. Without a cache nothing is remembered.
  init(
    path: String, variables: VariableRequest, media use: MediaUse, cache: CacheFolder?,
    redirect: ([Output]) -> [Output] = { $0 }
  ) throws(CommandFailure) {
    try self.init(
      ScriptFile(path: path), variables: variables, media: use, cache: cache, redirect: redirect)
  }

  /// The same for a script that has been read, or changed since.
  init(
    _ file: ScriptFile, variables: VariableRequest, media use: MediaUse, cache: CacheFolder?,
    redirect: ([Output]) -> [Output] = { $0 }
  ) throws(CommandFailure) {
    self.file = file
    let parse = YAMLTree.parse(file.source)
    let values = try ScriptValues(variables, for: parse, of: file.source)
    var media = ScriptMedia(of: file, use: use, cache: cache)
    let source = file.source
    let encoders = EncoderList(where: LibAV.hasEncoder)
    var rows: [Row] = []
    for set in values.sets {
      let reading = ParsedScript(parse, of: source, variables: set.given)
      let outputs = redirect(reading.script.outputs)
      let lowered = LoweredOutputs(
        reading, outputs: outputs, media: try media.table(for: reading.script, outputs))
      var filters = FilterCatalogue(ofThisMachine: lowered.filterNames)
      filters.carryOut(lowered.wantedTrials(filters))
      rows.append(
        Row(number: set.number, compilation: lowered.checked(encoders: encoders, filters: filters)))
    }
    self.rows = rows
    self.media = media.table
    digests = media.digests
    findings = values.findings(with: rows) + [(source, values.merged(rows))]
  }

  /// Prints every finding as text on standard error; whether there are errors among them.
  func reportFindings(atLeast severity: Severity = .information) -> Bool {
    let report = TerminalReport(useColor: Console.error.usesColour)
    for (source, diagnostics) in findings {
      let shown = diagnostics.filter { $0.severity >= severity }
      if !shown.isEmpty { Console.say(report.text(for: shown, in: source)) }
    }
    return hasErrors
  }
}

/// The sets of values that a script is compiled with.
private struct ScriptValues {
  let sets: [(number: Int?, given: GivenVariables)]
  private let file: VariableFile?
  private let chosen: [VariableSet]
  private let fileFindings: [Diagnostic]

  init(
    _ request: VariableRequest, for parse: YAMLParse, of script: SourceText
  ) throws(CommandFailure) {
    file = try request.readFile()
    guard let file else {
      sets = [(nil, GivenVariables(request.settings))]
      chosen = []
      fileFindings = []
      return
    }
    let declarations = EditScript.read(parse.tree, in: script).script.variables
    chosen = try request.chosen(from: file)
    let checked = file.checked(chosen, against: declarations, in: script)
    fileFindings = (file.diagnostics + checked.diagnostics).sortedWithoutDoubles()
    if chosen.isEmpty {
      // Nothing can be given; the rest of the script is looked at all the same.
      let unread = GivenVariables(refused: Set(declarations.map(\.name.value)))
      sets = [(nil, unread.overridden(by: request.settings))]
    } else {
      let isTable = VariableFormat(path: file.source.name) == .csv
      sets = zip(chosen, checked.given).map { set, given in
        (isTable ? set.number : nil, given.overridden(by: request.settings))
      }
    }
  }

  /// What is wrong with the file, and with what its rows make together.
  func findings(
    with rows: [ScriptCompilation.Row]
  ) -> [(source: SourceText, diagnostics: [Diagnostic])] {
    guard let file else { return [] }
    let filled = zip(chosen, rows).map { FilledScript($0, script: $1.compilation.script) }
    return [(file.source, fileFindings + Rules.check(filled))]
  }

  /// What is wrong with the script, in all rows together.
  func merged(_ rows: [ScriptCompilation.Row]) -> [Diagnostic] {
    mergedFindings(rows.map { ($0.number, $0.compilation.diagnostics) }, table: file?.source.name ?? "")
  }
}
