import Basics
import Compiler
import Diagnostics
import Lowering
import Testing

/// What the rules find in a script with media from a listing.
struct Findings {
  let source: SourceText
  let all: [Diagnostic]

  init(_ script: String, media: String = "") throws {
    source = SourceText(name: "test.edit", script)
    let reading = ParsedScript(source)
    all = compile(reading, media: try MediaListing(media).table(for: reading.script)).diagnostics
  }

  init(_ script: String, table: MediaTable) throws {
    source = SourceText(name: "test.edit", script)
    all = compile(source, media: table).diagnostics
  }

  func of(_ id: DiagnosticID) -> [Diagnostic] { all.filter { $0.id == id } }

  func messages(_ id: DiagnosticID) -> [String] { of(id).map(\.message) }

  /// The texts that the findings of a kind point at.
  func guilty(_ id: DiagnosticID) -> [String] { of(id).compactMap { $0.range.map { source[$0] } } }

  /// The only finding of its kind.
  func one(_ id: DiagnosticID) throws -> Diagnostic {
    let found = of(id)
    #expect(found.count == 1, "\(all.map { "\($0.id.name): \($0.message)" })")
    return try #require(found.first)
  }
}

/// The head of most scripts here.
let head = "edit: 1\ncanvas: {size: 1280x720, rate: 30}\n"
