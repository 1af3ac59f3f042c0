import Basics
import Diagnostics
import TestSupport
import Testing
import YAMLTree

/// Every range lies in the text, every child in its parent, every comment outside of every value.
func checkRanges(of parse: YAMLParse, in source: SourceText) {
  let whole = SourceRange(0, source.bytes.count)
  if let root = parse.tree.root { checkRange(of: root, inside: whole) }
  for comment in parse.tree.comments where !contains(whole, comment.range) || comment.range.isEmpty {
    Issue.record("the comment \(comment.range) is outside the text")
  }
  for diagnostic in parse.diagnostics {
    let edits = diagnostic.fixes.flatMap(\.edits).map(\.range)
    for range in [diagnostic.range].compactMap(\.self) + diagnostic.notes.compactMap(\.range) + edits
    where !contains(whole, range) {
      Issue.record("\(diagnostic.message) is outside the text: \(range)")
    }
  }
}

private func checkRange(of node: YAMLNode, inside parent: SourceRange) {
  if !contains(parent, node.range) { Issue.record("\(node.range) is outside its parent \(parent)") }
  switch node.value {
  case .scalar: break
  case .sequence(let items, _):
    for item in items { checkRange(of: item, inside: node.range) }
  case .mapping(let entries, _):
    for entry in entries {
      if !contains(node.range, entry.keyRange) { Issue.record("the key \(entry.keyRange) is outside") }
      checkRange(of: entry.value, inside: node.range)
    }
  }
}

private func contains(_ outer: SourceRange, _ inner: SourceRange) -> Bool {
  outer.start <= inner.start && inner.end <= outer.end
}

@Suite("Broken texts")
struct MutationTests {
  private static let scripts = [
    """
    # top
    edit: 1
    media: {beach: footage/beach.mp4, song: "music/é.m4a"}
    timeline:   # story
      - clip: beach
        take: 2.5s..10s
        opacity: 1 -> 0 over last 1s
      - transition: dissolve 1s
      - text: |
          one # no comment
            two
        box: {color: '#fff', padding: [1, 2]}
    overlays:
    - image: logo
      color: #ff0000
      note: >-
        folded
        text

    """,
    "--- # c\n- [a: b, {c: d}, 'x\n  y']\n- \"\\u00e9\\n\"\n-\n- k: &a 1\n  l: *a\n  m: !!t x\n...\n# end\n",
  ]

  private static let pieces = [
    "\n", "\t", " ", "  ", ":", ": ", "- ", "-", "#", " #", "'", "\"", "[", "]", "{", "}", ",", "|", ">",
    "&a ",
    "*a", "!t ", "%", "@", "`", "? ", "<<: ", "---\n", "...\n", "\\", "é", "\u{200B}", "\u{2028}", "\r",
    "\u{0}",
  ].map { Array($0.utf8) }

  @Test("Three thousand mutated scripts: no crash, and every range where it belongs")
  func mutations() {
    var random = SeededRandom(seed: 20_250_101)
    for round in 0..<3000 {
      var bytes = Array(Self.scripts[round % Self.scripts.count].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
      let reading = Reading(bytes, limits: YAMLLimits(depth: 6, scalarBytes: 60))
      checkRanges(of: reading.parse, in: reading.source)
      _ = reading.tree.dump(in: reading.source)
    }
  }

  @Test("Every beginning of a script is read without a crash")
  func beginnings() {
    for script in Self.scripts {
      let bytes = Array(script.utf8)
      for count in 0...bytes.count {
        let reading = Reading(Array(bytes.prefix(count)))
        checkRanges(of: reading.parse, in: reading.source)
      }
    }
  }

  @Test("A syntax error is always reported where the tree is cut short")
  func noSilentLoss() {
    for script in Self.scripts.map({ Array($0.utf8) }) {
      for count in 1..<script.count
      where Reading(Array(script.prefix(count)) + Array("\n: @\n".utf8)).findings.isEmpty {
        Issue.record("the first \(count) bytes and a stray `: @` give no finding")
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
    case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
    default: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
    }
  }
}
