package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let unusedMedia = DiagnosticID(
    "unused-media", .warning, "A media file is never used",
    explanation: """
      The file is declared under `media`, but no item uses it, often because an item was misspelt or \
      removed. Use it, or remove the declaration.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        media: {beach: beach.mp4, park: park.mov}
        timeline:
          - clip: beach
        """,
        media: "beach.mp4  video 1920x1080 30 12s", gives: ["'park' is declared but never used"]),
      RuleExample(
        """
        edit: 1
        media: {beach: beach.mp4}
        timeline:
          - clip: beach
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}

extension Rule {
  static let unusedMedia = Rule.script(.unusedMedia) { script, _ in
    guard !script.isLibrary else { return [] }
    let items = script.writtenItems
    let passed = items.flatMap(\.textsPassedToScript)
    let used = Set((items.flatMap(\.mediaNames) + script.covers).map(\.value) + passed)
    return script.media.filter { !used.contains($0.name.value) }.map { declaration in
      Diagnostic(
        .unusedMedia, "'\(declaration.name.value)' is declared but never used",
        at: declaration.name.range, hint: "remove it, or use it in an item")
    }
  }
}
