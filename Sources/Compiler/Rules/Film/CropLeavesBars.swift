import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let cropLeavesBars = DiagnosticID(
    "crop-leaves-bars", .warning, "The cropped picture leaves bars",
    explanation: """
      The cropped picture has a different aspect ratio from the canvas, so the background shows beside it. \
      A crop does not enlarge the picture to fill the canvas. Write `fit: cover` to fill the canvas, crop \
      to its aspect ratio, or write `fit: contain` if you want the bars.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: beach.mp4
            crop: {left: 10%, right: 10%}
        """,
        media: "beach.mp4  video 1920x1080 30 12s",
        gives: ["the cropped picture is 1024x720, so 256 pixels of the width are background"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - clip: beach.mp4
            fit: cover
            crop: {left: 10%, right: 10%}
          - clip: beach.mp4
            crop: 5% 5% 5% 5%
        """,
        media: "beach.mp4  video 1920x1080 30 12s"),
    ])
}

extension Rule {
  /// Only items that fill the canvas: a written size, place or fit shows what is intended.
  static let cropLeavesBars = Rule.film(.cropLeavesBars, reach: .ownSize) { film in
    guard let canvas = film.film.canvas?.size else { return [] }
    return film.film.items.compactMap { resolved in
      let item = resolved.item
      guard resolved.list == .timeline, let crop = item.crop, crop.value.anchor?.value != .keep,
        item.fit == nil, item.width == nil, item.height == nil, item.scale == nil, item.rotation == nil,
        item.skew == nil,
        item.place == nil, let facts = film.medium(of: resolved)?.reference.facts,
        let size = resolved.seenTrack(of: facts)?.displaySize, let shown = resolved.picture?.visibleBox
      else { return nil }
      let whole = Bars(of: size, in: canvas)
      let width = Bars.excess(canvas.width - shown.width, over: whole.width)
      let height = Bars.excess(canvas.height - shown.height, over: whole.height)
      guard width > 0 || height > 0 else { return nil }
      return Diagnostic(
        .cropLeavesBars,
        "the cropped picture is \(shown.width)x\(shown.height), so \(max(width, height)) pixels of the"
          + " \(width >= height ? "width" : "height") are background",
        at: crop.range, hint: "write `fit: cover` to fill the canvas, or `fit: contain` if you want the bars"
      )
    }
  }
}

/// The part of the canvas that a fitted picture does not cover.
private struct Bars {
  var width = 0
  var height = 0

  init(of size: PixelSize, in canvas: PixelSize) {
    guard size.width > 0, size.height > 0 else { return }
    let (across, down) = (
      Int128(canvas.width) * Int128(size.height), Int128(canvas.height) * Int128(size.width)
    )
    if across > down {
      width = canvas.width - Int(down / Int128(size.height))
    } else {
      height = canvas.height - Int(across / Int128(size.width))
    }
  }

  /// The part that the crop adds; up to two pixels are rounding.
  static func excess(_ free: Int, over before: Int) -> Int { free - before > 2 ? free : 0 }
}
