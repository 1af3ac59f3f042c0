import Composition

// Drawings of single entries for the lanes other than the timeline.

extension WindowDrawing {
  /// A box with a small picture and the name.
  func drawOverlay(_ entry: TimelineEntry, _ box: EntryBox) -> [SceneElement] {
    let tones = theme.tones(of: entry.kind)
    var elements: [SceneElement] = [.rectangle(rectangle(box, fill: tones.fill))]
    var textLeft = box.box.x + metrics.padding
    if let front = front(of: entry, in: box) {
      elements.append(front.element)
      textLeft = front.right + metrics.padding - 1
    }
    if let opacity = entry.opacity, !opacity.isPlain {
      // A constant line would only strike through the name.
      let line = opacity.isConstant ? nil : tones.accent.faded(to: 0.55)
      elements += scrim(opacity, of: entry, in: box, box.box.inset(1), line)
    }
    elements += names(of: entry, in: box, left: textLeft, height: box.box.height, color: tones.text)
    elements.append(.rectangle(edge(box, entry, tones)))
    return elements
  }

  func drawCue(_ entry: TimelineEntry, _ box: EntryBox) -> [SceneElement] {
    let tones = theme.tones(of: entry.kind)
    return [.rectangle(rectangle(box, fill: tones.fill))]
      + names(
        of: entry, in: box, left: box.box.x + metrics.padding, height: box.box.height, color: tones.text,
        style: metrics.detail)
      + [.rectangle(edge(box, entry, tones))]
  }

  /// A box with the gain as an area and the name.
  func drawSound(_ entry: TimelineEntry, _ box: EntryBox) -> [SceneElement] {
    let tones = theme.tones(of: entry.kind)
    var elements: [SceneElement] = [.rectangle(rectangle(box, fill: tones.fill))]
    if let volume = entry.volume {
      elements += loudness(volume, of: entry, in: box, box.box.inset(1), tones)
    }
    elements += names(
      of: entry, in: box, left: box.box.x + metrics.padding, height: min(box.box.height, 22),
      color: tones.text)
    elements.append(.rectangle(edge(box, entry, tones)))
    return elements
  }

  func edge(_ box: EntryBox, _ entry: TimelineEntry, _ tones: TimelineTheme.Tones) -> SceneRectangle {
    let inner = EntryBox(
      box: box.box.inset(min(0.5, box.box.width / 4)), part: box.part, beginsHere: box.beginsHere,
      endsHere: box.endsHere)
    return rectangle(
      inner, fill: nil, stroke: SceneStroke(tones.edge, dashes: entry.isUncertain ? [4, 3] : []))
  }

  /// The name and, if it fits completely, the detail.
  func names(
    of entry: TimelineEntry, in box: EntryBox, left: Double, height: Double, color: SceneColor,
    style: SceneTextStyle? = nil
  ) -> [SceneElement] {
    let style = style ?? metrics.name
    let badgeRoom = isComparison && entry.change != nil ? 17.0 : 0
    let room = box.box.right - metrics.padding - badgeRoom - left
    guard let name = ruler.fitting(entry.title, style, into: room) else { return [] }
    let baseline = box.box.y + height / 2 + style.size * 0.36
    var elements: [SceneElement] = [
      .text(SceneText(name, x: left, baseline: baseline, style: style, color: color))
    ]
    let detailLeft = left + ruler.width(name, style) + 8
    if !entry.detail.isEmpty, name == entry.title,
      ruler.width(entry.detail, metrics.detail) <= box.box.right - metrics.padding - badgeRoom - detailLeft
    {
      elements.append(
        .text(
          SceneText(
            entry.detail, x: detailLeft, baseline: baseline, style: metrics.detail,
            color: color.faded(to: 0.68))))
    }
    return elements
  }

  /// A small picture or colour patch at the start of an entry, and its right edge.
  private func front(
    of entry: TimelineEntry, in box: EntryBox
  ) -> (element: SceneElement, right: Double)? {
    guard box.beginsHere else { return nil }
    let inner = box.box.inset(1)
    if showsPictures, let picture = entry.picture {
      let width = inner.height * min(max(picture.aspect, 0.4), 1.8)
      guard inner.width >= width else { return nil }
      let frame = SceneBox(x: inner.x, y: inner.y, width: width, height: inner.height)
      let clip = SceneRectangle(frame, leftRadius: metrics.radius - 1, rightRadius: 0)
      let image = self.image(picture.first, picture.aspect, filling: frame)
      return (
        .group(
          SceneGroup(
            clip: clip, elements: [.rectangle(SceneRectangle(frame, fill: theme.drawn.fill)), image])),
        frame.right
      )
    }
    guard !entry.swatch.isEmpty, inner.width >= 12 else { return nil }
    let patch = SceneBox(x: inner.x + 4, y: inner.y + inner.height / 2 - 4, width: 8, height: 8)
    let color = entry.swatch[0]
    return (
      .rectangle(
        SceneRectangle(
          patch, radius: 2, fill: color, stroke: SceneStroke(theme.text.faded(to: 0.25), width: 0.5))),
      patch.right
    )
  }

  /// A picture that fills a frame, centred if its aspect differs; the caller must clip it.
  func image(_ id: Int, _ aspect: Double, filling frame: SceneBox) -> SceneElement {
    let aspect = aspect > 0 && aspect.isFinite ? aspect : 1
    var box = frame
    if frame.width < frame.height * aspect {
      box.width = frame.height * aspect
      box.x -= (box.width - frame.width) / 2
    } else {
      box.height = frame.width / aspect
      box.y -= (box.height - frame.height) / 2
    }
    return .image(SceneImage(id: id, box: box))
  }
}
