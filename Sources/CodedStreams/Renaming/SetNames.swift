/// The new ids of the parameter sets of one source in the joined stream, by their old ids.
package struct SetNames: Hashable, Sendable {
  package var videos: [Int: Int] = [:]
  package var sequences: [Int: Int] = [:]
  package var pictures: [Int: Int] = [:]
}

/// The highest ids of parameter sets.
struct NameLimits: Hashable, Sendable {
  var video: Int
  var sequence: Int
  var picture: Int

  init(_ codec: StreamCodec) {
    (video, sequence, picture) = codec == .h264 ? (-1, 31, 255) : (15, 15, 63)
  }
}

/// The reason why streams cannot be joined.
package struct JoinError: Error, Hashable, Sendable {
  /// The index of the source that the reason is about.
  package let source: Int
  package let reason: CodedStreamError

  package init(source: Int, reason: CodedStreamError) {
    self.source = source
    self.reason = reason
  }
}

extension SetNames {
  /// Assigns ids for several sources, each only once.
  ///
  /// Slices name a PPS, so the code of its new id is 8 bits longer, or equally long if no longer one is free.
  /// Only ids with n - 8 and n bits use the codes with n bits. The highest ids choose first, and longer codes
  /// are used first, so an id is rejected only if no assignment has one for it. VPS and SPS are named only by
  /// parameter sets and are counted from 0.
  static func assign(_ sources: [StreamSets], codec: StreamCodec) throws(JoinError) -> [SetNames] {
    let limits = NameLimits(codec)
    var names = sources.map { _ in SetNames() }
    var (videos, sequences) = (0, 0)
    for (index, source) in sources.enumerated() {
      for id in source.videoIdentifiers {
        guard videos <= limits.video else {
          throw JoinError(source: index, reason: .tooMany("VPS", limit: limits.video + 1))
        }
        names[index].videos[id] = videos
        videos += 1
      }
      for id in source.sequenceIdentifiers {
        guard sequences <= limits.sequence else {
          throw JoinError(source: index, reason: .tooMany("SPS", limit: limits.sequence + 1))
        }
        names[index].sequences[id] = sequences
        sequences += 1
      }
    }
    var pictures: [(source: Int, id: Int)] = []
    for (index, source) in sources.enumerated() {
      for id in source.pictureIdentifiers { pictures.append((index, id)) }
    }
    // Stable: among equal lengths, sources remain in order.
    let ordered = pictures.sorted {
      (-lengthOfUnsigned($0.id), $0.source, $0.id) < (-lengthOfUnsigned($1.id), $1.source, $1.id)
    }
    var taken: Set<Int> = []
    for (index, id) in ordered {
      let candidates = [8, 0].map { idsWithCode(of: lengthOfUnsigned(id) + $0, atMost: limits.picture) }
        .joined()
      guard let name = candidates.first(where: { !taken.contains($0) }) else {
        throw JoinError(source: index, reason: .noName(forPicture: id))
      }
      taken.insert(name)
      names[index].pictures[id] = name
    }
    return names
  }

  /// The ids whose `ue(v)` has this odd number of bits.
  private static func idsWithCode(of bits: Int, atMost limit: Int) -> Range<Int> {
    let count = 1 << (bits / 2)
    let first = count - 1
    return first..<max(first, min(first + count, limit + 1))
  }
}
