import Composition
import Drawing
import Export
import LibAV
import Processes
import Rendering

/// How a command that decodes media in its own process shuts that process in.
///
/// Such a command runs twice: the first process only watches the second, `editc confined PID COMMAND…`, which compiles
/// the script, calls `enter`, and then decodes.
enum Confinement {
  static let word = "confined"

  /// The command line without the word, and the process that started this one; nil in a process that watches.
  static func command(in arguments: [String]) -> (arguments: [String], parent: Int32)? {
    guard arguments.count > 2, arguments[0] == word, let parent = Int32(arguments[1]) else { return nil }
    return (Array(arguments.dropFirst(2)), parent)
  }

  private static let isConfined = command(in: Array(CommandLine.arguments.dropFirst())) != nil
  /// Beside the standard streams, and only in a process that is watched.
  private static let notices: Int32 = 3

  /// From now on this process reads only these files and fonts, and writes only beside these targets.
  static func enter(
    _ sandbox: SandboxPolicy, reading files: [String], memoryBytes: Int = WorkerLimits.addressSpaceBytes,
    writing targets: [OutputTarget]
  ) throws {
    guard isConfined else { return }
    try EngineLibraries.load(withFilters: false)
    let rules = SandboxRules(
      policy: sandbox, readable: Array(Set(files + FontLookup.folders).filter(isThere)).sorted(),
      writableFolders: Array(Set(targets.map(\.nearestFolder))).sorted(),
      setsRights: true,
      limits: ResourceLimits(addressSpaceBytes: WorkerLimits.addressSpaceBytes, dataBytes: memoryBytes))
    do throws(SandboxError) {
      for shortcoming in try Sandbox.enter(rules).shortcomings { SandboxWarnings.warn(of: shortcoming) }
    } catch {
      throw CommandFailure(ExitCode(error), "\(error)")
    }
    note(reading: files)
  }

  /// The same for a film: what its frames and its sound are made of.
  static func enter(
    _ sandbox: SandboxPolicy, reading films: [Composition], writing targets: [OutputTarget]
  ) throws {
    if isConfined, films.contains(where: \.hasFFmpegFilters) { try EngineLibraries.loadFilters() }
    try enter(
      sandbox, reading: films.flatMap(\.readFiles),
      memoryBytes: films.map(WorkerLimits.memoryBytes).max() ?? WorkerLimits.leastMemoryBytes,
      writing: targets)
  }

  /// Tells the watching process where this one is, in case that it does not come back.
  static func note(_ place: String) {
    guard isConfined else { return }
    // If the watching process has ended, this one ends as well.
    try? writeAll(Array((place + "\n").utf8), to: notices, named: "<notices>")
  }

  private static func note(reading files: [String]) {
    note(files.isEmpty ? "" : "while it read \(files.sorted().prefix(5).joined(separator: ", "))")
  }
}
