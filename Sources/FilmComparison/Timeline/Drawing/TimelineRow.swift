package import Composition

/// A film's timeline as a drawing of one row, with the positions of its start and end for a playhead.
package struct TimelineRow: Sendable {
  package let scene: Scene
  package let left: Double
  package let right: Double
  package let width: Double

  /// As wide as needed, up to eight times the style's width.
  package init(_ content: TimelineContent, _ style: TimelineStyle, ruler: TextRuler) {
    var style = style
    let widest = 8 * style.width
    var page = TimelinePage(style: style, ruler: ruler, contents: [content], isEven: false)
    while page.systems.windows.count > 1, style.width < widest {
      style.width *= 2
      page = TimelinePage(style: style, ruler: ruler, contents: [content], isEven: false)
    }
    scene = content.scene(style, ruler: ruler)
    left = page.contentLeft
    right = page.contentRight
    width = style.width
  }
}
