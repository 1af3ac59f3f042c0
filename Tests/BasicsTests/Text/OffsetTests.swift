import Basics
import Testing

@Suite("Offsets of places")
struct OffsetTests {
  private static let units: [ColumnUnit] = [.bytes, .codePoints, .utf16]

  /// Short lines, and one that is longer than several blocks of the counts of columns.
  private static let text: String = {
    let piece = "aé漢😀\t"
    return "edit: 1\r\n\n\(piece)\n" + String(repeating: piece, count: 1500) + "\r\n" + piece
  }()

  @Test("lead back to where a place came from, in each unit")
  func roundTrip() {
    let source = SourceText(name: "", Self.text)
    for unit in Self.units {
      for offset in 0...source.bytes.count
      where offset == source.bytes.count || source.bytes[offset] & 0xC0 != 0x80 {
        // Between the two halves of a line break there is no place.
        if offset > 0, offset < source.bytes.count, source.bytes[offset - 1] == 0x0D,
          source.bytes[offset] == 0x0A
        {
          continue
        }
        let found = source.offset(of: source.place(at: offset, in: unit), in: unit)
        guard found == offset else {
          Issue.record("\(unit) \(offset) \(found)")
          return
        }
      }
    }
  }

  @Test("stay in the text and in their line")
  func outside() {
    let source = SourceText(name: "", "ab\r\n😀c\n")
    func offset(_ line: Int, _ column: Int, _ unit: ColumnUnit = .utf16) -> Int {
      source.offset(of: SourcePlace(line: line, column: column), in: unit)
    }
    #expect(offset(1, 99) == 2)
    #expect(offset(2, 99) == 9)
    #expect(offset(3, 1) == 10)
    #expect(offset(9, 1) == 10)
    #expect(offset(0, 5) == 0)
    #expect(offset(1, 0) == 0)
    // In the middle of a character: its start.
    #expect(offset(2, 2, .utf16) == 4)
    #expect(offset(2, 4, .bytes) == 4)
    #expect(offset(2, 3, .utf16) == 8)
    #expect(offset(2, 2, .codePoints) == 8)
  }
}
