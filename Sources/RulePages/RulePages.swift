import Diagnostics
import FilmRules
import ScriptRules

/// The registry: a page for every kind of finding, in the order of the catalogue.
package enum RulePages {
  package static let all: [RulePage] = DiagnosticID.allCases.map { id in
    RulePage(id, examples: written.filter { $0.id == id }.flatMap(\.examples))
  }

  /// The page of a rule by its name in scripts and messages.
  package static func page(named name: String) -> RulePage? {
    DiagnosticID(rawValue: name).flatMap { id in all.first { $0.id == id } }
  }

  /// Rules carry their examples themselves; findings from reading and resolving a script have a file each.
  private static var written: [RulePage] {
    pages + ScriptRules.all.map { RulePage($0.id, examples: $0.examples) }
      + FilmRules.all.map { RulePage($0.id, examples: $0.examples) }
  }

  private static let pages: [RulePage] = [
    .yamlSyntax,
    .duplicateKey,
    .unsupportedYAML,
    .tooDeep,
    .tooLarge,
    .unknownKey,
    .missingKey,
    .conflictingKeys,
    .wrongType,
    .valueSyntax,
    .valueOutOfRange,
    .unknownValue,
    .bareNumber,
    .notSupportedYet,
    .unsupportedVersion,
    .unknownMedia,
    .unknownName,
    .duplicateName,
    .referenceCycle,
    .unsetVariable,
    .unknownVariable,
    .unusedVariable,
    .dataSyntax,
    .missingFile,
    .unreadableFile,
    .fileIsDirectory,
    .lfsPointer,
    .pathCase,
    .mediaDiffersFromDigest,
    .mediaNotChecked,
    .factsFromLock,
    .mediaDiffersFromLock,
    .lockOutdated,
    .unreadableLock,
    .takeOutsideMedia,
    .emptyRange,
    .rangeReversed,
    .timeOverflow,
    .overlayOutsideTimeline,
    .markerOutside,
    .rampOutsideItem,
    .rampsOverlap,
    .rampPop,
    .transitionAtEdge,
    .transitionTooLong,
    .transitionsOverlap,
    .missingHandles,
    .mixedOrientation,
    .noPicture,
    .subtitleSyntax,
    .subtitleLoss,
    .checkFailed,
    .unknownSuppression,
    .unusedSuppression,
  ]
}
