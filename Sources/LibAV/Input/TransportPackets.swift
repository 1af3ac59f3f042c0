internal import CFFmpeg

/// The packets of a transport stream, which have a fixed size, wherever they are damaged.
struct TransportPackets {
  /// A packet, and whether it begins as it must.
  typealias Use = (_ packet: UnsafeBufferPointer<UInt8>, _ isSynchronous: Bool) throws(LibAVError) -> Void

  static let byteCount = 188
  private static let mark: UInt8 = 0x47

  private let file: MediaFile
  private let stride: Int
  private let start: Int64

  /// Nil if most of the first packets do not begin as they must.
  init?(_ file: MediaFile) {
    guard let head = file.bytes(at: 0, count: Int(min(file.byteCount, 1 << 14))) else { return nil }
    // Recorders of HDTV put four bytes of time before each packet; broadcasters put 16 of correction behind.
    for (stride, start) in [(188, 0), (192, 4), (204, 0)] {
      let places = Array(Swift.stride(from: start, to: head.count, by: stride))
      guard places.count(where: { head[$0] == Self.mark }) * 10 >= places.count * 9 else { continue }
      (self.file, self.stride, self.start) = (file, stride, Int64(start))
      return
    }
    return nil
  }

  func readAll(_ use: Use) throws(LibAVError) {
    var place = start
    while place + Int64(Self.byteCount) <= file.byteCount {
      let count = Int(min(Int64(stride << 10), file.byteCount - place))
      guard let piece = file.bytes(at: place, count: count) else { break }
      let isLast = place + Int64(count) == file.byteCount
      let used = try piece.withUnsafeBufferPointer { bytes throws(LibAVError) in
        try read(bytes, isLast, use)
      }
      place += Int64(used)
    }
    try file.checkReads()
  }

  /// Returns how many bytes were used.
  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool, _ use: Use
  ) throws(LibAVError) -> Int {
    var place = 0
    while place + Self.byteCount <= bytes.count, isLast || place == 0 || place + 3 * stride <= bytes.count {
      let isSynchronous = bytes[place] == Self.mark
      if isSynchronous || isPacket(at: place, bytes) {
        try use(
          UnsafeBufferPointer(rebasing: bytes[place..<place + Self.byteCount]), isSynchronous)
        place += stride
      } else {
        // Bytes were cut out or added.
        place += 1
        while place < bytes.count, bytes[place] != Self.mark || !isPacket(at: place, bytes) { place += 1 }
      }
    }
    return isLast ? bytes.count : place
  }

  /// Whether the next two packets begin as they must.
  private func isPacket(at place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    [place + stride, place + 2 * stride].allSatisfy { $0 >= bytes.count || bytes[$0] == Self.mark }
  }
}

/// What a packet of a transport stream says of itself.
struct TransportHeader {
  let program: Int32
  let beginsUnit: Bool
  let counter: UInt8
  /// Whether the count may go on with any number.
  private(set) var isDiscontinuous = false
  /// Whether it states an error, encryption or an impossible length.
  private(set) var isDamaged: Bool
  /// Nil if it has none.
  private(set) var payload: Range<Int>?

  init(_ packet: UnsafeBufferPointer<UInt8>) {
    program = Int32(packet[1] & 0x1F) << 8 | Int32(packet[2])
    beginsUnit = packet[1] & 0x40 != 0
    counter = packet[3] & 15
    isDamaged = packet[1] & 0x80 != 0 || packet[3] & 0xC0 != 0
    var start = 4
    if packet[3] & 0x20 != 0 {
      start = 5 + Int(packet[4])
      isDiscontinuous = packet[4] > 0 && packet[5] & 0x80 != 0
    }
    guard packet[3] & 0x10 != 0 else { return }
    if start < packet.count { payload = start..<packet.count } else { isDamaged = true }
  }
}

/// The header of a unit of a stream within a transport stream.
struct TransportUnitHeader {
  /// In ticks of 90 kHz, of which it has the last 33 bits; nil if it states none.
  let presentation: Int64?
  let byteCount: Int

  /// Nil if it is damaged.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, isSound: Bool = false) {
    let streams: ClosedRange<UInt8> = isSound ? 0xC0...0xDF : 0xE0...0xEF
    guard bytes.count >= 9, bytes[0] == 0, bytes[1] == 0, bytes[2] == 1,
      streams.contains(bytes[3]) || bytes[3] == 0xFD, bytes[6] >> 6 == 2
    else { return nil }
    byteCount = 9 + Int(bytes[8])
    guard byteCount <= bytes.count else { return nil }
    guard bytes[7] & 0x80 != 0 else {
      presentation = nil
      return
    }
    guard byteCount >= 14, bytes[9] >> 5 == 1, bytes[9] & 1 == 1, bytes[11] & 1 == 1, bytes[13] & 1 == 1
    else { return nil }
    presentation =
      Int64(bytes[9] & 0x0E) << 29 | Int64(bytes[10]) << 22 | Int64(bytes[11] & 0xFE) << 14
      | Int64(bytes[12]) << 7 | Int64(bytes[13] >> 1)
  }
}
