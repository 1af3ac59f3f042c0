internal import CFFmpeg

/// The frames of a file that consists only of frames of sound: ADTS, MP3, AC-3.
///
/// FFmpeg silently searches for the next frame wherever something else lies.
struct RawFrames {
  /// The names of FFmpeg's demuxers.
  enum Kind: String {
    case aac, mp3, ac3, eac3
  }

  /// Bytes that are neither a frame nor a tag.
  struct Junk {
    let bytes: Range<Int64>
    let framesBefore: Int64
    let isAtEnd: Bool

    var reason: String {
      "\(bytes.count) bytes from byte \(bytes.lowerBound) on are no sound"
    }
  }

  private(set) var junk: [Junk] = []

  init(of kind: Kind, in input: FileInput) {
    var walk = Walk(kind: kind, window: FileWindow(input))
    walk.run()
    junk = walk.junk
  }
}

/// A frame, as its header describes it.
private struct RawFrame {
  let byteCount: Int64
  /// False for a frame that plays at the same time as the previous one.
  var isHeard = true
}

/// Steps from frame to frame.
private struct Walk {
  let kind: RawFrames.Kind
  var window: FileWindow
  var junk: [RawFrames.Junk] = []
  private var frames: Int64 = 0
  private var hasFrame = false

  init(kind: RawFrames.Kind, window: FileWindow) {
    self.kind = kind
    self.window = window
  }

  mutating func run() {
    var place: Int64 = 0
    var lastLength: Int64 = 0
    while place < window.byteCount {
      if let frame = frame(at: place) {
        frames += frame.isHeard ? 1 : 0
        place += frame.byteCount
        lastLength = frame.byteCount
        hasFrame = true
      } else if let tag = tagLength(at: place) {
        place += tag
      } else if kind == .mp3, hasUnknownLength(at: place) {
        // The headers of free-format frames do not contain their length.
        junk = []
        return
      } else {
        let next = nextFrame(after: place)
        // The rest of a frame that the end of the file cuts off, or padding too short for a frame.
        let isRest = next == nil && window.byteCount - place < max(lastLength, 128)
        // Recordings start anywhere.
        if hasFrame, !isRest {
          junk.append(
            RawFrames.Junk(
              bytes: place..<(next ?? window.byteCount), framesBefore: frames, isAtEnd: next == nil))
        }
        guard let next, junk.count < 100 else { return }
        place = next
      }
    }
  }

  /// The next place where a frame starts that is followed by another frame, a tag or the end of the file.
  private mutating func nextFrame(after place: Int64) -> Int64? {
    var place = place + 1
    while place < window.byteCount {
      guard let next = window.first(kind == .ac3 || kind == .eac3 ? 0x0b : 0xff, from: place) else {
        return nil
      }
      place = next
      if let frame = frame(at: place) {
        let end = place + frame.byteCount
        if end == window.byteCount || self.frame(at: end) != nil || tagLength(at: end) != nil { return place }
      }
      place += 1
    }
    return nil
  }

  private mutating func tagLength(at place: Int64) -> Int64? {
    guard let head = window.bytes(at: place, count: 10) else {
      return nil
    }
    if head.starts(with: "ID3".utf8), head[6...9].allSatisfy({ $0 < 0x80 }) {
      let size = head[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1) }
      return size + (head[5] & 0x10 != 0 ? 20 : 10)
    }
    if head.starts(with: "TAG".utf8) { return 128 }
    if head.starts(with: "APETAGEX".utf8), let header = window.bytes(at: place, count: 32) {
      let size = (12...15).reversed().reduce(Int64(0)) { $0 << 8 | Int64(header[$1]) }
      // The size covers the items and the footer. A flag marks a header, which precedes the items.
      return header[23] & 0x20 != 0 ? size + 32 : 32
    }
    // A text without a length, before other tags at the end.
    if head.starts(with: "LYRICSBEG".utf8) { return window.byteCount - place }
    return nil
  }

  private mutating func frame(at place: Int64) -> RawFrame? {
    guard let head = window.bytes(at: place, count: 7), let frame = header(head),
      place + frame.byteCount <= window.byteCount
    else { return nil }
    return frame
  }

  private func header(_ head: [UInt8]) -> RawFrame? {
    switch kind {
    case .aac: adtsFrame(head)
    case .mp3: mpegFrame(head)
    case .ac3, .eac3: ac3Frame(head)
    }
  }

  private mutating func hasUnknownLength(at place: Int64) -> Bool {
    guard let head = window.bytes(at: place, count: 4) else { return false }
    return head[0] == 0xff && head[1] & 0xe0 == 0xe0 && head[1] & 0x06 != 0 && head[2] & 0xf0 == 0
      && head[2] & 0x0c != 0x0c && head[1] & 0x18 != 0x08
  }
}

private func adtsFrame(_ head: [UInt8]) -> RawFrame? {
  guard head[0] == 0xff, head[1] & 0xf6 == 0xf0, head[2] >> 2 & 0xf < 13 else { return nil }
  let length = Int64(head[3] & 3) << 11 | Int64(head[4]) << 3 | Int64(head[5] >> 5)
  guard length >= 7 else { return nil }
  return RawFrame(byteCount: length)
}

private func mpegFrame(_ head: [UInt8]) -> RawFrame? {
  guard head[0] == 0xff, head[1] & 0xe0 == 0xe0 else { return nil }
  let version = Int(head[1] >> 3 & 3)
  let layer = 4 - Int(head[1] >> 1 & 3)
  let (bitRate, sampleRate) = (Int(head[2] >> 4), Int(head[2] >> 2 & 3))
  guard version != 1, layer < 4, (1..<15).contains(bitRate), sampleRate < 3 else { return nil }
  let isFirst = version == 3
  let rates = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
  let row = isFirst ? layer - 1 : layer == 1 ? 3 : 4
  let bits = rates[row][bitRate - 1] * 1000
  let samples = [44100, 48000, 32000][sampleRate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
  let padding = Int(head[2] >> 1 & 1)
  if layer == 1 { return RawFrame(byteCount: Int64((12 * bits / samples + padding) * 4)) }
  let count = layer == 3 && !isFirst ? 576 : 1152
  return RawFrame(byteCount: Int64(count / 8 * bits / samples + padding))
}

private func ac3Frame(_ head: [UInt8]) -> RawFrame? {
  var version: UInt8 = 0
  var byteCount: UInt16 = 0
  guard av_ac3_parse_header(head, head.count, &version, &byteCount) >= 0, byteCount >= head.count else {
    return nil
  }
  // Substreams of E-AC-3 that depend on others, or accompany them, play at the same time.
  let isHeard = version <= 10 || head[2] >> 6 != 1 && head[2] >> 3 & 7 == 0
  return RawFrame(byteCount: Int64(byteCount), isHeard: isHeard)
}

/// Bytes of a file, read in large pieces.
private struct FileWindow {
  private let input: FileInput
  private var start: Int64 = 0
  private var piece: [UInt8] = []

  init(_ input: FileInput) { self.input = input }

  var byteCount: Int64 { input.byteCount }

  /// Nil if some of them are missing.
  mutating func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0, place <= byteCount - Int64(count) else { return nil }
    if place < start || place + Int64(count) > start + Int64(piece.count) {
      start = place
      piece = input.bytes(at: place, count: Int(min(1 << 18, byteCount - place))) ?? []
    }
    guard count <= piece.count else { return nil }
    let first = Int(place - start)
    return Array(piece[first..<first + count])
  }

  /// The next place of a byte, from a place on.
  mutating func first(_ byte: UInt8, from place: Int64) -> Int64? {
    var place = place
    while place < byteCount, bytes(at: place, count: 1) != nil {
      let offset = Int(place - start)
      if let found = piece[offset...].firstIndex(of: byte) { return start + Int64(found) }
      place = start + Int64(piece.count)
    }
    return nil
  }
}
