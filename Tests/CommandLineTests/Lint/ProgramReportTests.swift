import TestSupport
import Testing

/// Reports for programs, which pay for each word, and repairs of what they were told about.
@Suite struct ProgramReportTests {
  private let place: Workplace
  private static let script = "edit: 1\ncanvas: {size: 64x36, rate: 30}\ntimeline:\n"

  init() throws {
    place = try Workplace()
  }

  /// A script with a number without a unit in each of so many items.
  private func write(mistakes: Int) throws {
    let items = (0..<mistakes).map { "  - {color: red, for: \($0 + 1)}\n" }.joined()
    try place.write("film.edit", Self.script + items + "outputs: [{file: film.mp4}]\n")
  }

  /// What a program in Python finds in the standard output.
  private func python(_ expression: String, in json: [UInt8]) throws -> String {
    let program = "import json, sys; found = json.load(sys.stdin); print(\(expression))"
    return try run(["/usr/bin/python3", "-c", program], input: json).text
  }

  @Test("A brief report has twenty findings, errors first, and counts the others")
  func brief() throws {
    try write(mistakes: 900)
    let text = try place.editc("lint", "--no-media", "--format", "brief", "film.edit").text
    let lines = text.split(separator: "\n")
    #expect(text.utf8.count <= 8000)
    #expect(lines[0].hasPrefix("film.edit revision "))
    #expect(lines[1].hasPrefix("1 4:23 E bare-number: `1` has no unit"), "\(lines[1])")
    #expect(lines.count { $0.contains(" E bare-number: ") } == 20)
    #expect(lines.last?.contains(" bare-number") == true, "\(lines.last ?? "")")
  }

  @Test("A limit leaves out findings of JSON and text, and counts them; code hosts get all")
  func limit() throws {
    try write(mistakes: 30)
    let json = try place.editc("lint", "--no-media", "--format", "json", "--limit", "3", "film.edit").output
    let listed = "len(found['files'][0]['diagnostics'])"
    #expect(
      try python("\(listed), found['summary']['errors'], found['more']", in: json)
        == "3 30 {'bare-number': 27}\n")
    let text = try place.editc("lint", "--no-media", "--limit", "3", "film.edit").text
    #expect(text.contains("27 more: 27 bare-number\n30 errors\n"), "\(text)")
    #expect(try place.editc("lint", "--format", "sarif", "--limit", "3", "film.edit").exitCode == 2)
  }

  @Test("Chosen fixes are applied alone, also those that are not safe")
  func chosen() throws {
    try write(mistakes: 3)
    #expect(try place.editc("lint", "--no-media", "--fix", "--only-fix", "1,3", "film.edit").exitCode == 1)
    let fixed = String(decoding: try place.bytes("film.edit"), as: UTF8.self)
    #expect(fixed.contains("for: 1s}") && fixed.contains("for: 2}") && fixed.contains("for: 3s}"), "\(fixed)")
    let gone = try place.editc("lint", "--no-media", "--fix", "--only-fix", "7", "film.edit")
    #expect(gone.exitCode == 2 && gone.errorText.contains("there is no finding 7"), "\(gone.errorText)")
    #expect(try place.editc("lint", "--only-fix", "1", "film.edit").exitCode == 2)
  }

  @Test("A script that has changed since the report is not repaired")
  func revision() throws {
    try place.write(
      "film.edit", Self.script + "  - {color: red, for: 1s, opacty: 50%}\noutputs: [{file: a.mp4}]\n")
    let json = try place.editc("lint", "--no-media", "--format", "json", "film.edit").output
    let revision = try python("found['files'][0]['revision']", in: json).split(separator: "\n").joined()
    let judged = try run(["sha256sum", place.path("film.edit")]).text
    #expect(judged.hasPrefix(revision + " "))
    try place.write(
      "film.edit", Self.script + "  - {color: red, for: 2s, opacty: 50%}\noutputs: [{file: a.mp4}]\n")
    let before = try place.bytes("film.edit")
    let late = try place.editc("lint", "--no-media", "--fix", "--if-revision", revision, "film.edit")
    #expect(late.exitCode == 75 && late.errorText.contains("no longer"), "\(late.errorText)")
    #expect(try place.bytes("film.edit") == before)
    let now = try run(["sha256sum", place.path("film.edit")]).text.prefix(16)
    #expect(
      try place.editc("lint", "--no-media", "--fix", "--if-revision", String(now), "film.edit").exitCode == 0)
    #expect(try place.bytes("film.edit") != before)
  }

  @Test("Summaries of plans and differences have at most 8,000 bytes, and count what they leave out")
  func summaries() throws {
    for (name, length) in [("old.edit", 1), ("new.edit", 2)] {
      let items = (0..<700).map { _ in "  - {color: red, for: \(length)s}\n" }.joined()
      try place.write(name, Self.script + items + "outputs: [{file: film.mp4}]\n")
    }
    let plan = try place.editc("plan", "new.edit", "--json", "--summary").output
    #expect(plan.count <= 8000)
    #expect(
      try python("found['outputs'][0]['segments'], found['outputs'][0]['moreSegments'] > 100", in: plan)
        == "[] True\n")
    let diff = try place.editc("diff", "old.edit", "new.edit", "--json", "--summary").output
    #expect(diff.count <= 8000)
    #expect(try python("len(found['items']) + found['moreItems'], found['same']", in: diff) == "700 False\n")
    #expect(try place.editc("plan", "new.edit", "--summary").exitCode == 2)
  }

  @Test("A sheet of a part has numbered pictures of it, in a file that is small enough")
  func sheet() throws {
    try place.write(
      "film.edit",
      Self.script
        + "  - {bars: ebu, for: 4s, name: first}\n  - {color: red, for: 4s}\noutputs: [{file: film.mp4}]\n")
    let options = [
      "--from", "2s", "--to", "6s", "--count", "4", "--numbers", "--max-bytes", "9000", "--json",
    ]
    let sheet = try place.shell("\"$editc\" sheet film.edit -o sheet.jpg " + options.joined(separator: " "))
    #expect(sheet.exitCode == 0, "\(sheet.errorText)")
    let times = "[cell['actual']['seconds'] for row in found['rows'] for cell in row['pictures']]"
    #expect(try python(times, in: sheet.output) == "[2.5, 3.5, 4.5, 5.5]\n")
    #expect(try place.bytes("sheet.jpg").count <= 9000)
    #expect(try place.editc("sheet", "film.edit", "--at", "1s", "--from", "0s", "-o", "b.jpg").exitCode == 2)
    let backwards = try place.editc("sheet", "film.edit", "--from", "3s", "--to", "2s", "-o", "b.jpg")
    #expect(backwards.exitCode == 2 && backwards.errorText.contains("not before"), "\(backwards.errorText)")
  }
}
