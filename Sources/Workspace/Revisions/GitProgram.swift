import FoundationEssentials
import Processes

/// The installed git, which reads the content of old revisions. Runs without a shell and writes nothing.
struct GitProgram: Sendable {
  private let path: String
  private let environment: [String: String]
  /// True in a hook, where git passes the repository in the environment.
  private let isToldItsRepository: Bool
  /// Whether git, and what it has started, end with this process.
  private var isTied = false

  init() throws(WorkspaceError) {
    let own = ProcessInfo.processInfo.environment
    guard let found = Processes.path(ofProgram: "git", in: own["PATH"] ?? usualSearchPath) else {
      throw .noGit
    }
    path = found
    // English messages, no locks in the repository, no prompts.
    environment = own.merging(["LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"]) { $1 }
    isToldItsRepository = own["GIT_DIR"] != nil
  }

  /// The same program with other variables; nil removes one.
  func with(_ changes: [String: String?]) -> GitProgram {
    var variables = environment
    for (name, value) in changes { variables[name] = value }
    var program = GitProgram(path: path, environment: variables, isToldItsRepository: false)
    program.isTied = isTied
    return program
  }

  /// The same program, which ends with this process, even if this is killed, and so does everything that it has
  /// started: `ssh` and the programs of other protocols.
  var tied: GitProgram {
    var program = self
    program.isTied = true
    return program
  }

  private init(path: String, environment: [String: String], isToldItsRepository: Bool) {
    self.path = path
    self.environment = environment
    self.isToldItsRepository = isToldItsRepository
  }

  /// The repository that contains a folder.
  func repository(around folder: String) throws(WorkspaceError) -> GitRepository {
    let place = isToldItsRepository || folder == "." ? [] : ["-C", folder]
    // A bare repository has no working tree, so no top.
    let answer = try run(place + ["rev-parse", "--is-inside-work-tree", "--show-cdup", "--show-prefix"])
    let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard answer.status.isSuccess, lines.count >= 3 else {
      throw .noRepository(folder: folder, complaint: answer.complaint)
    }
    let hasTree = lines[0] == "true"
    let start = isToldItsRepository ? "." : folder
    return GitRepository(
      git: self, place: place, top: hasTree ? start + "/" + lines[1] : nil, prefix: String(lines[2]),
      isAsToldByGit: isToldItsRepository)
  }

  func run(
    _ arguments: [String], limit: Int = 64 << 20, within time: Duration? = nil
  ) throws(WorkspaceError) -> Answer {
    let words = ["--no-pager"] + arguments
    var command = isTied ? TiedProgram.command(path, words) : ChildCommand(path, words)
    command.environment = environment
    do throws(SystemError) {
      return Answer(try output(of: command, limit: limit, within: time))
    } catch { throw .system(error) }
  }

  /// The output of git.
  struct Answer {
    private let output: ProgramOutput

    init(_ output: ProgramOutput) {
      self.output = output
    }

    var status: ProcessStatus { output.status }
    var bytes: [UInt8] { output.bytes }
    var wasTooLong: Bool { output.wasTooLong }
    var wasTooSlow: Bool { output.wasTooSlow }
    var text: String { String(decoding: output.bytes, as: UTF8.self) }

    /// The error of git on one line, without `fatal:`.
    var complaint: String {
      let lines = output.errorText.split(separator: "\n").prefix(3).map { line in
        ["fatal: ", "error: ", "hint: "].first { line.hasPrefix($0) }.map { line.dropFirst($0.count) } ?? line
      }
      return lines.isEmpty ? "git \(output.status)" : lines.joined(separator: "; ")
    }
  }
}

/// A repository, as seen from one of its folders.
struct GitRepository: Sendable {
  fileprivate let git: GitProgram
  fileprivate let place: [String]
  /// The top of the working tree; nil if there is none.
  let top: String?
  /// The current folder below the top: empty, or ending with a slash.
  let prefix: String
  /// Whether this is the repository of a hook; paths are then relative to the working folder.
  let isAsToldByGit: Bool

  /// The text of a file in a revision: `HEAD:film.edit`, or `:film.edit` for the one in the index. `name` is
  /// for messages.
  func bytes(
    of object: String, named name: String, limit: Int = 64 << 20
  ) throws(WorkspaceError) -> [UInt8] {
    let answer = try ask(["cat-file", "blob", object], limit: limit)
    if answer.wasTooLong { throw .tooLargeObject(name: name, limit: limit) }
    guard answer.status.isSuccess else {
      throw .noObject(name: name, complaint: answer.complaint)
    }
    return answer.bytes
  }

  func ask(_ arguments: [String], limit: Int = 64 << 20) throws(WorkspaceError) -> GitProgram.Answer {
    try git.run(place + arguments, limit: limit)
  }

  /// The digest of a revision; nil if git does not know it.
  func digest(of revision: String) throws(WorkspaceError) -> String? {
    let answer = try ask(["rev-parse", "--verify", "--quiet", revision])
    return answer.status.isSuccess ? answer.text.split(separator: "\n").first.map(String.init) : nil
  }
}
