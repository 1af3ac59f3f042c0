/// A source with a complete header, and its properties for a decoder.
package struct CodedSource: Hashable, Sendable {
  package let header: StreamHeader
  package let family: StreamCompatibility
  package let level: StreamLevel
  let sets: StreamSets

  /// Throws if sets are missing, inconsistent, or describe different pictures.
  package init(_ header: StreamHeader) throws(CodedStreamError) {
    self.header = header
    switch header.codec {
    case .h264: (sets, family, level) = try Self.read264(header)
    case .hevc: (sets, family, level) = try Self.readHEVC(header)
    }
  }

  private static func read264(
    _ header: StreamHeader
  ) throws(CodedStreamError) -> (StreamSets, StreamCompatibility, StreamLevel) {
    var sets = H264Sets()
    for (id, unit) in header.units.sequences { sets.sequences[id] = try H264Sequence(unit) }
    for (id, unit) in header.units.pictures { sets.pictures[id] = try H264Picture(unit) }
    for set in sets.pictures.values where sets.sequences[set.sequence] == nil {
      throw .isMissing("SPS \(set.sequence)", namedBy: "PPS \(set.identifier)")
    }
    guard !sets.pictures.isEmpty else { throw .lacksSets("PPS") }
    var families: [StreamCompatibility] = []
    for sequence in sets.sequences.values.sorted(by: { $0.identifier < $1.identifier }) {
      families.append(
        StreamCompatibility(
          codec: .h264, profile: sequence.profile.name, format: sequence.format,
          hasOnlyFrames: sequence.hasOnlyFrames, light: []))
    }
    guard let level = sets.sequences.values.map(\.level).max() else { throw .lacksSets("SPS") }
    return (.h264(sets), try only(families), .h264(level))
  }

  private static func readHEVC(
    _ header: StreamHeader
  ) throws(CodedStreamError) -> (StreamSets, StreamCompatibility, StreamLevel) {
    var sets = HEVCSets()
    for (id, unit) in header.units.videos { sets.videos[id] = try HEVCVideo(unit) }
    for (id, unit) in header.units.sequences { sets.sequences[id] = try HEVCSequence(unit) }
    for (id, unit) in header.units.pictures { sets.pictures[id] = try HEVCPicture(unit) }
    for set in sets.pictures.values where sets.sequences[set.sequence] == nil {
      throw .isMissing("SPS \(set.sequence)", namedBy: "PPS \(set.identifier)")
    }
    for set in sets.sequences.values where sets.videos[set.video] == nil {
      throw .isMissing("VPS \(set.video)", namedBy: "SPS \(set.identifier)")
    }
    guard !sets.pictures.isEmpty else { throw .lacksSets("PPS") }
    let light = header.lightMessages
    var families: [StreamCompatibility] = []
    for sequence in sets.sequences.values.sorted(by: { $0.identifier < $1.identifier }) {
      let profile = sequence.profile
      families.append(
        StreamCompatibility(
          codec: .hevc,
          profile: profile.space == 0 ? profile.name : "\(profile.name) of space \(profile.space)",
          format: sequence.format, hasOnlyFrames: sequence.hasOnlyFrames, light: light))
    }
    let profiles = sets.sequences.values.map(\.profile) + sets.videos.values.map(\.profile)
    let level = profiles.reduce(HEVCLevel(number: 0, isHighTier: false)) { $0.joined(with: $1.level) }
    return (.hevc(sets), try only(families), .hevc(level))
  }

  private static func only(_ families: [StreamCompatibility]) throws(CodedStreamError) -> StreamCompatibility
  {
    guard let first = families.first else { throw .lacksSets("SPS") }
    for family in families.dropFirst() {
      if let difference = family.difference(from: first) { throw .differentPictures(difference) }
    }
    return first
  }
}

/// The level of a stream.
package enum StreamLevel: Hashable, Sendable, CustomStringConvertible {
  case h264(H264Level)
  case hevc(HEVCLevel)

  /// The lowest level that allows everything that either level allows; both must be of one codec.
  package func joined(with other: StreamLevel) -> StreamLevel {
    switch (self, other) {
    case (.h264(let one), .h264(let other)): .h264(max(one, other))
    case (.hevc(let one), .hevc(let other)): .hevc(one.joined(with: other))
    default: self
    }
  }

  package var description: String {
    switch self {
    case .h264(let level): level.description
    case .hevc(let level): level.description
    }
  }
}

/// The parsed parameter sets of one source.
enum StreamSets: Hashable, Sendable {
  case h264(H264Sets)
  case hevc(HEVCSets)

  var sequenceIdentifiers: [Int] {
    switch self {
    case .h264(let sets): sets.sequences.keys.sorted()
    case .hevc(let sets): sets.sequences.keys.sorted()
    }
  }

  var pictureIdentifiers: [Int] {
    switch self {
    case .h264(let sets): sets.pictures.keys.sorted()
    case .hevc(let sets): sets.pictures.keys.sorted()
    }
  }

  var videoIdentifiers: [Int] {
    switch self {
    case .h264: []
    case .hevc(let sets): sets.videos.keys.sorted()
    }
  }
}

extension StreamHeader {
  /// The HDR metadata in the record.
  var lightMessages: Set<SupplementalMessage> {
    Set(
      messages.flatMap { unit in
        (SupplementalMessages.read(unescaped(unit, in: min(2, unit.count)..<unit.count)) ?? [])
          .filter { SupplementalMessages.describesLight($0.type) }
      })
  }
}
