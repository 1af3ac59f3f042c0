import Glibc
import LibAV
import Lowering
import MediaFacts
import Processes
import Subtitles

/// Looks at the files that a script names, side by side.
struct MediaLookup {
  /// What relative paths are relative to.
  let folder: String
  let cache: FactsCache?

  /// What was found.
  struct Finding {
    var states: [String: MediaState] = [:]
    /// What files of subtitles say.
    var subtitles: [String: SubtitleFile] = [:]
    /// By their paths, in which state files were when we looked.
    var identities: [String: FileIdentity] = [:]
  }

  /// What the files hold; some of them are subtitles.
  func look(at files: [String], subtitles: Set<String>) -> Finding {
    var finding = look(atMedia: files.filter { !subtitles.contains($0) })
    for file in files where subtitles.contains(file) { read(file, into: &finding) }
    return finding
  }

  private func read(_ file: String, into finding: inout Finding) {
    let path = resolve(file, in: folder)
    finding.identities[path] = FileIdentity(ofFileAt: path)
    do throws(FileError) {
      let bytes = try readFile(path, limit: SubtitleLimits.bytes)
      if let pointer = LFSPointer(bytes) {
        var failure = MediaFailure(.isLFSPointer, reason: "a Git LFS pointer")
        failure.promisedByteCount = pointer.byteCount
        finding.states[file] = .failed(failure)
        return
      }
      let content = SubtitleFile(bytes, name: file)
      finding.subtitles[file] = content
      finding.states[file] = .known(MediaFacts(content, byteCount: Int64(bytes.count)), path: path)
    } catch { finding.states[file] = .failed(MediaFailure(error)) }
  }

  private func look(atMedia files: [String]) -> Finding {
    let paths = files.map { resolve($0, in: folder) }
    var states: [String: MediaState] = [:]
    var identities: [String: FileIdentity] = [:]
    for (index, finding) in CachedProbe(cache: cache).look(at: paths).enumerated() {
      let path = paths[index]
      identities[path] = finding.identity
      states[files[index]] =
        switch finding.result {
        case .success(let facts): .known(facts, path: path)
        case .failure(let error): .failed(MediaFailure(error, at: path))
        }
    }
    return Finding(states: states, identities: identities)
  }
}

extension MediaFailure {
  fileprivate init(_ error: FileError) {
    switch error.kind {
    case .missing: self.init(.missing, reason: error.reason)
    case .isFolder: self.init(.isDirectory, reason: error.reason)
    default: self.init(.unreadable, reason: error.reason)
    }
  }

  fileprivate init(_ error: LibAVError, at path: String) {
    switch error.cause {
    case .input(ENOENT), .input(ENOTDIR): self.init(.missing, reason: error.reason)
    case .input(EISDIR): self.init(.isDirectory, reason: error.reason)
    case .lfsPointer:
      self.init(.isLFSPointer, reason: error.reason)
      promisedByteCount = LFSPointer(fileAt: path)?.byteCount
    default: self.init(.unreadable, reason: error.reason)
    }
  }
}
