import Basics
import Compiler
import Composition
import Diagnostics
import FoundationEssentials
import Lowering
import TestSupport
import Testing

/// A script and what is known of its media.
struct Script: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  /// Nil: nothing is known of its media.
  var media: MediaListing?

  var testDescription: String { name }
}

extension Script {
  /// Every script in the tree: the example, the cases of all tests, the examples of rules, the documentation.
  static let all: [Script] = files + ruleExamples + documentation

  private static let files: [Script] = ["Tests", "examples"].flatMap { folder in
    paths(below: folder, ending: ".edit").map { path in
      let listing = path.split(separator: "/").dropLast().joined(separator: "/") + "/media.txt"
      let media = contents(of: listing).flatMap { try? MediaListing($0) }
      return Script(name: path, text: contents(of: path) ?? "", media: media)
    }
  }

  private static let ruleExamples: [Script] =
    Rules.ids.flatMap(\.examples).enumerated().map { number, example in
      let media = try? MediaListing(example.media)
      return Script(name: "example \(number)", text: example.script + "\n", media: media)
    }

  /// What stands between three backticks and is a script, in Markdown.
  static let documentation: [Script] =
    (["README.md"] + paths(below: "docs", ending: ".md") + paths(below: "grammar", ending: ".md")).flatMap {
      path in
      blocks(in: contents(of: path) ?? "").enumerated().map { Script(name: "\(path) \($0 + 1)", text: $1) }
    }

  private static func paths(below folder: String, ending: String) -> [String] {
    let found = try? FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/" + folder)
    return (found ?? []).filter { $0.hasSuffix(ending) }.sorted().map { folder + "/" + $0 }
  }

  private static func contents(of path: String) -> String? {
    try? String(contentsOfFile: packageRoot + "/" + path, encoding: .utf8)
  }

  private static func blocks(in text: String) -> [String] {
    var blocks: [String] = []
    var block: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```yaml" {
        block = ""
      } else if line == "```", let finished = block {
        if finished.contains("edit: 1\n") { blocks.append(finished) }
        block = nil
      } else {
        block? += line + "\n"
      }
    }
    return blocks
  }
}

extension Script {
  /// The films that a text of this script describes, and the rules that have something to say.
  func meaning(of text: String) -> Meaning {
    let reading = ParsedScript(SourceText(name: name, text))
    let compilation = compile(reading, media: media?.table(for: reading.script) ?? MediaTable())
    return Meaning(
      films: compilation.films.map(\.composition), ids: compilation.diagnostics.map(\.id.name).sorted())
  }

  struct Meaning: Equatable {
    let films: [Composition?]
    let ids: [String]
  }
}
