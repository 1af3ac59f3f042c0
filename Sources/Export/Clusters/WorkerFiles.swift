import Basics
import Processes

/// The files that workers of a cluster leave in the folder of the render: their messages, and how they ended.
/// So the scheduler's accounting, which clusters often lack, is not needed.
struct WorkerFiles {
  private let folder: String
  private var known: Set<String> = []

  init(folder: String) { self.folder = folder }

  var plan: String { folder + "/plan" }

  /// How one worker ended.
  struct End: Hashable {
    /// The exit code.
    let code: Int32
    /// The last line that it wrote to standard error; empty if there was none.
    let message: String
  }

  /// The shell command of a scheduler's task. It does not depend on the folder in which the scheduler starts
  /// it.
  func line(running command: String) -> String {
    """
    cd / && folder=\(shellWord(folder)) && worker="$folder/$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID" || exit
    \(command) --progress none 2> "$worker.log"
    code=$?
    echo $code > "$worker.new" && mv "$worker.new" "$worker.end"
    exit $code
    """
  }

  /// Whether a worker has written anything here.
  private(set) var hasHeard = false

  /// Returns the workers that have ended since the last call.
  mutating func newEnds() -> [End] {
    guard let names = try? listFolder(folder) else { return [] }
    hasHeard = hasHeard || names.contains { $0.hasSuffix(".log") }
    return names.sorted().filter { $0.hasSuffix(".end") && known.insert($0).inserted }.map { name in
      let log = folder + "/" + name.dropLast(".end".count) + ".log"
      return End(
        code: text(of: folder + "/" + name).flatMap { Int32($0) } ?? -1, message: text(of: log) ?? "")
    }
  }

  /// The last line of a small file, without the program's name.
  private func text(of path: String) -> String? {
    guard let bytes = try? readFile(path, limit: 1 << 20) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init)
    return line.map { $0.hasPrefix("editc: ") ? String($0.dropFirst("editc: ".count)) : $0 }
  }
}

extension WorkerFiles.End {
  /// The error of the render; nil if another worker may succeed.
  var finalError: ExportError? {
    switch code {
    case 65: ExportError(.badData, message)
    case 66: ExportError(.inputMissing, message)
    case 77: ExportError(.refusedByPolicy, message)
    case 126, 127:
      ExportError(
        .unavailable,
        "a worker of the cluster cannot start editc: \(message); install it there with the same path")
    default: nil
    }
  }

  /// The error of the render if no other worker succeeds.
  var error: ExportError {
    let kind: ExportError.Kind =
      switch code {
      case 69: .unavailable
      case 74: .inputOutput
      case 75: .temporary
      default: .engine
      }
    let words = message.isEmpty ? "" : ": \(message)"
    return ExportError(kind, "a worker of the cluster ended with \(code)\(words)")
  }
}
