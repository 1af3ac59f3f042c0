package import Basics

/// The facts and details of a media file that a probe finds.
package struct ProbedMedia: Hashable, Sendable, Codable {
  package var facts: MediaFacts
  package var details: MediaDetails

  package init(facts: MediaFacts, details: MediaDetails) {
    (self.facts, self.details) = (facts, details)
  }
}

/// Information in a media file that films do not depend on: names, uses and sizes of tracks. Locks do not
/// contain it.
package struct MediaDetails: Hashable, Sendable, Codable {
  /// In the order of the file.
  package var tracks: [TrackDetails]
  /// What the file contains if it is an SVG, taken literally.
  package var vector: VectorFacts?

  package init(tracks: [TrackDetails] = [], vector: VectorFacts? = nil) {
    self.tracks = tracks
    self.vector = vector
  }

  package func track(_ streamIndex: Int) -> TrackDetails? {
    tracks.first { $0.streamIndex == streamIndex }
  }
}

/// The details of one stream of a media file.
package struct TrackDetails: Hashable, Sendable, Codable {
  package var streamIndex: Int
  /// The title of the track, for people.
  package var name: String?
  /// QuickTime's name for what handles the track.
  package var handler: String?
  /// The uses of the track that the file states, such as `original`, `commentary`, `forced`.
  package var characteristics: [String]
  /// The timecode at the start of the track, as the file spells it.
  package var timecode: String?
  /// The number of the group of tracks of which players choose one; nil if it is in none.
  package var alternateGroup: Int?
  /// The other tags of the track, in the order of the file.
  package var tags: [MediaTag]
  /// Of all packets of the track.
  package var packetCount: Int64
  package var byteCount: Int64
  /// From the start of the first packet to the end of the last one.
  package var duration: RationalTime

  package init(
    streamIndex: Int, name: String? = nil, handler: String? = nil, characteristics: [String] = [],
    timecode: String? = nil, alternateGroup: Int? = nil, tags: [MediaTag] = [], packetCount: Int64 = 0,
    byteCount: Int64 = 0, duration: RationalTime = .zero
  ) {
    self.streamIndex = streamIndex
    self.name = name
    self.handler = handler
    self.characteristics = characteristics
    self.timecode = timecode
    self.alternateGroup = alternateGroup
    self.tags = tags
    self.packetCount = packetCount
    self.byteCount = byteCount
    self.duration = duration
  }

  /// Bits per second, rounded; nil for a track without a duration.
  package var dataRate: Int64? {
    guard duration > .zero else { return nil }
    return roundHalfUp(
      Int128(byteCount) * 8 * Int128(duration.timescale), over: Int128(duration.value))?.value
  }
}

/// One packet of a media file. Times are the file's own timestamps.
package struct PacketDetails: Hashable, Sendable, Codable {
  package var streamIndex: Int
  /// Nil if the file does not state it.
  package var presentation: RationalTime?
  package var decoding: RationalTime?
  package var duration: RationalTime?
  package var byteCount: Int
  package var isKey: Bool

  package init(
    streamIndex: Int, presentation: RationalTime?, decoding: RationalTime?, duration: RationalTime?,
    byteCount: Int, isKey: Bool
  ) {
    self.streamIndex = streamIndex
    self.presentation = presentation
    self.decoding = decoding
    self.duration = duration
    self.byteCount = byteCount
    self.isKey = isKey
  }
}
