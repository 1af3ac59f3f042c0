extension CodedSource {
  /// This source with the order, buffering and colour parameters of another, so that a decoder treats encoded
  /// pictures like the copied ones around them. Its pictures must not need more reordering or buffering than
  /// the other's.
  package func adoptingParameters(of house: CodedSource) throws(CodedStreamError) -> CodedSource {
    var header = header
    switch (sets, house.sets) {
    case (.h264, .h264(let theirs)):
      guard let set = theirs.sequences.values.min(by: { $0.identifier < $1.identifier }),
        let unit = house.header.units.sequences[set.identifier]
      else { throw .lacksSets("SPS") }
      for (id, own) in header.units.sequences {
        header.units.sequences[id] = try adopted(own, from: unit, at: set.usabilityStart)
      }
    case (.hevc(let ours), .hevc(let theirs)):
      guard let set = theirs.sequences.values.min(by: { $0.identifier < $1.identifier }),
        case .highest(let pictures, let reorder, let latency) = set.format.buffering
      else { throw .lacksSets("SPS") }
      for (id, own) in header.units.sequences {
        guard let sequence = ours.sequences[id] else { continue }
        var writer = BitWriter()
        writer.writeUnsigned(pictures - 1)
        writer.writeUnsigned(reorder)
        writer.writeUnsigned(latency.map { $0 - reorder + 1 } ?? 0)
        header.units.sequences[id] = try parameterSet(own, with: writer, in: sequence.bufferingBits)
      }
      header.messages = house.header.messages
    default: throw CodedStreamError("is \(header.codec.rawValue), not \(house.header.codec.rawValue)")
    }
    return try CodedSource(header)
  }
}

/// An SPS of H.264 that equals another one from its VUI on.
private func adopted(_ unit: [UInt8], from other: [UInt8], at start: Int) throws(CodedStreamError) -> [UInt8]
{
  let own = try H264Sequence(unit)
  let plain = unescaped(unit, in: min(1, unit.count)..<unit.count)
  let theirs = unescaped(other, in: min(1, other.count)..<other.count)
  guard let end = payloadBits(theirs), end >= start, own.usabilityStart <= plain.count * 8 else {
    throw .endsEarly("an SPS")
  }
  var writer = BitWriter()
  writer.copy(0..<own.usabilityStart, of: plain)
  writer.copy(start..<end, of: theirs)
  writer.writeTrailingBits()
  return escaped(header: Array(unit.prefix(1)), writer.bytes)
}

/// A parameter set of HEVC with the bits of a range replaced.
private func parameterSet(
  _ unit: [UInt8], with bits: BitWriter, in range: Range<Int>
) throws(CodedStreamError) -> [UInt8] {
  let plain = unescaped(unit, in: min(2, unit.count)..<unit.count)
  guard let end = payloadBits(plain), end >= range.upperBound else { throw .endsEarly("an SPS") }
  var writer = BitWriter()
  writer.copy(0..<range.lowerBound, of: plain)
  writer.copy(0..<bits.bitCount, of: bits.bytes)
  writer.copy(range.upperBound..<end, of: plain)
  writer.writeTrailingBits()
  return escaped(header: Array(unit.prefix(2)), writer.bytes)
}
