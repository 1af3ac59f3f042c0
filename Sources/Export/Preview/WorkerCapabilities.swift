import Composition
import Processes
import RenderPlan

/// The capabilities that a worker needs for a film. They are granted once, before it opens untrusted files,
/// so it takes the plan of another version only if that needs no others.
package struct WorkerCapabilities: Hashable, Codable, Sendable {
  /// The files that it reads, as they were when the plan was made. A file that has changed since is a
  /// different one.
  private let files: [String: FileIdentity]
  private let memoryBytes: Int
  /// Whether FFmpeg's filters are loaded before the worker enters its sandbox.
  private let hasFFmpegFilters: Bool

  init(_ plan: RenderPlan, media: [FileIdentity]) {
    let film = plan.composition
    var files: [String: FileIdentity] = [:]
    for path in film.readFiles { files[path] = FileIdentity(ofFileAt: path) }
    for (reference, identity) in zip(film.media, media) { files[reference.path] = identity }
    self.files = files
    memoryBytes = WorkerLimits.memoryBytes(for: film)
    hasFFmpegFilters = film.hasFFmpegFilters
  }

  /// Whether a worker with these capabilities has the other ones, too.
  func covers(_ other: WorkerCapabilities) -> Bool {
    other.files.allSatisfy { files[$0.key] == $0.value } && other.memoryBytes <= memoryBytes
      && (hasFFmpegFilters || !other.hasFFmpegFilters)
  }
}
