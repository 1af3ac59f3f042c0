package import Basics

/// What a finished film contains, as far as it can be compared without decoding it.
package struct FilmContent: Hashable, Sendable {
  package var facts: MediaFacts
  /// The pictures, sounds and covers, in the order of the file.
  package var tracks: [PacketMarks]
  package var subtitles: [CodedSubtitles]

  package init(facts: MediaFacts, tracks: [PacketMarks], subtitles: [CodedSubtitles]) {
    self.facts = facts
    self.tracks = tracks
    self.subtitles = subtitles
  }

  package func tracks(_ kind: PacketMarks.Kind) -> [PacketMarks] { tracks.filter { $0.kind == kind } }
}

/// The packets of one track, each as its time and a digest that is the same in every container.
///
/// The digest of a picture of H.264 or HEVC is that of its coded slices. Sound without compression has no packets of
/// its own: it is divided into blocks of 1024 samples.
package struct PacketMarks: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, Codable {
    case picture
    case sound
    case cover
  }

  package var kind: Kind
  package var streamIndex: Int
  /// In nanoseconds of media time, ascending.
  package var times: CompactNumbers
  package var digests: MarkDigests
  /// The pictures at which decoding can begin, ascending; the others build on earlier ones.
  package var keys: [Int]
  /// How far a time can be from the exact one because the container counts coarsely, in nanoseconds.
  package var rounding: Int64
  /// A digest of the parameter sets of H.264 and HEVC; empty for other codecs.
  package var setup: String
  /// Where the file has packets whose times cannot be read because they are damaged, in nanoseconds of media time.
  package var damaged: [Int64]

  package init(
    kind: Kind, streamIndex: Int, times: some Sequence<Int64>, digests: MarkDigests, keys: [Int] = [],
    rounding: Int64, setup: String = "", damaged: [Int64] = []
  ) {
    self.kind = kind
    self.streamIndex = streamIndex
    self.times = CompactNumbers(times)
    self.digests = digests
    self.keys = keys
    self.rounding = rounding
    self.setup = setup
    self.damaged = damaged
  }

  /// A track without packets, with marks of this many bytes.
  package init(kind: Kind, streamIndex: Int, length: Int, rounding: Int64) {
    self.init(
      kind: kind, streamIndex: streamIndex, times: [Int64](), digests: MarkDigests(length: length),
      rounding: rounding)
  }

  package var count: Int { times.count }

  /// Adds the packets that follow.
  package mutating func append(_ next: PacketMarks) {
    let before = count
    keys += next.keys.map { $0 + before }
    times.append(contentsOf: next.times)
    digests.append(next.digests.bytes)
    setup = next.setup
    damaged += next.damaged
  }

  /// The same packets, in the order of their times.
  package var inOrder: PacketMarks {
    if zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) { return self }
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let isKey = Set(keys)
    var sorted = self
    sorted.times = CompactNumbers(order.lazy.map { times[$0] })
    sorted.digests = MarkDigests(length: digests.length, bytes: order.flatMap { digests[$0] })
    sorted.keys = order.indices.filter { isKey.contains(order[$0]) }
    return sorted
  }
}

/// Digests of equal length.
package struct MarkDigests: Hashable, Sendable {
  /// The bytes of each digest.
  package let length: Int
  package private(set) var bytes: [UInt8]

  package init(length: Int = 32, bytes: [UInt8] = []) {
    self.length = length
    self.bytes = bytes
  }

  package var count: Int { bytes.count / length }

  package subscript(index: Int) -> ArraySlice<UInt8> { bytes[index * length..<(index + 1) * length] }

  package mutating func append(_ digest: some Sequence<UInt8>) { bytes.append(contentsOf: digest) }

  /// A digest as a number, which is the same for equal digests.
  package func token(at index: Int) -> Int {
    Int(truncatingIfNeeded: self[index].prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
