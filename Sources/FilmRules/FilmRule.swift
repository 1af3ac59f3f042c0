import Composition
package import Diagnostics

/// One thing to look for in a film: in what a script and its media resolve to.
///
/// A rule is one file: its check, and the examples that are its tests and its page. It says what it is certain of,
/// from what is known: where media or a mistake elsewhere leave something open, it is silent.
package struct FilmRule: Sendable {
  package let id: DiagnosticID
  package let reach: Reach
  package let examples: [RuleExample]
  package let check: @Sendable (CheckedFilm) -> [Diagnostic]

  /// In which of the films that a film plays the rule is certain of what it says, too.
  package enum Reach: Sendable {
    /// In none: it is about the canvas, the output, or the sum of all sounds.
    case film
    /// In those that are played whole and as fast as they are.
    case ownSpeed
    /// In those that are, besides, a part of the story that nothing lies over.
    case ownSpeedAndBare
    /// In those that are shown as large as the canvas.
    case ownSize
    case everywhere
  }

  package init(
    _ id: DiagnosticID, reach: Reach = .film, examples: [RuleExample],
    check: @escaping @Sendable (CheckedFilm) -> [Diagnostic]
  ) {
    self.id = id
    self.reach = reach
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
    sizeLimitUnreachable,
    enlargingPreset,
    tagLost,
    keptTagLost,
    locationLeak,
  ]

  /// What all rules find, in the films that it plays, too.
  package static func check(_ film: CheckedFilm) -> [Diagnostic] {
    let spared = film.settings.map { ofEncoding($0.copied) } ?? []
    return all.flatMap { spared.contains($0.id) ? [] : $0.check(film) } + checkParts(of: film)
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
