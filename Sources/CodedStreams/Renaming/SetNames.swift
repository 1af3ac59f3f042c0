/// The ids that the parameter sets of one source have in the joined stream, by their old ids.
package struct SetNames: Hashable, Sendable {
  package var videos: [Int: Int] = [:]
  package var sequences: [Int: Int] = [:]
  package var pictures: [Int: Int] = [:]
}

/// Which ids parameter sets can have.
struct NameLimits: Hashable, Sendable {
  var video: Int
  var sequence: Int
  var picture: Int

  init(_ codec: StreamCodec) {
    (video, sequence, picture) = codec == .h264 ? (-1, 31, 255) : (15, 15, 63)
  }
}

/// Why streams cannot be joined.
package struct JoinError: Error, Hashable, Sendable {
  /// The source that the words are about.
  package let source: Int
  package let reason: CodedStreamError

  package init(source: Int, reason: CodedStreamError) {
    self.source = source
    self.reason = reason
  }
}

extension SetNames {
  /// Ids for several sources, none of them twice.
  ///
  /// Slices name a PPS, so the code of its new id is 8 bits longer, or as long, where no longer one is left.
  /// The codes with n bits are used by the ids of n - 8 and n bits only: the highest ids choose first, and the
  /// longer codes are taken first, so that an id is refused only if no assignment has one for it.
  /// VPS and SPS are named by parameter sets only and are counted from 0.
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
    // Stable: sources keep their order among equal lengths.
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

  /// The ids whose `ue(v)` has so many bits, an odd number.
  private static func idsWithCode(of bits: Int, atMost limit: Int) -> Range<Int> {
    let count = 1 << (bits / 2)
    let first = count - 1
    return first..<max(first, min(first + count, limit + 1))
  }
}
