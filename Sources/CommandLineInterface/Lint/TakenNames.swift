import Basics
import Compiler
import Diagnostics
import EditScript
import Processes
import ScriptAnalysis
import Workspace

/// What the scripts of one run take from each other by their names under `use`.
final class TakenNames {
  private struct Name: Hashable {
    /// The script that declares it.
    let script: String
    let thing: NamedThing
    let name: String
  }

  private let scripts: [String]
  private let workspace: Workspace
  private lazy var taken: Set<Name> = read()

  init(by scripts: [String], in workspace: Workspace) {
    (self.scripts, self.workspace) = (scripts.filter { $0 != "-" }, workspace)
  }

  /// The findings in a script without those about unused names that another script takes.
  func removing(from findings: [Diagnostic], in source: SourceText, at path: String) -> [Diagnostic] {
    guard scripts.count > 1, path != "-", findings.contains(where: { Self.aboutUnused.contains($0.id) })
    else {
      return findings
    }
    let script = ScriptText(source)
    let file = real(path)
    return findings.filter { finding in
      guard Self.aboutUnused.contains(finding.id), let range = finding.range,
        let place = script.declaration(at: range)
      else { return true }
      return !taken.contains(Name(script: file, thing: place.thing, name: place.name))
    }
  }

  /// `no-effect` is also about unused styles.
  private static let aboutUnused: Set<DiagnosticID> = [
    .unusedMedia, .unusedSequence, .unusedVariable, .noEffect,
  ]

  private func real(_ path: String) -> String { ((try? realPath(path)) ?? nil) ?? path }

  /// Scripts that cannot be read have their own findings.
  private func read() -> Set<Name> {
    var taken: Set<Name> = []
    for path in scripts {
      guard let file = try? workspace.script(at: path) else { continue }
      for other in ScriptText(file.source).takenFromOthers {
        taken.insert(
          Name(script: real(file.path(of: other.path)), thing: other.thing, name: other.name))
      }
    }
    return taken
  }
}
