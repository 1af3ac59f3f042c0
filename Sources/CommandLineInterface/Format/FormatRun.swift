import Basics
import Diagnostics
import Processes
import ScriptWriting
import Workspace

/// One call of `editc fmt`.
struct FormatRun {
  /// The action for a script that is not formatted.
  enum Action {
    case write
    case nameScripts
    case showDifferences
  }

  private let scripts: ScriptFiles
  private let action: Action
  private var code = ExitCode.done

  init(_ scripts: ScriptFiles, _ action: Action) {
    self.scripts = scripts
    self.action = action
  }

  mutating func carryOut() throws -> ExitCode {
    for failure in scripts.failures { report(CommandFailure(failure.error)) }
    for path in scripts.paths {
      let script: ScriptFile
      do throws(WorkspaceError) { script = try Workspace().script(at: path) } catch {
        report(CommandFailure(error))
        continue
      }
      // A search for scripts finds vendored packages, too.
      if scripts.isFound(path), script.isOfPackage { continue }
      guard let text = formatted(script) else { continue }
      try handle(script, formatted: text)
    }
    return code
  }

  /// Nil if the script is left unchanged; the reason is reported.
  private mutating func formatted(_ script: ScriptFile) -> String? {
    do throws(FormattingProblem) {
      return try format(script.source, as: script.kind).text
    } catch {
      switch error {
      case .notYAML(let errors):
        Console.write(TerminalReport(useColor: Console.error.usesColour).text(for: errors, in: script.source))
        Console.complain("\(script.source.name): not formatted, because it is not valid YAML")
        if code == .done { code = .findings }
      case .wouldChange(let difference):
        report(
          CommandFailure(
            .internalError,
            "\(script.source.name): not formatted, because formatting would change its meaning (\(difference)); "
              + "please report this"))
      }
      return nil
    }
  }

  private mutating func handle(_ script: ScriptFile, formatted text: String) throws {
    let old = script.bytes(with: script.source)
    let new = Array(text.utf8)
    switch action {
    case .write where script.path == "-": try Console.print(text)
    case _ where old == new: break
    case .write:
      do throws(WorkspaceError) {
        try script.write(new, done: "formatted")
        Console.complain("\(script.source.name): formatted")
      } catch {
        report(CommandFailure(error))
      }
    case .nameScripts:
      try Console.print(script.source.name + "\n")
      if code == .done { code = .findings }
    case .showDifferences:
      let before = String(decoding: old, as: UTF8.self)
      try Console.print(unifiedDiff(from: before, to: text, name: script.source.name))
      if code == .done { code = .findings }
    }
  }

  private mutating func report(_ failure: CommandFailure) {
    Console.complain(failure.message)
    code = failure.code
  }
}
