import Composition
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
    notCopied,
    filterNotAvailable,
    filterForbidden,
    enlargingPreset,
  ]

  /// What all rules find.
  package static func check(_ film: CheckedFilm) -> [Diagnostic] {
    let spared = film.settings.map { ofEncoding($0.copied) } ?? []
    return all.flatMap { spared.contains($0.id) ? [] : $0.check(film) }
  }

  /// What happens to pictures and sound on their way through an encoder, and not when they are copied.
  private static func ofEncoding(_ copied: CopiedTracks) -> Set<DiagnosticID> {
    var ids: Set<DiagnosticID> = []
    if copied.pictures {
      ids.formUnion([
        .oddSize, .hdrToSDR, .depthLost, .alphaLost, .interlacedMedia, .rotatedMedia, .nonSquarePixels,
        .colorUntagged,
      ])
    }
    if copied.sound { ids.formUnion([.layoutChanged, .clippingRisk]) }
    return ids
  }
}
