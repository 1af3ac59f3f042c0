/// New bits in the place of old ones.
struct BitReplacement {
  /// In bits from the first byte after the header of the unit.
  var range: Range<Int>
  var value: Int
  /// How many bits `value` has.
  var length: Int
}

/// Appends a NAL unit with bits near its start replaced, by others that are as long or whole bytes longer.
///
/// Only the bytes up to the last replacement are made again; what follows keeps its place in its byte.
/// Its escapes are those of before, but for the zeros right after the last replacement: whether an escape
/// is needed depends on the number of zeros before a byte, and the replacement may have changed that number.
/// From the first later byte that is not zero, the count is the same before and after, and the rest is copied.
/// In a slice that byte is part of the slice header, whose last byte has a one in its alignment (HEVC),
/// so the entry points, which count escapes in the slice data, stay right.
func appendUnit(
  _ bytes: [UInt8], in range: Range<Int>, headerBytes: Int, replacing replacements: [BitReplacement],
  to output: inout [UInt8]
) {
  let body = range.lowerBound + headerBytes..<range.upperBound
  guard let last = replacements.last else { return output.append(contentsOf: bytes[range]) }
  let headCount = (last.range.upperBound + 7) / 8
  var old = EscapeState()
  var head: [UInt8] = []
  var place = body.lowerBound
  while head.count < headCount, place < body.upperBound {
    if let byte = old.read(bytes[place]) { head.append(byte) }
    place += 1
  }

  var writer = BitWriter()
  var position = 0
  for replacement in replacements {
    writer.copy(position..<replacement.range.lowerBound, of: head)
    writer.write(replacement.value, bits: replacement.length)
    position = replacement.range.upperBound
  }
  writer.copy(position..<head.count * 8, of: head)
  precondition(writer.isAligned, "replacements change the length by whole bytes")

  output.append(contentsOf: bytes[range.lowerBound..<body.lowerBound])
  var new = EscapeState()
  for byte in writer.bytes { new.write(byte, to: &output) }
  while place < body.upperBound {
    let byte = old.read(bytes[place])
    place += 1
    guard let byte else { continue }
    new.write(byte, to: &output)
    if byte != 0 { break }
  }
  // Only zeros to the end, as malformed units have them: a unit never ends in a zero.
  if place == body.upperBound, output.last == 0 { output.append(3) }
  output.append(contentsOf: bytes[place..<body.upperBound])
}

extension BitReplacement {
  /// `ue(v)`
  static func unsigned(_ value: Int, in range: Range<Int>) -> BitReplacement {
    BitReplacement(range: range, value: value + 1, length: lengthOfUnsigned(value))
  }
}

/// A parameter set with bits replaced by others of any length.
func parameterSet(
  _ unit: [UInt8], headerBytes: Int, replacing replacements: [BitReplacement]
) throws(CodedStreamError) -> [UInt8] {
  let header = Array(unit.prefix(headerBytes))
  let plain = unescaped(unit, in: header.count..<unit.count)
  guard let end = payloadBits(plain), end >= replacements.last?.range.upperBound ?? 0 else {
    throw .endsEarly("a parameter set")
  }
  var writer = BitWriter()
  var position = 0
  for replacement in replacements {
    writer.copy(position..<replacement.range.lowerBound, of: plain)
    writer.write(replacement.value, bits: replacement.length)
    position = replacement.range.upperBound
  }
  writer.copy(position..<end, of: plain)
  writer.writeTrailingBits()
  return escaped(header: header, writer.bytes)
}
