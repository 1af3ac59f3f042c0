import Composition
import Testing

@Suite("A file name with the next free number")
struct NumberedNameTests {
  @Test(
    "has one `%n`, in the name of the file",
    arguments: [
      ("take-%n.mp4", "take-7.mp4"), ("%n.mp4", "7.mp4"), ("out/a b/%n-tall.mov", "out/a b/7-tall.mov"),
      ("out/100%/take-%n.mp4", "out/100%/take-7.mp4"), ("take-%n", "take-7"),
    ])
  func path(written: String, expected: String) throws {
    #expect(try #require(NumberedName(written)).path(of: 7) == expected)
    #expect(NumberedName.problem(in: written) == nil && NumberedName.isWritten(in: written))
  }

  @Test(
    "is not one with other letters behind the sign", arguments: ["50%new.mp4", "take-%d.mp4", "a%.mp4", "%"])
  func others(path: String) {
    #expect(NumberedName(path) == nil)
    #expect(NumberedName.problem(in: path) == nil && !NumberedName.isWritten(in: path))
  }

  @Test(
    "has its mistakes",
    arguments: [
      ("%n/film.mp4", NumberedName.Problem.inFolder), ("a/%n/%n.mp4", .inFolder),
      ("take-%n-%n.mp4", .twice), ("take-%03n.mp4", .digits("%03n")), ("%n/%3n.mp4", .digits("%3n")),
    ])
  func problems(path: String, problem: NumberedName.Problem) {
    #expect(NumberedName(path) == nil && NumberedName.problem(in: path) == problem)
  }

  @Test(
    "counts files of the same name with any extension, and no others",
    arguments: [
      ("take-7.mp4", 7), ("take-12.en.srt", 12), ("take-007.mov", 7), ("take-3", 3), ("take-.mp4", nil),
      ("take-7b.mp4", nil), ("take-2026-11-28.mp4", nil), ("Take-7.mp4", nil), (".take-7.mp4", nil),
      ("take-999999999999999.mp4", 999_999_999_999_999), ("take-1000000000000000.mp4", nil),
    ] as [(String, Int64?)])
  func numbers(name: String, number: Int64?) throws {
    #expect(try #require(NumberedName("out/take-%n.mp4")).number(in: name) == number)
  }

  @Test("finds the number before a suffix, even one that begins with a digit")
  func suffixes() throws {
    let tall = try #require(NumberedName("take-%n-tall.mp4"))
    #expect(tall.number(in: "take-7-tall.mp4") == 7 && tall.number(in: "take-7.mp4") == nil)
    let digit = try #require(NumberedName("take%n5.mp4"))
    #expect(digit.number(in: "take125.mp4") == 12 && digit.number(in: "take5.mp4") == nil)
  }
}
