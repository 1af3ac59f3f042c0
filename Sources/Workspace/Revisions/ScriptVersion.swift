import Basics
import Glibc
import Processes

/// A version of a script: a file, standard input, or the content of a revision in git.
package struct ScriptVersion: Sendable {
  package let file: ScriptFile
  /// The path of its lock among `texts`; nil if it cannot have one.
  package let lockPath: String?
  /// The source of its lock and of the texts beside it.
  let texts: any TextSource
  /// False for a repository without a working tree.
  package let hasFolder: Bool
  /// The media of an old revision that are in git; nil for the current script.
  let media: RevisionMedia?

  /// The digest of the commit; nil for the current script.
  package var commit: String? { media?.revision }

  /// Whether the text comes from git, and not from a file.
  var isInGit: Bool { texts is RevisionTexts }

  /// The name of the version in messages: `HEAD:film.edit`.
  package var name: String { file.source.name }

  /// The folder's absolute path without links. Two versions with the same folder share their files.
  package var absoluteFolder: String {
    // If a name above it is not UTF-8, only the relative path is available.
    (try? realPath(file.folder)) ?? file.folder
  }

  private init(
    file: ScriptFile, lockPath: String?, texts: any TextSource, hasFolder: Bool = true,
    media: RevisionMedia? = nil
  ) {
    self.file = file
    self.lockPath = lockPath
    self.texts = texts
    self.hasFolder = hasFolder
    self.media = media
  }

  /// The current script. `lockPath` is the path of its lock if that is not beside the file.
  package init(_ file: ScriptFile, lockPath: String? = nil, texts: any TextSource = FilesOnDisk()) {
    self.init(
      file: file, lockPath: lockPath ?? (file.path == "-" ? nil : ScriptLock.path(ofScript: file.path)),
      texts: texts)
  }

  /// `REVISION:PATH` by git's rules: the path is relative to the top of the repository, or to the working
  /// folder if it begins with `./`.
  package init(object: String, path: String) throws(WorkspaceError) {
    let repository = try GitProgram().repository(around: ".")
    let bytes = try repository.bytes(of: object, named: object)
    let isRelative = path.hasPrefix("./") || path.hasPrefix("../")
    let folder = isRelative ? Processes.folder(of: path) : repository.folder(of: path)
    let revision = String(object.dropLast(path.count + 1))
    // A staged file has no revision yet.
    let isStaged = revision.isEmpty || revision.hasPrefix(":")
    let place = isRelative ? repository.prefix + path : path
    self.init(
      file: ScriptFile(path: object, source: SourceText(name: object, bytes: bytes), folder: folder ?? "."),
      lockPath: ScriptLock.path(ofScript: object), texts: RevisionTexts(repository: repository),
      hasFolder: folder != nil,
      media: isStaged
        ? nil
        : RevisionMedia(repository: repository, revision: revision, folder: Processes.folder(of: place)))
  }

  /// A script as it was in a revision.
  package init(revision: String, of file: String) throws(WorkspaceError) {
    let repository = try GitProgram().repository(around: Processes.folder(of: file))
    guard let digest = try repository.digest(of: revision) else { throw .noRevision(revision) }
    let path = repository.path(of: file)
    let name = revision + ":" + path
    let bytes: [UInt8]
    do throws(WorkspaceError) { bytes = try repository.bytes(of: digest + ":" + path, named: name) } catch {
      guard case .noObject = error else { throw error }
      throw .notInRevision(path: path, revision: revision)
    }
    let place = repository.isAsToldByGit && !file.hasPrefix("/") ? repository.prefix + file : path
    self.init(
      file: ScriptFile(
        path: name, source: SourceText(name: name, bytes: bytes), folder: Processes.folder(of: file)),
      lockPath: ScriptLock.path(ofScript: digest + ":" + path), texts: RevisionTexts(repository: repository),
      media: RevisionMedia(repository: repository, revision: digest, folder: Processes.folder(of: place)))
  }
}

/// The texts in git, by git's names of objects: `HEAD:film.edit.lock`.
struct RevisionTexts: TextSource {
  let repository: GitRepository

  func bytes(ofFileAt object: String, limit: Int) throws(FileError) -> [UInt8] {
    let answer: GitProgram.Answer?
    do throws(WorkspaceError) {
      answer = try repository.ask(["cat-file", "blob", object], limit: limit)
    } catch {
      throw FileError(.read, object, .system(errno: EIO))
    }
    guard let answer, answer.status.isSuccess else { throw FileError(.read, object, .system(errno: ENOENT)) }
    guard !answer.wasTooLong else { throw FileError(.read, object, .tooLarge(limit: limit)) }
    return answer.bytes
  }
}

extension GitRepository {
  /// Git's name of a file, relative to the repository's folder.
  fileprivate func path(of file: String) -> String {
    isAsToldByGit && !file.hasPrefix("/") ? "./" + file : prefix + lastComponent(of: file)
  }

  /// The folder of a path from the top of the repository; nil without a working tree.
  fileprivate func folder(of path: String) -> String? {
    top.map { top in
      let folder = Processes.folder(of: path)
      let plain = top.hasPrefix("./") ? String(top.dropFirst(2)) : top
      return folder == "." ? (plain.isEmpty ? "." : plain) : plain + folder
    }
  }
}
