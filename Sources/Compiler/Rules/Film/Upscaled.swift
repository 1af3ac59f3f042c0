import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let upscaled = DiagnosticID(
    "upscaled", .warning, "The picture is enlarged",
    explanation: """
      The picture is drawn larger than its media, which makes it look soft. Use larger media, a smaller \
      canvas, or a smaller width.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 30}
        timeline:
          - clip: phone.mp4
        """,
        media: "phone.mp4  video 640x360 30 12s",
        gives: ["'phone.mp4' is 640x360 and is shown 1920x1080, 3 times as large"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1920x1080, rate: 30}
        timeline:
          - clip: phone.mp4
            fit: none
          - clip: camera.mp4
        """,
        media: """
          phone.mp4   video 640x360 30 12s
          camera.mp4  video 1760x990 30 12s
          """),
    ])
}

extension Rule {
  /// Once for each file and size, if the picture is enlarged by more than a tenth.
  static let upscaled = Rule.film(.upscaled, reach: .ownSize) { film in
    var reported: Set<Enlargement> = []
    return film.film.items.compactMap { item in
      guard let index = item.medium, let facts = film.medium(of: item)?.reference.facts,
        !facts.isVector, let size = item.seenTrack(of: facts)?.displaySize, let picture = item.picture
      else { return nil }
      let box = picture.contentBox
      let shown = picture.sharpSize ?? PixelSize(width: box.width, height: box.height)
      guard isEnlarged(shown.width, size.width) || isEnlarged(shown.height, size.height),
        reported.insert(Enlargement(medium: index, shown: shown)).inserted
      else { return nil }
      return finding(item, film.medium(of: item)?.reference.spelling ?? "", size, shown)
    }
  }

  private static func isEnlarged(_ shown: Int, _ own: Int) -> Bool {
    own > 0 && Int128(shown) * 10 > Int128(own) * 11
  }

  private struct Enlargement: Hashable {
    let medium: Int
    let shown: PixelSize
  }

  private static func finding(
    _ item: ResolvedItem, _ file: String, _ size: PixelSize, _ shown: PixelSize
  ) -> Diagnostic {
    let factor = max(
      Double(shown.width) / Double(max(1, size.width)), Double(shown.height) / Double(max(1, size.height)))
    let written = item.item.width?.range ?? item.item.height?.range
    return Diagnostic(
      .upscaled, "'\(file)' is \(size) and is shown \(shown), \(rounded(factor)) times as large",
      at: written ?? item.item.mediaName?.range ?? item.item.kindRange,
      hint: written == nil
        ? "use larger media, or a smaller canvas" : "use larger media, or show it smaller")
  }
}
