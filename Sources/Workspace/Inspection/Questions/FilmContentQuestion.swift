package import Composition
package import ContentDigest
import FoundationEssentials
package import LibAV

/// What does a finished film contain, packet by packet? The file is read in parts, each of which is a question.
package struct FilmContentQuestion: PartedQuestion, Hashable {
  package typealias Answer = Reply<FilmContentPart, LibAVError>

  let path: String
  /// The bytes of the digest of each packet that the answer has: enough to tell packets apart, and little for a long
  /// film.
  let markLength: Int
  var partsBefore = 0

  package static var name: String { "film-content" }
  package var files: [String] { [path] }
  package var limit: Duration { InspectionLimits.time(forReading: path) }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in try tools.filmContent(self) }
  }
}

/// A finished film that is being read.
final class FilmContentReading {
  private let marking: PacketMarking
  private var beginning: FilmContentPart.Beginning?

  init(_ question: FilmContentQuestion) throws(LibAVError) {
    let facts = try MediaProbe.facts(ofFileAt: question.path)
    beginning = FilmContentPart.Beginning(
      facts: facts, subtitles: try MediaProbe.subtitles(ofFileAt: question.path, facts: facts))
    marking = try PacketMarking(ofFileAt: question.path, facts: facts, markLength: question.markLength)
  }

  func readPart() throws(LibAVError) -> FilmContentPart {
    defer { beginning = nil }
    return FilmContentPart(
      beginning: beginning, tracks: try marking.readPart().map(FilmContentPart.Track.init),
      isLast: marking.isAtEnd)
  }
}

/// Some packets of each track.
package struct FilmContentPart: Codable, Sendable {
  fileprivate struct Beginning: Codable, Sendable {
    var facts: MediaFacts
    var subtitles: [CodedSubtitles]
  }

  /// Times and marks as base64, which an answer has no shorter form for.
  fileprivate struct Track: Codable, Sendable {
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
    /// Nil before the last part.
    var digest: ContentDigest?
    var replacesAll: Bool
  }

  /// Only in the first part.
  fileprivate let beginning: Beginning?
  fileprivate let tracks: [Track]
  let isLast: Bool
}

extension FilmContentPart.Track {
  fileprivate init(_ part: MarkedPart) {
    let marks = part.marks
    self.init(
      kind: marks.kind, stream: marks.streamIndex, times: Data(steps(of: marks.times)).base64EncodedString(),
      marks: Data(marks.digests.bytes).base64EncodedString(),
      keys: marks.keys.count == marks.count ? nil : marks.keys, rounding: marks.rounding, setup: marks.setup,
      damaged: marks.damaged.isEmpty ? nil : marks.damaged, digest: part.digest,
      replacesAll: part.replacesAll)
  }

  /// Nil if times and marks do not fit together.
  fileprivate func packets(markLength: Int) -> PacketMarks? {
    guard let marks = Data(base64Encoded: marks), let bytes = Data(base64Encoded: times),
      let times = readSteps(bytes), marks.count == times.count * markLength
    else { return nil }
    return PacketMarks(
      kind: kind, streamIndex: stream, times: times,
      digests: MarkDigests(length: markLength, bytes: Array(marks)), keys: keys ?? Array(times.indices),
      rounding: rounding, setup: setup, damaged: damaged ?? [])
  }
}

/// What a film contains, with the first bytes of the digest of each packet.
package struct MarkedContent: Hashable, Sendable {
  package let content: FilmContent
  /// The digest of all whole digests of each track.
  package let digests: [ContentDigest]
}

extension Inspector {
  /// What a film contains, with this many bytes of the digest of each packet.
  package func filmContent(
    of path: String, markLength: Int = 8
  ) throws(InspectionError) -> Result<Result<MarkedContent, LibAVError>, InspectionFailure> {
    var question = FilmContentQuestion(path: path, markLength: markLength)
    var beginning: FilmContentPart.Beginning?
    var (tracks, digests): ([PacketMarks], [ContentDigest]) = ([], [])
    while true {
      let part: FilmContentPart
      switch try ask(question) {
      case .success(.value(let answer)): part = answer
      case .success(.failure(let error)): return .success(.failure(error))
      case .failure(let failure): return .failure(failure)
      }
      beginning = beginning ?? part.beginning
      for (index, track) in part.tracks.enumerated() {
        guard let packets = track.packets(markLength: markLength) else {
          throw .engine("the marks of \(path) do not fit together")
        }
        if index == tracks.count {
          tracks.append(packets)
        } else if track.replacesAll {
          tracks[index] = packets
        } else {
          tracks[index].append(packets)
        }
        if let digest = track.digest { digests.append(digest) }
      }
      guard part.isLast else {
        question = question.next
        continue
      }
      guard let beginning else { throw .engine("the facts of \(path) are missing") }
      return .success(
        .success(
          MarkedContent(
            content: FilmContent(
              facts: beginning.facts, tracks: tracks.map(\.inOrder), subtitles: beginning.subtitles),
            digests: digests)))
    }
  }
}

/// Each number as its difference from the one before, seven bits a byte, the low ones first.
private func steps(of numbers: some Sequence<Int64>) -> [UInt8] {
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
