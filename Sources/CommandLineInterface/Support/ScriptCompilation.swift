import CompilerDriver
import Diagnostics
import EditScript
import Lowering
import Processes
import SourceText

/// A script that was read from a file and compiled, with its media looked at or not.
struct ScriptCompilation {
  /// The folder that the script's paths are relative to.
  let folder: String
  let compilation: Compilation
  /// What is known of the media.
  let media: MediaTable
  /// What the media contain: each in the state that it was in when its facts were read.
  let digests: MediaDigests
  /// Of the media by their paths, in which state each file was when its facts were read.
  var identities: [String: FileIdentity] { digests.identities }

  /// `redirect` may change the script's outputs, as `-o FILE` does. Without a cache nothing is remembered.
  init(
    path: String, variables: [String: String], media use: MediaUse, cache: CacheFolder?,
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
    var looked = Result<LookedAtMedia, CommandFailure>.success(LookedAtMedia())
    compilation = compile(source, variables: variables, redirect: redirect) { script in
      looked = Result { () throws(CommandFailure) in
        try LookedAtMedia(of: script, in: source, at: path, folder: folder, use: use, cache: cache)
      }
      return (try? looked.get())?.table ?? MediaTable()
    }
    (media, digests) = try looked.map { ($0.table, $0.digests) }.get()
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

/// What a command knows of a script's media after it has looked at them as far as it needs.
private struct LookedAtMedia {
  var table = MediaTable()
  var digests = MediaDigests(folder: nil, identities: [:])

  init() {}

  init(
    of script: EditScript, in source: SourceText, at path: String, folder: String, use: MediaUse,
    cache: CacheFolder?
  ) throws(CommandFailure) {
    guard use != .none else { return }
    let files = use == .everything ? script.namedMediaFiles : script.mediaFiles
    let found = MediaLookup(folder: folder, cache: cache?.facts).look(at: files)
    table = found.table
    table.requiresMedia = use == .content
    digests = MediaDigests(folder: cache?.digests, identities: found.identities)
    table.addNearby(script, in: source, folder: folder)
    guard use.consultsLock, let lock = ScriptLock(besideScript: path) else { return }
    try lock.review(&table, of: files, in: folder, digests, use: use)
  }
}
