import Export
import Processes
import Workspace

private let planFile = Argument.required("plan", .file("FILE"), "The file of the plan.")
private let store = Argument.required("store", .folder("DIR"), "The store for finished segments.")
private let parent = Argument.required(
  "parent", .integer("PID", 1...Int(Int32.max)), "The process that started it.")
private let owner = Argument.required("owner", .owner("NAME"), "Marks its temporary files.")
private let sandbox = Argument.required(
  "sandbox", .word("POLICY", of: SandboxPolicy.self), "The sandbox.")
private let threads = Argument<Int?>.option(
  "threads", .integer("N", 1...64), "How many threads decode a clip, instead of 1.")
private let readStore = Argument<String?>.option(
  "read-store", .folder("DIR"), "A second store, which cannot be written.")
private let film = Argument<String?>.option(
  "film", .file("FILE"), "The file to join the film into, instead of taking orders.")

private let carry = Argument.flag(
  "carry",
  "Sends rendered segments over the pipe, if this machine shares no store with the render.")

extension Command {
  static let worker = Command(
    "worker", "Renders segments for a render on another machine.",
    details: """
      `editc render --launch` starts it, for example with `ssh HOST editc worker`. It receives its work over \
      standard input from a render with the same versions, and ends when its input ends. See \
      `docs/many-machines.md`.

      Media are found by the paths they have where the render runs, translated by --map, and compared by \
      digest. Rendered segments go only into the store in the --cache folder or, with --carry, over the \
      pipe. A render that asks for another store, or for a weaker sandbox than --sandbox, is refused.

      Exits with 0 at the end of its input, 65 if the plan or a media file was changed or damaged, 66 if a \
      media file or the store is missing, 69 if versions differ, and 77 if the render asks for more than \
      these options allow.
      """,
    arguments: [carry, mapArgument, cacheArgument, sandboxArgument],
    examples: [
      Example(
        "worker --cache /shared/editc",
        "Serves `editc render holiday.edit --cache /shared/editc --launch 'ssh render1 editc worker --cache /shared/editc'`."
      ),
      Example("worker --carry --map /home/ada/media=/mnt/media", "Serves a render that shares no store."),
    ], settings: .user
  ) { values in
    let (carries, folders, name) = (try values[carry], try values.folderMap, try values.cache)
    let policy = try values[sandboxArgument]
    if TerminalFacts(descriptor: 0).isTerminal {
      throw UsageError(
        .other("`editc render --launch` starts workers and sends them their work over standard input"),
        command: "worker")
    }
    // The default cache is optional; a named one is required.
    let cache =
      name == nil
      ? try? CacheFolder(named: nil)
      : try CacheFolder(named: name)
    let work = try WorkFolder()
    defer { work.remove() }
    let path = work.path
    let service = WorkerService(
      engine: { engineVersions(encoding: $0, withFilters: $1) }, place: folders.place,
      store: cache?.segments ?? "", sandbox: policy, flaw: { $0.flaw(with: $1) },
      find: { files throws(ExportError) in
        do {
          return try files.find(in: folders, cache: cache).mapValues { ($0.path, $0.identity) }
        } catch { throw ExportError(CommandFailure(error)) }
      }, workFolder: path, carries: carries, cleanUp: { removeTree(path) })
    try serve(service)
    return .done
  }

  static let renderWorker = Command(
    "render-worker", "Renders segments of a plan for another editc.",
    details:
      "Reads orders as lines of JSON from standard input and writes reports as lines to standard output.",
    arguments: [planFile, store, parent, owner, sandbox, threads, readStore, film, rootArgument],
    isHidden: true
  ) { values in
    let options = WorkerOptions(
      planPath: try values[planFile], storeFolder: try values[store], parent: Int32(try values[parent]),
      owner: try values[owner], sandbox: try values[sandbox], threads: try values[threads] ?? 1,
      readStoreFolder: try values[readStore], filmPath: try values[film], root: try rootFolder(values))
    runWorker(options)
    return .done
  }
}

extension ExportError {
  /// An error with a planned file, for the requesting render.
  fileprivate init(_ failure: CommandFailure) {
    let kind: Kind =
      switch failure.code {
      case .badData: .badData
      case .inputMissing: .inputMissing
      case .ioError: .inputOutput
      case .temporaryFailure: .temporary
      case .unavailable: .unavailable
      default: .engine
      }
    self.init(kind, failure.message)
  }
}

extension ArgumentKind where Value == TemporaryOwner {
  static func owner(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "lowercase letters and digits") { TemporaryOwner(name: $0) }
  }
}
