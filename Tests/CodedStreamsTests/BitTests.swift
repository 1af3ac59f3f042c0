import TestSupport
import Testing

@testable import CodedStreams

struct BitTests {
  @Test("numbers by hand")
  func numbers() throws {
    // 1 010 011 00100 00101 0001000 1 -> 0, 1, 2, 3, 4, 7, 0
    var bits = BitReader([0b1010_0110, 0b0100_0010, 0b1000_1000, 0b1000_0000], of: "a test")
    for expected in [0, 1, 2, 3, 4, 7] { #expect(try bits.unsigned() == expected) }
    var signed = BitReader([0b1010_0110, 0b0100_0010, 0b1000_1000, 0b1000_0000], of: "a test")
    for expected in [0, 1, -1, 2, -2, 4] { #expect(try signed.signed() == expected) }
    var zeros = BitReader([0, 0, 0, 0, 0, 0], of: "a test")
    #expect(throws: CodedStreamError("has a test with a number of more than 32 bits")) {
      try zeros.unsigned()
    }
    var short = BitReader([0b0001_0000], of: "a test")
    #expect(throws: Never.self) { try short.unsigned() }
    #expect(throws: CodedStreamError.endsEarly("a test")) { try short.unsigned() }
  }

  @Test("a number is read as it was written")
  func roundTrip() throws {
    var writer = BitWriter()
    let values = Array(0...300) + [65535, 1 << 20, 0xFFFF_FFFE]
    for value in values { writer.writeUnsigned(value) }
    writer.writeTrailingBits()
    var reader = BitReader(writer.bytes, of: "a test")
    for value in values { #expect(try reader.unsigned() == value) }
    #expect(payloadBits(writer.bytes) == reader.position)
  }

  @Test("escapes by hand")
  func escapes() {
    #expect(
      escaped(header: [0x67], [0, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0, 3])
        == [0x67, 0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 4, 0, 0, 3, 3])
    #expect(
      unescaped([0x67, 0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 4, 0, 0, 3, 3], in: 1..<16)
        == [0, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0, 3])
  }

  /// Every start of a slice of up to 18 bits around the id, followed by every mixture of zeros, escape bytes and others:
  /// against plain bytes that were edited as a string of zeros and ones and escaped as a whole.
  @Test("a new id is escaped as if the whole slice had been written with it")
  func replacement() {
    var count = 0
    for offset in 0..<10 {
      for (old, news) in [
        (0, [0, 15, 16, 30]), (1, [2, 31, 40]), (2, [62, 1]), (3, [63, 126]), (6, [4, 127 - 1]),
      ] {
        for new in news {
          for tail in 0..<4 * 4 * 4 * 4 * 4 {
            // Five bytes after the id, each one of four that matter.
            let kinds: [UInt8] = [0, 1, 3, 0x80]
            let rest = (0..<5).map { kinds[tail >> (2 * $0) & 3] }
            for fill in [0, 1] {
              let code = binary(old + 1, lengthOfUnsigned(old))
              let before = String(repeating: fill == 0 ? "0" : "1", count: offset)
              var text = before + code
              text += String(repeating: "0", count: (8 - text.count % 8) % 8)
              text += rest.map { binary(Int($0), 8) }.joined() + "10000000"
              let renamed =
                before + binary(new + 1, lengthOfUnsigned(new)) + text.dropFirst(before.count + code.count)
              let unit = escaped(header: [0x41], bytes(text))
              var output: [UInt8] = []
              appendUnit(
                unit, in: 0..<unit.count, headerBytes: 1,
                replacing: [.unsigned(new, in: offset..<offset + code.count)], to: &output)
              if output != escaped(header: [0x41], bytes(renamed)) {
                Issue.record("\(offset) \(old) \(new) \(rest)")
              }
              count += 1
            }
          }
        }
      }
    }
    #expect(count == 10 * 13 * 1024 * 2)
  }

  private func binary(_ value: Int, _ count: Int) -> String {
    let digits = String(value, radix: 2)
    return String(repeating: "0", count: count - digits.count) + digits
  }

  private func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count, by: 8).map { start in
      digits[start..<start + 8].reduce(0) { $0 << 1 | ($1 - 48) }
    }
  }
}
