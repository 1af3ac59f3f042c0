internal import CFFmpeg

/// The parameter sets of H.264 and HEVC, and the units that their packets consist of.
///
/// Only for streams as containers store them, with its length before each unit.
struct ParameterSets {
  private let codec: AVCodecID
  private let lengthBytes: Int
  let sets: Set<[UInt8]>

  /// Nil for other codecs, and for streams in another format.
  init?(_ parameters: AVCodecParameters) {
    let configuration = parameters.configurationBytes
    codec = parameters.codec_id
    guard configuration.first == 1 else { return nil }
    var reader = ByteReader(configuration)
    switch codec {
    case AV_CODEC_ID_H264:
      guard reader.skip(4) != nil, let length = reader.byte(), let count = reader.byte() else { return nil }
      lengthBytes = Int(length & 3) + 1
      var sets: Set<[UInt8]> = []
      reader.readSets(Int(count & 31), into: &sets)
      if let more = reader.byte() { reader.readSets(Int(more), into: &sets) }
      self.sets = sets
    case AV_CODEC_ID_HEVC:
      guard reader.skip(21) != nil, let length = reader.byte(), let arrays = reader.byte() else { return nil }
      lengthBytes = Int(length & 3) + 1
      var sets: Set<[UInt8]> = []
      for _ in 0..<Int(arrays) {
        guard reader.byte() != nil, let count = reader.number(2) else { break }
        reader.readSets(count, into: &sets)
      }
      self.sets = sets
    default: return nil
    }
  }

  /// The relevant properties of a packet.
  struct Look {
    /// Whether decoding can start with its picture.
    var canBegin = false
    /// Whether its picture is shown before the one that decoding starts with, and no later picture needs it.
    /// Only HEVC marks these pictures.
    var isLeading = false
    /// Whether it changes the parameter sets.
    var changesSets = false
  }

  /// Nil if the packet is damaged.
  func look(at packet: Packet) -> Look? {
    guard let data = packet.pointer.pointee.data else { return nil }
    let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointer.pointee.size))
    guard let units = units(of: bytes) else { return nil }
    var look = Look()
    for unit in units {
      switch kind(bytes[unit.lowerBound]) {
      case .beginning: look.canBegin = true
      case .leading: look.isLeading = true
      case .set: if !sets.contains(Array(bytes[unit])) { look.changesSets = true }
      case .other: break
      }
    }
    return look
  }

  /// Adapts a packet that starts a film or follows other pictures: in HEVC, a clean random access becomes a
  /// broken link without leading pictures. Otherwise, a decoder would continue the picture count of another
  /// file.
  func beginning(_ packet: [UInt8]) -> [UInt8] {
    guard codec == AV_CODEC_ID_HEVC, let units = packet.withUnsafeBufferPointer({ units(of: $0) }) else {
      return packet
    }
    var changed = packet
    for unit in units where packet[unit.lowerBound] >> 1 & 63 == 21 {
      changed[unit.lowerBound] = packet[unit.lowerBound] & 0x81 | 18 << 1
    }
    return changed
  }

  /// The units of a packet; nil if their lengths do not fit.
  func units(of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    var units: [Range<Int>] = []
    var place = 0
    while place + lengthBytes < bytes.count {
      var length = 0
      for index in 0..<lengthBytes { length = length << 8 | Int(bytes[place + index]) }
      place += lengthBytes
      guard length > 0, length <= bytes.count - place else { return nil }
      units.append(place..<place + length)
      place += length
    }
    return units
  }

  private enum Kind { case beginning, leading, set, other }

  private func kind(_ header: UInt8) -> Kind {
    if codec == AV_CODEC_ID_H264 {
      switch header & 31 {
      case 5: return .beginning
      case 7, 8, 13, 15: return .set
      default: return .other
      }
    }
    switch header >> 1 & 63 {
    case 6...9: return .leading
    // Broken links, instantaneous refreshes and clean random accesses.
    case 16...21: return .beginning
    case 32...34: return .set
    default: return .other
    }
  }
}

extension AVCodecParameters {
  /// The decoder configuration.
  var configurationBytes: [UInt8] {
    guard let extradata, extradata_size > 0 else { return [] }
    return Array(UnsafeBufferPointer(start: extradata, count: Int(extradata_size)))
  }
}

/// Reads bytes from front to back; nil beyond the end.
private struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func number(_ count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let next = byte() else { return nil }
      number = number << 8 | Int(next)
    }
    return number
  }

  mutating func skip(_ count: Int) -> Void? {
    guard bytes.count - place >= count else { return nil }
    place += count
    return ()
  }

  mutating func readSets(_ count: Int, into sets: inout Set<[UInt8]>) {
    for _ in 0..<count {
      guard let length = number(2), length <= bytes.count - place else { return }
      sets.insert(Array(bytes[place..<place + length]))
      place += length
    }
  }
}
