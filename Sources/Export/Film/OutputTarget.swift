import Composition
package import Processes

/// The place of an output file, and whether an existing file may be replaced.
package struct OutputTarget: Sendable {
  package let path: String
  package let replacesExisting: Bool
  /// Whether the path is the pattern of an image sequence.
  package let isPictures: Bool
  /// The folder that must contain the file when it is opened, with links followed; nil if it may be anywhere.
  package let root: RootFolder?

  package init(path: String, replacesExisting: Bool, isPictures: Bool = false, root: RootFolder? = nil) {
    self.path = path
    self.replacesExisting = replacesExisting
    self.isPictures = isPictures
    self.root = root
  }

  /// Checks, before hours of work, that the file can be created. The attempt leaves nothing behind.
  ///
  /// `media` are the source files, which not even `--force` overwrites.
  package func check(sparing media: [FileIdentity]) throws(ExportError) {
    if isPictures { return try checkPictures(sparing: media) }
    let there: FileIdentity?
    do throws(FileError) { there = try FileIdentity.found(at: path) } catch { throw ExportError(error) }
    if let there, media.contains(where: { $0.isSameFile(as: there) }) {
      throw ExportError(
        .refusedByPolicy, "\(path) is one of the sources; name another file")
    }
    if !replacesExisting, isThere(path) {
      throw ExportError(.cannotCreate, "\(path) already exists; use --force to overwrite it")
    }
    let folders = MissingFolders(above: path, in: root)
    defer { folders.remove() }
    _ = try begin()
  }

  private func checkPictures(sparing media: [FileIdentity]) throws(ExportError) {
    let there = try oldPictures()
    for name in there {
      guard let identity = FileIdentity(ofFileAt: folder(of: path) + "/" + name) else { continue }
      if media.contains(where: { $0.isSameFile(as: identity) }) {
        throw ExportError(
          .refusedByPolicy, "\(folder(of: path))/\(name) is one of the sources; name other pictures")
      }
    }
    if !replacesExisting, let first = there.first, let last = there.last {
      throw ExportError(
        .cannotCreate,
        there.count == 1
          ? "\(folder(of: path))/\(first) already exists; use --force to overwrite it"
          : "\(folder(of: path)) has \(there.count) pictures with such names already, \(first) to \(last); use --force to overwrite them all"
      )
    }
    let folders = MissingFolders(above: path, in: root)
    defer { folders.remove() }
    _ = try beginFilm()
  }

  /// The files of the folder whose names match the pattern, with any number: an earlier series may be longer.
  private func oldPictures() throws(ExportError) -> [String] {
    guard let pattern = ImagePattern(lastComponent(of: path)), isThere(folder(of: path)) else { return [] }
    do throws(FileError) {
      return try listFolder(folder(of: path)).filter { pattern.number(in: $0) != nil }
    } catch {
      throw failure(error)
    }
  }

  /// Creates the film, still without its name.
  package func beginFilm() throws(ExportError) -> UnfinishedFilm {
    guard isPictures else { return .file(try begin()) }
    do throws(FileError) {
      if root == nil { try makeFolder(folder(of: path)) }
      return .pictures(
        try AtomicFileSet(in: folder(of: path), named: lastComponent(of: path), beneath: root))
    } catch { throw failure(error) }
  }

  /// Gives the film its name, or all of its pictures theirs, replacing all earlier ones.
  package func commit(_ film: UnfinishedFilm) throws(ExportError) {
    switch film {
    case .file(let file): try commit(file)
    case .pictures(let files):
      let old = replacesExisting ? try oldPictures() : []
      do throws(FileError) { try files.commit(inPlaceOf: old) } catch {
        guard error.kind == .alreadyExists else { throw ExportError(error) }
        throw ExportError(
          .cannotCreate, "a picture of \(path) appeared in the meantime; use --force to overwrite it")
      }
    }
  }

  /// Creates the file, still without its name.
  package func begin() throws(ExportError) -> AtomicFile {
    do throws(FileError) {
      if root == nil { try makeFolder(folder(of: path)) }
      return try AtomicFile(at: path, beneath: root)
    } catch { throw failure(error) }
  }

  /// Gives the file its name.
  package func commit(_ file: AtomicFile) throws(ExportError) {
    do throws(FileError) { try file.commit(replacing: replacesExisting) } catch {
      guard error.kind == .alreadyExists else { throw ExportError(error) }
      throw ExportError(.cannotCreate, "\(path) appeared in the meantime; use --force to overwrite it")
    }
  }

  /// The path with its links resolved; as written if that is not possible.
  fileprivate var place: String {
    if let there = try? realPath(path) { return there }
    return ((try? realPath(folder(of: path))) ?? folder(of: path)) + "/" + lastComponent(of: path)
  }

  /// The existing folder in which the file, its temporary file and missing folders are created.
  package var nearestFolder: String {
    var nearest = folder(of: place)
    while !isThere(nearest), nearest != folder(of: nearest) { nearest = folder(of: nearest) }
    return nearest
  }

  private func failure(_ error: FileError) -> ExportError {
    let kind: ExportError.Kind =
      switch error.kind {
      case .noSpace: .inputOutput
      case .noResources: .unavailable
      case .outsideRoot: .refusedByPolicy
      default: .cannotCreate
      }
    return ExportError(kind, error.description)
  }
}

/// A film that has no name yet.
package enum UnfinishedFilm {
  case file(AtomicFile)
  /// An image sequence, in a folder.
  case pictures(AtomicFileSet)

  /// The file, or the folder of the pictures, for the process that writes them.
  var temporaryPath: String {
    switch self {
    case .file(let file): file.temporaryPathForOthers
    case .pictures(let files): files.temporaryFolderForOthers
    }
  }

  func startFlushing() {
    if case .file(let file) = self { file.startFlushing() }
  }
}

extension [OutputTarget] {
  /// Checks that no two of them are the same file, through links or other spellings.
  package func checkDistinct() throws(ExportError) {
    var paths: [String: String] = [:]
    for target in self {
      if let other = paths.updateValue(target.path, forKey: target.place) {
        throw ExportError(
          .cannotCreate, "\(other) and \(target.path) are the same file; give each output its own file")
      }
    }
  }
}

/// The missing folders above a file, to be removed if the file is not created.
package struct MissingFolders {
  /// Innermost first.
  private let paths: [String]
  private let root: RootFolder?

  /// `root` is the folder that must contain them; nil if they may be anywhere.
  package init(above path: String, in root: RootFolder?) {
    self.root = root
    var paths: [String] = []
    var path = folder(of: path)
    while !isThere(path), path != folder(of: path) {
      paths.append(path)
      path = folder(of: path)
    }
    self.paths = paths
  }

  /// Removes the empty ones.
  package func remove() {
    for path in paths where root?.holds(path) != false { removeEmptyFolder(path) }
  }
}
