import Composition
import Drawing
import Export
import LibAV
import Processes
import Rendering

/// The sandbox of a command that decodes media in its own process.
///
/// Such a command runs twice: the first process only watches the second, `editc confined PID COMMAND…`, which
/// compiles the script, calls `enter`, and then decodes.
enum Confinement {
  static let word = "confined"

  /// The command line without the word, and the id of the watching process; nil in the watching process.
  static func command(in arguments: [String]) -> (arguments: [String], parent: Int32)? {
    guard arguments.count > 2, arguments[0] == word, let parent = Int32(arguments[1]) else { return nil }
    return (Array(arguments.dropFirst(2)), parent)
  }

  private static let isConfined = command(in: Array(CommandLine.arguments.dropFirst())) != nil
  /// The descriptor for notices, open only in a watched process.
  private static let notices: Int32 = 3

  /// Restricts this process to reading only these files and fonts, and to writing only next to these targets.
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

  /// Restricts this process to the files of films.
  static func enter(
    _ sandbox: SandboxPolicy, reading films: [Composition], writing targets: [OutputTarget]
  ) throws {
    if isConfined, films.contains(where: \.hasFFmpegFilters) { try EngineLibraries.loadFilters() }
    if isConfined, films.contains(where: \.hasVectors) { try EngineLibraries.loadVectors() }
    try enter(
      sandbox, reading: films.flatMap(\.readFiles),
      memoryBytes: films.map(WorkerLimits.memoryBytes).max() ?? WorkerLimits.leastMemoryBytes,
      writing: targets)
  }

  /// Reports to the watching process what this one is doing, in case it crashes.
  static func note(_ place: String) {
    guard isConfined else { return }
    // If the watching process has ended, this one also ends.
    try? writeAll(Array((place + "\n").utf8), to: notices, named: "<notices>")
  }

  private static func note(reading files: [String]) {
    note(files.isEmpty ? "" : "while it read \(files.sorted().prefix(5).joined(separator: ", "))")
  }
}
