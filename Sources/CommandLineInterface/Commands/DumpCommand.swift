import Compiler
import Diagnostics
import EditScript
import Export
import RenderPlan
import Workspace
import YAMLTree

/// The stages of the compiler whose values can be printed.
private enum Stage: String, CaseIterable, Sendable {
  case tree
  case script
  case composition
  case plan
}

private let stage = Argument.required("stage", .word("STAGE", of: Stage.self), "The stage to print.")

extension Command {
  static let dump = Command(
    "dump", "Prints a script as a compiler stage sees it.",
    details: """
      `tree` is the YAML text, `script` the typed script, `composition` the film with all names and times \
      resolved, and `plan` the plan of its render.
      """,
    arguments: [scriptArgument, stage] + VariableRequest.arguments + [
      cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [Example("dump --stage composition holiday.edit", "Prints the film with all times resolved.")]
  ) { values in
    let path = try values[scriptArgument]
    let stage = try values[stage]
    let variables = try VariableRequest(values, command: "dump")
    let workspace = try Workspace(values)
    let needsMedia = stage == .composition || stage == .plan
    let script = try workspace.compile(
      workspace.script(at: path), values: variables, media: needsMedia ? .content : .none)
    switch stage {
    case .tree:
      guard let compilation = script.rows.first?.compilation else { break }
      try Console.print(compilation.tree.dump(in: compilation.source))
    case .script:
      try Console.print(script.rows.map(\.compilation.script.dump).joined(separator: "\n"))
    case .composition, .plan:
      if script.reportFindings(atLeast: .error) { return .findings }
      for film in script.rows.flatMap(\.compilation.films) {
        guard let composition = film.composition else {
          if let failure = script.subtitleFontFailure {
            throw WorkspaceError.subtitleFonts(failure)
          }
          continue
        }
        try Console.print(stage == .composition ? composition.text : script.plan(film).text)
      }
      return .done
    }
    return script.reportFindings(atLeast: .error) ? .findings : .done
  }
}
