package import Diagnostics

/// One thing to look for in a film: in what a script and its media resolve to.
///
/// A rule is one file: its check, and the examples that are its tests and its page. It says what it is certain of,
/// from what is known: where media or a mistake elsewhere leave something open, it is silent.
package struct FilmRule: Sendable {
  package let id: DiagnosticID
  package let examples: [RuleExample]
  package let check: @Sendable (CheckedFilm) -> [Diagnostic]

  package init(
    _ id: DiagnosticID, examples: [RuleExample], check: @escaping @Sendable (CheckedFilm) -> [Diagnostic]
  ) {
    self.id = id
    self.examples = examples
    self.check = check
  }
}

/// The registry: every rule, in the order of the catalogue.
package enum FilmRules {
  package static let all: [FilmRule] = [
    offFrameGrid,
    shortGap,
    flashFrame,
    oddSize,
    neverVisible,
    upscaled,
    aspectChanged,
    mixedRates,
    variableRate,
    interlacedMedia,
    rotatedMedia,
    nonSquarePixels,
    colorUntagged,
    colorMixed,
    hdrToSDR,
    depthLost,
    alphaLost,
    subtitleOutside,
    subtitlesOverlap,
    missingFont,
    missingGlyph,
    textOverflow,
    textOutsideSafeArea,
    lowContrast,
    readingSpeed,
    noSound,
    soundEndsEarly,
    layoutChanged,
    clippingRisk,
    codecNotAvailable,
    filterNotAvailable,
    filterForbidden,
    sizeLimitUnreachable,
    enlargingPreset,
    tagLost,
    keptTagLost,
    locationLeak,
  ]

  /// What all rules find.
  package static func check(_ film: CheckedFilm) -> [Diagnostic] {
    all.flatMap { $0.check(film) }
  }
}
