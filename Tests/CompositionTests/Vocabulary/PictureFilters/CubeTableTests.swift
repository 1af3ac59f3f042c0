import Composition
import Testing

@Suite("Files of colours")
struct CubeTableTests {
  private func table(_ text: String) throws(CubeProblem) -> CubeTable {
    try CubeTable(reading: Array(text.utf8))
  }

  private static let corners = """
    0 0 0
    1 0 0
    0 1 0
    1 1 0
    0 0 1
    1 0 1
    0 1 1
    1 1 1
    """

  @Test(
    "a table of two by two by two is read, whatever its lines end in, with comments and a byte order mark")
  func cube() throws {
    let text = "\u{FEFF}# made by hand\nTITLE \"a look\"\nLUT_3D_SIZE 2 # two\n\n\(Self.corners)\n"
    for ending in ["\n", "\r\n", "\r"] {
      let table = try table(
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending))
      #expect(table.isThreeDimensional)
      #expect(table.size == 2)
      #expect(table.values.count == 24)
      #expect(table.values[3...5] == [1, 0, 0])
      #expect(table.last == [1, 1, 1])
    }
  }

  @Test("a table of one dimension has its domain")
  func curve() throws {
    let table = try table("LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 0.5\n0 0 0\n1 0.5 1e0\n")
    #expect(!table.isThreeDimensional)
    #expect(table.last == [1, 1, 0.5])
    #expect(table.values == [0, 0, 0, 1, 0.5, 1])
  }

  @Test(
    "what is malformed is refused with its line",
    arguments: [
      ("", 1, "the file ends without `LUT_3D_SIZE` or `LUT_1D_SIZE`"),
      ("LUT_3D_SIZE 2\n0 0 0\n", 3, "the file ends after 1 of the 8 entries given by its size"),
      ("LUT_3D_SIZE 2\n0 0 zero\n", 2, "`zero` is not a number"),
      ("LUT_3D_SIZE 2\n0 nan 0\n", 2, "`nan` is not a number"),
      ("LUT_3D_SIZE 2\n0 0x1 0\n", 2, "`0x1` is not a number"),
      ("LUT_3D_SIZE 2\n0 0\n", 2, "2 numbers instead of 3"),
      ("LUT_3D_SIZE 1\n", 1, "`1` is not a size; expected a whole number from 2 to 129"),
      (
        "LUT_3D_SIZE 99999999999999999999\n", 1,
        "`99999999999999999999` is not a size; expected a whole number from 2 to 129"
      ),
      ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n", 2, "a second size; files with several tables are not supported"),
      ("0 0 0\n", 1, "numbers before `LUT_3D_SIZE` or `LUT_1D_SIZE`"),
      ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n1 1 1\n", 4, "more than the 2 entries given by its size"),
      ("<html>\n", 1, "`<html>` is not a number"),
      ("LUTT 3\n", 1, "`LUTT` is not a keyword of `.cube` files"),
      ("LUT_1D_SIZE 2\nDOMAIN_MAX 0 1 1\n0 0 0\n1 1 1\n", 5, "its domain ends before it starts"),
    ])
  func malformed(text: String, line: Int, reason: String) {
    #expect(throws: CubeProblem.self) { try table(text) }
    do throws(CubeProblem) { _ = try table(text) } catch {
      #expect(error.line == line)
      #expect(error.reason == reason)
    }
  }

  @Test("any bytes are read or refused")
  func noise() {
    var state: UInt64 = 7
    for _ in 0..<200 {
      let bytes = (0..<200).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return Array("LUT_3D_SIZE 2\n 0.1-e\r\t#\0\u{FF}".utf8)[Int(state >> 33) % 26]
      }
      #expect((try? CubeTable(reading: bytes)) == nil)
    }
  }
}
