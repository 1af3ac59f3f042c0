import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import FilmComparison
import Lowering
import RenderPlan
import Testing

/// A film made from a script and a listing of media, with what the files contain.
struct TestFilm {
  let version: FilmVersion
  let findings: [Diagnostic]

  /// The content of a file is its line in the listing, unless `contents` says that it is what another file holds.
  /// `looks` are files of colours, each with what stands in it.
  init(
    _ script: String, name: String = "film.edit", media listing: String = "",
    contents: [String: String] = [:],
    looks: [String: String] = [:], folder: String = "/project", isPlanned: Bool = true
  ) throws {
    let reading = ParsedScript(SourceText(name: name, script))
    var table = try isPlanned ? MediaListing(listing).table(for: reading.script) : MediaTable()
    for (file, text) in looks {
      table.looks[file] = .known(path: "\(folder)/\(file)", digest: try ContentDigest.of(text: text).hex)
    }
    let compilation = compile(reading, media: table)
    findings = compilation.diagnostics
    var version = FilmVersion(
      source: compilation.source, film: lower(compilation.script, media: table), folder: folder,
      outputs: compilation.script.outputs.map { OutputVersion(output: $0, plan: nil) })
    let lines = listing.split(separator: "\n")
    for reference in version.film.composition?.media ?? [] {
      let holder = contents[reference.spelling] ?? reference.spelling
      let line = lines.first { $0.split(separator: " ").first.map(String.init) == holder } ?? ""
      version.digests[reference.spelling] = try ContentDigest.of(text: String(line))
    }
    if isPlanned {
      version.outputs = try compilation.films.compactMap { film in
        try film.output.map { output in
          OutputVersion(output: output, plan: try Self.plan(film, version.digests))
        }
      }
    }
    self.version = version
  }

  private static func plan(_ film: CompiledFilm, _ digests: [String: ContentDigest]) throws -> RenderPlan? {
    guard let composition = film.composition, let settings = film.settings else { return nil }
    return try RenderPlan(
      composition, settings: settings, part: film.part,
      mediaDigests: composition.media.compactMap { digests[$0.spelling] },
      engine: EngineVersion("the tests' engine", filterLibrary: "the tests' filters"))
  }
}

/// What changed between two scripts that name the same media.
func changes(_ old: String, _ new: String, media: String = "") throws -> FilmChanges {
  let before = try TestFilm(old, media: media)
  let after = try TestFilm(new, media: media)
  try #require(!before.findings.hasErrors && !after.findings.hasErrors)
  return compareFilms(before.version, after.version, storeIsKnown: false)
}
