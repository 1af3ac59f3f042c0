import Composition
import Processes
import RenderPlan

/// What a worker must be allowed so that it can make a film. It is allowed that once, before it opens a file of others; so it
/// takes the plan of another version only if that needs nothing else.
package struct WorkerCapabilities: Hashable, Codable, Sendable {
  /// The files that it reads, as they were when the plan was made. A file that has changed since is another one.
  private let files: [String: FileIdentity]
  private let memoryBytes: Int
  /// They are loaded before a worker shuts itself in.
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

  /// Whether a worker that may do this may do the other, too.
  func covers(_ other: WorkerCapabilities) -> Bool {
    other.files.allSatisfy { files[$0.key] == $0.value } && other.memoryBytes <= memoryBytes
      && (hasFFmpegFilters || !other.hasFFmpegFilters)
  }
}
