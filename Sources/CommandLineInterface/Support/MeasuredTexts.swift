import Composition
import Lowering
import TextDrawing

extension TextTable {
  /// Words measured with the fonts of this machine; font files are looked for from the folder.
  static func measuring(inFolder folder: String) -> @Sendable ([TextPicture]) -> TextTable {
    { texts in
      let drawing = TextDrawing(folder: folder)
      return TextTable(
        Dictionary(texts.map { ($0, drawing.state(of: $0)) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}

extension TextDrawing {
  fileprivate func state(of text: TextPicture) -> TextState {
    do throws(TextFailure) { return .measured(try measure(text)) } catch { return .failed(error) }
  }
}
