package import Basics
package import Diagnostics
import EditScript
import Lowering
import YAMLTree

/// An example and its findings. Examples are compiled when a page is printed, so their messages are never
/// stale.
package struct CheckedExample: Sendable {
  package let example: RuleExample
  package let source: SourceText
  /// The findings by text: the table of values, if there is one, and the script.
  package let findings: [(source: SourceText, diagnostics: [Diagnostic])]

  /// Checks the script with exactly the media and the values of the example.
  package init(_ example: RuleExample) throws(MediaListingProblem) {
    let media = try MediaListing(example.media)
    self.example = example
    let name = example.isSettings ? TeamSettings.fileName : "film.edit"
    source = SourceText(name: name, example.script + "\n")
    if example.isSettings {
      findings = [(source, ParsedSettings(source, of: .scripts).diagnostics)]
    } else if example.table.isEmpty {
      let encoders = EncoderList(without: Set(example.missingEncoders))
      let title = SourceText(name: "title.edit", example.played + "\n")
      var used = UsedScripts()
      if !example.played.isEmpty {
        used.byPath["title.edit"] = PlayedText(title).offered { _ in true }
      }
      // Without media, nothing of this machine is known.
      if let state = example.packageState, !example.media.isEmpty {
        for use in EditScript.uses(in: YAMLTree.parse(source).tree) where use.origin != nil {
          used.byPath[use.path.value] = .package(state.problem)
        }
      }
      let reading = ParsedScript(source, used: used)
      var scripts: [ScriptCall: NestedScript] = [:]
      for call in reading.script.calls
      where !example.played.isEmpty && lastName(of: call.path) == "title.edit" {
        scripts[call] = PlayedText(title).played(by: call)
      }
      let compilation = compile(
        reading, media: media.table(for: reading.script, playing: scripts), encoders: encoders,
        filters: .example)
      findings = [(source, compilation.diagnostics)]
    } else {
      findings = findingsWithTable(example, source, media)
    }
  }

  package var diagnostics: [Diagnostic] { findings.flatMap(\.diagnostics) }

  /// The command that prints the report.
  package var command: String {
    diagnostics.contains { $0.severity == .note } ? "editc lint -v" : "editc lint"
  }

  /// The output of this command, without the lines that count the findings.
  package func report(useColor: Bool) -> String {
    let report = TerminalReport(useColor: useColor)
    let texts = findings.flatMap { source, diagnostics in diagnostics.map { report.text(for: $0, in: source) }
    }
    return texts.joined(separator: "\n")
  }
}

private func lastName(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

extension RuleExample.PackageState {
  fileprivate var problem: PackageProblem {
    switch self {
    case .missing: .missing(command: "editc fetch film.edit")
    case .changed: .changed("'title.edit' has other bytes")
    case .otherThanLocked:
      .differsFromLock("commit 9f2c1a7e5b30 instead of 1b07de4c88a1", command: "editc lock film.edit")
    }
  }
}

/// Compiles the script for each row, as with `--vars guests.csv`.
private func findingsWithTable(
  _ example: RuleExample, _ source: SourceText, _ media: MediaListing
) -> [(source: SourceText, diagnostics: [Diagnostic])] {
  let parse = YAMLTree.parse(source)
  let file = VariableFile.read(SourceText(name: "guests.csv", example.table + "\n"), as: .csv)
  let declarations = EditScript.read(parse.tree, in: source).script.variables
  let checked = file.checked(file.sets, against: declarations, in: source)
  let unread = GivenVariables(refused: Set(declarations.map(\.name.value)))
  let compilations = (file.sets.isEmpty ? [unread] : checked.given).map { given in
    let reading = ParsedScript(parse, of: source, variables: given)
    return compile(reading, media: media.table(for: reading.script))
  }
  let filled = zip(file.sets, compilations).map { FilledScript($0, script: $1.script) }
  let inFile = (file.diagnostics + checked.diagnostics).sortedAndUnique() + Rules.check(filled)
  let rows = zip(file.sets.map { Optional($0.number) } + [nil], compilations).map { ($0, $1.diagnostics) }
  return [(file.source, inFile), (source, mergedFindings(rows, table: file.source.name))]
}
