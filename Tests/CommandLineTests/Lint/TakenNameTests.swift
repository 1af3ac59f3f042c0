import TestSupport
import Testing

@Suite("Names that other scripts of a run take")
struct TakenNameTests {
  private let brand = """
    edit: 1
    vars: {accent: {type: colour, default: gold}, other: {type: colour, default: red}}
    media: {logo: logo.svg}
    canvas: {size: 64x36, rate: 10}
    timeline: [{color: navy, for: 1s}]
    styles: {big: {opacity: 0.5}}
    sequences: {opener: [{color: white, for: 1s}]}

    """

  private let film = """
    edit: 1
    use: {b: brand/brand.edit}
    canvas: {size: 64x36, rate: 10}
    timeline: [{color: "${b/accent}", for: 1s, style: b/big}, {image: b/logo, for: 1s}, {sequence: b/opener}]

    """

  @Test("are not unused, and only these")
  func taken() throws {
    let folder = try TemporaryFolder()
    let logo =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"8\" height=\"8\"/></svg>"
    try folder.write("brand/logo.svg", logo)
    try folder.write("brand/brand.edit", brand)
    try folder.write("film.edit", film)
    func lint(_ arguments: String...) throws -> [String] {
      let result = try run([builtEditc, "lint", "--format", "text"] + arguments, in: folder.root)
      #expect(result.exitCode == 0, "\(result.errorText)")
      return result.text.split(separator: "\n").filter { $0.contains(": warning: ") }.map { line in
        line.firstRange(of: "warning: ").map { String(line[$0.upperBound...]) } ?? ""
      }
    }
    let alone = try lint("brand/brand.edit")
    #expect(
      alone == [
        "the variable `accent` is never used [unused-variable]",
        "the variable `other` is never used [unused-variable]",
        "'logo' is declared but never used [unused-media]", "the style 'big' is never used [no-effect]",
        "the sequence 'opener' is declared but never played [unused-sequence]",
      ])
    let together = ["the variable `other` is never used [unused-variable]"]
    #expect(try lint() == together)
    #expect(try lint(folder.path("film.edit"), "brand/../brand/brand.edit") == together)
  }
}
