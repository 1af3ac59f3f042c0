package import Composition

extension TimelineContent {
  /// The timeline as a drawing, with the height that it needs.
  package func scene(_ style: TimelineStyle, ruler: TextRuler) -> Scene {
    var page = TimelinePage(style: style, ruler: ruler, contents: [self], isEven: false)
    page.header(title: title, facts: facts, render: render)
    if page.systems.windows.count > 1 { page.addOverview(of: self) }
    for window in page.systems.windows { page.add(window) }
    return page.scene(title: title)
  }
}

/// A drawing that grows downwards.
struct TimelinePage {
  let style: TimelineStyle
  let ruler: TextRuler
  let contents: [TimelineContent]
  let metrics: TimelineMetrics
  let systems: TimelineSystems
  let ticks: TimeTicks
  var y = 0.0
  var elements: [SceneElement] = []

  var theme: TimelineTheme { style.theme }
  var contentLeft: Double { metrics.margin + metrics.gutter }
  var contentRight: Double { style.width - metrics.margin }
  private var isComparison: Bool { contents.count > 1 }

  /// Several contents are drawn one above the other at the same scale.
  init(style: TimelineStyle, ruler: TextRuler, contents: [TimelineContent], isEven: Bool) {
    self.style = style
    self.ruler = ruler
    self.contents = contents
    let roomy = TimelineMetrics.roomy
    let width = style.width - 2 * roomy.margin - roomy.gutter
    let items = contents.flatMap(\.timeline).filter { $0.kind != .gap }
    let perContent =
      contents.max { $0.timeline.count < $1.timeline.count }?.timeline.filter { $0.kind != .gap } ?? items
    systems = TimelineSystems(
      duration: contents.map(\.duration).max() ?? 0, cuts: contents.flatMap(\.timeline).map(\.start),
      lengths: perContent.map { $0.end - $0.start }, width: width, isEven: isEven)
    metrics = systems.windows.count > 1 ? .tight : roomy
    ticks = TimeTicks(
      pixelsPerSecond: systems.pixelsPerSecond, duration: contents.map(\.duration).max() ?? 0, room: 64)
    y = metrics.margin
  }

  /// Adds a window of each content, one above the other, under one ruler.
  mutating func add(_ window: TimeWindow, captions: [String] = []) {
    let drawing = WindowDrawing(
      theme: theme, metrics: metrics, ruler: ruler, showsPictures: style.showsPictures, window: window,
      left: contentLeft, pixelsPerSecond: systems.pixelsPerSecond, isComparison: isComparison)
    let markers = contents.last?.markers ?? []
    let knownEnd = contents.compactMap(\.knownEnd).min()
    addMarkers(markers, drawing)
    let ruler = rulerElements(drawing, knownEnd: knownEnd)
    y += metrics.rulerHeight
    let top = y
    var backgrounds: [SceneElement] = []
    var front: [SceneElement] = []
    for (index, content) in contents.enumerated() {
      if index < captions.count { front += caption(captions[index], isFirst: index == 0) }
      for lane in drawing.lanes(of: content) { place(lane, drawing, &backgrounds, &front) }
    }
    y -= metrics.laneGap
    elements += backgrounds + ruler + grid(drawing, from: top, knownEnd: knownEnd)
    elements += markerLines(markers, drawing, from: top) + front
    y += metrics.systemGap
  }

  private mutating func place(
    _ lane: LaneDrawing, _ drawing: WindowDrawing, _ backgrounds: inout [SceneElement],
    _ front: inout [SceneElement]
  ) {
    if lane.hasBackground {
      let box = SceneBox(
        x: contentLeft - 3, y: y - 2, width: drawing.right - contentLeft + 6, height: lane.height + 4)
      backgrounds.append(.rectangle(SceneRectangle(box, radius: metrics.radius + 1, fill: theme.lane)))
    }
    if let label = ruler.fitting(lane.label, metrics.label, into: metrics.gutter - 12) {
      front.append(
        .text(
          SceneText(
            label, x: metrics.margin, baseline: y + lane.labelMiddle + metrics.label.size * 0.36,
            style: metrics.label, color: theme.mutedText)))
    }
    front += lane.elements(y)
    y += lane.height + metrics.laneGap
  }

  private mutating func caption(_ words: String, isFirst: Bool) -> [SceneElement] {
    if !isFirst { y += 10 }
    let baseline = y + 11
    y += 20
    let fitting = ruler.fitting(words, metrics.label, into: contentRight - metrics.margin) ?? ""
    // Interrupts the grid lines, so that the caption is readable.
    let strip = SceneBox(
      x: metrics.margin, y: baseline - 13, width: contentRight - metrics.margin + 4, height: 20)
    return [
      .rectangle(SceneRectangle(strip, fill: theme.background)),
      .text(
        SceneText(fitting, x: metrics.margin, baseline: baseline, style: metrics.label, color: theme.text)),
    ]
  }

  func scene(title: String) -> Scene {
    Scene(
      width: style.width, height: (y - metrics.systemGap + metrics.margin).rounded(.up),
      background: theme.background, title: title, elements: elements)
  }
}
