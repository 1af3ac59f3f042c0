import MediaFacts

// FFmpeg 5.1 does not read the clean aperture of files of QuickTime's family.

extension CleanAperture {
  /// The clean aperture that a file of QuickTime's family states for a track; nil if there is none, or if it is the
  /// whole picture.
  init?(ofTrack id: Int32, in file: MediaFile, stored: PixelSize) {
    guard file.container == "mov" else { return nil }
    var boxes = BoxReader(file)
    let movie = boxes.children(of: 0..<file.byteCount).filter { $0.type == "moov" }
    let tracks = movie.flatMap { boxes.children(of: $0.content) }.filter { $0.type == "trak" }
    guard let track = tracks.first(where: { boxes.trackID(of: $0.content) == Int64(id) }),
      let table = boxes.descendant(of: track.content, ["mdia", "minf", "stbl", "stsd"]),
      // The version, the flags and the count of entries come before the entries.
      let entry = boxes.children(of: table.dropping(8)).first,
      let aperture = boxes.children(of: entry.content.dropping(78)).first(where: { $0.type == "clap" }),
      let numbers = boxes.numbers(in: aperture.content, count: 8)
    else { return nil }
    self.init(numbers, stored)
  }

  /// Eight numbers: the width, the height, and how far the middle is to the right and below that of the picture, each
  /// as a fraction.
  private init?(_ numbers: [Int64], _ stored: PixelSize) {
    func fraction(_ index: Int) -> Double? {
      numbers[index + 1] > 0 ? Double(numbers[index]) / Double(numbers[index + 1]) : nil
    }
    guard let width = fraction(0), let height = fraction(2), let right = fraction(4), let down = fraction(6),
      (1...Double(stored.width)).contains(width), (1...Double(stored.height)).contains(height)
    else { return nil }
    let size = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
    let x = ((Double(stored.width) - width) / 2 + right).rounded()
    let y = ((Double(stored.height) - height) / 2 + down).rounded()
    guard size != stored || x != 0 || y != 0, (0...Double(stored.width - size.width)).contains(x),
      (0...Double(stored.height - size.height)).contains(y)
    else { return nil }
    self.init(x: Int(x), y: Int(y), size: size)
  }
}

/// Finds boxes in a file of QuickTime's family without reading what is in them.
private struct BoxReader {
  struct Box {
    let type: String
    let content: Range<Int64>
  }

  private let file: MediaFile
  /// How many more boxes are looked at: a file can claim any number of them.
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

  /// The number in a track's header, where its place depends on the version.
  mutating func trackID(of track: Range<Int64>) -> Int64? {
    guard let header = descendant(of: track, ["tkhd"]),
      let version = file.bytes(at: header.lowerBound, count: 1)?.first,
      let bytes = file.bytes(at: header.lowerBound + (version == 1 ? 20 : 12), count: 4)
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

extension Range<Int64> {
  /// Without its first bytes.
  fileprivate func dropping(_ count: Int64) -> Range<Int64> {
    Swift.min(lowerBound + count, upperBound)..<upperBound
  }
}
