import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let aspectChanged = DiagnosticID(
    "aspect-changed", .warning, "The picture is distorted",
    explanation: """
      `width` and `height` give the picture an aspect ratio other than its own, so circles become ovals. \
      Use `fit: contain` or `fit: cover`, or write only one of `width` and `height`.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: old.mp4
            fit: fill
        """,
        media: "old.mp4  video 1440x1080 30 12s",
        gives: ["'old.mp4' is 1440x1080 and is shown 1280x720: stretched in width by 33.3 %"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: old.mp4
            fit: cover
          - clip: new.mp4
            fit: fill
        """,
        media: """
          old.mp4  video 1440x1080 30 12s
          new.mp4  video 1920x1080 30 12s
          """),
    ])
}

extension Rule {
  /// `fit: fill` by more than a hundredth and more than one pixel, which could be rounding.
  static let aspectChanged = Rule.film(.aspectChanged, reach: .ownSize) { film in
    film.film.items.compactMap { item in
      guard let fit = item.item.fit, fit.value == .fill, let medium = film.medium(of: item)?.reference,
        let size = item.seenTrack(of: medium.facts)?.displaySize, let box = item.picture?.contentBox,
        let stretch = Stretch(of: size, to: PixelSize(width: box.width, height: box.height))
      else { return nil }
      return Diagnostic(
        .aspectChanged,
        "'\(medium.spelling)' is \(size) and is shown \(box.width)x\(box.height): \(stretch.description)",
        at: fit.range,
        hint: item.item.width != nil && item.item.height != nil
          ? "use `fit: contain` or `fit: cover`, or write only one of `width` and `height`"
          : "use `fit: contain` or `fit: cover`")
    }
  }
}

/// The factor by which a picture is too wide or too tall.
private struct Stretch {
  let description: String

  /// Nil if the aspect ratio is kept.
  init?(of size: PixelSize, to shown: PixelSize) {
    guard size.width > 0, size.height > 0, shown.width > 0, shown.height > 0 else { return nil }
    let wide = Int128(shown.width) * Int128(size.height)
    let tall = Int128(shown.height) * Int128(size.width)
    let difference = (wide - tall).magnitude
    // More than a hundredth, and more than one pixel in either direction.
    guard difference * 100 > min(wide, tall).magnitude,
      difference > max(size.width, size.height).magnitude
    else { return nil }
    let ratio = Double(max(wide, tall)) / Double(min(wide, tall))
    description = "stretched in \(wide > tall ? "width" : "height") by \(rounded((ratio - 1) * 100)) %"
  }
}
