import Basics
import Composition
import Drawing
import LibAV

/// Draws the text of layers.
final class WordsDrawing {
  private let drawing = TextDrawing()
  private let pool: FramePool

  init(pool: FramePool) {
    self.pool = pool
  }

  /// The state of a text in a frame: while it stays the same, so does the picture.
  struct State: Hashable {
    var letters: Int?
    var counted: String?
    /// The moment, if units move.
    var moment: TextMotionTimes.Moment?
    /// The text's appearance, if it is animated.
    var look: TextPicture?

    /// Whether lines, words or letters move on their own.
    func unitsMove(in words: ShownWords) -> Bool {
      moment != nil && words.text.motion.map { $0.unit != .all } ?? false
    }
  }

  /// `moment` is in the item's own time, `frame` counts from the layer's start.
  static func state(of words: ShownWords, at moment: RationalTime, frame: Int64, look: TextPicture?) -> State
  {
    State(
      letters: words.letters.map { Int(min(max($0.value(at: moment), 0), 1_000_000)) },
      counted: words.counter?.words(atFrame: frame), moment: words.motion?.moment(at: moment), look: look)
  }

  /// Draws the text as RGBA with premultiplied alpha.
  func frame(of words: ShownWords, in state: State, label: String) throws(RenderingError) -> VideoFrame {
    var shown = words
    if let counted = state.counted { shown.text.words = counted }
    let picture: DrawnText
    do throws(TextFailure) {
      picture = try drawing.draw(shown, shownLetters: state.letters, at: state.moment, look: state.look)
    } catch { throw .words(layer: label, error) }
    return try VideoFrame.drawn(picture, pool: pool)
  }
}

extension VideoFrame {
  /// A drawn picture as RGBA with premultiplied alpha.
  static func drawn(_ picture: DrawnText, pool: FramePool) throws(RenderingError) -> VideoFrame {
    let size = PixelSize(width: picture.width, height: picture.height)
    return try wrapping { () throws(LibAVError) in
      try VideoFrame.allocate(size: size, layout: .rgba, color: .sRGB, pool: pool) { planes in
        guard let plane = planes.first else { return }
        picture.pixels.withUnsafeBytes { pixels in
          let length = picture.width * 4
          for y in 0..<picture.height {
            plane.row(y).copyMemory(
              from: UnsafeRawBufferPointer(rebasing: pixels[y * length..<(y + 1) * length]))
          }
        }
      }
    }
  }
}
