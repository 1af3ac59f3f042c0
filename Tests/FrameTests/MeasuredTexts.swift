import Composition
import Drawing
import Lowering

/// Measures words with the fonts of this machine.
func measuredTexts(_ texts: [TextPicture]) -> TextTable {
  TextTable(Dictionary(texts.map { ($0, state(of: $0)) }, uniquingKeysWith: { first, _ in first }))
}

private func state(of text: TextPicture) -> TextState {
  do throws(TextFailure) { return .measured(try TextDrawing(folder: "/").measure(text)) } catch {
    return .failed(error)
  }
}
