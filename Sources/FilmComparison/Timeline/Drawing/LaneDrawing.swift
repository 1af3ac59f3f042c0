import Composition

/// One lane of a window: its name in the margin, and its elements once its position is known.
struct LaneDrawing {
  let label: String
  let height: Double
  /// The vertical centre of the name, from the top of the lane.
  let labelMiddle: Double
  let hasBackground: Bool
  let elements: (_ y: Double) -> [SceneElement]

  init(
    _ label: String, height: Double, labelMiddle: Double? = nil, hasBackground: Bool = true,
    elements: @escaping (_ y: Double) -> [SceneElement]
  ) {
    self.label = label
    self.height = height
    self.labelMiddle = labelMiddle ?? height / 2
    self.hasBackground = hasBackground
    self.elements = elements
  }
}

extension WindowDrawing {
  /// The lanes with entries in the window, from top to bottom.
  func lanes(of content: TimelineContent) -> [LaneDrawing] {
    let tracks = content.subtitles.compactMap { track in
      stack(track.cues, track.label, row: metrics.cueRow, growsUp: false) { drawCue($0, $1) }
    }
    let overlays = stack(content.overlays, "Overlays", row: metrics.overlayRow, growsUp: true) {
      drawOverlay($0, $1)
    }
    let sounds = stack(content.audio, "Audio", row: metrics.soundRow, growsUp: false) { drawSound($0, $1) }
    return tracks + [overlays, timelineLane(content), sounds, renderLane(content.render)].compactMap(\.self)
  }

  /// Further rows are only counted.
  private static let mostRows = 24

  /// A lane of entries in as many rows as needed.
  private func stack(
    _ entries: [TimelineEntry], _ label: String, row: Double, growsUp: Bool,
    draw: @escaping (TimelineEntry, EntryBox) -> [SceneElement]
  ) -> LaneDrawing? {
    let shown = entries.filter { window.part(from: $0.start, to: $0.end) != nil }
    guard !shown.isEmpty else { return nil }
    let (rows, count) = stackedRows(shown)
    let drawnCount = min(count, Self.mostRows)
    let hidden = rows.count { $0 >= drawnCount }
    let pitch = row + metrics.rowGap
    let rowsHeight = Double(drawnCount) * pitch - metrics.rowGap
    let height = rowsHeight + (hidden > 0 ? metrics.calloutRow : 0)
    return LaneDrawing(label, height: height, labelMiddle: growsUp ? rowsHeight - row / 2 : row / 2) { y in
      let drawn = zip(shown, rows).flatMap { entry, place -> [SceneElement] in
        guard place < drawnCount else { return [] }
        let place = growsUp ? drawnCount - 1 - place : place
        guard
          let box = box(
            from: entry.start, to: entry.end, y: y + Double(place) * pitch, height: row)
        else { return [] }
        return [group(entry, box, draw(entry, box))]
      }
      return drawn + more(hidden, below: y + rowsHeight)
    }
  }

  private func more(_ count: Int, below y: Double) -> [SceneElement] {
    guard count > 0 else { return [] }
    return [
      .text(
        SceneText(
          "and \(count) more at the same time", x: left + metrics.padding,
          baseline: y + metrics.calloutRow - 3, style: metrics.small, color: theme.mutedText))
    ]
  }
}

extension WindowDrawing {
  /// The pieces of a render: pale if reused or copied, strong if to be rendered; sound is a thin line below.
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
        let color = piece.isKept ? theme.kept : piece.isCopied ? theme.copied : theme.new
        let shape = rectangle(box, fill: color, radius: 2)
        return [
          .group(
            SceneGroup(title: piece.tooltip.isEmpty ? nil : piece.tooltip, elements: [.rectangle(shape)]))
        ]
      }
    }
  }
}
