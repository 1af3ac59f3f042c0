import Basics
import TestSupport
import Testing

/// Judged by `git apply`, which knows nothing of how the difference was found.
@Suite struct UnifiedDiffTests {
  @Test("A difference reads as git writes it")
  func form() {
    let old = "edit: 1\na\nb\nc\nd\ne\nf\ng\nh\n"
    let new = "edit: 1\na\nb\nc\nD\ne\nf\ng\nh\nlast"
    #expect(
      unifiedDiff(from: old, to: new, name: "film.edit") == """
        --- a/film.edit
        +++ b/film.edit
        @@ -2,8 +2,9 @@
         a
         b
         c
        -d
        +D
         e
         f
         g
         h
        +last
        \\ No newline at end of file

        """)
  }

  @Test("Changes that are far apart stand in parts of their own")
  func parts() {
    let old = (1...30).map { "\($0)\n" }.joined()
    let new = old.replacing("2\n3\n", with: "2\nthree\n").replacing("29\n", with: "")
    let diff = unifiedDiff(from: old, to: new, name: "film.edit")
    #expect(diff.split(separator: "\n").filter { $0.hasPrefix("@@") }.count == 2)
    #expect(diff.contains("@@ -26,5 +26,4 @@\n 26\n 27\n 28\n-29\n 30\n"))
  }

  @Test("Equal texts have no difference, and texts that only look equal have one")
  func equality() {
    #expect(unifiedDiff(from: "a\n", to: "a\n", name: "film.edit") == "")
    #expect(unifiedDiff(from: "", to: "", name: "film.edit") == "")
    #expect(unifiedDiff(from: "e\u{301}\n", to: "\u{E9}\n", name: "film.edit") != "")
  }

  @Test(
    "Names are written so that git reads them back",
    arguments: [
      ("film.edit", "a/film.edit"), ("./film.edit", "a/film.edit"), ("/films/one.edit", "a/films/one.edit"),
      ("my film.edit", "a/my film.edit\t"), ("a\tb\"\u{1}.edit", "\"a/a\\tb\\\"\\001.edit\""),
    ])
  func names(name: String, written: String) {
    #expect(unifiedDiff(from: "a\n", to: "b\n", name: name).hasPrefix("--- \(written)\n"))
  }

  @Test(
    "git makes the new text of the old one with it",
    arguments: [
      ("", "a\n"), ("a\n", ""), ("a", "a\n"), ("a\n", "a"), ("a", "b"), ("a\nb\n", "b\na\n"),
      ("\n\n\n", "\n"), ("a\r\nb\r\n", "a\nb\n"), ("x\n", "x\nx\nx\n"),
    ])
  func applies(old: String, new: String) throws {
    try check([(old, new)])
  }

  @Test("git agrees about texts of few different lines, which can be matched in many ways")
  func randomTexts() throws {
    var random = SeededRandom(seed: 7)
    func text() -> String {
      let lines = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        ["a\n", "b\n", "c\n", "d\n", "\n"].randomElement(using: &random) ?? ""
      }
      return lines.joined() + (Bool.random(using: &random) ? "end" : "")
    }
    try check((0..<300).map { _ in (text(), text()) })
  }

  @Test("No more lines change than must")
  func fewest() {
    // The example of Myers' paper: five changes.
    let diff = unifiedDiff(from: "a\nb\nc\na\nb\nb\na\n", to: "c\nb\na\nb\na\nc\n", name: "film.edit")
    let marks = diff.split(separator: "\n").dropFirst(2).compactMap(\.first)
    #expect(marks.count { $0 == "+" || $0 == "-" } == 5)
  }

  @Test("Long texts take little time, whatever they hold")
  func longTexts() throws {
    var random = SeededRandom(seed: 8)
    func text(_ line: (Int) -> String) -> String { (0..<10_000).map { line($0) + "\n" }.joined() }
    let numbers = text { "line \($0)" }
    let pairs = [
      (numbers, text { "other \($0)" }),
      (numbers, text { $0 % 3 == 0 ? "changed \($0)" : "line \($0)" }),
      (numbers, text { "line \(9_999 - $0)" }),
      (text { _ in "same" }, text { $0 % 2 == 0 ? "same" : "not" }),
      (
        text { _ in ["a", "b"].randomElement(using: &random) ?? "" },
        text { _ in ["a", "b"].randomElement(using: &random) ?? "" }
      ),
    ]
    let time = processorTime {
      for (old, new) in pairs { #expect(!unifiedDiff(from: old, to: new, name: "film.edit").isEmpty) }
    }
    #expect(time < .seconds(30))
    try check(pairs)
  }

  /// Applies each difference to its old text with one call of git, and compares.
  private func check(_ pairs: [(old: String, new: String)]) throws {
    let scratch = try TemporaryFolder()
    var patch = ""
    for (index, pair) in pairs.enumerated() {
      try scratch.write("\(index).edit", pair.old)
      patch += unifiedDiff(from: pair.old, to: pair.new, name: "\(index).edit")
    }
    if !patch.isEmpty {
      let git = try run(
        ["git", "apply", "--whitespace=nowarn", "-"], in: scratch.root, input: Array(patch.utf8))
      try #require(git.exitCode == 0, "\(git.errorText)")
    }
    for (index, pair) in pairs.enumerated() {
      let found = try run(["cat", "\(index).edit"], in: scratch.root).output
      #expect(found == Array(pair.new.utf8), "\(pair)")
    }
  }
}
