import Basics
import Compiler
import Composition
import Diagnostics
import Lowering
import ScriptWriting
import Testing

/// Media of a listing, in its order, and what the compiler says about scripts that use them.
struct Drafts {
  let media: [DraftMedia]
  private let table: MediaTable

  init(_ listing: String) throws {
    let table = try MediaListing(listing).table
    self.table = table
    media = try listing.split(separator: "\n").map { line in
      let path = String(line.prefix { $0 != " " })
      guard case .known(let facts, _) = table.states[path] else { throw NoFacts(path: path) }
      return DraftMedia(path: path, facts: facts)
    }
  }

  /// All but what is said of the media themselves, whatever the script does with them.
  func findings(_ script: String) -> [String] {
    let source = SourceText(name: "film.edit", script)
    let compilation = compile(source, media: table)
    return compilation.diagnostics.filter { !factsOfMedia.contains($0.id) }.map {
      TerminalReport(useColor: false).text(for: $0, in: source)
    }
  }

  struct NoFacts: Error { let path: String }
}

private let factsOfMedia: Set<DiagnosticID> = [
  .colorUntagged, .depthLost, .interlacedMedia, .layoutChanged, .mixedRates, .upscaled, .variableRate,
  .rotatedMedia, .nonSquarePixels,
]

extension String {
  var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
