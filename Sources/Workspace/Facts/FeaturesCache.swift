import Composition
import ContentDigest
import Detection
import Processes

extension SoundMeasures {
  /// These measures, then those with others too: whatever else was measured does no harm.
  fileprivate var andMore: [SoundMeasures] {
    var all = [self]
    if !loudness { all.append(SoundMeasures(beats: beats, loudness: true)) }
    if !beats { all += all.map { SoundMeasures(beats: true, loudness: $0.loudness) } }
    return all
  }
}

/// What detection keeps of tracks, cached for later commands: one file for each track.
///
/// An entry belongs to the bytes of a media file, not to a file: copies share it. All entries are expendable;
/// damaged ones count as missing, and write errors are ignored.
struct FeaturesCache: Sendable {
  let folder: String
  /// A track of an hour has a few megabytes.
  private static let mostEntries = 400
  private static let mostBytes = 1 << 29

  /// The name of an entry, and its key, which is also its first line.
  struct Key {
    fileprivate let name: String
    fileprivate let line: String

    /// Nil if there can be no digest.
    init?(_ wanted: FeaturesQuestion.Wanted, of media: ContentDigest, _ libraries: LibraryFacts) {
      let track =
        switch wanted {
        case .pictures(let track): "pictures of stream \(track.streamIndex)"
        case .sound(let track, let measures):
          "sound of stream \(track.streamIndex)\(measures.beats ? ", beats" : "")"
            + (measures.loudness ? ", loudness by \(libraries.loudness)" : "")
        }
      line = "features \(DetectorVersion.number), \(libraries.ffmpeg), \(media.hex), \(track)\n"
      guard let name = try? ContentDigest.of(text: line).hex else { return nil }
      self.name = name
    }
  }

  /// What is kept of a track of pictures; nil if it was never decoded for detection.
  func pictures(
    of track: VideoTrackFacts, _ media: ContentDigest, _ libraries: LibraryFacts
  ) -> TrackPictures? {
    Key(.pictures(track), of: media, libraries).flatMap(bytes).flatMap(TrackPictures.init(bytes:))
  }

  /// The same of a track of sound, with at least these measures.
  func sound(
    of track: AudioTrackFacts, measuring measures: SoundMeasures, _ media: ContentDigest,
    _ libraries: LibraryFacts
  ) -> TrackSound? {
    measures.andMore.lazy.compactMap { Key(.sound(track, $0), of: media, libraries) }
      .compactMap { bytes($0).flatMap(TrackSound.init(bytes:)) }.first
  }

  private func bytes(_ key: Key) -> [UInt8]? {
    guard let bytes = try? readFile(path(of: key), limit: Self.mostBytes) else { return nil }
    let beginning = Array(key.line.utf8)
    let parts = bytes.dropFirst(beginning.count).split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard bytes.starts(with: beginning), parts.count == 2, case let content = Array(parts[1]),
      let digest = try? ContentDigest.of(content), parts[0].elementsEqual(digest.hex.utf8)
    else { return nil }
    return content
  }

  func keep(_ content: [UInt8], _ key: Key) {
    guard let digest = try? ContentDigest.of(content) else { return }
    try? makeFolder(folder)
    removeOldEntries(of: folder, beyond: Self.mostEntries)
    try? AtomicFile.publish(
      Array("\(key.line)\(digest.hex)\n".utf8) + content, at: path(of: key), syncing: false)
  }

  private func path(of key: Key) -> String { "\(folder)/\(key.name).features" }
}
