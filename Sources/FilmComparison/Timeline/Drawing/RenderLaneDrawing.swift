import Scene

extension WindowDrawing {
  /// The pieces of a render: pale what is there, strong what has to be made; the sound below as a thinner line.
  func renderLane(_ render: TimelineContent.RenderLane?) -> LaneDrawing? {
    guard let render, !render.segments.isEmpty || render.sound != nil else { return nil }
    let strip = metrics.renderStrip
    let soundHeight = strip / 2
    let hasBoth = render.sound != nil && !render.segments.isEmpty
    let height =
      (render.segments.isEmpty ? 0 : strip) + (hasBoth ? 2 : 0) + (render.sound == nil ? 0 : soundHeight)
    return LaneDrawing("Render", height: height, hasBackground: false) { y in
      let pieces = render.segments.map { ($0, y, strip) }
      let sound = render.sound.map { [($0, y + height - soundHeight, soundHeight)] } ?? []
      return (pieces + sound).flatMap { piece, y, height -> [SceneElement] in
        guard let box = box(from: piece.start, to: piece.end, y: y, height: height) else { return [] }
        let shape = rectangle(box, fill: piece.isKept ? theme.kept : theme.new, radius: 2)
        return [
          .group(
            SceneGroup(title: piece.tooltip.isEmpty ? nil : piece.tooltip, elements: [.rectangle(shape)]))
        ]
      }
    }
  }
}
