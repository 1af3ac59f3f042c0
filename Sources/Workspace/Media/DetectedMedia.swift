package import Basics
package import Composition
package import ContentDigest
package import Detection
import FoundationEssentials
package import LibAV
package import Processes

/// A media file in which something is to be found.
package struct DetectedMedia: Sendable {
  package let path: String
  package let facts: MediaFacts
  package let digest: ContentDigest
  let identity: FileIdentity
  let workspace: Workspace

  /// - Parameter identity: The state of the file before its facts were read.
  package init(
    at path: String, facts: MediaFacts, identity: FileIdentity?, in workspace: Workspace
  ) throws(WorkspaceError) {
    self.path = path
    self.facts = facts
    self.workspace = workspace
    guard let identity else { throw .mediaChanged(file: path) }
    self.identity = identity
    let digests = MediaDigests(folder: workspace.cache?.digests)
    digests.identities[path] = identity
    digest = try digests.digest(ofFileAt: path, spelling: path)
  }

  /// What detection keeps of a track of pictures, as cached or as decoded. `onProgress` gets the media time up
  /// to which a track is read.
  package func pictures(
    of track: VideoTrackFacts, onProgress: (RationalTime) -> Void
  ) throws(WorkspaceError) -> Result<TrackPictures, LibAVError> {
    if let cached = workspace.cache?.features.pictures(of: track, digest, workspace.libraries) {
      return .success(cached)
    }
    return try features(.pictures(track), onProgress: onProgress, read: TrackPictures.init(bytes:))
  }

  /// The same of a track of sound, with at least these measures.
  package func sound(
    of track: AudioTrackFacts, measuring measures: SoundMeasures, onProgress: (RationalTime) -> Void
  ) throws(WorkspaceError) -> Result<TrackSound, LibAVError> {
    let cached = workspace.cache?.features.sound(
      of: track, measuring: measures, digest, workspace.libraries)
    if let cached { return .success(cached) }
    return try features(.sound(track, measures), onProgress: onProgress, read: TrackSound.init(bytes:))
  }

  /// Decodes a track and caches what is kept of it.
  private func features<Features>(
    _ wanted: FeaturesQuestion.Wanted, onProgress: (RationalTime) -> Void, read: ([UInt8]) -> Features?
  ) throws(WorkspaceError) -> Result<Features, LibAVError> {
    let bytes: [UInt8]
    switch try decode(wanted, onProgress: onProgress) {
    case .success(let found): bytes = found
    case .failure(let error): return .failure(error)
    }
    guard FileIdentity(ofFileAt: path) == identity else { throw .mediaChanged(file: path) }
    guard let features = read(bytes) else {
      throw .inspection(.engine("the features of \(path) cannot be read"))
    }
    if let key = FeaturesCache.Key(wanted, of: digest, workspace.libraries) {
      workspace.cache?.features.keep(bytes, key)
    }
    return .success(features)
  }

  private func decode(
    _ wanted: FeaturesQuestion.Wanted, onProgress: (RationalTime) -> Void
  ) throws(WorkspaceError) -> Result<[UInt8], LibAVError> {
    var parts = 0
    while true {
      let question = FeaturesQuestion(path: path, wanted: wanted, origin: facts.origin, partsBefore: parts)
      switch try answers(to: [question], from: workspace.inspector).first {
      case .success(.value(let part)):
        if let features = part.features { return .success(Array(features)) }
        onProgress(part.position)
        parts += 1
      case .success(.failure(let error)): return .failure(error.inLimits)
      case .failure(let failure): return .failure(LibAVError(failure, path: path))
      case nil: throw .inspection(.engine("there is no answer"))
      }
    }
  }
}
