import Composition
import ContentDigest
import EditScript
import Glibc
import LibAV
import Lowering
import Processes

/// Reads the facts of the files that a script names, several at a time.
struct MediaLookup {
  /// Relative paths are relative to this folder.
  let folder: String
  let texts: any TextSource
  let cache: FactsCache?
  let inspector: Inspector
  let reach: ScriptReach

  init(
    folder: String, texts: any TextSource, cache: FactsCache?, inspector: Inspector, root: RootFolder? = nil
  ) {
    self.folder = folder
    self.texts = texts
    self.cache = cache
    self.inspector = inspector
    reach = ScriptReach(folder: folder, root: root)
  }

  struct Finding {
    var states: [String: MediaState] = [:]
    /// The content of subtitle files.
    var subtitles: [String: SubtitleFile] = [:]
    /// The states of the files when they were read, by path.
    var identities: [String: FileIdentity] = [:]
    /// The contents of SVG files.
    var vectors: [String: VectorFacts] = [:]
  }

  /// Reads the facts of files, some of which are subtitles, or declared to have no header. `places` contains the paths
  /// of files that were found elsewhere by their digests.
  func look(
    at files: [String], subtitles: Set<String>, raw: Set<String>, places: [String: String] = [:]
  ) throws(WorkspaceError) -> Finding {
    var finding = try look(
      atMedia: files.filter { !subtitles.contains($0) && !raw.contains($0) }, places)
    for file in files where raw.contains(file) { try measure(file, place: places[file], into: &finding) }
    for file in files where subtitles.contains(file) && !raw.contains(file) {
      try read(file, place: places[file], into: &finding)
    }
    // A film that is used as subtitles by mistake is a film wherever else it is used.
    let films = finding.subtitles.filter { $0.value.isBinary }.keys.sorted()
    guard !films.isEmpty else { return finding }
    for (file, state) in try look(atMedia: films, places).states {
      if case .known = state { finding.states[file] = state }
    }
    return finding
  }

  /// Reads the size of a file whose form only the script knows.
  private func measure(
    _ file: String, place: String?, into finding: inout Finding
  ) throws(WorkspaceError) {
    let path = place ?? resolve(file, in: folder)
    guard reach.root == nil || reach.of(file) != .refused else {
      finding.states[file] = .failed(MediaFailure(.isRefused, reason: "outside the root"))
      return
    }
    finding.identities[path] = FileIdentity(ofFileAt: path)
    do throws(LibAVError) {
      finding.states[file] = .known(try RawFile.facts(ofFileAt: path), path: path)
    } catch { finding.states[file] = .failed(try failure(error, of: file, at: path)) }
  }

  private func read(
    _ file: String, place: String?, into finding: inout Finding
  ) throws(WorkspaceError) {
    let path = place ?? resolve(file, in: folder)
    // A place is on the disk, and no path of the script leads there.
    let texts: any TextSource = place == nil ? self.texts : FilesOnDisk()
    finding.identities[path] = FileIdentity(ofFileAt: path)
    do throws(FileError) {
      let bytes = try texts.bytes(ofFileAt: path, limit: SubtitleLimits.bytes)
      if let pointer = LFSPointer(bytes) {
        var failure = MediaFailure(.isLFSPointer, reason: "a Git LFS pointer")
        failure.promisedByteCount = pointer.byteCount
        finding.states[file] = .failed(failure)
        return
      }
      var content = SubtitleFile(bytes, name: file)
      if !reach.quotes(resolve(file, in: folder)) { content.describeProblems() }
      finding.subtitles[file] = content
      finding.states[file] = .known(MediaFacts(content, byteCount: Int64(bytes.count)), path: path)
    } catch { finding.states[file] = .failed(try MediaFailure(error)) }
  }

  private func look(
    atMedia wanted: [String], _ places: [String: String]
  ) throws(WorkspaceError) -> Finding {
    var states: [String: MediaState] = [:]
    var identities: [String: FileIdentity] = [:]
    var vectors: [String: VectorFacts] = [:]
    let refused = reach.root == nil ? [] : Set(wanted.filter { reach.of($0) == .refused })
    for file in refused { states[file] = .failed(MediaFailure(.isRefused, reason: "outside the root")) }
    let files = wanted.filter { !refused.contains($0) }
    let paths = files.map { places[$0] ?? resolve($0, in: folder) }
    let probe = CachedProbe(cache: cache, inspector: inspector)
    for (index, finding) in try probe.look(at: paths).enumerated() {
      let path = paths[index]
      identities[path] = finding.identity
      states[files[index]] =
        switch finding.result {
        case .success(let facts): .known(facts, path: path)
        case .failure(let error): .failed(try failure(error, of: files[index], at: path))
        }
      if case .success(let probed) = finding.probed { vectors[files[index]] = probed.details.vector }
      if !reach.quotes(resolve(files[index], in: folder)) { vectors[files[index]]?.describeProblems() }
    }
    return Finding(states: states, identities: identities, vectors: vectors)
  }

  /// FFmpeg's reasons can quote the file.
  private func failure(
    _ error: LibAVError, of file: String, at path: String
  ) throws(WorkspaceError) -> MediaFailure {
    if error.lacksResources { throw .noResources(file: path, reason: error.reason) }
    let failure = MediaFailure(error, at: path)
    guard [.badData, .damage].contains(error.cause), !reach.quotes(resolve(file, in: folder)) else {
      return failure
    }
    return MediaFailure(failure.kind, reason: "it is not a media file, or it is damaged")
  }
}

extension MediaLookup {
  /// The contents of SVG files with values of their variables.
  func filled(
    _ wanted: [(picture: FilledVector, path: String)]
  ) throws(WorkspaceError) -> [FilledVector: VectorFacts] {
    let answers = try answers(
      to: wanted.map { VectorQuestion(ofFileAt: $0.path, values: $0.picture.values) }, from: inspector)
    var found: [FilledVector: VectorFacts] = [:]
    for ((picture, path), answer) in zip(wanted, answers) {
      var facts: VectorFacts
      switch answer {
      case .success(.value(let read)): facts = read
      case .success(.failure(let error)) where error.lacksResources:
        throw .noResources(file: path, reason: error.reason)
      case .success(.failure(let error)): facts = .unreadable(because: error.inLimits.reason)
      case .failure(let failure): facts = .unreadable(because: "\(failure)")
      }
      if !reach.quotes(resolve(picture.file, in: folder)) { facts.describeProblems() }
      found[picture] = facts
    }
    return found
  }

  /// The Git LFS pointer in place of a file; nil if there is none.
  func pointer(inPlaceOf file: String) -> LFSPointer? {
    (try? texts.bytes(ofFileAt: resolve(file, in: folder), limit: LFSPointer.mostBytes)).flatMap(
      { LFSPointer($0) })
  }

  /// The state of a LUT file, by its spelling.
  func lookState(of file: String) throws(WorkspaceError) -> LookState {
    let path = resolve(file, in: folder)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try texts.bytes(ofFileAt: path, limit: CubeTable.mostBytes) } catch {
      return .failed(try MediaFailure(error))
    }
    do throws(CubeProblem) { _ = try CubeTable(reading: bytes) } catch {
      return .malformed(
        reach.quotes(path)
          ? error : CubeProblem(line: error.line, reason: "this is not a line of a `.cube` file"))
    }
    guard let digest = try? ContentDigest.of(bytes) else {
      return .failed(MediaFailure(.unreadable, reason: "\(DigestFailure())"))
    }
    return .known(path: path, digest: digest.hex)
  }
}

extension MediaLookup {
  /// The content of a CSV file with credits, as the script spells its path.
  func creditsState(of file: String) throws(WorkspaceError) -> CreditsState {
    let path = resolve(file, in: folder)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try texts.bytes(ofFileAt: path, limit: CreditsFile.mostBytes) } catch {
      return .failed(try MediaFailure(error))
    }
    do throws(CreditsProblem) { return .known(try CreditsFile.read(bytes)) } catch {
      return .malformed(
        reach.quotes(path)
          ? error : CreditsProblem(line: error.line, reason: "this is not a line of a table of credits"))
    }
  }
}

extension MediaFailure {
  /// Throws if the error says nothing about the file.
  fileprivate init(_ error: FileError) throws(WorkspaceError) {
    if error.isOfMachine { throw .file(error) }
    switch error.kind {
    case .missing: self.init(.missing, reason: error.reason)
    case .isFolder: self.init(.isDirectory, reason: error.reason)
    case .outsideRoot: self.init(.isRefused, reason: error.reason)
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

extension VectorFacts {
  fileprivate static func unreadable(because reason: String) -> VectorFacts {
    VectorFacts(
      width: 300, height: 150,
      problems: [
        VectorProblem(
          .limit, line: 1, column: 1, "the picture cannot be drawn with these values: \(reason)")
      ])
  }

  /// Replaces the messages, which quote the file, by ones that do not.
  fileprivate mutating func describeProblems() {
    for index in problems.indices {
      problems[index].message = "a part of the picture is not drawn"
      problems[index].hint = nil
    }
  }
}

extension SubtitleFile {
  /// Replaces the messages, which quote the file, by ones that do not.
  fileprivate mutating func describeProblems() {
    for index in problems.indices {
      problems[index].message =
        problems[index].gravity == .mistake
        ? "this is not a line of a file in \(format.rawValue)" : "something on this line is not supported"
    }
  }
}
