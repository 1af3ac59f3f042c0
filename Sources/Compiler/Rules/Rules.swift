package import Basics
import Composition
package import Diagnostics
package import EditScript

/// All kinds of findings.
package enum Rules {
  /// In the order of `editc explain --list` and of `docs/rules`: one line for each rule.
  package static let all: [Rule] = [
    // The text as YAML
    .reported(.yamlSyntax),
    .reported(.duplicateKey),
    .reported(.unsupportedYAML),
    .reported(.tooDeep),
    .reported(.tooLarge),
    .invisibleCharacters,
    // Keys
    .reported(.unknownKey),
    .reported(.unquotedComma),
    .reported(.missingKey),
    .reported(.twoInOneEntry),
    .reported(.competingKeys),
    .reported(.keyOfAnotherKind),
    .reported(.wrongList),
    .reported(.filterOnWrongItem),
    .reported(.keyWithFreeze),
    .reported(.noEffect),
    .reported(.notSupportedYet),
    .reported(.unsupportedVersion),
    .reported(.launchBesideScripts),
    // Values
    .reported(.wrongType),
    .reported(.emptyValue),
    .reported(.unknownValue),
    .reported(.bareNumber),
    .reported(.wrongUnit),
    .reported(.numberSyntax),
    .reported(.numberOutOfRange),
    .reported(.lengthSyntax),
    .reported(.sizeOutOfRange),
    .reported(.wrongColor),
    .reported(.rampSyntax),
    .reported(.notAnimatable),
    .reported(.transitionSyntax),
    .reported(.ffmpegSyntax),
    .reported(.lookAlikeCharacter),
    .reported(.forbiddenCharacter),
    .reported(.overLimit),
    .reported(.countDiffers),
    // Names and variables
    .reported(.unknownMedia),
    .unknownSequence,
    .reported(.duplicateName),
    .sequenceCycle,
    .reported(.unsetVariable),
    .reported(.unknownVariable),
    .reported(.variableSyntax),
    .reported(.unusedVariable),
    .reported(.unusedUse),
    .reported(.missingPackage),
    .reported(.changedPackage),
    .reported(.packageDiffersFromLock),
    .reported(.packageInTwoVersions),
    .reported(.unknownParameter),
    .reported(.missingParameter),
    .reported(.renamedParameter),
    .reported(.privateName),
    .reported(.dataSyntax),
    .unusedMedia,
    .unusedSequence,
    // Files
    .reported(.missingFile),
    .reported(.unclearOrder),
    .reported(.patternLeavesOut),
    .reported(.unreadableFile),
    .reported(.rawMisfit),
    .reported(.fileIsDirectory),
    .reported(.lfsPointer),
    .reported(.unknownStream),
    .incompleteMedia,
    .unfinishedRecording,
    .decodingTimes,
    .absolutePath,
    .pathOutsideRoot,
    .reported(.linkOutsideFolder),
    .reported(.outsideRoot),
    .reported(.pathCase),
    .remoteMedia,
    .liveMedia,
    .insecureRemote,
    .remoteWithSecret,
    .reported(.digestMissing),
    .reported(.mediaDiffersFromDigest),
    .reported(.mediaNotChecked),
    .reported(.factsFromLock),
    .reported(.unfetchedMedia),
    .reported(.mediaDiffersFromLock),
    .reported(.lockOutdated),
    .reported(.unreadableLock),
    // Time
    .reported(.timeSyntax),
    .reported(.rangeSyntax),
    .reported(.negativeDuration),
    .reported(.lengthGivenTwice),
    .reported(.noSuchTimecode),
    .reported(.noSuchChapter),
    .reported(.missingTimecode),
    .reported(.speedOutOfRange),
    .reported(.takeOutsideMedia),
    .reported(.takeCutShort),
    .reported(.noSuchWords),
    .reported(.transcriptOfOtherMedia),
    .reported(.emptyRange),
    .reported(.rangeReversed),
    .offFrameGrid,
    .reported(.timeOverflow),
    .reported(.overlayOutsideTimeline),
    .reported(.markerOutside),
    .reported(.descriptionChapters),
    .reported(.ambiguousMarker),
    .reported(.rampOutsideItem),
    .reported(.rampsOverlap),
    .reported(.rampPop),
    .reported(.easingOvershoots),
    .reported(.animationTooLong),
    .reported(.rollRounded),
    .reported(.transitionAtEdge),
    .reported(.transitionTooLong),
    .reported(.transitionsOverlap),
    .reported(.missingHandles),
    .shortGap,
    .flashFrame,
    .flashing,
    // Picture
    .reported(.cropOutsidePicture),
    .cropLeavesBars,
    .reported(.mixedOrientation),
    .oddSize,
    .pictureNumbers,
    .freeName,
    .tooManyFragments,
    .reported(.canvasRounded),
    .reported(.noPicture),
    .reported(.svgReference),
    .reported(.svgNotDrawn),
    .neverVisible,
    .upscaled,
    .aspectChanged,
    .mixedRates,
    .variableRate,
    .interlacedMedia,
    .rotatedMedia,
    .nonSquarePixels,
    .cleanAperture,
    .colorUntagged,
    .colorMixed,
    .hdrToSDR,
    .depthLost,
    .alphaLost,
    // Subtitles
    .reported(.subtitleSyntax),
    .reported(.subtitleLoss),
    .subtitleOutside,
    .subtitlesOverlap,
    .captionLength,
    .captionDuration,
    .captionGap,
    // Words
    .reported(.markupSyntax),
    .missingFont,
    .missingGlyph,
    .textOverflow,
    .textOutsideSafeArea,
    .gradientBands,
    .lowContrast,
    .smallText,
    .readingSpeed,
    // Sound
    .noSound,
    .soundEndsEarly,
    .layoutChanged,
    .clippingRisk,
    // Outputs and checks
    .reported(.outputCannotHold),
    .reported(.settingsOfCopiedTrack),
    .reported(.codecLimit),
    .reported(.partOutsideFilm),
    .codecNotInContainer,
    .codecNotAvailable,
    .notCopied,
    .trackLeftOut,
    .filterNotAvailable,
    .filterForbidden,
    .outputOverwritesMedia,
    .sameOutputTwice,
    .playlistMembers,
    .sizeLimitUnreachable,
    .soundFileWithoutSound,
    .soundTooShort,
    .largeAnimation,
    .enlargingPreset,
    .presetMisfit,
    .tagLost,
    .keptTagLost,
    .locationLeak,
    .failedChecks,
    .reported(.unknownSuppression),
    .reported(.unusedSuppression),
  ]

  package static let ids = all.map(\.id)

  package static func id(named name: String) -> DiagnosticID? { byName[name] }

  /// The kinds of finding that replace a name of an earlier version; empty for any other name.
  package static func successors(ofFormerName name: String) -> [DiagnosticID] {
    ids.filter { $0.formerNames.contains(name) }
  }

  /// The findings that checks report from the script alone.
  static let withScriptChecks = Set(scriptChecks.map(\.id))

  private static let byName = Dictionary(ids.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let scriptChecks = all.compactMap { rule in
    if case .script(let check) = rule.check { (id: rule.id, check: check) } else { nil }
  }

  static let filmChecks = all.compactMap { rule in
    if case .film(let check) = rule.check { check } else { nil }
  }

  /// The findings of all checks of scripts; `source` is the text that the script was read from.
  package static func check(_ script: EditScript, in source: SourceText) -> [Diagnostic] {
    scriptChecks.flatMap { $0.check(script, source) }
  }

  /// The findings of all checks of films, in this film and in the films that it plays.
  package static func check(_ film: CheckedFilm) -> [Diagnostic] {
    let copied = film.settings?.copied
    return filmChecks.flatMap { check in
      let isSkipped = check.unlessCopied.map { copied?[$0] ?? false } ?? false
      return isSkipped ? [] : check.findings(film)
    } + checkParts(of: film)
  }
}

extension CopiedTracks {
  fileprivate subscript(track: Rule.Track) -> Bool {
    switch track {
    case .pictures: pictures
    case .sound: sound
    }
  }
}
