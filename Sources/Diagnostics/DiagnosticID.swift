/// The catalogue: every kind of finding editc knows, by its stable name.
///
/// A name never changes its meaning: people suppress and search for it.
package enum DiagnosticID: String, CaseIterable, Hashable, Sendable {
  // The text as YAML
  case yamlSyntax = "yaml-syntax"
  case duplicateKey = "duplicate-key"
  case unsupportedYAML = "unsupported-yaml"
  case tooDeep = "too-deep"
  case tooLarge = "too-large"
  case invisibleCharacter = "invisible-character"
  // Keys and values
  case unknownKey = "unknown-key"
  case missingKey = "missing-key"
  case conflictingKeys = "conflicting-keys"
  case wrongType = "wrong-type"
  case valueSyntax = "value-syntax"
  case valueOutOfRange = "value-out-of-range"
  case unknownValue = "unknown-value"
  case bareNumber = "bare-number"
  case notSupportedYet = "not-supported-yet"
  case unsupportedVersion = "unsupported-version"
  // Names and variables
  case unknownMedia = "unknown-media"
  case unknownName = "unknown-name"
  case duplicateName = "duplicate-name"
  case referenceCycle = "reference-cycle"
  case unsetVariable = "unset-variable"
  case unknownVariable = "unknown-variable"
  case unusedVariable = "unused-variable"
  case dataSyntax = "data-syntax"
  case unusedMedia = "unused-media"
  case unusedSequence = "unused-sequence"
  // Files
  case missingFile = "missing-file"
  case unreadableFile = "unreadable-file"
  case fileIsDirectory = "file-is-directory"
  case lfsPointer = "lfs-pointer"
  case absolutePath = "absolute-path"
  case pathOutsideRoot = "path-outside-root"
  case pathCase = "path-case"
  case remoteMedia = "remote-media"
  case mediaDiffersFromDigest = "media-differs-from-digest"
  case mediaNotChecked = "media-not-checked"
  case factsFromLock = "facts-from-lock"
  case mediaDiffersFromLock = "media-differs-from-lock"
  case lockOutdated = "lock-outdated"
  case unreadableLock = "unreadable-lock"
  // Time
  case takeOutsideMedia = "take-outside-media"
  case emptyRange = "empty-range"
  case rangeReversed = "range-reversed"
  case offFrameGrid = "off-frame-grid"
  case timeOverflow = "time-overflow"
  case overlayOutsideTimeline = "overlay-outside-timeline"
  case markerOutside = "marker-outside"
  case rampOutsideItem = "ramp-outside-item"
  case rampsOverlap = "ramps-overlap"
  case rampPop = "ramp-pop"
  case transitionAtEdge = "transition-at-edge"
  case transitionTooLong = "transition-too-long"
  case transitionsOverlap = "transitions-overlap"
  case missingHandles = "missing-handles"
  case shortGap = "short-gap"
  case flashFrame = "flash-frame"
  // Picture
  case mixedOrientation = "mixed-orientation"
  case oddSize = "odd-size"
  case noPicture = "no-picture"
  case neverVisible = "never-visible"
  case upscaled
  case aspectChanged = "aspect-changed"
  case mixedRates = "mixed-rates"
  case variableRate = "variable-rate"
  case interlacedMedia = "interlaced-media"
  case rotatedMedia = "rotated-media"
  case nonSquarePixels = "non-square-pixels"
  case colorUntagged = "color-untagged"
  case colorMixed = "color-mixed"
  case hdrToSDR = "hdr-to-sdr"
  case depthLost = "depth-lost"
  case alphaLost = "alpha-lost"
  // Subtitles
  case subtitleSyntax = "subtitle-syntax"
  case subtitleLoss = "subtitle-loss"
  case subtitleOutside = "subtitle-outside"
  case subtitlesOverlap = "subtitles-overlap"
  // Words
  case missingFont = "missing-font"
  case missingGlyph = "missing-glyph"
  case textOverflow = "text-overflow"
  case textOutsideSafeArea = "text-outside-safe-area"
  case lowContrast = "low-contrast"
  case readingSpeed = "reading-speed"
  // Sound
  case noSound = "no-sound"
  case soundEndsEarly = "sound-ends-early"
  case layoutChanged = "layout-changed"
  case clippingRisk = "clipping-risk"
  // Outputs and checks
  case codecNotInContainer = "codec-not-in-container"
  case codecNotAvailable = "codec-not-available"
  case notCopied = "not-copied"
  case filterNotAvailable = "filter-not-available"
  case filterForbidden = "filter-forbidden"
  case outputOverwritesMedia = "output-overwrites-media"
  case sameOutputTwice = "same-output-twice"
  case sizeLimitUnreachable = "size-limit-unreachable"
  case enlargingPreset = "enlarging-preset"
  case tagLost = "tag-lost"
  case keptTagLost = "kept-tag-lost"
  case locationLeak = "location-leak"
  case checkFailed = "check-failed"
  case unknownSuppression = "unknown-suppression"
  case unusedSuppression = "unused-suppression"

  /// What the finding is worth where nothing says otherwise.
  package var severity: Severity {
    switch self {
    case .offFrameGrid, .mediaNotChecked, .factsFromLock, .mixedRates, .variableRate, .interlacedMedia,
      .rotatedMedia,
      .nonSquarePixels, .keptTagLost, .locationLeak:
      .information
    case .invisibleCharacter, .unusedVariable, .unusedMedia, .unusedSequence, .absolutePath,
      .pathOutsideRoot, .lockOutdated, .rampPop, .soundEndsEarly, .enlargingPreset, .noSound,
      .colorUntagged, .colorMixed, .hdrToSDR, .depthLost, .alphaLost, .layoutChanged, .clippingRisk,
      .shortGap,
      .flashFrame, .subtitleLoss, .subtitleOutside, .subtitlesOverlap, .neverVisible, .textOverflow,
      .textOutsideSafeArea, .lowContrast, .readingSpeed, .upscaled,
      .aspectChanged, .sizeLimitUnreachable, .tagLost, .unknownSuppression,
      .unusedSuppression:
      .warning
    default: .error
    }
  }
}
