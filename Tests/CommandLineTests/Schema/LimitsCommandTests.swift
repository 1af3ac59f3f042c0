import Basics
import TestSupport
import Testing

@Suite struct LimitsCommandTests {
  private let place: Workplace
  private let limits: [String: Int]

  init() throws {
    place = try Workplace()
    let json = try JSONValue.parse(place.editc("limits", "--json").text)
    let entries = try #require(json["limits"]?.elements)
    limits = Dictionary(
      uniqueKeysWithValues: entries.map {
        ($0["name"]?.stringValue ?? "", Int($0["value"]?.integerValue ?? 0))
      })
    for entry in entries {
      for member in ["unit", "holdsFor", "subject", "consequence"] {
        #expect(entry[member]?.stringValue?.isEmpty == false, "\(entry)")
      }
    }
  }

  private func limit(_ name: String) throws -> Int { try #require(limits[name]) }

  /// The ids of what lint finds in a script.
  private func ids(_ script: String, _ arguments: String...) throws -> [String] {
    try place.write("film.edit", script)
    let result = try run([editcPath, "lint", "film.edit", "--no-media"] + arguments, in: place.root)
    return result.text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("film.edit:") || line.hasPrefix("values."), line.hasSuffix("]") else { return nil }
      return line.split(separator: "[").last.map { String($0.dropLast()) }
    }
  }

  @Test("A script at a limit is read, one beyond it is refused by name")
  func scripts() throws {
    let bytes = try limit("script-bytes")
    let rest = bytes - Self.script.utf8.count
    #expect(try ids(Self.script + comment(rest)) == [])
    #expect(try ids(Self.script + comment(rest + 1)) == ["too-large"])
    let depth = try limit("script-depth")
    func nested(_ count: Int) -> String {
      Self.script + "x-y: " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
        + "\n"
    }
    #expect(try ids(nested(depth - 1)) == [])
    #expect(try ids(nested(depth)) == ["too-deep"])
    let scalar = try limit("scalar-bytes")
    #expect(try ids(Self.script + "note: " + String(repeating: "a", count: scalar) + "\n") == [])
    #expect(
      try ids(Self.script + "note: " + String(repeating: "a", count: scalar + 1) + "\n") == ["too-large"])
    let nodes = try limit("script-nodes")
    func list(_ count: Int) -> String {
      Self.script + "x-y: [" + String(repeating: "a,", count: count) + "]\n"
    }
    // The rest of the script has some nodes, too.
    #expect(try ids(list(nodes - 30)) == [])
    #expect(try ids(list(nodes)) == ["too-large"])
  }

  private static let script = """
    edit: 1
    canvas: {size: 2x2, rate: 1}
    timeline: [{color: red, for: 1s}]

    """

  @Test(
    "A value at a limit is accepted, one beyond it is out of range",
    arguments: [
      ("canvas-side", "canvas: {size: Nx2, rate: 1}", "size-out-of-range"),
      ("frame-rate", "canvas: {size: 2x2, rate: N}", "number-out-of-range"),
      ("sample-rate", "canvas: {size: 2x2, rate: 1}\nmix: {rate: N}", "number-out-of-range"),
      (
        "key-frame-distance",
        "canvas: {size: 2x2, rate: 1}\noutputs: [{file: a.mp4, video: {keyframes: Nf}}]", "over-limit"
      ),
    ])
  func values(name: String, script: String, finding: String) throws {
    let limit = try limit(name)
    let head = "edit: 1\ntimeline: [{color: red, for: 1s}]\n"
    #expect(try ids(head + script.replacing("N", with: "\(limit)") + "\n") == [])
    let beyond = limit + (name == "canvas-side" ? 2 : 1)
    #expect(try ids(head + script.replacing("N", with: "\(beyond)") + "\n") == [finding])
  }

  @Test("A table at its limits is read, one beyond them is refused by name")
  func tables() throws {
    let script = Self.script + "vars: {a: {type: text}}\ntitle: ${a}\n"
    func found(_ text: String) throws -> [String] {
      try place.write("values.csv", text)
      return try ids(script, "--vars", "values.csv", "--row", "1")
    }
    let rows = try limit("values-rows")
    #expect(try found("a\n" + String(repeating: "b\n", count: rows)) == [])
    #expect(try found("a\n" + String(repeating: "b\n", count: rows + 1)) == ["too-large"])
    let bytes = try limit("values-bytes")
    #expect(try found("a\nb\n" + String(repeating: "c", count: bytes - 4)) == [])
    #expect(try found("a\nb\n" + String(repeating: "c", count: bytes - 3)) == ["too-large"])
    let columns = try limit("values-columns")
    #expect(try found(String(repeating: ",", count: columns)) == ["too-large"])
  }

  @Test("As many workers as the limit says, and no more")
  func workers() throws {
    try place.write("film.edit", "edit: 1\n")
    let result = try place.editc("render", "film.edit", "--jobs", "\(try limit("jobs") + 1)")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("from 1 to \(try limit("jobs"))"))
  }

  private func comment(_ bytes: Int) -> String {
    let line = "#" + String(repeating: "-", count: 62) + "\n"
    let rest = bytes % 64
    return String(repeating: line, count: bytes / 64)
      + (rest == 0 ? "" : String(repeating: "#", count: rest - 1) + "\n")
  }
}
