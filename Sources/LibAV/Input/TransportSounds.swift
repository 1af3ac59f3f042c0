internal import CFFmpeg
import ContentDigest

/// The frames of a track of AAC in a transport stream, each of which stays at its place, whatever is damaged in it.
///
/// FFmpeg leaves out a frame whose header is damaged, or joins it with the next.
struct TransportSounds {
  struct Frame {
    /// In ticks of 90 kHz, of which a file has the last 33 bits.
    let presentation: Int64
    let digest: ArraySlice<UInt8>
  }

  private(set) var frames: [Frame] = []

  /// Nil if nothing is damaged, or if the sound is not divided as expected.
  init?(of stream: AVStream, in file: MediaFile) throws(LibAVError) {
    guard let rate = stream.codecpar?.pointee.sample_rate, rate > 0, let packets = TransportPackets(file)
    else {
      return nil
    }
    var survey = SoundFrames(sampleRate: Int64(rate), keepsFrames: false)
    try survey.readAll(packets, program: stream.id)
    guard survey.isDamaged else { return nil }
    var reading = SoundFrames(sampleRate: Int64(rate), keepsFrames: true)
    try reading.readAll(packets, program: stream.id)
    frames = reading.frames
  }
}

/// The fixed part of the header of ADTS that each frame has, by ISO/IEC 14496-3.
private struct FrameHeader {
  let byteCount: Int
  let headerCount: Int
  /// What all frames of a stream have in common.
  let kind: [UInt8]

  static let shortest = 7

  /// Nil if no frame begins there.
  init?(_ bytes: ArraySlice<UInt8>, like kind: [UInt8]?) {
    guard bytes.count >= Self.shortest else { return nil }
    let start = bytes.startIndex
    guard bytes[start] == 0xFF, bytes[start + 1] & 0xF6 == 0xF0, bytes[start + 2] >> 2 & 15 < 13 else {
      return nil
    }
    self.kind = [bytes[start + 1], bytes[start + 2] & 0xFD, bytes[start + 3] & 0xC0]
    headerCount = bytes[start + 1] & 1 == 1 ? 7 : 9
    byteCount = Int(bytes[start + 3] & 3) << 11 | Int(bytes[start + 4]) << 3 | Int(bytes[start + 5] >> 5)
    guard byteCount > headerCount, kind == nil || kind == self.kind else { return nil }
  }
}

/// Divides the bytes of a stream into frames: a frame is one behind which another one begins.
private struct SoundFrames {
  private let sampleRate: Int64
  private let keepsFrames: Bool
  /// The bytes that are not divided yet, and the place of the first one in the stream.
  private var bytes: [UInt8] = []
  private var place = 0
  /// The places at which a time is known: that of the first frame that begins there or later.
  private var times: [(place: Int, time: Int64)] = []
  private var damages: [Range<Int>] = []
  private var kind: [UInt8]?
  /// The bytes since the last frame that belong to none, and the frame that seems to begin with them.
  private var lostStart: Int?
  private var lostFrame: (byteCount: Int, digest: ArraySlice<UInt8>)?
  /// Since the last known time.
  private var waiting: [Piece] = []
  private var start: Int64?
  private var lengths = (sum: 0, count: 0)
  private(set) var isDamaged = false
  private(set) var frames: [TransportSounds.Frame] = []

  private enum Piece {
    case frame(ArraySlice<UInt8>)
    /// Bytes behind which the next frame begins, with the frame that seems to begin with them.
    case lost(Int, (byteCount: Int, digest: ArraySlice<UInt8>)?)
  }

  private static let samplesPerFrame: Int64 = 1024

  init(sampleRate: Int64, keepsFrames: Bool) {
    (self.sampleRate, self.keepsFrames) = (sampleRate, keepsFrames)
  }

  mutating func readAll(_ packets: TransportPackets, program: Int32) throws(LibAVError) {
    try packets.readAll { (packet, isSynchronous) throws(LibAVError) in
      let header = TransportHeader(packet)
      guard header.program == program, let payload = header.payload else { return }
      var content = UnsafeBufferPointer(rebasing: packet[payload])
      var isDamaged = header.isDamaged || !isSynchronous
      if header.beginsUnit {
        if let unit = TransportUnitHeader(content, isSound: true) {
          content = UnsafeBufferPointer(rebasing: content[unit.byteCount...])
          if let time = unit.presentation { times.append((place + bytes.count, time)) }
        } else {
          isDamaged = true
        }
      }
      if isDamaged {
        self.isDamaged = true
        damages.append(place + bytes.count..<place + bytes.count + content.count)
      }
      bytes.append(contentsOf: content)
      if bytes.count >= 1 << 16 { try divide(isLast: false) }
    }
    try divide(isLast: true)
    try passWaiting(next: nil)
  }

  private enum Place {
    case frame(FrameHeader)
    /// No frame begins behind it: it is damaged, or the next one is.
    case unfollowed(FrameHeader)
    case other
  }

  /// What is at an index; nil if more bytes are needed.
  private func look(at index: Int, isLast: Bool) -> Place? {
    guard bytes.count - index >= FrameHeader.shortest else { return isLast ? .other : nil }
    guard let header = FrameHeader(bytes[index...], like: kind) else { return .other }
    let end = index + header.byteCount
    if end == bytes.count, isLast { return .frame(header) }
    guard bytes.count - end >= FrameHeader.shortest else { return isLast ? .unfollowed(header) : nil }
    return FrameHeader(bytes[end...], like: header.kind) == nil ? .unfollowed(header) : .frame(header)
  }

  private mutating func divide(isLast: Bool) throws(LibAVError) {
    var index = 0
    while index < bytes.count, let found = look(at: index, isLast: isLast) {
      guard case .frame(let header) = found else {
        if lostStart == nil {
          lostStart = place + index
          if keepsFrames, kind != nil, case .unfollowed(let header) = found {
            let end = min(bytes.count, index + header.byteCount)
            lostFrame = (header.byteCount, try digest(of: index..<end, header))
          }
        }
        index += 1
        continue
      }
      try noteLost(before: place + index)
      try noteTime(before: place + index)
      let range = index..<index + header.byteCount
      try take(range, header)
      index = range.upperBound
    }
    bytes.removeFirst(index)
    place += index
    if isLast { try noteLost(before: place) }
    damages.removeAll { $0.upperBound <= place }
  }

  private mutating func take(_ range: Range<Int>, _ header: FrameHeader) throws(LibAVError) {
    kind = header.kind
    lengths = (lengths.sum + header.byteCount, lengths.count + 1)
    if keepsFrames { waiting.append(.frame(try digest(of: range, header))) }
  }

  private func digest(of range: Range<Int>, _ header: FrameHeader) throws(LibAVError) -> ArraySlice<UInt8> {
    let isWrong = damages.contains { $0.overlaps(place + range.lowerBound..<place + range.upperBound) }
    let content = bytes[range].dropFirst(header.headerCount)
    return try digestBytes { stream in
      // A damaged frame is never the edit's.
      if isWrong { stream.update([0]) }
      content.withUnsafeBytes { stream.update($0) }
    }
  }

  private mutating func noteLost(before end: Int) throws(LibAVError) {
    guard let start = lostStart else { return }
    var frame = lostFrame
    (lostStart, lostFrame) = (nil, nil)
    // A file can begin within a frame.
    guard kind != nil else { return }
    isDamaged = true
    guard keepsFrames else { return }
    try noteTime(before: start)
    var from = start
    while let next = times.first?.place, next < end {
      waiting.append(.lost(next - from, frame))
      try noteTime(before: next)
      (from, frame) = (next, nil)
    }
    waiting.append(.lost(end - from, frame))
  }

  /// Begins to count from the last known time before a frame.
  private mutating func noteTime(before place: Int) throws(LibAVError) {
    guard let last = times.lastIndex(where: { $0.place <= place }) else { return }
    let time = times[last].time
    times.removeFirst(last + 1)
    try passWaiting(next: time)
    start = time
  }

  private func ticks(_ frames: Int) -> Int64 {
    (Int64(frames) * Self.samplesPerFrame * 90_000 + sampleRate / 2) / sampleRate
  }

  /// Passes the frames before the next known time.
  private mutating func passWaiting(next: Int64?) throws(LibAVError) {
    defer { waiting = [] }
    guard let start else { return }
    let whole = waiting.count {
      if case .frame = $0 { true } else { false }
    }
    // The frames in lost bytes are those that the time has room for.
    var lost: Int?
    if let next {
      let room = (next - start) & (1 << 33 - 1)
      let count = Int((room * sampleRate + 46_080_000) / (Self.samplesPerFrame * 90_000))
      if count >= whole, count <= 2 * (whole + waiting.count) + 8 { lost = count - whole }
    }
    var number = 0
    let pieces = waiting
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .frame(let digest):
        frames.append(TransportSounds.Frame(presentation: start + ticks(number), digest: digest))
        number += 1
      case .lost(let byteCount, let first):
        let isLast = !pieces[(index + 1)...].contains { if case .lost = $0 { true } else { false } }
        let usual = max(1, (byteCount * lengths.count + lengths.sum / 2) / max(1, lengths.sum))
        let count = lost.map { isLast ? $0 : min($0, usual) } ?? usual
        lost = lost.map { $0 - count }
        // The first one is whole if it has all of the bytes, or if others follow it.
        let isWhole =
          first.map { $0.byteCount == byteCount || $0.byteCount < byteCount && count > 1 } ?? false
        for lostNumber in 0..<count {
          let damaged = try digestBytes { stream in stream.update([0]) }
          let digest = isWhole && lostNumber == 0 ? first?.digest ?? damaged : damaged
          frames.append(TransportSounds.Frame(presentation: start + ticks(number), digest: digest))
          number += 1
        }
      }
    }
  }
}
