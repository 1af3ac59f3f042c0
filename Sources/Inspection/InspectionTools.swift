import Drawing
import Lowering

/// What a process keeps between answers: the fonts that it has listed.
package final class InspectionTools {
  private var drawings: [String: TextDrawing] = [:]
  private var finder: SubtitleFontFinder?

  func drawing(_ folder: String) -> TextDrawing {
    if let drawing = drawings[folder] { return drawing }
    let drawing = TextDrawing(folder: folder)
    drawings[folder] = drawing
    return drawing
  }

  func subtitleFonts(for letters: SubtitleLetters) throws(SubtitleFontFailure) -> FoundSubtitleFonts {
    var finder: SubtitleFontFinder
    if let known = self.finder { finder = known } else { finder = try SubtitleFontFinder() }
    defer { self.finder = finder }
    return try finder.fonts(for: letters)
  }
}
