internal import CFFmpeg
import ContentDigest

/// The pictures of one stream of a transport stream, each of which stays at its place, whatever is damaged in it.
///
/// FFmpeg leaves out a picture whose header is damaged, and takes one without a readable slice for the beginning of the
/// next.
struct TransportPictures {
  struct Picture {
    /// The last 33 bits of its time.
    let presentation: Int64
    let digest: ArraySlice<UInt8>
    let isKey: Bool
  }

  private(set) var pictures: [Picture] = []
  /// For each picture whose time cannot be read, the time of the picture before it in the file.
  private(set) var untimed: [Int64] = []
  private(set) var units: PictureUnits
  private var last: Int64?

  /// Nil if FFmpeg's count of pictures is right and nothing is damaged, or if the pictures are not divided as expected.
  init?(
    of stream: AVStream, in file: MediaFile, _ units: PictureUnits, knownCount: Int
  ) throws(LibAVError) {
    guard let packets = TransportPackets(file) else { return nil }
    self.units = units
    var survey = TransportUnits(program: stream.id, keepsBytes: false)
    var count = 0
    try survey.readAll(packets) { (_: TransportUnit) throws(LibAVError) in count += 1 }
    guard survey.isDamaged || count != knownCount else { return nil }
    var reading = TransportUnits(program: stream.id, keepsBytes: true, strays: survey.singlePrograms)
    try reading.readAll(packets) { (unit: TransportUnit) throws(LibAVError) in try add(unit) }
    // Some programs put several pictures into a unit, or give only some of them a time.
    guard untimed.count <= max(8, pictures.count / 50) else { return nil }
  }

  private mutating func add(_ unit: TransportUnit) throws(LibAVError) {
    let parts = unit.bytes.withUnsafeBufferPointer { units.pictures(in: $0) }
    for (index, part) in parts.enumerated() {
      guard index == 0, let time = unit.presentation else {
        if let last { untimed.append(last) }
        continue
      }
      last = time
      var units = units
      let (digest, isKey) = try unit.bytes[part].withUnsafeBufferPointer { bytes throws(LibAVError) in
        let digest = try digestBytes { stream in
          // A damaged picture is never the edit's, even if a program that ignores the damage can read it.
          if unit.isDamaged { stream.update([0]) }
          _ = units.forEachSlice(of: bytes) { stream.update($0) }
        }
        return (digest, units.canBegin(with: bytes))
      }
      self.units = units
      pictures.append(Picture(presentation: time, digest: digest, isKey: isKey))
    }
  }
}

/// What lies between two places at which a stream begins a unit: usually one picture.
private struct TransportUnit {
  var presentation: Int64?
  var bytes: [UInt8] = []
  var isDamaged: Bool
}

/// Puts the units of a stream together.
private struct TransportUnits {
  private let program: Int32
  private let keepsBytes: Bool
  private let strays: Set<Int32>
  private var packetCounts: [Int32: Int] = [:]
  private var unit: TransportUnit?
  private var counter: UInt8?
  /// Whether there was a packet of no stream since the last one of this stream: it can be one of it.
  private var hasStrayed = false
  private(set) var isDamaged = false

  /// `strays` are the streams that have a single packet.
  init(program: Int32, keepsBytes: Bool, strays: Set<Int32> = []) {
    (self.program, self.keepsBytes, self.strays) = (program, keepsBytes, strays)
  }

  var singlePrograms: Set<Int32> { Set(packetCounts.filter { $0.value == 1 }.keys) }

  mutating func readAll(
    _ packets: TransportPackets, _ use: (TransportUnit) throws(LibAVError) -> Void
  ) throws(LibAVError) {
    try packets.readAll { (packet, isSynchronous) throws(LibAVError) in
      let header = TransportHeader(packet)
      guard header.program == program else {
        packetCounts[header.program, default: 0] += 1
        if strays.contains(header.program) { hasStrayed = true }
        return
      }
      let isDamaged = header.isDamaged || !isSynchronous
      if isDamaged {
        self.isDamaged = true
        if !header.beginsUnit { unit?.isDamaged = true }
      }
      guard let payload = header.payload else {
        if header.beginsUnit {
          if let unit { try use(unit) }
          unit = TransportUnit(isDamaged: true)
        }
        return
      }
      let isLate = !header.isDiscontinuous && counter.map { ($0 + 1) & 15 != header.counter } ?? false
      counter = header.counter
      if isLate { self.isDamaged = true }
      if header.beginsUnit || isLate, let unit { try use(unit) }
      // All of a small picture.
      if header.beginsUnit, isLate, hasStrayed { try use(TransportUnit(isDamaged: true)) }
      hasStrayed = false
      let bytes = UnsafeBufferPointer(rebasing: packet[payload])
      if header.beginsUnit {
        begin(bytes, isDamaged)
      } else if isLate {
        // Perhaps the beginning of another unit is lost.
        unit = TransportUnit(isDamaged: true)
        append(bytes)
      } else {
        append(bytes)
      }
    }
    if let unit { try use(unit) }
    unit = nil
  }

  private mutating func begin(_ bytes: UnsafeBufferPointer<UInt8>, _ isDamaged: Bool) {
    guard let header = TransportUnitHeader(bytes) else {
      self.isDamaged = true
      unit = TransportUnit(isDamaged: true)
      return append(bytes)
    }
    unit = TransportUnit(presentation: header.presentation, isDamaged: isDamaged)
    append(UnsafeBufferPointer(rebasing: bytes[header.byteCount...]))
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if keepsBytes { unit?.bytes.append(contentsOf: bytes) }
  }
}
