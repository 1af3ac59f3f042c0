import Basics
import Composition
import Diagnostics
import EditScript

extension Diagnostic {
  /// Reports that subtitles are drawn in another font or form than their track or their file requests.
  static func otherFont(_ substitution: FontSubstitution, _ origin: SubtitleDrafts.Origin) -> Diagnostic {
    let file =
      origin.line > 0 ? "line \(origin.line) of '\(origin.name)' asks" : "the subtitles '\(origin.name)' ask"
    switch substitution {
    case .family(let asked, let drawn):
      let style = origin.style?.font.flatMap { $0.value.lowercased() == asked.lowercased() ? $0 : nil }
      return Diagnostic(
        .missingFont, severity: .warning,
        style.map { "the font '\($0.value)' is not installed; '\(drawn)' is drawn instead" }
          ?? "\(file) for the font '\(asked)', which is not installed; '\(drawn)' is drawn instead",
        at: style?.range ?? origin.place,
        hint: style == nil
          ? "install it, or name an installed font in the file's styles or in `style`"
          : "install it, or name an installed font")
    case .form(let asked, let isBold, let isItalic):
      // Slanted letters always come from an override in the text.
      let style =
        asked.isBold && !asked.isItalic && origin.style?.weight?.value == .bold ? origin.style?.weight : nil
      let (wanted, drawn) = (form(asked.isBold, asked.isItalic), form(isBold, isItalic))
      return Diagnostic(
        .missingFont, severity: .warning,
        (style == nil
          ? "\(file) for \(wanted) letters of '\(asked.family)', which has only \(drawn) ones"
          : "'\(asked.family)' has no \(wanted) letters, only \(drawn) ones")
          + "; \(making(asked, from: isBold, isItalic))", at: style?.range ?? origin.place,
        hint: "install that form of the font, or choose another font or form")
    }
  }

  private static func form(_ isBold: Bool, _ isItalic: Bool) -> String {
    switch (isBold, isItalic) {
    case (false, false): "regular"
    case (true, false): "bold"
    case (false, true): "italic"
    case (true, true): "bold italic"
    }
  }

  /// The effect of libass, which emboldens and slants letters but never removes either.
  private static func making(_ asked: AskedFont, from isBold: Bool, _ isItalic: Bool) -> String {
    switch (asked.isBold && !isBold, asked.isItalic && !isItalic) {
    case (false, false): "those are drawn"
    case (true, false): "they are thickened"
    case (false, true): "they are slanted"
    case (true, true): "they are thickened and slanted"
    }
  }
}
