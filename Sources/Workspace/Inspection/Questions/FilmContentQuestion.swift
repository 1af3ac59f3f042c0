package import Composition
package import ContentDigest
import FoundationEssentials
package import LibAV

/// What does a finished film contain, packet by packet?
package struct FilmContentQuestion: Question {
  package typealias Answer = Reply<MarkedContent, LibAVError>

  let path: String

  package init(ofFileAt path: String) {
    self.path = path
  }

  package static var name: String { "film-content" }
  package static var isShared: Bool { true }
  package var files: [String] { [path] }
  package var limit: Duration { InspectionLimits.time(forReading: path) }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in
      let facts = try MediaProbe.facts(ofFileAt: path)
      return try MarkedContent(
        FilmContent(
          facts: facts, tracks: try MediaProbe.marks(ofFileAt: path, facts: facts),
          subtitles: try MediaProbe.subtitles(ofFileAt: path, facts: facts)))
    }
  }
}

/// What a film contains, with the first bytes of the digest of each packet: enough to tell packets apart, and little for
/// a long film.
package struct MarkedContent: Hashable, Sendable {
  package let content: FilmContent
  /// The digest of all whole digests of each track.
  package let digests: [ContentDigest]

  private static let markLength = 8

  fileprivate init(_ film: FilmContent) throws(LibAVError) {
    var content = film
    var digests: [ContentDigest] = []
    for index in content.tracks.indices {
      do throws(DigestFailure) {
        digests.append(try ContentDigest.of(content.tracks[index].digests.bytes))
      } catch {
        throw LibAVError(operation: "marking packets", subject: "SHA-256", cause: .other, reason: "\(error)")
      }
      content.tracks[index].digests = content.tracks[index].digests.shortened(to: Self.markLength)
    }
    (self.content, self.digests) = (content, digests)
  }
}

extension MarkedContent: Codable {
  private struct Form: Codable {
    var facts: MediaFacts
    var tracks: [TrackForm]
    var subtitles: [CodedSubtitles]
  }

  /// Times and marks as base64, which an answer has no shorter form for.
  private struct TrackForm: Codable {
    var kind: PacketMarks.Kind
    var stream: Int
    /// The first time, and the steps to all others.
    var times: String
    var marks: String
    /// Nil if decoding can begin at each.
    var keys: [Int]?
    var rounding: Int64
    var setup: String
    /// Nil if there are none.
    var damaged: [Int64]?
    var digest: ContentDigest
  }

  package init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    var tracks: [PacketMarks] = []
    for track in form.tracks {
      guard let marks = Data(base64Encoded: track.marks), let bytes = Data(base64Encoded: track.times),
        let times = readSteps(bytes), marks.count == times.count * Self.markLength
      else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a track whose marks do not fit together"))
      }
      tracks.append(
        PacketMarks(
          kind: track.kind, streamIndex: track.stream, times: times,
          digests: MarkDigests(length: Self.markLength, bytes: Array(marks)),
          keys: track.keys ?? Array(times.indices), rounding: track.rounding, setup: track.setup,
          damaged: track.damaged ?? []))
    }
    content = FilmContent(facts: form.facts, tracks: tracks, subtitles: form.subtitles)
    digests = form.tracks.map(\.digest)
  }

  package func encode(to encoder: any Encoder) throws {
    let tracks = zip(content.tracks, digests).map { track, digest in
      TrackForm(
        kind: track.kind, stream: track.streamIndex,
        times: Data(steps(of: track.times)).base64EncodedString(),
        marks: Data(track.digests.bytes).base64EncodedString(),
        keys: track.keys.count == track.count ? nil : track.keys, rounding: track.rounding,
        setup: track.setup, damaged: track.damaged.isEmpty ? nil : track.damaged,
        digest: digest)
    }
    try Form(facts: content.facts, tracks: tracks, subtitles: content.subtitles).encode(to: encoder)
  }
}

/// Each number as its difference from the one before, seven bits a byte, the low ones first.
private func steps(of numbers: [Int64]) -> [UInt8] {
  var bytes: [UInt8] = []
  var last: Int64 = 0
  for number in numbers {
    let step = number &- last
    last = number
    // The sign is the lowest bit.
    var rest = UInt64(bitPattern: step << 1 ^ step >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
  return bytes
}

/// Nil if the bytes end within a number.
private func readSteps(_ bytes: Data) -> [Int64]? {
  var numbers: [Int64] = []
  var (last, rest, shift): (Int64, UInt64, UInt64) = (0, 0, 0)
  for byte in bytes {
    guard shift < 64 else { return nil }
    rest |= UInt64(byte & 0x7F) << shift
    shift += 7
    guard byte & 0x80 == 0 else { continue }
    last &+= Int64(bitPattern: rest >> 1) ^ -Int64(bitPattern: rest & 1)
    numbers.append(last)
    (rest, shift) = (0, 0)
  }
  return shift == 0 ? numbers : nil
}
