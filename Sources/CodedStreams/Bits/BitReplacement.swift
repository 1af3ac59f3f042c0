/// A bit range and the bits that replace it.
struct BitReplacement {
  /// The range in bits from the first byte after the header of the unit.
  var range: Range<Int>
  var value: Int
  /// The number of bits of `value`.
  var length: Int
}

/// Appends a NAL unit with some bits near its start replaced; the total length changes by whole bytes.
///
/// Only the bytes up to the last replacement are rewritten; later bits keep their position within bytes.
/// Their escapes remain too, except among the zeros right after the last replacement: a byte needs an escape
/// depending on the zeros before it, and the replacement may have changed their number. From the first later
/// byte other than zero, the count is unchanged, and the rest is copied. In a slice this byte is part of the
/// slice header, whose last byte has a one in its alignment (HEVC), so the entry points, which count escapes
/// in the slice data, remain right.
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
  // Only malformed units have zeros to the end: a unit never ends in a zero.
  if place == body.upperBound, output.last == 0 { output.append(3) }
  output.append(contentsOf: bytes[place..<body.upperBound])
}

extension BitReplacement {
  /// `ue(v)`
  static func unsigned(_ value: Int, in range: Range<Int>) -> BitReplacement {
    BitReplacement(range: range, value: value + 1, length: lengthOfUnsigned(value))
  }
}

/// A parameter set in which bits of any length replace others.
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
