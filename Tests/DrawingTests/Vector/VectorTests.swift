import Composition
import Drawing
import FoundationEssentials
import SVGTree
import TestSupport
import Testing

/// Drawn SVG against rsvg-convert, which draws the file by itself, and against the reference pictures of resvg.
@Suite("SVG is drawn")
struct VectorTests {
  private static let judge = packageRoot + "/Tests/DrawingTests/Judges/svg.py"
  private static let samples = packageRoot + "/Tests/DrawingTests/Vector/Samples"
  /// The suite of resvg, which not every machine has.
  private static let suite = ProcessInfo.processInfo.environment["EDITC_SVG_SUITE"]

  @Test("the samples as rsvg-convert draws them") func sampled() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.samples).sorted()
      .filter { $0.hasSuffix(".svg") }
    #expect(files.count >= 12)
    let found = try compare(files.map { Self.samples + "/" + $0 })
    #expect(found.refused.isEmpty)
    for (file, same, far) in found.drawn {
      #expect(same <= 2, "\(file) differs from rsvg-convert by \(same)")
      if let far { #expect(far <= 4, "\(file) differs from its reference by \(far)") }
    }
  }

  @Test(
    "the suite: what is accepted as rsvg-convert draws it, the rest refused with a place",
    .enabled(if: suite != nil, "needs resvg's suite in EDITC_SVG_SUITE"))
  func whole() throws {
    let suite = try #require(Self.suite)
    let files = try run(["find", suite, "-name", "*.svg"]).text.split(separator: "\n").map(String.init)
      .sorted()
    let found = try compare(files)
    let references = found.drawn.compactMap(\.far)
    print(
      "accepted \(found.drawn.count), refused \(found.refused.count), with references \(references.count),"
        + " of these within 4: \(references.count(where: { $0 <= 4 }))")
    for (file, problem) in found.refused.sorted(by: { $0.key < $1.key }) where testsLong {
      print("REFUSED", file, problem)
    }
    // rsvg-convert gives a picture without any size the size of what is in it, not the one of CSS.
    for (file, same, far) in found.drawn where !file.hasSuffix("/svg/no-size.svg") {
      if far.map({ $0 > 4 }) == true { print("far from its reference", file, far ?? 0) }
      #expect(same <= 2, "\(file) differs from rsvg-convert by \(same)")
    }
    #expect(references.count { $0 <= 4 } * 100 >= references.count * 95)
  }

  private func compare(
    _ files: [String]
  ) throws -> (drawn: [(file: String, same: Double, far: Double?)], refused: [String: String]) {
    let folder = try TemporaryFolder()
    let painter = VectorPainter()
    var lines: [String] = []
    var refused: [String: String] = [:]
    for (number, file) in files.enumerated() {
      let bytes = Array(try Data(contentsOf: URL(filePath: file)))
      let picture: SVGPicture
      do { picture = try SVGPicture(bytes) } catch {
        refused[file] = "\(error)"
        continue
      }
      if let problem = picture.facts.problems.first {
        #expect(problem.line > 0 && problem.column > 0)
        refused[file] = "\(problem.line):\(problem.column): \(problem.message)"
        continue
      }
      let part = 300 / picture.facts.width
      let (width, height) = (300, max(1, Int((picture.facts.height * part).rounded())))
      let drawn: DrawnText
      do { drawn = try painter.draw(picture, width: width, height: height, fonts: nil) } catch {
        Issue.record("\(file): \(error)")
        continue
      }
      let raw = folder.path("\(number).raw")
      try Data(drawn.pixels).write(to: URL(filePath: raw))
      let reference = file.dropLast(3) + "png"
      let hasReference =
        picture.facts.texts.isEmpty && FileManager.default.fileExists(atPath: String(reference))
      lines.append("\(file)\t\(raw)\t\(width)\t\(height)\t\(hasReference ? String(reference) : "-")")
    }
    let list = try folder.write("list", lines.joined(separator: "\n") + "\n")
    let result = try run(["/usr/bin/python3", Self.judge, list])
    try #require(result.exitCode == 0, "\(result.errorText)")
    let rows = result.text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    try #require(rows.count == lines.count)
    return (rows.map { ($0[0], Double($0[1]) ?? 255, Double($0[2])) }, refused)
  }
}
