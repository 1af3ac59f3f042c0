internal import CFFmpeg

/// Finds what is the same in every container in packets of H.264 and HEVC: the coded slices, and the parameter sets.
struct PictureUnits {
  private let codec: AVCodecID
  /// For streams with the length before each unit; nil for those with start codes.
  private let lengths: ParameterSets?
  /// The parameter sets of the header and of all packets so far.
  private(set) var sets: Set<[UInt8]>

  /// Nil for other codecs.
  init?(_ parameters: AVCodecParameters) {
    codec = parameters.codec_id
    guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC else { return nil }
    lengths = ParameterSets(parameters)
    sets = []
    if let lengths {
      sets = Set(lengths.sets.map(trimmed))
    } else {
      let header = parameters.configurationBytes
      header.withUnsafeBufferPointer { bytes in
        for unit in unitsWithStartCodes(bytes) where kind(bytes[unit.lowerBound]) == .set {
          sets.insert(trimmed(Array(bytes[unit])))
        }
      }
    }
  }

  /// Calls `use` with each slice, without the zeros that may follow it; false if the packet cannot be divided.
  mutating func forEachSlice(
    of packet: UnsafeBufferPointer<UInt8>, _ use: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    let found = lengths.map { $0.units(of: packet) } ?? unitsWithStartCodes(packet)
    guard let units = found else { return false }
    for unit in units {
      switch kind(packet[unit.lowerBound]) {
      case .slice:
        var end = unit.upperBound
        while end > unit.lowerBound + 1, packet[end - 1] == 0 { end -= 1 }
        use(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(packet)[unit.lowerBound..<end]))
      case .set: sets.insert(trimmed(Array(packet[unit])))
      case .other: break
      }
    }
    return true
  }

  /// The parts of a packet with start codes that each begin with a delimiter: one for each of its pictures.
  func pictures(in packet: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var starts = [0]
    var hasSlice = false
    for unit in unitsWithStartCodes(packet) {
      let header = packet[unit.lowerBound]
      if kind(header) == .slice { hasSlice = true }
      guard hasSlice, codec == AV_CODEC_ID_H264 ? header & 31 == 9 : header >> 1 & 63 == 35 else { continue }
      starts.append(unit.lowerBound - 3)
      hasSlice = false
    }
    return zip(starts, starts.dropFirst() + [packet.count]).map { $0..<$1 }
  }

  /// Whether decoding can begin with a picture that has start codes.
  func canBegin(with picture: UnsafeBufferPointer<UInt8>) -> Bool {
    unitsWithStartCodes(picture).contains { unit in
      let header = picture[unit.lowerBound]
      return codec == AV_CODEC_ID_H264 ? header & 31 == 5 : (16...23).contains(header >> 1 & 63)
    }
  }

  private enum Kind { case slice, set, other }

  private func kind(_ header: UInt8) -> Kind {
    if codec == AV_CODEC_ID_H264 {
      switch header & 31 {
      case 1...5: return .slice
      case 7, 8, 13, 15: return .set
      default: return .other
      }
    }
    switch header >> 1 & 63 {
    case 0..<32: return .slice
    case 32...34: return .set
    default: return .other
    }
  }
}

private func trimmed(_ unit: [UInt8]) -> [UInt8] {
  guard let last = unit.lastIndex(where: { $0 != 0 }) else { return [] }
  return Array(unit[...last])
}

/// The ranges between the start codes `00 00 01`.
private func unitsWithStartCodes(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
  var units: [Range<Int>] = []
  var start: Int?
  var place = 0
  while place + 2 < bytes.count {
    if bytes[place + 2] > 1 {
      place += 3
    } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
      if let start, start < place { units.append(start..<place) }
      start = place + 3
      place += 3
    } else {
      place += 1
    }
  }
  if let start, start < bytes.count { units.append(start..<bytes.count) }
  return units
}
