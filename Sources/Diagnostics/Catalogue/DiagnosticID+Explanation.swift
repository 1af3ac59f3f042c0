/// What `editc explain` says about one kind of finding.
struct CatalogueEntry: Sendable {
  let title: String
  let explanation: String
}

extension DiagnosticID {
  /// What is wrong, in three to six words.
  package var title: String { entry.title }

  /// What the finding means, why it matters and what to do: two to five sentences.
  package var explanation: String { entry.explanation }

  private var entry: CatalogueEntry {
    switch self {
    case .yamlSyntax: .yamlSyntax
    case .duplicateKey: .duplicateKey
    case .unsupportedYAML: .unsupportedYAML
    case .tooDeep: .tooDeep
    case .tooLarge: .tooLarge
    case .invisibleCharacter: .invisibleCharacter
    case .unknownKey: .unknownKey
    case .missingKey: .missingKey
    case .conflictingKeys: .conflictingKeys
    case .wrongType: .wrongType
    case .valueSyntax: .valueSyntax
    case .valueOutOfRange: .valueOutOfRange
    case .unknownValue: .unknownValue
    case .bareNumber: .bareNumber
    case .notSupportedYet: .notSupportedYet
    case .unsupportedVersion: .unsupportedVersion
    case .unknownMedia: .unknownMedia
    case .unknownName: .unknownName
    case .duplicateName: .duplicateName
    case .referenceCycle: .referenceCycle
    case .unsetVariable: .unsetVariable
    case .unknownVariable: .unknownVariable
    case .unusedVariable: .unusedVariable
    case .dataSyntax: .dataSyntax
    case .unusedMedia: .unusedMedia
    case .unusedSequence: .unusedSequence
    case .missingFile: .missingFile
    case .unreadableFile: .unreadableFile
    case .fileIsDirectory: .fileIsDirectory
    case .lfsPointer: .lfsPointer
    case .absolutePath: .absolutePath
    case .pathOutsideRoot: .pathOutsideRoot
    case .pathCase: .pathCase
    case .remoteMedia: .remoteMedia
    case .mediaNotChecked: .mediaNotChecked
    case .factsFromLock: .factsFromLock
    case .mediaDiffersFromDigest: .mediaDiffersFromDigest
    case .mediaDiffersFromLock: .mediaDiffersFromLock
    case .lockOutdated: .lockOutdated
    case .unreadableLock: .unreadableLock
    case .takeOutsideMedia: .takeOutsideMedia
    case .emptyRange: .emptyRange
    case .rangeReversed: .rangeReversed
    case .offFrameGrid: .offFrameGrid
    case .timeOverflow: .timeOverflow
    case .overlayOutsideTimeline: .overlayOutsideTimeline
    case .markerOutside: .markerOutside
    case .rampOutsideItem: .rampOutsideItem
    case .rampsOverlap: .rampsOverlap
    case .rampPop: .rampPop
    case .transitionAtEdge: .transitionAtEdge
    case .transitionTooLong: .transitionTooLong
    case .transitionsOverlap: .transitionsOverlap
    case .missingHandles: .missingHandles
    case .shortGap: .shortGap
    case .flashFrame: .flashFrame
    case .mixedOrientation: .mixedOrientation
    case .oddSize: .oddSize
    case .noPicture: .noPicture
    case .neverVisible: .neverVisible
    case .upscaled: .upscaled
    case .aspectChanged: .aspectChanged
    case .missingFont: .missingFont
    case .missingGlyph: .missingGlyph
    case .textOverflow: .textOverflow
    case .textOutsideSafeArea: .textOutsideSafeArea
    case .lowContrast: .lowContrast
    case .readingSpeed: .readingSpeed
    case .mixedRates: .mixedRates
    case .variableRate: .variableRate
    case .interlacedMedia: .interlacedMedia
    case .rotatedMedia: .rotatedMedia
    case .nonSquarePixels: .nonSquarePixels
    case .colorUntagged: .colorUntagged
    case .colorMixed: .colorMixed
    case .hdrToSDR: .hdrToSDR
    case .depthLost: .depthLost
    case .alphaLost: .alphaLost
    case .subtitleSyntax: .subtitleSyntax
    case .subtitleLoss: .subtitleLoss
    case .subtitleOutside: .subtitleOutside
    case .subtitlesOverlap: .subtitlesOverlap
    case .noSound: .noSound
    case .soundEndsEarly: .soundEndsEarly
    case .layoutChanged: .layoutChanged
    case .clippingRisk: .clippingRisk
    case .codecNotInContainer: .codecNotInContainer
    case .codecNotAvailable: .codecNotAvailable
    case .notCopied: .notCopied
    case .filterNotAvailable: .filterNotAvailable
    case .filterForbidden: .filterForbidden
    case .outputOverwritesMedia: .outputOverwritesMedia
    case .sameOutputTwice: .sameOutputTwice
    case .sizeLimitUnreachable: .sizeLimitUnreachable
    case .enlargingPreset: .enlargingPreset
    case .tagLost: .tagLost
    case .keptTagLost: .keptTagLost
    case .locationLeak: .locationLeak
    case .checkFailed: .checkFailed
    case .unknownSuppression: .unknownSuppression
    case .unusedSuppression: .unusedSuppression
    }
  }
}
