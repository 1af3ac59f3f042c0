internal import CLibAss
package import Composition
import Glibc

/// Where the pieces of a caption are: for each, the space that its letters take in their line.
struct CaptionCells {
  /// By the index of the piece; pieces without ink have none.
  fileprivate(set) var cells: [Int: Cell] = [:]
  /// The ink of the letters of each piece, by which another drawing of the same text is aligned.
  fileprivate(set) var ink: [Int: Cell] = [:]

  /// A rectangle in pixels of the canvas.
  struct Cell: Hashable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }

    mutating func include(_ other: Cell) {
      (left, top) = (min(left, other.left), min(top, other.top))
      (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
    }

    func moved(x: Int, y: Int) -> Cell {
      Cell(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }
  }
}

/// Measures the pieces of captions with libass, which draws a rectangle behind each of their letters.
///
/// Not thread-safe.
final class CaptionRuler {
  private let renderer: OpaquePointer
  private let track: UnsafeMutablePointer<ASS_Track>
  private let letters: PictureLetters?

  /// - Parameter track: With the styles of the captions; it is freed with the ruler.
  init(renderer: OpaquePointer, track: UnsafeMutablePointer<ASS_Track>, letters: PictureLetters?) {
    self.renderer = renderer
    self.track = track
    self.letters = letters
    for index in 0..<Int(track.pointee.n_styles) {
      // A rectangle for each letter, from the ascent to the descent of its font, and one pixel more.
      track.pointee.styles[index].BorderStyle = 3
      track.pointee.styles[index].Outline = Double(Self.border)
      track.pointee.styles[index].Shadow = 0
    }
  }

  private static let border = 1

  deinit {
    ass_free_track(track)
    ass_renderer_done(renderer)
  }

  /// - Parameter fill: Fills in an event of libass.
  func cells(
    of caption: PaintedCaption, filling fill: (UnsafeMutablePointer<ASS_Event>) -> Void
  ) -> CaptionCells {
    var found = CaptionCells()
    let index = Int(ass_alloc_event(track))
    guard let events = track.pointee.events else { return found }
    fill(events + index)
    events[index].Start = 0
    events[index].Duration = 1
    defer { ass_flush_events(track) }
    var next = ass_render_frame(renderer, track, 0, nil)
    while let shape = next?.pointee {
      next = shape.next
      guard let ink = inkedPart(of: shape) else { continue }
      let cell = CaptionCells.Cell(
        left: ink.x.lowerBound, top: ink.y.lowerBound, right: ink.x.upperBound, bottom: ink.y.upperBound)
      if let number = letters?.number(aroundColor: shape.color) {
        guard let piece = caption.piece(ofNumber: number) else { continue }
        found.ink[piece] = found.ink[piece] ?? cell
        found.cells[piece, default: cell].include(cell)
      } else if let piece = caption.piece(ofNumber: Int(shape.color >> 8)) {
        if shape.type == IMAGE_TYPE_OUTLINE {
          let letter = CaptionCells.Cell(
            left: cell.left + Self.border, top: cell.top + Self.border, right: cell.right - Self.border,
            bottom: cell.bottom - Self.border)
          found.cells[piece, default: letter].include(letter)
        } else if shape.type == IMAGE_TYPE_CHARACTER {
          found.ink[piece] = found.ink[piece] ?? cell
        }
      }
    }
    return found
  }
}

/// A caption in the painter.
package struct PaintedCaption: Hashable, Sendable {
  package let caption: Caption
  /// The number that its first piece has as its colour.
  package let firstNumber: Int
  /// The first frame of its event.
  package let firstFrame: Int64

  package init(_ caption: Caption, firstNumber: Int, firstFrame: Int64) {
    self.caption = caption
    self.firstNumber = firstNumber
    self.firstFrame = firstFrame
  }

  /// The index of the piece with a number; nil if it belongs to another caption.
  func piece(ofNumber number: Int) -> Int? {
    let index = number - firstNumber
    return caption.pieces.indices.contains(index) ? index : nil
  }
}
