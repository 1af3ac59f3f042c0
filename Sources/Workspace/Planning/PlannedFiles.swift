import Composition
import ContentDigest
import LibAV
package import Processes
package import RenderPlan

/// The folders that have other paths here than on the machine that planned a film.
package struct FolderMap: Sendable {
  private let folders: [(from: String, to: String)]

  /// If two folders match a path, the longer one applies.
  package init(_ folders: [(from: String, to: String)] = []) {
    self.folders = folders.sorted { $0.from.utf8.count > $1.from.utf8.count }
  }

  /// The path of a file or folder on this machine.
  package func place(of path: String) -> String {
    for (from, to) in folders {
      if path == from { return to }
      let prefix = from.hasSuffix("/") ? from : from + "/"
      if path.hasPrefix(prefix) { return (to.hasSuffix("/") ? to : to + "/") + path.dropFirst(prefix.count) }
    }
    return path
  }
}

/// A planned file on this machine, with the same bytes as when the film was planned.
package struct FoundFile: Sendable {
  package let path: String
  package let identity: FileIdentity
}

extension [PlannedFile] {
  /// Finds the files on this machine and checks their bytes; by their paths in the plan. Digests are cached.
  package func find(
    in folders: FolderMap, cache: CacheFolder?
  ) throws(WorkspaceError) -> [String: FoundFile] {
    let digests = MediaDigests(folder: cache?.digests)
    var found: [String: FoundFile] = [:]
    for file in self where found[file.path] == nil {
      let place = folders.place(of: file.path)
      guard let identity = FileIdentity(ofFileAt: place) else {
        throw .plannedFileMissing(file: file.spelling, path: place)
      }
      digests.identities[place] = identity
      guard try digests.digest(ofFileAt: place, spelling: place) == file.digest else {
        throw .plannedFileChanged(file: file.spelling, path: place)
      }
      found[file.path] = FoundFile(path: place, identity: identity)
    }
    return found
  }
}

extension RenderPlan {
  /// The versions of everything that determines the bytes of this film, on this machine.
  package var engineHere: String {
    engineVersions(encoding: settings.video?.codec, withFilters: composition.hasFFmpegFilters)
  }

  /// A property that is impossible for a plan whose keys and files come from planning on a similar machine,
  /// as a clause; nil if there is none.
  package func flaw(with origin: PlanOrigin) -> String? {
    let engine = EngineVersion(for: composition, encoding: settings.video?.codec, with: .ofThisProcess)
    do throws(PlanningError) { return try flaw(ofKeysFor: origin.files, engine: engine) } catch {
      return "\(error)"
    }
  }
}

extension CompiledScript {
  /// What workers on other machines need to know besides the plan.
  package func origin(of plan: RenderPlan, film: String) throws(WorkspaceError) -> PlanOrigin {
    var files: [PlannedFile] = []
    for reference in plan.composition.media {
      let digest = try media.digest(of: reference)
      files.append(
        PlannedFile(spelling: reference.spelling, path: try pathFromRoot(reference.path), digest: digest))
    }
    let others = Dictionary(
      plan.composition.filesBesideMedia.map { ($0.path, $0.digest) }, uniquingKeysWith: { first, _ in first })
    for path in others.keys.sorted() {
      guard let digest = others[path].flatMap(ContentDigest.init(hex:)) else { continue }
      files.append(
        PlannedFile(spelling: lastComponent(of: path), path: try pathFromRoot(path), digest: digest))
    }
    return PlanOrigin(engine: plan.engineHere, film: try pathFromRoot(film), files: files)
  }
}

extension RenderPlan {
  /// The same plan for other machines: with absolute paths, and nothing in a store.
  package func detached() throws(WorkspaceError) -> RenderPlan { try marking(inStore: []).fromRoot() }

  package func fromRoot() throws(WorkspaceError) -> RenderPlan {
    var plan = self
    var places: [String: String] = [:]
    for path in composition.readFiles { places[path] = try pathFromRoot(path) }
    plan.composition.moveFiles(to: places)
    return plan
  }
}

/// The absolute path. Links are not followed, because people name the folders that they see.
package func pathFromRoot(_ path: String) throws(WorkspaceError) -> String {
  if path.hasPrefix("/") { return path }
  do throws(FileError) {
    guard let here = try realPath(".") else { throw FileError(.open, ".", .system(errno: 2)) }
    return here + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
  } catch { throw .file(error) }
}
