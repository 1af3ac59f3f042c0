package import Basics
package import ContentDigest
package import EditScript
package import Lowering
package import RenderPlan

/// One of two films that are compared: what its script says, and what became of it as far as that is known.
package struct FilmVersion: Sendable {
  package var source: SourceText
  package var script: EditScript
  /// Lowered for the script's own canvas, whatever its outputs make of it.
  package var film: LoweredFilm
  /// Absolute: what the script's paths are relative to.
  package var folder: String
  /// What the files contain, by their spelling in the script; files that were not read are missing.
  package var digests: [String: ContentDigest]
  /// In the order of the script.
  package var outputs: [OutputVersion]

  package init(
    source: SourceText, script: EditScript, film: LoweredFilm, folder: String,
    digests: [String: ContentDigest] = [:], outputs: [OutputVersion] = []
  ) {
    self.source = source
    self.script = script
    self.film = film
    self.folder = folder
    self.digests = digests
    self.outputs = outputs
  }
}

/// One output of a film.
package struct OutputVersion: Sendable {
  package var output: Output
  /// Nil where the film or its media are not known; then its segments are unknown.
  package var plan: RenderPlan?

  package init(output: Output, plan: RenderPlan?) {
    self.output = output
    self.plan = plan
  }
}
