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
  private let identity: FileIdentity
  private let workspace: Workspace

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
    try features([.pictures(track)], onProgress: onProgress, read: TrackPictures.init(bytes:))
  }

  /// The same of a track of sound, with at least these measures.
  package func sound(
    of track: AudioTrackFacts, measuring measures: SoundMeasures, onProgress: (RationalTime) -> Void
  ) throws(WorkspaceError) -> Result<TrackSound, LibAVError> {
    // Whatever else was measured before does no harm.
    var wanted = [measures]
    if !measures.loudness { wanted.append(SoundMeasures(beats: measures.beats, loudness: true)) }
    if !measures.beats { wanted += wanted.map { SoundMeasures(beats: true, loudness: $0.loudness) } }
    return try features(
      wanted.map { .sound(track, $0) }, onProgress: onProgress, read: TrackSound.init(bytes:))
  }

  /// - Parameter wanted: What is decoded, and then what may be cached instead.
  private func features<Features>(
    _ wanted: [FeaturesQuestion.Wanted], onProgress: (RationalTime) -> Void,
    read: ([UInt8]) -> Features?
  ) throws(WorkspaceError) -> Result<Features, LibAVError> {
    let keys = wanted.map { FeaturesCache.Key($0, of: digest, workspace.libraries) }
    for key in keys.compactMap(\.self) {
      if let features = workspace.cache?.features.bytes(key).flatMap(read) { return .success(features) }
    }
    let bytes: [UInt8]
    switch try decode(wanted[0], onProgress: onProgress) {
    case .success(let found): bytes = found
    case .failure(let error): return .failure(error)
    }
    guard FileIdentity(ofFileAt: path) == identity else { throw .mediaChanged(file: path) }
    guard let features = read(bytes) else {
      throw .inspection(.engine("the features of \(path) cannot be read"))
    }
    if let key = keys[0] { workspace.cache?.features.keep(bytes, key) }
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
