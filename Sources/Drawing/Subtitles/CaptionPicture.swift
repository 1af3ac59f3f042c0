internal import CLibAss
import Composition

/// A caption in one frame.
struct CaptionFrame {
  let painted: PaintedCaption
  /// As it was measured, which need not be where libass drew it.
  let cells: CaptionCells
  let states: [Caption.UnitState]

  var caption: Caption { painted.caption }
}

/// Composites captions from the shapes of libass, the first at the bottom. All of them belong to a caption.
func captionPicture(
  of first: UnsafeMutablePointer<ASS_Image>, _ captions: [CaptionFrame], width: Int, height: Int,
  letters: PictureLetters?
) -> DrawnPicture? {
  var drawn: [DrawnCaption] = []
  var next: UnsafeMutablePointer<ASS_Image>? = first
  while let shape = next?.pointee {
    next = shape.next
    let number = letters?.number(aroundColor: shape.color) ?? Int(shape.color >> 8)
    guard
      let (index, piece) = captions.indices.lazy.compactMap({ index in
        captions[index].painted.piece(ofNumber: number).map { (index, $0) }
      }).first
    else { continue }
    if drawn.last?.index != index { drawn.append(DrawnCaption(index: index)) }
    drawn[drawn.count - 1].shapes.append((piece, shape))
  }
  let placed = drawn.map { PlacedCaption(captions[$0.index], $0.shapes) }
  let areas = placed.flatMap(\.areas)
  guard let firstArea = areas.first else { return nil }
  var box = areas.dropFirst().reduce(firstArea) { $0.union($1) }
  box = box.clipped(to: InkBox(left: 0, top: 0, right: width, bottom: height))
  guard box.width > 0, box.height > 0 else { return nil }
  var canvas = CaptionCanvas(box: box, letters: letters)
  for caption in placed { caption.draw(on: &canvas) }
  return DrawnPicture(canvas.channels, in: box)
}

/// The shapes of one caption.
private struct DrawnCaption {
  let index: Int
  var shapes: [(piece: Int, shape: ASS_Image)] = []
}

/// A caption where libass drew it.
private struct PlacedCaption {
  private let frame: CaptionFrame
  private let shapes: [(piece: Int, shape: ASS_Image)]
  private let layout: CaptionLayout
  /// From the place where it was measured.
  private let offset: (x: Int, y: Int)

  private var caption: Caption { frame.caption }

  init(_ frame: CaptionFrame, _ shapes: [(piece: Int, shape: ASS_Image)]) {
    self.frame = frame
    self.shapes = shapes
    layout = CaptionLayout(frame.caption, frame.cells)
    offset = Self.offset(of: shapes, from: frame.cells)
  }

  /// How far the letters are from where they were measured.
  private static func offset(
    of shapes: [(piece: Int, shape: ASS_Image)], from measured: CaptionCells
  ) -> (x: Int, y: Int) {
    for (piece, shape) in shapes where shape.type == IMAGE_TYPE_CHARACTER {
      guard let old = measured.ink[piece], let ink = inkedPart(of: shape), ink.x.count == old.width,
        ink.y.count == old.height
      else { continue }
      return (ink.x.lowerBound - old.left, ink.y.lowerBound - old.top)
    }
    return (0, 0)
  }

  // MARK: Boxes

  private func rounded(_ cell: CaptionCells.Cell, _ box: Caption.Box) -> RoundedBox {
    RoundedBox(around: cell.moved(x: offset.x, y: offset.y), box)
  }

  /// The boxes behind the text, and the part with which each moves.
  private var boxes: [(box: RoundedBox, part: CaptionLayout.Part?)] {
    guard let box = caption.box, let first = layout.lines.first else { return [] }
    switch caption.boxUnit {
    case .cue:
      let all = layout.lines.dropFirst().reduce(into: first) { $0.include($1) }
      return [(rounded(all, box), nil)]
    case .line: return layout.lines.map { (rounded($0, box), nil) }
    case .word:
      let shown = Set(caption.pieces.filter { frame.states[$0.unit].isShown }.compactMap(\.word))
      return layout.words.filter { shown.contains($0.word) }.map { (rounded($0.cell, box), $0.part) }
    }
  }

  private var litBoxes: [(box: RoundedBox, part: CaptionLayout.Part?)] {
    guard let box = caption.litBox else { return [] }
    return layout.parts.filter { frame.states[$0.part.unit].isLit }.map { (rounded($0.cell, box), $0.part) }
  }

  /// The movement of a part; nil at rest.
  private func movement(of part: CaptionLayout.Part?) -> PartMovement? {
    guard let part, frame.states[part.unit].moves,
      let cell = layout.cell(of: part)
    else { return nil }
    return PartMovement(frame.states[part.unit], of: cell.moved(x: offset.x, y: offset.y))
  }

  // MARK: Drawing

  /// The areas that it can touch.
  var areas: [InkBox] {
    let boxes = (boxes + litBoxes).map { box, part in
      (movement(of: part).map { box.moved(by: $0) } ?? box).pixels
    }
    let letters = shapes.filter { frame.states[caption.pieces[$0.piece].unit].isShown }.map { piece, shape in
      let area = InkBox(of: shape)
      return movement(of: layout.part(ofPiece: piece, caption)).map { area.moved(by: $0) } ?? area
    }
    return boxes + letters
  }

  func draw(on canvas: inout CaptionCanvas) {
    let own = Dictionary(grouping: boxes) { moving($0.part) }
    let lit = Dictionary(grouping: litBoxes) { moving($0.part) }
    let letters = Dictionary(grouping: shapes) { moving(layout.part(ofPiece: $0.piece, caption)) }
    draw(own[nil, default: []].map(\.box), caption.box?.color, on: &canvas)
    draw(lit[nil, default: []].map(\.box), caption.litBox?.color, on: &canvas)
    for (piece, shape) in letters[nil, default: []] { draw(shape, of: piece, on: &canvas) }
    for part in layout.parts.map(\.part) {
      guard let movement = movement(of: part) else { continue }
      draw(own[part, default: []].map { $0.box.moved(by: movement) }, caption.box?.color, on: &canvas)
      draw(lit[part, default: []].map { $0.box.moved(by: movement) }, caption.litBox?.color, on: &canvas)
      draw(letters[part, default: []], moved: movement, on: &canvas)
    }
  }

  /// A part that moves in this frame; nil for others.
  private func moving(_ part: CaptionLayout.Part?) -> CaptionLayout.Part? {
    movement(of: part) == nil ? nil : part
  }

  private func draw(_ boxes: [RoundedBox], _ color: Color?, on canvas: inout CaptionCanvas) {
    if let color, !boxes.isEmpty { canvas.fill(boxes, color) }
  }

  /// Draws a shape in the colour that its piece has in the frame.
  private func draw(_ shape: ASS_Image, of piece: Int, on canvas: inout CaptionCanvas) {
    let state = frame.states[caption.pieces[piece].unit]
    guard state.isShown else { return }
    if let letter = canvas.letters?.picture(ofColor: shape.color) {
      return lay(letter, inPlaceOf: shape, onto: &canvas.channels, canvas.box)
    }
    let isOutline = shape.type == IMAGE_TYPE_OUTLINE
    // The box of a word sets it off; an outline in a similar colour would thicken its letters.
    if isOutline, state.isLit, caption.litBox != nil { return }
    let letters = (state.isLit ? caption.litColor : nil) ?? caption.pieces[piece].color
    var shape = shape
    shape.color = (isOutline ? caption.stroke : letters).codeOfLibass
    lay(shape, onto: &canvas.channels, canvas.box)
  }

  private func draw(
    _ shapes: [(piece: Int, shape: ASS_Image)], moved movement: PartMovement,
    on canvas: inout CaptionCanvas
  ) {
    guard let first = shapes.first else { return }
    let area = shapes.dropFirst().reduce(InkBox(of: first.shape)) { $0.union(InkBox(of: $1.shape)) }
    guard area.width > 0, area.height > 0 else { return }
    var picture = CaptionCanvas(box: area, letters: canvas.letters)
    for (piece, shape) in shapes { draw(shape, of: piece, on: &picture) }
    canvas.lay(picture, moved: movement)
  }
}

extension Color {
  /// Red, green, blue and transparency.
  fileprivate var codeOfLibass: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(255 - alpha)
  }
}

// MARK: - Pixels

/// A part of the canvas in 65535ths, premultiplied.
struct CaptionCanvas {
  let box: InkBox
  let letters: PictureLetters?
  var channels: [UInt16]

  init(box: InkBox, letters: PictureLetters?) {
    self.box = box
    self.letters = letters
    channels = [UInt16](repeating: 0, count: box.width * box.height * 4)
  }

  /// Fills boxes as one area, so that nothing shows twice where they overlap.
  mutating func fill(_ boxes: [RoundedBox], _ color: Color) {
    guard let first = boxes.first else { return }
    let area = boxes.dropFirst().reduce(first.pixels) { $0.union($1.pixels) }.clipped(to: box)
    guard area.width > 0, area.height > 0 else { return }
    var mask = [UInt8](repeating: 0, count: area.width * area.height)
    for rounded in boxes {
      let part = rounded.pixels.clipped(to: area)
      guard part.width > 0, part.height > 0 else { continue }
      for y in part.top..<part.bottom {
        let row = (y - area.top) * area.width - area.left
        for x in part.left..<part.right { mask[row + x] = max(mask[row + x], rounded.coverage(x: x, y: y)) }
      }
    }
    let values = [color.red, color.green, color.blue].map { UInt32($0) * 257 } + [65535]
    for y in area.top..<area.bottom {
      for x in area.left..<area.right {
        let weight = UInt32(mask[(y - area.top) * area.width + x - area.left]) * UInt32(color.alpha)
        if weight == 0 { continue }
        let target = ((y - box.top) * box.width + x - box.left) * 4
        for channel in 0..<4 { blend(values[channel], weight, 65025 - weight, &channels[target + channel]) }
      }
    }
  }

  /// Lays a picture over this one, moved. Between pixels, it is interpolated linearly, in 256ths of a pixel.
  mutating func lay(_ picture: CaptionCanvas, moved movement: PartMovement) {
    let area = picture.box.moved(by: movement).clipped(to: box)
    guard area.width > 0, area.height > 0 else { return }
    for y in area.top..<area.bottom {
      for x in area.left..<area.right {
        let source = movement.source(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let sample = picture.sample(x: source.x - 0.5, y: source.y - 0.5)
        if sample[3] == 0 { continue }
        let target = ((y - box.top) * box.width + x - box.left) * 4
        for channel in 0..<4 {
          let kept = UInt64(channels[target + channel]) * UInt64(65535 - sample[3])
          let sum = UInt32((kept + 32767) / 65535) + sample[channel]
          channels[target + channel] = UInt16(min(sum, 65535))
        }
      }
    }
  }

  /// The colour between the centres of pixels, which are at whole numbers here.
  private func sample(x: Double, y: Double) -> SIMD4<UInt32> {
    let (fixedX, fixedY) = (Int((x * 256).rounded()), Int((y * 256).rounded()))
    let (column, row) = (fixedX >> 8, fixedY >> 8)
    let (right, down) = (UInt32(fixedX & 255), UInt32(fixedY & 255))
    let top = pixel(column, row) &* (256 - right) &+ pixel(column + 1, row) &* right
    let bottom = pixel(column, row + 1) &* (256 - right) &+ pixel(column + 1, row + 1) &* right
    // 65535 * 256 * 256 + 32768 is below 2^32.
    return (top &* (256 - down) &+ bottom &* down &+ 32768) &>> 16
  }

  private func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    guard (box.left..<box.right).contains(x), (box.top..<box.bottom).contains(y) else { return .zero }
    let index = ((y - box.top) * box.width + x - box.left) * 4
    return SIMD4(
      UInt32(channels[index]), UInt32(channels[index + 1]), UInt32(channels[index + 2]),
      UInt32(channels[index + 3]))
  }
}

extension InkBox {
  fileprivate init(of shape: ASS_Image) {
    self.init(
      left: Int(shape.dst_x), top: Int(shape.dst_y), right: Int(shape.dst_x) + Int(shape.w),
      bottom: Int(shape.dst_y) + Int(shape.h))
  }

  fileprivate func union(_ other: InkBox) -> InkBox {
    InkBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  fileprivate func clipped(to other: InkBox) -> InkBox {
    InkBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// The pixels that a moved picture touches.
  fileprivate func moved(by movement: PartMovement) -> InkBox {
    InkBox(
      left: Int(movement.x(Double(left)).rounded(.down)) - 1,
      top: Int(movement.y(Double(top)).rounded(.down)) - 1,
      right: Int(movement.x(Double(right)).rounded(.up)) + 1,
      bottom: Int(movement.y(Double(bottom)).rounded(.up)) + 1)
  }
}
