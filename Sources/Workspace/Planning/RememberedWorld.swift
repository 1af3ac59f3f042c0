package import Basics
package import Compiler
import EditScript
package import Lowering

/// What a workspace learned when it last compiled a script: enough to compile a later text of it without any
/// I/O.
package struct RememberedWorld: Sendable {
  private let media: MediaTable
  private let encoders: EncoderList
  private let filters: FilterCatalogue
  private let used: UsedScripts

  /// Before anything is known.
  package init() {
    media = MediaTable()
    encoders = .unknown
    filters = .unknown
    used = UsedScripts()
  }

  fileprivate init(_ script: CompiledScript, _ row: CompiledScript.Row) {
    media = row.compilation.media
    encoders = script.encoders
    filters = row.filters
    used = script.used
  }

  /// Compiles a script with what is known. Files that are new to it are not examined.
  package func compile(_ source: SourceText) -> (compilation: Compilation, films: [LoweredFilm]) {
    let script = ParsedScript(source, used: used)
    var media = media
    media.placeNearby(of: script.script, in: script.source)
    let lowered = LoweredOutputs(script, media: media)
    return (lowered.checked(encoders: encoders, filters: filters), lowered.films)
  }
}

extension CompiledScript {
  /// What is known for its first set of values.
  package var remembered: RememberedWorld {
    guard let row = rows.first else { return RememberedWorld() }
    return RememberedWorld(self, row)
  }
}
