import Basics
import FoundationEssentials
import Processes
import Workspace

private let root = Argument.option(
  "root", .folder("FOLDER"),
  "The folder of the scripts and media. Nothing outside it is read or written, symbolic links resolved.",
  default: ".", shown: "the working folder", group: commonOptions)

extension Command {
  static let modelContext = Command(
    "mcp", "Serves programs that speak the Model Context Protocol.",
    details: """
      Serves messages on standard input and output, for agents without a shell. Tools are `check`, `fix`, \
      `look`, `facts`, `diff`, `plan`, `render` and `explain`: commands of editc, for the files in one folder. \
      An answer has at most 8,000 bytes of text and a picture of at most 200,000 bytes. `fix` repairs a script; \
      no other file is ever replaced.

      Exits with 0 when the client closes its end. Renders that are still running end with it.
      """,
    arguments: [root, cacheArgument, noCacheArgument, sandboxArgument],
    examples: [Example("mcp --root films", "Serves the scripts and media in a folder.")]
  ) { values in
    let folder = try values[root]
    do throws(FileError) { _ = try RootFolder(folder) } catch {
      throw UsageError(
        .other("--root: '\(folder)' is not a folder that can be read: \(error.reason)"), command: "mcp")
    }
    var shared = ["--root=.", "--sandbox=\(try values[sandboxArgument].rawValue)"]
    if let cache = try values[cacheArgument] { shared.append("--cache=\(absolute(cache))") }
    if try values[noCacheArgument] { shared.append("--no-cache") }
    guard FileManager.default.changeCurrentDirectoryPath(folder) else {
      throw CommandFailure(.inputMissing, "cannot work in \(folder)")
    }
    let loop = EventLoop(signals: try TerminationSignals(), lineLimit: 1 << 20)
    let server = ModelContextServer(
      loop: loop, dialogue: try Dialogue(input: 0, output: 1), work: try WorkFolder()
    ) { command in
      childCommand(command, options: shared)
    }
    try server.run()
    return .done
  }
}

private func absolute(_ path: String) -> String {
  path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
}

/// The process of a tool's command, with the options that this command has. It knows nothing of the client's
/// environment but where things are.
private func childCommand(_ tool: ToolCommand, options: [String]) -> ChildCommand {
  let known = (try? editc.command(tool.command))?.arguments.map(\.declaration.label) ?? []
  let options = (options + ["--no-settings"]).filter { option in
    known.contains(String(option.prefix { $0 != "=" }))
  }
  let variables = [
    "PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
    "XDG_DATA_HOME", "XDG_DATA_DIRS",
  ]
  var child = ChildCommand(
    ChildProcess.ownExecutable,
    Companion.words([tool.command] + tool.words + options + ["--"] + tool.operands),
    environment: Dictionary(
      uniqueKeysWithValues: variables.compactMap { name in Environment[name].map { (name, $0) } }))
  child.joinsErrorOutput = tool.reading != nil
  return child
}
