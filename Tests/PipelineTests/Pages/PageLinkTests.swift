import FoundationEssentials
import TestSupport
import Testing

/// The pages of the project name files that exist.
@Suite("The pages")
struct PageLinkTests {
  private static let pages = Result { try Page.all() }

  @Test("link to files and headings that exist")
  func links() throws {
    let pages = try Self.pages.get()
    var problems: [String] = []
    for page in pages {
      for link in page.links {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].isEmpty ? page.path : page.folder + parts[0]
        guard exists(path) else {
          problems.append("\(page.path): \(link)")
          continue
        }
        guard parts.count > 1, path.hasSuffix(".md") else { continue }
        if try !Page(path: path).anchors.contains(String(parts[1])) {
          problems.append("\(page.path): \(link)")
        }
      }
    }
    #expect(problems == [])
    #expect(pages.count > 20 && pages.reduce(0) { $0 + $1.links.count } > 200)
  }

  @Test("name folders and files of the project that exist")
  func paths() throws {
    let pages = try Self.pages.get()
    let found = pages.flatMap { page in page.paths.map { (page: page.path, path: $0) } }
    #expect(found.filter { !exists($0.path) }.map { "\($0.page): \($0.path)" } == [])
    #expect(found.contains { $0.path.hasPrefix("Sources/") })
  }

  @Test("define terms in targets that exist, each term once")
  func terms() throws {
    let rows = try Page(path: "docs/terms.md").rows.filter { $0.count == 3 && $0[0] != "term" }
    #expect(rows.count > 50)
    #expect(Set(rows.map { $0[0] }).count == rows.count)
    for row in rows {
      for place in row[2].matches(of: /`([A-Za-z]+)(?:\/[A-Za-z]+)?`/) {
        #expect(exists("Sources/" + place.output.0.dropFirst().dropLast()), "\(row[0])")
      }
    }
  }

  @Test("about AVFoundation names tests that exist, or states what is not here")
  func comparedWithAVFoundation() throws {
    let rows = try Page(path: "docs/avfoundation.md").rows.filter {
      !["AVFoundation", "guide"].contains($0[0])
    }
    #expect(rows.count > 200)
    #expect(Set(rows.map { $0.joined(separator: "|") }).count == rows.count)
    for row in rows {
      try #require(row.count == 3, "\(row)")
      let tests = row[2].matches(of: /`([A-Za-z]+\/[A-Za-z\/]+)`/).map { String($0.output.1) }
      for test in tests { #expect(exists("Tests/\(test).swift"), "\(row[0]): \(test)") }
      #expect(!tests.isEmpty || row[1].hasPrefix("*not here"), "\(row[0])")
    }
  }

  @Test("finds anchors and links: a search that finds nothing proves nothing")
  func control() throws {
    let page = Page(
      path: "docs/some.md",
      text: "# Who *does* what?\n\n[a](b.md#c) ![d](e.png) <f>\n\n```\n[g](h)\n```\n`Sources/x`\n")
    #expect(page.links == ["b.md#c", "e.png"])
    #expect(page.anchors == ["who-does-what"])
    #expect(page.paths == ["Sources/x"])
    #expect(page.folder == "docs/")
  }
}

/// A page in Markdown. Paths count from the root of the checkout.
private struct Page {
  let path: String
  private let text: String

  /// Every page for people.
  static func all() throws -> [Page] {
    let folders = ["docs", "grammar", "examples", "Benchmarks"]
    let below = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/" + folder)
        .filter { $0.hasSuffix(".md") }.map { folder + "/" + $0 }
    }
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Tests/README.md"]
    return try (top + below.sorted()).map(Page.init(path:))
  }

  init(path: String) throws {
    let data = try Data(contentsOf: URL(filePath: packageRoot + "/" + path))
    self.init(path: path, text: String(decoding: data, as: UTF8.self))
  }

  /// Without fenced blocks.
  init(path: String, text: String) {
    self.path = path
    self.text = text.replacing(/(?s)```.*?```/, with: "")
  }

  /// Ends with a slash; empty at the root.
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// The targets of links to other files and to headings.
  var links: [String] {
    text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }.filter { !$0.contains("://") }
  }

  /// The anchors that code hosts give to headings.
  var anchors: Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        let title = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        return String(
          title.replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
      })
  }

  /// Paths between backquotes.
  var paths: [String] {
    text.matches(of: /`((?:Sources|Tests|docs|examples|grammar|Benchmarks)\/[^`\s*<]*)`/)
      .map { String($0.output.1) }
  }

  /// The cells of its tables.
  var rows: [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.map { line in
      line.dropFirst().dropLast().split(separator: "|").map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }
  }
}

private func exists(_ path: some StringProtocol) -> Bool {
  FileManager.default.fileExists(atPath: packageRoot + "/" + path)
}
