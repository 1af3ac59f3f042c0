import CompilerDriver
import Diagnostics
import EditScript
import FilmRules
import LibAV
import Lowering
import Processes
import SourceText

/// A script that was read from a file and compiled, with its media looked at or not.
struct ScriptCompilation {
  /// The folder that the script's paths are relative to.
  let folder: String
  let compilation: Compilation
  /// Of the media by their paths, in which state each file was when its facts were read.
  let identities: [String: FileIdentity]

  /// `redirect` may change the script's outputs, as `-o FILE` does.
  init(
    path: String, variables: [String: String], looksAtMedia: Bool,
    redirect: ([Output]) -> [Output] = { $0 }
  ) throws(CommandFailure) {
    let source: SourceText
    if path == "-" {
      source = SourceText(name: "<stdin>", bytes: try Self.standardInput())
      folder = "."
    } else {
      // One byte more than a script may have: then the finding about its size says what is wrong.
      do throws(FileError) {
        source = SourceText(name: path, bytes: try readFile(path, limit: 64 << 20))
      } catch {
        throw CommandFailure(error)
      }
      folder = Processes.folder(of: path)
    }
    let folder = folder
    var identities: [String: FileIdentity] = [:]
    compilation = compile(
      source, variables: variables, redirect: redirect, encoders: EncoderList(where: LibAV.hasEncoder)
    ) { script in
      guard looksAtMedia else { return MediaTable() }
      let found = MediaLookup(folder: folder).look(at: script.mediaFiles)
      identities = found.identities
      return found.table
    }
    self.identities = identities
  }

  private static func standardInput() throws(CommandFailure) -> [UInt8] {
    do throws(FileError) { return try readToEnd(of: 0, named: "<stdin>", limit: 64 << 20) } catch {
      throw CommandFailure(error)
    }
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
