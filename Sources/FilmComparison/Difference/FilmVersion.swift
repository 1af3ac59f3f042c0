package import Basics
package import ContentDigest
package import EditScript
package import Lowering
package import RenderPlan

/// One of two compared films: its text, and the resulting film as far as it is known.
package struct FilmVersion: Sendable {
  package var source: SourceText
  /// Lowered for the script's own canvas, regardless of the outputs.
  package var film: LoweredFilm
  /// The absolute folder that the script's paths are relative to.
  package var folder: String
  /// The digests of files, by their spelling in the script; unread files are missing.
  package var digests: [String: ContentDigest]
  /// In the order of the script.
  package var outputs: [OutputVersion]

  package init(
    source: SourceText, film: LoweredFilm, folder: String,
    digests: [String: ContentDigest] = [:], outputs: [OutputVersion] = []
  ) {
    self.source = source
    self.film = film
    self.folder = folder
    self.digests = digests
    self.outputs = outputs
  }
}

extension FilmVersion {
  /// With the items that are in the film.
  var script: EditScript { film.script }
}

/// One output of a film.
package struct OutputVersion: Sendable {
  package var output: Output
  /// Nil if the film or its media are unknown, and thus its segments.
  package var plan: RenderPlan?

  package init(output: Output, plan: RenderPlan?) {
    self.output = output
    self.plan = plan
  }
}
