import CPangoCairo
import Composition

/// The positions of the parts of a drawn text, relative to the corner of the placed box.
struct TextGeometry {
  /// The size of the placed box.
  let size: PixelSize
  /// The origin of the layout.
  let origin: (x: Double, y: Double)
  /// The inked area of the letters, including their outline; nil if nothing is visible.
  let ink: Box?
  let reach: PixelInsets
  let baseline: Double
  let wordsWidth: Double
  let wordsHeight: Double

  struct Box {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
  }

  init(_ picture: TextPicture, _ laidOut: TextLayout) throws(TextFailure) {
    let layout = laidOut.layout
    defer { withExtendedLifetime(laidOut) {} }
    var (inked, logical) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_extents(layout, &inked, &logical)
    let unit = Double(PANGO_SCALE)
    wordsWidth = Double(logical.width) / unit
    wordsHeight = Double(logical.height) / unit
    let padding = picture.padding
    let exact = (
      width: picture.width ?? wordsWidth + 2 * padding.x,
      height: picture.height ?? wordsHeight + 2 * padding.y
    )
    // Checked before rounding and before a surface exists: markup may request letters of any size.
    let sides = [exact.width, exact.height, wordsWidth, wordsHeight]
    guard sides.allSatisfy({ $0 >= 0 && $0 <= TextLayout.largestSide }) else { throw .tooLarge }
    size = PixelSize(width: max(1, Self.whole(exact.width)), height: max(1, Self.whole(exact.height)))
    // Both sides share the pixels that rounding adds.
    let spare = (x: (Double(size.width) - exact.width) / 2, y: (Double(size.height) - exact.height) / 2)
    let left = picture.width == nil ? Double(logical.x) / unit : 0
    origin = (
      x: padding.x + spare.x - left,
      y: padding.y + spare.y + (exact.height - 2 * padding.y - wordsHeight) / 2 - Double(logical.y) / unit
    )
    baseline = origin.y + Double(pango_layout_get_baseline(layout)) / unit
    ink = Self.ink(inked, at: origin, outline: picture.outline?.width ?? 0)
    var reached = ink
    if let motion = picture.motion, let still = ink {
      reached = still.swept(by: motion, TextUnits(laidOut, by: motion.unit), size, of: picture.size)
    }
    reach = Self.reach(of: reached, beyond: size, shadow: picture.shadow)
    let all = [size.width + reach.left + reach.right, size.height + reach.top + reach.bottom]
    guard all.allSatisfy({ Double($0) <= 2 * TextLayout.largestSide }),
      all[0].multipliedReportingOverflow(by: all[1]).partialValue <= 1 << 27
    else { throw .tooLarge }
  }

  /// A length in whole pixels; rounding errors of Pango's units add no pixel.
  private static func whole(_ length: Double) -> Int { Int((length - 1.0 / 64).rounded(.up)) }

  private static func ink(_ ink: PangoRectangle, at origin: (x: Double, y: Double), outline: Double) -> Box? {
    guard ink.width > 0, ink.height > 0 else { return nil }
    let unit = Double(PANGO_SCALE)
    return Box(
      left: origin.x + Double(ink.x) / unit - outline, top: origin.y + Double(ink.y) / unit - outline,
      right: origin.x + Double(ink.x + ink.width) / unit + outline,
      bottom: origin.y + Double(ink.y + ink.height) / unit + outline)
  }

  private static func reach(of ink: Box?, beyond size: PixelSize, shadow: TextShadow?) -> PixelInsets {
    guard var box = ink else { return PixelInsets() }
    if let shadow {
      let spread = Double(ShadowBlur(shadow.blur).reach)
      box.left = min(box.left, box.left + shadow.x - spread)
      box.top = min(box.top, box.top + shadow.y - spread)
      box.right = max(box.right, box.right + shadow.x + spread)
      box.bottom = max(box.bottom, box.bottom + shadow.y + spread)
    }
    // One more than the outlines need, because antialiased edges extend over a pixel.
    let needed = { (length: Double) in length <= 0 ? 0 : Int(min(length, 100_000).rounded(.up)) + 1 }
    return PixelInsets(
      left: needed(-box.left), top: needed(-box.top), right: needed(box.right - Double(size.width)),
      bottom: needed(box.bottom - Double(size.height)))
  }

  /// The inked area in whole pixels.
  var inkBox: PixelBox? {
    guard let ink else { return nil }
    let limit = { (value: Double) in min(max(value, -100_000), 100_000) }
    let left = Int(limit(ink.left).rounded(.down))
    let top = Int(limit(ink.top).rounded(.down))
    return PixelBox(
      x: left, y: top, width: Int(limit(ink.right).rounded(.up)) - left,
      height: Int(limit(ink.bottom).rounded(.up)) - top)
  }
}
