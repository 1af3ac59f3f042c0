package import Basics
package import EditScript
package import Processes

/// The text of a script, and the folder that its paths are relative to.
package struct ScriptFile: Sendable {
  package var kind: DocumentKind { DocumentKind(ofFileAt: path) }

  /// `-` for standard input.
  package let path: String
  package let source: SourceText
  package let folder: String

  /// Above the size limit of scripts, so that a script that exceeds it is reported as a finding.
  package static let mostBytes = 64 << 20

  package init(path: String, source: SourceText, folder: String) {
    self.path = path
    self.source = source
    self.folder = folder
  }

  /// Reads a text, or standard input if the path is `-`.
  init(path: String, texts: any TextSource) throws(WorkspaceError) {
    self.path = path
    let name = path == "-" ? "<stdin>" : path
    folder = path == "-" ? "." : Processes.folder(of: path)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes =
        path == "-"
        ? try readToEnd(of: 0, named: name, limit: Self.mostBytes)
        : try texts.bytes(ofFileAt: path, limit: Self.mostBytes)
    } catch {
      // Most media are larger than any script.
      if case .tooLarge = error.kind, path != "-", MediaSignature.begins(fileAt: path) {
        throw .mediaAsScript(path: path)
      }
      throw .file(error)
    }
    if MediaSignature.begins(bytes) { throw .mediaAsScript(path: name) }
    source = SourceText(name: name, bytes: bytes)
  }

  /// The path of a file of the script, for this process.
  package func path(of file: String) -> String {
    resolve(file, in: folder)
  }

  /// The same file with another text.
  package func with(_ source: SourceText) -> ScriptFile {
    ScriptFile(path: path, source: source, folder: folder)
  }
}

extension ScriptFile {
  /// The bytes of the file with this text, including its byte-order mark.
  package func bytes(with text: SourceText) -> [UInt8] {
    (source.hasByteOrderMark ? SourceText.byteOrderMark : []) + text.bytes
  }

  /// Whether the file is part of a package, which stays as it was fetched.
  package var isOfPackage: Bool { path != "-" && FetchedFolder(ofFileAt: path) != nil }

  /// Replaces the bytes of the file, unless it has changed since it was read, or is part of a package. `done` names
  /// the prevented action in the error: "fixed". With `root`, the file must be in this folder.
  package func write(
    _ bytes: [UInt8], beneath root: RootFolder? = nil, done: String
  ) throws(WorkspaceError) {
    if isOfPackage { throw .fileOfPackage(path: path, done: done) }
    do throws(FileError) {
      try AtomicFile.replaceContent(self.bytes(with: source), of: path, with: bytes, beneath: root)
    } catch { throw error.kind == .changed ? .scriptChanged(path: path, done: done) : .file(error) }
  }
}

/// A path relative to a folder, as a path for this process.
func resolve(_ path: String, in folder: String) -> String {
  path.hasPrefix("/") || folder == "." ? path : folder + "/" + path
}
