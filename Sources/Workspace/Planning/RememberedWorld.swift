import Basics
package import Compiler
package import Lowering

/// What a workspace learned when it last compiled a script: enough to compile a later text of it without any
/// I/O.
package struct RememberedWorld: Sendable {
  private let media: MediaTable
  private let encoders: EncoderList
  private let filters: FilterCatalogue

  /// Before anything is known.
  package init() {
    media = MediaTable()
    encoders = .unknown
    filters = .unknown
  }

  fileprivate init(_ media: MediaTable, _ encoders: EncoderList, _ filters: FilterCatalogue) {
    self.media = media
    self.encoders = encoders
    self.filters = filters
  }

  /// Compiles the script with what is known. Files that are new to it are not examined.
  package func compile(_ script: ParsedScript) -> (compilation: Compilation, films: [LoweredFilm]) {
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
    return RememberedWorld(row.compilation.media, encoders, row.filters)
  }
}
