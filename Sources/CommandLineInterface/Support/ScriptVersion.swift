import Glibc
import Processes
import SourceText

/// A script as it is or as it was: a file, standard input, or what a revision in git holds.
struct ScriptVersion {
  let source: SourceText
  /// What the script's paths are relative to. Of an old revision, the folder where the script lay then, as it is now.
  let folder: String
  /// Whether there is such a folder at all: not for a repository without a working tree.
  let hasFolder: Bool
  /// What git keeps of an old revision's media.
  private(set) var media: RevisionMedia?
  /// Where the lock lies that belongs to this version.
  private(set) var lock: LockPlace?

  enum LockPlace {
    case file(String)
    /// As git calls it.
    case object(String, GitRepository)
  }

  var name: String { source.name }

  /// The folder's one absolute name, by which two versions see whether they look at the same files.
  var absoluteFolder: String {
    guard let resolved = realpath(folder, nil) else { return folder }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  init(source: SourceText, folder: String, hasFolder: Bool = true, lock: LockPlace? = nil) {
    self.source = source
    self.folder = folder
    self.hasFolder = hasFolder
    self.lock = lock
  }

  init(file path: String) throws(CommandFailure) {
    let file = try ScriptFile(path: path)
    self.init(
      source: file.source, folder: file.folder,
      lock: path == "-" ? nil : .file(ScriptLock.path(ofScript: path)))
  }

  /// `REVISION:PATH`, as git understands it: from the top of the repository, or from here where it begins with `./`.
  init(object: String, path: String) throws(CommandFailure) {
    let repository = try GitProgram().repository(around: ".")
    let bytes = try repository.bytes(of: object, named: object)
    let isRelative = path.hasPrefix("./") || path.hasPrefix("../")
    let folder = isRelative ? Processes.folder(of: path) : repository.folder(of: path)
    self.init(
      source: SourceText(name: object, bytes: bytes), folder: folder ?? ".", hasFolder: folder != nil,
      lock: .object(ScriptLock.path(ofScript: object), repository))
    let revision = String(object.dropLast(path.count + 1))
    // What is staged has no revision yet.
    if revision.isEmpty || revision.hasPrefix(":") { return }
    let place = isRelative ? repository.prefix + path : path
    media = RevisionMedia(
      repository: repository, revision: revision, folder: Processes.folder(of: place))
  }

  /// What a script was in a revision.
  init(revision: String, of file: String) throws(CommandFailure) {
    let repository = try GitProgram().repository(around: Processes.folder(of: file))
    guard let digest = try repository.digest(of: revision) else {
      throw CommandFailure(
        .inputMissing,
        revision == "HEAD"
          ? "the repository has no commit to compare with; say editc diff OLD NEW"
          : "there is no file '\(revision)', and git knows no such revision")
    }
    let path = repository.path(of: file)
    let name = revision + ":" + path
    let bytes: [UInt8]
    do throws(CommandFailure) { bytes = try repository.bytes(of: digest + ":" + path, named: name) } catch {
      throw CommandFailure(
        error.code,
        "there is no \(path) in \(revision); if the script had another name then, say \(revision):PATH")
    }
    self.init(
      source: SourceText(name: name, bytes: bytes), folder: Processes.folder(of: file),
      lock: .object(ScriptLock.path(ofScript: digest + ":" + path), repository))
    let place = repository.isAsToldByGit && !file.hasPrefix("/") ? repository.prefix + file : path
    media = RevisionMedia(repository: repository, revision: digest, folder: Processes.folder(of: place))
  }
}

extension GitRepository {
  /// How git calls a file in the folder from which we look.
  fileprivate func path(of file: String) -> String {
    isAsToldByGit && !file.hasPrefix("/") ? "./" + file : prefix + lastComponent(of: file)
  }

  /// Where a path from the top of the repository lies now; nil without a working tree.
  fileprivate func folder(of path: String) -> String? {
    top.map { top in
      let folder = Processes.folder(of: path)
      let plain = top.hasPrefix("./") ? String(top.dropFirst(2)) : top
      return folder == "." ? (plain.isEmpty ? "." : plain) : plain + folder
    }
  }
}

/// How a script is named on the command line.
enum ScriptName {
  case file(String)
  /// A path in a revision, as git names it: `HEAD~2:film.edit`.
  case object(String, path: String)
  /// A revision of whatever script the other name means.
  case revision(String)

  /// A file that is there is meant, whatever else its name could mean.
  init(_ text: String) throws(CommandFailure) {
    if text == "-" || FileKind(at: text, followsLinks: true).map({ $0 != .folder }) == true {
      self = .file(text)
      return
    }
    if text.hasPrefix("-") {
      throw CommandFailure(.usage, "'\(text)' is no file, and no revision begins with a dash")
    }
    if text.hasSuffix(".edit"), !text.contains(":") {
      self = .file(text)
    } else if let path = pathOfObject(text) {
      self = .object(text, path: path)
    } else {
      self = .revision(text)
    }
  }
}

/// What stands behind the colon of `HEAD:film.edit`; nil where no path is named.
private func pathOfObject(_ text: String) -> String? {
  // `:/words` is the last commit that has these words.
  if text.hasPrefix(":/") { return nil }
  var depth = 0
  for index in text.indices {
    switch text[index] {
    case "{": depth += 1
    case "}": depth -= 1
    case ":" where depth == 0:
      let path = text[text.index(after: index)...]
      // `:2:film.edit` is one side of a conflict.
      if index == text.startIndex, path.count > 2, path.dropFirst().first == ":",
        "0123".contains(path[path.startIndex])
      {
        return String(path.dropFirst(2))
      }
      return path.isEmpty ? nil : String(path)
    default: break
    }
  }
  return nil
}
