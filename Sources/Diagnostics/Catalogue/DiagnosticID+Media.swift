extension DiagnosticID {
  /// Whether only somebody who knows the media can find it: without them it is not checked, never passed.
  package var needsMedia: Bool {
    switch self {
    case .missingFile, .unreadableFile, .fileIsDirectory, .lfsPointer, .pathCase, .factsFromLock,
      .mediaDiffersFromDigest, .mediaDiffersFromLock, .lockOutdated, .unreadableLock, .takeOutsideMedia,
      .missingHandles,
      .mixedOrientation, .noPicture, .subtitleSyntax, .subtitleLoss, .upscaled, .aspectChanged, .mixedRates,
      .variableRate, .interlacedMedia,
      .rotatedMedia, .nonSquarePixels, .colorUntagged, .colorMixed, .hdrToSDR, .depthLost, .noSound,
      .soundEndsEarly,
      .layoutChanged, .clippingRisk, .missingFont, .missingGlyph, .textOverflow, .textOutsideSafeArea,
      .lowContrast, .readingSpeed, .sizeLimitUnreachable, .keptTagLost, .locationLeak, .notCopied:
      true
    default: false
    }
  }
}
