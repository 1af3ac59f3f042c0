import Diagnostics
import EditScript

extension ScriptRules {
  static let unusedMedia = ScriptRule(
    .unusedMedia,
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
    ]
  ) { script, _ in
    let used = Set(script.writtenItems.flatMap { $0.mediaNames.map(\.value) })
    return script.media.filter { !used.contains($0.name.value) }.map { declaration in
      Diagnostic(
        .unusedMedia, "'\(declaration.name.value)' is declared but never used",
        at: declaration.name.range, hint: "remove it, or use it in an item")
    }
  }
}
