import Basics
import Diagnostics
import Subtitles

extension Diagnostic {
  /// Subtitles are drawn in another font, or another form of it, than they ask for.
  static func otherFont(
    _ substitution: FontSubstitution, in name: String, line: Int?, at place: SourceRange
  ) -> Diagnostic {
    let asking = line.map { "line \($0) of '\(name)' asks for" } ?? "the subtitles '\(name)' ask for"
    return switch substitution {
    case .family(let asked, let drawn):
      Diagnostic(
        .missingFont, severity: .warning,
        "\(asking) the font '\(asked)', which is not installed; '\(drawn)' is drawn instead",
        at: place,
        hint: "install it, or name an installed font in the styles of the file, or in `style`")
    case .form(let asked, let isBold, let isItalic):
      Diagnostic(
        .missingFont, severity: .warning,
        "\(asking) \(form(asked.isBold, asked.isItalic)) letters of '\(asked.family)', which has only "
          + "\(form(isBold, isItalic)) ones; \(making(asked, from: isBold, isItalic))", at: place,
        hint: "install the font file of that form, or choose another font or form")
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

  /// What libass does: it thickens and slants, but takes neither away.
  private static func making(_ asked: AskedFont, from isBold: Bool, _ isItalic: Bool) -> String {
    switch (asked.isBold && !isBold, asked.isItalic && !isItalic) {
    case (false, false): "those are drawn"
    case (true, false): "they are thickened"
    case (false, true): "they are slanted"
    case (true, true): "they are thickened and slanted"
    }
  }
}
