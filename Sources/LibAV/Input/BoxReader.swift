/// Finds boxes in a file of QuickTime's family without reading their contents.
struct BoxReader {
  struct Box {
    let type: String
    let content: Range<Int64>
  }

  private let file: MediaFile
  /// How many more boxes are read: a file can claim any number of them.
  private var boxesLeft = 10_000

  init(_ file: MediaFile) { self.file = file }

  mutating func children(of range: Range<Int64>) -> [Box] {
    var found: [Box] = []
    var place = range.lowerBound
    while place <= range.upperBound - 8, boxesLeft > 0 {
      boxesLeft -= 1
      guard let header = file.bytes(at: place, count: 8) else { break }
      var length = Int64(number(header[..<4]))
      var start = place + 8
      if length == 1 {
        guard let large = file.bytes(at: start, count: 8), let whole = Int64(exactly: number(large[...]))
        else {
          break
        }
        (length, start) = (whole, start + 8)
      } else if length == 0 {
        length = range.upperBound - place
      }
      guard length >= start - place, length <= range.upperBound - place else { break }
      found.append(
        Box(type: String(decoding: header[4...], as: UTF8.self), content: start..<place + length))
      place += length
    }
    return found
  }

  mutating func descendant(of range: Range<Int64>, _ path: [String]) -> Range<Int64>? {
    var range = range
    for type in path {
      guard let child = children(of: range).first(where: { $0.type == type }) else { return nil }
      range = child.content
    }
    return range
  }

  /// The sample table of a track, which describes each of its packets.
  mutating func sampleTable(ofTrack id: Int32) -> Range<Int64>? {
    let movies = children(of: 0..<file.byteCount).filter { $0.type == "moov" }
    let tracks = movies.flatMap { children(of: $0.content) }.filter { $0.type == "trak" }
    return tracks.first { trackID(of: $0.content) == Int64(id) }
      .flatMap { descendant(of: $0.content, ["mdia", "minf", "stbl"]) }
  }

  /// The number in a track's header.
  private mutating func trackID(of track: Range<Int64>) -> Int64? {
    numberInHeader(of: track, at: 12, count: 4)
  }

  /// The alternate group of each track that is in one, by the number of the track.
  mutating func alternateGroups() -> [Int64: Int] {
    var groups: [Int64: Int] = [:]
    for movie in children(of: 0..<file.byteCount) where movie.type == "moov" {
      for track in children(of: movie.content) where track.type == "trak" {
        guard let id = trackID(of: track.content),
          let group = numberInHeader(of: track.content, at: 34, count: 2), group > 0
        else { continue }
        groups[id] = Int(group)
      }
    }
    return groups
  }

  /// A number in a track's header, at its position in version 0. In version 1, the two times before the number of
  /// the track and the length behind it take eight bytes instead of four.
  private mutating func numberInHeader(of track: Range<Int64>, at place: Int64, count: Int) -> Int64? {
    guard let header = descendant(of: track, ["tkhd"]),
      let version = file.bytes(at: header.lowerBound, count: 1)?.first,
      let bytes = file.bytes(
        at: header.lowerBound + place + (version == 1 ? (place > 12 ? 12 : 8) : 0), count: count)
    else { return nil }
    return Int64(number(bytes[...]))
  }

  /// Signed numbers of four bytes.
  func numbers(in range: Range<Int64>, count: Int) -> [Int64]? {
    guard range.count >= count * 4, let bytes = file.bytes(at: range.lowerBound, count: count * 4) else {
      return nil
    }
    return (0..<count).map {
      Int64(Int32(truncatingIfNeeded: number(bytes[$0 * 4..<$0 * 4 + 4])))
    }
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
