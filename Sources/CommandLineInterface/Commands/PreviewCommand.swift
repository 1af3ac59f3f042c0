import Basics
import Composition
import EditScript
import Export
import FoundationEssentials
import Glibc
import HTTPServer
import Processes
import Workspace

private let previewed = Argument.positional(
  .file("SCRIPT", extensions: ["edit"]), "The script, or a media file to play.")
private let port = Argument<Int?>.option(
  "port", .integer("N", 1...65535), "Port on 127.0.0.1. Default: any free port.", group: "Page")
private let socket = Argument<String?>.option(
  "socket", .file("PATH"), "Serves on a Unix socket that only you can open, instead of a port.",
  group: "Page")
private let open = Argument.flag("open", "Opens the page in a browser.", group: "Page")
private let readOnly = Argument.flag(
  "read-only", "Never changes the script. Without this, the page can apply fixes; with --root, it never can.",
  group: "Page")
private let once = Argument.flag(
  "once", "Renders everything that the page would request, then exits, to fill the cache in CI.",
  group: "Page")
private let size = Argument<PixelSize>.option(
  "size", .bounds("WxH"), "Maximum picture size; width and height are swapped for portrait films.",
  default: PixelSize(width: 640, height: 360), shown: "640x360", group: "Rendering")

/// Whether a preview has sound.
private enum PreviewSound: String, CaseIterable, Sendable {
  case on, off
}

private let sound = Argument<PreviewSound>.option(
  "sound", .word("WORD"), "Plays sound (`on`) or not (`off`).", default: .on, shown: "on",
  group: "Rendering")
private let jobs = Argument<Int?>.option(
  "jobs", short: "j", .integer("N", 1...WorkerLimits.workers),
  "Number of render workers. Default: one per CPU core.", group: "Rendering")

extension Command {
  static let preview = Command(
    "preview", "Plays a film in the browser while you edit its script.",
    details: """
      Serves a page on this machine that plays the film without a render and updates on every save. The film \
      is rendered in one-second chunks, starting at the playhead; chunks from earlier previews are reused. \
      Frames match those of a render but are smaller.

      If the script has errors, the last valid film stays visible next to them. The page shows the fix of a \
      finding as a diff; one click applies it to the script, another one undoes it.

      The page has a secret address and is reachable only from this machine; from elsewhere, use `ssh -L`. \
      Ctrl-C ends the preview.
      """,
    arguments: [
      previewed, port, socket, open, readOnly, once, size, sound, jobs,
    ] + VariableRequest.arguments + [
      fetchArgument, allowPrivateArgument, cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ],
    examples: [
      Example("preview holiday.edit", "Prints the address of the page."),
      Example("preview holiday.edit --open --size 960x540", "Opens the page, with larger pictures."),
      Example("preview beach.mp4", "Plays a media file."),
      Example("preview holiday.edit --once", "Fills the cache for the next preview."),
    ], fetchesFirst: true, settings: .script
  ) { values in
    let script = try values[previewed]
    if script == "-" {
      throw UsageError(
        .other("preview needs a file; it cannot watch standard input"), command: "preview")
    }
    let (port, socket) = (try values[port], try values[socket])
    if port != nil, socket != nil {
      throw UsageError(.other("--port and --socket cannot be combined"), command: "preview")
    }
    let request = PreviewRequest(
      script: script, place: socket.map { .socket(path: $0) } ?? .port(port.map { UInt16(clamping: $0) }),
      opensBrowser: try values[open], isReadOnly: try values[readOnly], isOnce: try values[once],
      bounds: try values[size].withNumbers,
      hasSound: try values[sound] == .on,
      jobs: try values[jobs] ?? values.settings.jobs?.value ?? ProcessInfo.processInfo.activeProcessorCount,
      variables: try VariableRequest(values, command: "preview"), variableWords: try variableWords(values),
      cache: try values.cache, usesCache: try !values[noCacheArgument],
      root: try values[rootArgument], sandbox: try values[sandboxArgument], editor: values.settings.editor)
    return try request.run()
  }
}

/// The values of variables as arguments for the compiler.
private func variableWords(_ values: ParsedArguments) throws(UsageError) -> [String] {
  var words: [String] = []
  for setting in try values[variablesArgument] { words += ["--set", "\(setting.name)=\(setting.value)"] }
  if let file = try values[variableFileArgument] { words += ["--vars", file] }
  for row in try values[rowArgument] { words += ["--row", "\(row)"] }
  return words
}

private struct PreviewRequest {
  let script: String
  let place: ServerPlace
  let opensBrowser: Bool
  let isReadOnly: Bool
  let isOnce: Bool
  let bounds: PixelSize
  let hasSound: Bool
  let jobs: Int
  let variables: VariableRequest
  let variableWords: [String]
  let cache: String?
  let usesCache: Bool
  let root: String?
  let sandbox: SandboxPolicy
  let editor: EditorCommand?

  func run() throws -> ExitCode {
    let signals = try TerminationSignals()
    let work = try WorkFolder()
    let folder = PreviewFolder(path: work.path)
    try makeFolder(folder.made)
    try makeFolder(folder.films)
    let loop = EventLoop(signals: signals, lineLimit: 1 << 20)
    let store = try storeFolder(in: work)
    let crew = PreviewScheduler(
      loop: loop, folders: .init(store: store, made: folder.made, plans: folder.films), jobs: jobs,
      sandbox: sandbox)
    let server = try PreviewServer(
      script: script, folder: folder, loop: loop, crew: crew, compiler: compiler(folder),
      detectWords: detectWords, editor: editor,
      edits: ScriptEdits(ofFileAt: script, isAllowed: !isReadOnly && root == nil), token: newToken(),
      say: { Console.complain($0) })
    defer {
      server.stop()
      work.remove()
    }
    return try isOnce ? makeAll(server, in: work) : serve(server, in: work)
  }

  private func serve(_ server: PreviewServer, in work: WorkFolder) throws -> ExitCode {
    let token = server.token
    let port: UInt16?
    do throws(ServerError) { port = try server.serve(at: place) } catch {
      throw CommandFailure(.unavailable, "\(error)")
    }
    let address = port.map { "http://localhost:\($0)/\(token)/" } ?? "http://localhost/\(token)/"
    try Console.print(address + "\n")
    reportAddress(port, token)
    if opensBrowser { openBrowser(at: address) }
    if let signal = try run(server, until: { _ in false }) { end(server, work, by: signal) }
    return .done
  }

  /// Cleans up, then ends by the signal.
  private func end(_ server: PreviewServer, _ work: WorkFolder, by signal: Signal) -> Never {
    server.stop()
    work.remove()
    signal.raiseAgain()
  }

  private func run(
    _ server: PreviewServer, until isDone: (PreviewServer) -> Bool
  ) throws -> Signal? {
    try server.run(until: isDone)
  }

  private func makeAll(_ server: PreviewServer, in work: WorkFolder) throws -> ExitCode {
    if let signal = try run(server, until: { $0.isComplete || $0.workersProblem != nil }) {
      end(server, work, by: signal)
    }
    guard server.isRead else { return .inputMissing }
    // A pipeline does not wait for disk space; finished parts are kept.
    guard server.workersProblem == nil else { return .ioError }
    if server.hasErrors {
      throw CommandFailure(.findings, "\(script) has errors; `editc lint \(shellWord(script))` lists them")
    }
    if let reason = server.reasonOfFailure { throw CommandFailure(.badData, reason) }
    return .done
  }

  private func storeFolder(in work: WorkFolder) throws -> String {
    let folder =
      usesCache
      ? try CacheFolder(named: cache).segments
      : work.path + "/segments"
    try makeFolder(folder)
    // From a preview that was killed with its workers.
    SegmentStore(folder: folder).removeUnfinishedFiles()
    return folder
  }

  private func compiler(_ folder: PreviewFolder) -> ChildCommand {
    var words = [
      "preview-compiler", script, "--parent", "\(ownProcessID)", "--folder", folder.path, "--size",
      "\(bounds.width)x\(bounds.height)", "--sound", hasSound ? "on" : "off", "--sandbox", sandbox.rawValue,
    ]
    words += variableWords
    if let cache { words += ["--cache", cache] }
    if !usesCache { words.append("--no-cache") }
    if let root { words += ["--root", root] }
    return ChildCommand(ChildProcess.ownExecutable, words)
  }

  /// Nil where nothing is cached, and for scripts of strangers.
  private var detectWords: [String]? {
    guard usesCache, root == nil, !isReadOnly else { return nil }
    return ["detect", "--no-settings", "--sandbox", sandbox.rawValue] + (cache.map { ["--cache", $0] } ?? [])
  }

  // MARK: The address of the page

  /// Explains how to reach the page over ssh, where its address is useless to the local browser.
  private func reportAddress(_ port: UInt16?, _ token: String) {
    let host = ProcessInfo.processInfo.hostName
    if case .socket(let name) = place {
      let path = name.hasPrefix("/") ? name : FileManager.default.currentDirectoryPath + "/" + name
      Console.complain(
        "from another machine: ssh -L 8080:\(path) \(host), then http://localhost:8080/\(token)/")
    } else if let port, Environment["SSH_CONNECTION"] != nil {
      Console.complain("on your machine: ssh -L \(port):localhost:\(port) \(host)")
    }
  }

  private func openBrowser(at address: String) {
    guard Environment["DISPLAY"] != nil || Environment["WAYLAND_DISPLAY"] != nil else {
      return Console.complain("there is no display for a browser")
    }
    do { try DetachedPrograms().start(["xdg-open", address]) } catch {
      Console.complain("xdg-open, which opens a browser, cannot be started")
    }
  }

}

/// The secret of the page's address: 128 random bits.
func newToken() -> String {
  var generator = SystemRandomNumberGenerator()
  let digits = Array("abcdefghijkmnpqrstuvwxyz23456789")
  return String((0..<26).map { _ in digits[Int(generator.next(upperBound: UInt64(digits.count)))] })
}

extension PixelSize {
  /// The size with 0 replaced by the longest side of a picture, as the compiler expects.
  fileprivate var withNumbers: PixelSize {
    PixelSize(width: min(width, 16384), height: min(height, 16384))
  }
}

// MARK: - The compiler and the workers

private let plansFolder = Argument.required("plans", .folder("DIR"), "The plans are in folders of it.")
private let madeFolder = Argument.required("made", .folder("DIR"), "The folder of what it makes.")
private let store = Argument.required("store", .folder("DIR"), "The store for finished segments.")
private let parent = Argument.required(
  "parent", .integer("PID", 1...Int(Int32.max)), "The process that started it.")
private let owner = Argument.required("owner", .owner("NAME"), "Marks its temporary files.")
private let policy = Argument.required("sandbox", .word("POLICY", of: SandboxPolicy.self), "The sandbox.")
private let role = Argument.required("role", .word("ROLE", of: PreviewRole.self), "What it makes.")
private let threads = Argument.required("threads", .integer("N", 1...64), "How many threads decode a clip.")
private let folder = Argument.required("folder", .folder("DIR"), "The folder of the preview.")

extension Command {
  static let previewWorker = Command(
    "preview-worker", "Makes cells, sound and pictures of a preview for another editc.",
    details:
      "Reads orders as lines of JSON from standard input and writes reports as lines to standard output.",
    arguments: [plansFolder, madeFolder, store, parent, owner, policy, role, threads], isHidden: true
  ) { values in
    let options = PreviewWorkerOptions(
      plans: try values[plansFolder], made: try values[madeFolder], storeFolder: try values[store],
      parent: Int32(try values[parent]), owner: try values[owner], sandbox: try values[policy],
      role: try values[role], threads: try values[threads])
    runPreviewWorker(options)
    return .done
  }

  static let previewCompiler = Command(
    "preview-compiler", "Compiles the script of a preview for another editc.",
    details:
      "Reads numbers of versions as lines from standard input, and answers when their files are there.",
    arguments: [scriptArgument, parent, folder, size, sound] + VariableRequest.arguments + [
      cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
    ], isHidden: true
  ) { values in
    let workspace = try Workspace(values)
    let (parent, root) = (Int32(try values[parent]), try rootFolder(values))
    let request = (
      script: try values[scriptArgument], bounds: try values[size], hasSound: try values[sound] == .on,
      folder: try values[folder], variables: try VariableRequest(values, command: "preview-compiler")
    )
    guard try dieWithParent(parent) else { return .done }
    ReportChannel.open()
    let compiler = PreviewCompiler(
      script: request.script, values: request.variables, cache: workspace.cache,
      inspector: workspace.inspector, root: root, bounds: request.bounds, hasSound: request.hasSound,
      folder: PreviewFolder(path: request.folder))
    try compiler.run()
    return .done
  }
}
