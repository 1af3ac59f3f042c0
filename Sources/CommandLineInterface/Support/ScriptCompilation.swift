import CompilerDriver
import Diagnostics
import EditScript
import Lowering
import Processes
import SourceText

/// A script that was read from a file and compiled, with its media looked at or not.
struct ScriptCompilation {
  let file: ScriptFile
  let compilation: Compilation
  /// Of the media by their paths, in which state each file was when its facts were read.
  let identities: [String: FileIdentity]

  /// What was found, by the text that its places are in.
  var findings: [(source: SourceText, diagnostics: [Diagnostic])] {
    [(compilation.source, compilation.diagnostics)]
  }

  /// The folder that the script's paths are relative to.
  var folder: String { file.folder }

  /// Reads the script first; see below.
  init(
    path: String, variables: [String: String], looksAtMedia: Bool,
    redirect: ([Output]) -> [Output] = { $0 }
  ) throws(CommandFailure) {
    self.init(
      try ScriptFile(path: path), variables: variables, looksAtMedia: looksAtMedia, redirect: redirect)
  }

  /// `redirect` may change the script's outputs, as `-o FILE` does.
  init(
    _ file: ScriptFile, variables: [String: String], looksAtMedia: Bool,
    redirect: ([Output]) -> [Output] = { $0 }
  ) {
    self.file = file
    var identities: [String: FileIdentity] = [:]
    compilation = compile(file.source, variables: variables, redirect: redirect) { script in
      guard looksAtMedia else { return MediaTable() }
      let found = MediaLookup(folder: file.folder).look(at: script.mediaFiles)
      identities = found.identities
      return found.table
    }
    self.identities = identities
  }

  /// Prints every finding as text on standard error; whether there are errors among them.
  func reportFindings(atLeast severity: Severity = .information) -> Bool {
    let shown = compilation.diagnostics.filter { $0.severity >= severity }
    if !shown.isEmpty {
      let report = TerminalReport(useColor: Console.error.usesColour)
      Console.say(report.text(for: shown, in: compilation.source))
    }
    return compilation.diagnostics.hasErrors
  }
}
