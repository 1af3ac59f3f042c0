import ScriptFormatter
import SourceText
import Testing
import YAMLTree

/// The values of a tree without their places.
private func values(of node: YAMLNode?) -> String {
  switch node?.value {
  case nil: "nothing"
  case .scalar(let scalar): "\(scalar.style.rawValue) \(String(reflecting: scalar.text))"
  case .sequence(let elements, let isFlow):
    "\(isFlow ? "flow" : "block")[" + elements.map { values(of: $0) }.joined(separator: ", ") + "]"
  case .mapping(let entries, let isFlow):
    "\(isFlow ? "flow" : "block"){"
      + entries.map { "\(String(reflecting: $0.key)): \(values(of: $0.value))" }.joined(separator: ", ") + "}"
  }
}

private let scripts = [
  """
  edit: 1
  media:
    beach: footage/beach.mp4
    logo:   art/logo.png   # aligned by hand



  canvas: {size: 1280x720,   rate: 30}
  timeline:                                  # the main story: items play one after the other
    - clip: beach
      take: 2.5s..10s

      opacity: 1 -> 0 over last 1s
    - transition: dissolve 1s
  """,
  """
  text: |
    first line
      indented

    last line


  folded: >-
    one
    two

    three
  kept: |+
    kept


  note: end
  """,
  """
  a: "two \\
    lines \\t

    and a third"
  b: plain words
    that go on

    here
  c: 'it''s

    quoted'
  d:
  list:
  - x
  -   y:  1
      z:   "2"
  """,
  "note: |\n  no line break at the end",
  "# only\n\n\n# comments",
  "",
]

/// What authors and their editors do to white space.
private let spoilers: [@Sendable (String) -> String] = [
  { $0 },
  { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") },
  { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "  \n") },
  { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n\n\n") },
  { "\n\n" + $0 + "\n \n\n" },
  { $0 + "   " },
]

@Suite struct WholeScriptTests {
  @Test("Formatting keeps every value, and a formatted script has no edits left", arguments: scripts)
  func keepsValues(script: String) throws {
    for spoil in spoilers {
      let source = SourceText(name: "test.edit", spoil(script))
      let parsed = YAMLTree.parse(source)
      #expect(parsed.diagnostics.isEmpty, "\(source.text)")
      let edits = formattingEdits(of: source, tree: parsed.tree)
      let text = try #require(source.applying(edits))
      let formatted = SourceText(name: "test.edit", text)
      let again = YAMLTree.parse(formatted)
      #expect(again.diagnostics.isEmpty)
      #expect(values(of: again.tree.root) == values(of: parsed.tree.root), "\(source.text)")
      #expect(formattingEdits(of: formatted, tree: again.tree) == [], "\(text)")
    }
  }

  @Test("A script as people write it comes out in its usual form")
  func usualForm() throws {
    let source = SourceText(name: "test.edit", scripts[0])
    let edits = formattingEdits(of: source, tree: YAMLTree.parse(source).tree)
    #expect(
      source.applying(edits) == """
        edit: 1
        media:
          beach: footage/beach.mp4
          logo: art/logo.png   # aligned by hand

        canvas: {size: 1280x720,   rate: 30}
        timeline:                                  # the main story: items play one after the other
          - clip: beach
            take: 2.5s..10s

            opacity: 1 -> 0 over last 1s
          - transition: dissolve 1s

        """)
  }
}
