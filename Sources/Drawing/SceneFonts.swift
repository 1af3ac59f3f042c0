import CPangoCairo
package import Composition
package import Scene
import Vocabulary

/// The letters of drawings: the usual family without serifs of this machine.
///
/// For one thread.
package final class SceneFonts {
  let map: FontMap
  private var widths: [SceneTextStyle: [String: Double]] = [:]

  package init() throws(TextFailure) {
    map = try FontMap()
  }

  /// How wide words are in these letters.
  package var ruler: TextRuler {
    TextRuler { [self] words, style in width(of: words, style) }
  }

  /// What cannot be laid out counts as nothing.
  private func width(of words: String, _ style: SceneTextStyle) -> Double {
    if let known = widths[style]?[words] { return known }
    let width = (try? layout(words, style))?.width ?? 0
    widths[style, default: [:]][words] = width
    return width
  }

  func layout(_ words: String, _ style: SceneTextStyle) throws(TextFailure) -> TextLayout {
    try TextLayout(
      TextPicture(words: words, size: style.size, weight: style.weight, color: .black), fonts: map)
  }
}

extension TextLayout {
  /// How wide the line is with the room that its letters take.
  fileprivate var width: Double {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return Double(logical.width) / Double(PANGO_SCALE)
  }
}
