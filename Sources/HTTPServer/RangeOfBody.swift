/// The part of a body that a `Range` header requests (RFC 9110, section 14).
enum RangeOfBody: Hashable, Sendable {
  case whole
  case part(Range<UInt64>)
  case unsatisfiable

  /// A server may ignore `Range`; this one does unless it is a single range of bytes, and then sends the
  /// whole body.
  init(_ field: String, size: UInt64) {
    self = .whole
    let text = Array(field.utf8)
    let unit = Array("bytes=".utf8)
    guard text.count > unit.count, text.prefix(unit.count).map(lowercase) == unit else { return }
    let ends = text.dropFirst(unit.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): return
    case (true, false):
      guard let count = number(ends[1]) else { return }
      self = count == 0 || size == 0 ? .unsatisfiable : .part(size - min(count, size)..<size)
    case (false, let isOpen):
      guard let first = number(ends[0]), let last = isOpen ? .max : number(ends[1]), first <= last else {
        return
      }
      self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
    }
  }
}

private func lowercase(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

/// Parses digits only; a number larger than any file becomes the largest number.
private func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
  var value: UInt64 = 0
  for digit in digits {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
    let (ten, isLarge) = value.multipliedReportingOverflow(by: 10)
    let (sum, isLarger) = ten.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
    value = isLarge || isLarger ? .max : sum
  }
  return value
}
