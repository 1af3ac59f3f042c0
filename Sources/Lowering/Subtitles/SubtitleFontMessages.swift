import Basics
import Composition
import Diagnostics
import EditScript

extension Diagnostic {
  /// Reports that subtitles are drawn in another font or form than their track or their file requests.
  static func otherFont(_ substitution: FontSubstitution, _ origin: SubtitleDrafts.Origin) -> Diagnostic {
    let subject =
      origin.line > 0 ? "line \(origin.line) of '\(origin.name)' asks" : "the subtitles '\(origin.name)' ask"
    switch substitution {
    case .family(let asked, let drawn):
      let style = origin.style?.font.flatMap { $0.value.lowercased() == asked.lowercased() ? $0 : nil }
      return Diagnostic(
        .missingFont, severity: .warning,
        style.map { "the font '\($0.value)' is not installed; '\(drawn)' is drawn instead" }
          ?? "\(subject) for the font '\(asked)', which is not installed; '\(drawn)' is drawn instead",
        at: style?.range ?? origin.place,
        hint: style == nil
          ? "install it, or name an installed font in the file's styles or in `style`"
          : "install it, or name an installed font")
    case .form(let asked, let isBold, let isItalic):
      // Slanted letters always come from an override in the text.
      let style =
        asked.isBold && !asked.isItalic && origin.style?.weight?.value == .bold ? origin.style?.weight : nil
      let (wanted, drawn) = (form(asked.isBold, asked.isItalic), form(isBold, isItalic))
      let file = origin.style?.fontFile
      let family = file?.value ?? asked.family
      let hint =
        file == nil
        ? "install that form of the font, or choose another font or form"
        : "name the file of that form, or choose another form"
      return Diagnostic(
        .missingFont, severity: .warning,
        (style == nil
          ? "\(subject) for \(wanted) letters of '\(family)', which has only \(drawn) ones"
          : "'\(family)' has no \(wanted) letters, only \(drawn) ones")
          + "; \(making(asked, from: isBold, isItalic))", at: style?.range ?? origin.place,
        hint: hint)
    }
  }

  /// Reports a font file in a style that cannot be used.
  static func badFontFile(_ font: Located<String>, _ failure: TextFailure) -> Diagnostic {
    switch failure {
    case .refused: return Lowering.refused(font)
    case .noSuchFontFile:
      return Diagnostic(
        .missingFont, "there is no font file '\(font.value)'", at: font.range,
        hint: "the path is relative to the script's folder; you can also write a family name")
    case .fontChanged:
      return Diagnostic(.missingFont, "'\(font.value)' changed while it was being read", at: font.range)
    case .notAFont, .noFonts, .markup, .tooLarge, .library:
      return Diagnostic(.missingFont, "'\(font.value)' is not a font file", at: font.range)
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
