package import Composition
package import MediaFacts

/// What this machine's FFmpeg knows of its filters of pictures.
///
/// Asked through closures, so that rules stay values to values.
package struct FilterCatalogue: Sendable {
  /// One filter that FFmpeg has.
  package struct Facts: Sendable {
    package let options: [String]
    /// Whether it has one picture in and one out.
    package let isOneToOne: Bool

    package init(options: [String], isOneToOne: Bool) {
      self.options = options
      self.isOneToOne = isOneToOne
    }
  }

  package enum Trial: Sendable {
    case works
    /// In FFmpeg's words.
    case refused(String)
    /// It does not keep size and time; in words.
    case changesForm(String)
  }

  let names: @Sendable () -> [String]
  let facts: @Sendable (String) -> Facts?
  let trial: @Sendable (FFmpegFilter, PixelSize?) -> Trial
  let isKnown: Bool

  /// Nobody asked FFmpeg: only what holds on every machine is said.
  package static let unknown = FilterCatalogue(
    isKnown: false, names: { [] }, facts: { _ in nil }, trial: { _, _ in .works })

  /// `trial` works the filter on a few pictures.
  package init(
    names: @escaping @Sendable () -> [String], facts: @escaping @Sendable (String) -> Facts?,
    trial: @escaping @Sendable (FFmpegFilter, PixelSize?) -> Trial
  ) {
    self.init(isKnown: true, names: names, facts: facts, trial: trial)
  }

  private init(
    isKnown: Bool, names: @escaping @Sendable () -> [String],
    facts: @escaping @Sendable (String) -> Facts?,
    trial: @escaping @Sendable (FFmpegFilter, PixelSize?) -> Trial
  ) {
    self.isKnown = isKnown
    self.names = names
    self.facts = facts
    self.trial = trial
  }
}

extension FilterCatalogue {
  /// The machine of the pages: a few filters, the same on all machines.
  package static let example = FilterCatalogue(
    names: { exampleFilters.keys.sorted() }, facts: { exampleFilters[$0] },
    trial: { filter, _ in
      filter.options.contains { $0.name == "sigma" && (Double($0.value) ?? 0) > 1024 }
        ? .refused("Numerical result out of range (Error applying options to the filter.)") : .works
    })

  private static let exampleFilters = [
    "eq": Facts(options: ["contrast", "brightness", "saturation", "gamma"], isOneToOne: true),
    "gblur": Facts(options: ["sigma", "steps", "planes", "sigmaV"], isOneToOne: true),
    "lut3d": Facts(options: ["file", "interp"], isOneToOne: true),
    "scale": Facts(options: ["w", "h"], isOneToOne: true),
    "vflip": Facts(options: [], isOneToOne: true),
  ]
}
