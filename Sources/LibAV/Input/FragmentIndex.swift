package import Basics

/// The fragments of a QuickTime or MPEG-4 file, and its codecs, read from its boxes.
package struct FragmentIndex: Hashable, Sendable, Codable {
  /// The bytes before the index: the file type and the tracks, which players need before any fragment.
  package let headByteCount: Int64
  /// The place of the leading track's index.
  package let place: Range<Int64>
  package let fragments: [Fragment]
  /// The video and audio codecs, in the order of the tracks, in the notation of RFC 6381 for playlists:
  /// `avc1.64001F`.
  package let codecs: [String]

  package struct Fragment: Hashable, Sendable, Codable {
    package let place: Range<Int64>
    /// The duration of the leading track in it.
    package let duration: RationalTime
  }

  /// The largest head or index that is read.
  private static let mostBytes: Int64 = 64 << 20

  /// Reads the index of a file that a `FileWriter` wrote.
  package init(ofFileAt path: String) throws(LibAVError) {
    let file = try FileInput(path: path)
    func refusal(_ reason: String) -> LibAVError {
      LibAVError(operation: "reading the index of", subject: path, cause: .badData, reason: reason)
    }
    var index: (place: Range<Int64>, entries: [Entry])?
    var codecs: [String]?
    var starts: [Int64] = []
    var end: Int64 = 0
    var position: Int64 = 0
    while let box = file.box(at: position) {
      func content() -> Box? {
        guard box.place.count <= Self.mostBytes else { return nil }
        return file.bytes(at: position, count: box.place.count).flatMap { Box.all(in: $0[...]).first }
      }
      switch box.kind {
      case "moov": codecs = content()?.codecNames
      case "sidx" where index == nil:
        guard let entries = content().flatMap({ Entry.all(in: $0) }) else {
          throw refusal("the index cannot be read")
        }
        index = (box.place, entries)
      case "moof":
        starts.append(position)
        end = box.place.upperBound
      case "mdat": end = box.place.upperBound
      default: break
      }
      position = box.place.upperBound
    }
    if let failure = file.failure { throw failure }
    guard position == file.byteCount else { throw refusal("byte \(position) begins no box") }
    guard let index, let codecs else { throw refusal("there is no index of fragments") }
    let places = zip(starts, starts.dropFirst() + [end]).map { $0..<$1 }
    guard places.map({ Int64($0.count) }) == index.entries.map(\.byteCount) else {
      throw refusal("the index has \(index.entries.count) fragments, the file \(places.count)")
    }
    headByteCount = index.place.lowerBound
    place = index.place
    fragments = zip(places, index.entries).map { Fragment(place: $0, duration: $1.duration) }
    self.codecs = codecs
  }
}

/// A fragment, as listed in an index.
private struct Entry {
  let byteCount: Int64
  let duration: RationalTime

  /// The entries of a box; nil if it is not an index.
  static func all(in box: Box) -> [Entry]? {
    guard let version = box.number(at: 0, 1), let timescale = box.number(at: 8, 4) else { return nil }
    // The entries follow version, stream, timescale, two times, two unused bytes and their number.
    let first = version == 0 ? 24 : 32
    guard let count = box.number(at: first - 2, 2), box.content.count == first + 12 * Int(count) else {
      return nil
    }
    var entries: [Entry] = []
    for start in stride(from: first, to: box.content.count, by: 12) {
      guard let size = box.number(at: start, 4), let ticks = box.number(at: start + 4, 4),
        let duration = RationalTime(ticks, timescale)
      else { return nil }
      entries.append(Entry(byteCount: size & 0x7FFF_FFFF, duration: duration))
    }
    return entries
  }
}
