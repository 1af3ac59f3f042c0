package import Composition
import Glibc

/// A drawing of a waveform: one lane per channel, with the envelope of its samples and its RMS level.
package struct WaveformPicture {
  package struct Form: Hashable, Sendable {
    package var width: Double
    /// Nil for lanes of the default height.
    package var height: Double?
    package var theme: LookingTheme
    /// Whether to draw only the waveform, without title, ruler and lines.
    package var isPlain: Bool
    /// Whether the lanes scale to the loudest sample instead of full scale.
    package var fitsLoudest: Bool

    package init(
      width: Double, height: Double?, theme: LookingTheme, isPlain: Bool, fitsLoudest: Bool = false
    ) {
      self.width = width
      self.height = height
      self.theme = theme
      self.isPlain = isPlain
      self.fitsLoudest = fitsLoudest
    }
  }

  private let form: Form
  private let names: [String]
  private let title: String
  /// In seconds.
  private let duration: Double
  /// The sample value at the edge of a lane.
  private var top = 1.0

  package init(_ form: Form, names: [String], title: String, duration: Double) {
    self.form = form
    self.names = names
    self.title = title
    self.duration = duration
  }

  private var margin: Double { form.isPlain ? 0 : 16 }
  private var gutter: Double { form.isPlain ? 0 : 30 }
  private var header: Double { form.isPlain ? 0 : 34 }
  private var ruler: Double { form.isPlain ? 0 : 24 }
  private var gap: Double { form.isPlain ? 0 : 6 }
  private var theme: LookingTheme { form.theme }

  /// The width of the waveform itself.
  package var waveWidth: Double { max(1, form.width - 2 * margin - gutter) }

  package var height: Double {
    if let height = form.height { return height }
    let lanes = Double(names.count)
    let lane: Double = names.count <= 2 ? 120 : 84
    return 2 * margin + header + ruler + lanes * lane + (lanes - 1) * gap
  }

  private var laneHeight: Double {
    let lanes = Double(max(1, names.count))
    return (height - 2 * margin - header - ruler - (lanes - 1) * gap) / lanes
  }

  /// Whether the picture is large enough to show anything.
  package var hasRoom: Bool {
    laneHeight >= (form.isPlain ? 1 : 12) && form.width >= (form.isPlain ? 1 : 160)
  }

  /// `envelopes` has one entry per name.
  package func scene(_ envelopes: [SoundEnvelope], facts: String, ruler measure: TextRuler) -> Scene {
    var drawing = self
    let loudest = envelopes.map { Double($0.peak) }.max() ?? 0
    if form.fitsLoudest, loudest > 0, loudest.isFinite { drawing.top = loudest }
    return drawing.drawn(envelopes, facts: facts, ruler: measure)
  }

  private func drawn(_ envelopes: [SoundEnvelope], facts: String, ruler measure: TextRuler) -> Scene {
    var scene = Scene(
      width: form.width, height: height, background: theme.background, title: "The waveform of \(title)")
    if !form.isPlain { scene.elements += titleLine(facts, measure) }
    for (index, envelope) in envelopes.enumerated() {
      scene.elements.append(
        .group(
          SceneGroup(title: form.isPlain ? nil : names[index], elements: lane(index, envelope))))
    }
    if !form.isPlain { scene.elements += timeRuler(measure) }
    return scene
  }
}

// MARK: - Lanes

extension WaveformPicture {
  private func box(ofLane index: Int) -> SceneBox {
    SceneBox(
      x: margin, y: margin + header + Double(index) * (laneHeight + gap), width: waveWidth,
      height: laneHeight)
  }

  private func lane(_ index: Int, _ envelope: SoundEnvelope) -> [SceneElement] {
    let box = box(ofLane: index)
    let wave = [
      area(envelope.highest.map(Double.init), envelope.lowest.map(Double.init), in: box, theme.peak),
      area(envelope.rms, envelope.rms.map(-), in: box, theme.loud),
    ]
    let center = SceneElement.rectangle(
      SceneRectangle(
        SceneBox(x: box.x, y: middle(of: box) - 0.5, width: box.width, height: 1), fill: theme.loud))
    guard !form.isPlain else { return [center] + wave }
    var elements: [SceneElement] = [.rectangle(SceneRectangle(box, radius: 5, fill: theme.lane))]
    elements += levelLines(in: box) + timeLines(in: box) + [center] + wave + overloads(envelope, in: box)
    if names.count > 1, laneHeight >= 30 { elements += label(names[index], in: box) }
    return elements
  }

  private func middle(of box: SceneBox) -> Double { (box.y + box.height / 2).rounded(.down) + 0.5 }

  /// The position of a sample value; the largest that is drawn nearly reaches the edge of its lane.
  private func y(_ value: Double, in box: SceneBox) -> Double {
    let room = box.height / 2 - (form.isPlain ? 0 : 3)
    return middle(of: box) - min(max(value / top, -1), 1) * max(0.5, room)
  }

  /// A closed shape between two lines, with one point per bin at the middle of its interval.
  private func area(
    _ upper: [Double], _ lower: [Double], in box: SceneBox, _ color: SceneColor
  ) -> SceneElement {
    guard !upper.isEmpty else { return .path(ScenePath([])) }
    let step = box.width / Double(upper.count)
    let edge = { (values: [Double]) in
      let points = values.enumerated().map { index, value in
        ScenePoint(box.x + (Double(index) + 0.5) * step, y(value, in: box))
      }
      // The first and the last bin extend to the ends.
      return [ScenePoint(box.x, points[0].y)] + points
        + [ScenePoint(box.right, points[points.count - 1].y)]
    }
    return .path(ScenePath(edge(upper) + edge(lower).reversed(), isClosed: true, fill: color))
  }

  /// Marks at the lane's edges where samples reach full scale.
  private func overloads(_ envelope: SoundEnvelope, in box: SceneBox) -> [SceneElement] {
    guard !envelope.highest.isEmpty else { return [] }
    let step = box.width / Double(envelope.highest.count)
    // A 16-bit file can reach no more than 32767.
    let full = Float(32766.5 / 32768)
    let mark = { (index: Int, y: Double) in
      SceneElement.rectangle(
        SceneRectangle(
          SceneBox(x: box.x + Double(index) * step, y: y, width: max(step, 1), height: 2), fill: theme.warning
        ))
    }
    return envelope.highest.indices.flatMap { index in
      (envelope.highest[index] >= full ? [mark(index, box.y)] : [])
        + (envelope.lowest[index] <= -full ? [mark(index, box.bottom - 2)] : [])
    }
  }

  private func label(_ name: String, in box: SceneBox) -> [SceneElement] {
    [
      .text(
        SceneText(
          name, x: box.x + 8, baseline: box.y + 16, style: SceneTextStyle(size: 11, weight: 700),
          color: theme.mutedText))
    ]
  }
}

// MARK: - Words and lines around it

extension WaveformPicture {
  private func titleLine(_ facts: String, _ measure: TextRuler) -> [SceneElement] {
    let style = SceneTextStyle(size: 14, weight: 700)
    let small = SceneTextStyle(size: 12)
    let room = form.width - 2 * margin
    let factsWidth = measure.width(facts, small)
    // If both do not fit, the title has priority.
    let showsFacts = factsWidth + 160 <= room
    let title = measure.fitting(self.title, style, into: room - (showsFacts ? factsWidth + 24 : 0)) ?? ""
    let baseline = margin + 15
    var elements: [SceneElement] = [
      .text(SceneText(title, x: margin, baseline: baseline, style: style, color: theme.text))
    ]
    if showsFacts {
      elements.append(
        .text(
          SceneText(
            facts, x: form.width - margin, baseline: baseline, style: small, color: theme.mutedText,
            anchor: .end)))
    }
    return elements
  }

  /// Lines at repeated halves of full scale, as many as fit, labelled in decibels at the right.
  private func levelLines(in box: SceneBox) -> [SceneElement] {
    let style = SceneTextStyle(size: 10)
    var levels: [(value: Double, name: String)] = []
    var (value, last) = (0.5, box.y)
    for step in 1...30 {
      let y = y(value, in: box)
      if value < top, y - last >= 14, middle(of: box) - y >= 11 {
        levels.append((value, "−\(6 * step)"))
        last = y
      }
      value /= 2
    }
    return levels.flatMap { level in
      [level.value, -level.value].flatMap { value -> [SceneElement] in
        let y = y(value, in: box).rounded(.down)
        return [
          .rectangle(
            SceneRectangle(SceneBox(x: box.x, y: y, width: box.width, height: 1), fill: theme.faintLine)),
          .text(
            SceneText(
              level.name, x: box.right + 6, baseline: y + 4, style: style, color: theme.mutedText)),
        ]
      }
    }
  }

  private var ticks: TimeTicks {
    TimeTicks(pixelsPerSecond: waveWidth / max(duration, 1e-9), duration: duration, room: 64)
  }

  private func x(_ time: Double) -> Double { margin + time / max(duration, 1e-9) * waveWidth }

  private func timeLines(in box: SceneBox) -> [SceneElement] {
    guard duration > 0 else { return [] }
    return ticks.moments(from: 0, to: duration).filter { $0.isLabelled && $0.time > 0 }.compactMap {
      time, _ in
      let x = x(time).rounded(.down)
      guard x < box.right - 1 else { return nil }
      return .rectangle(
        SceneRectangle(SceneBox(x: x, y: box.y, width: 1, height: box.height), fill: theme.faintLine))
    }
  }

  private func timeRuler(_ measure: TextRuler) -> [SceneElement] {
    guard duration > 0 else { return [] }
    let top = height - margin - ruler
    let style = SceneTextStyle(size: 11)
    return ticks.moments(from: 0, to: duration).flatMap { time, isLabelled -> [SceneElement] in
      let x = x(time).rounded(.down)
      let tick = SceneElement.rectangle(
        SceneRectangle(
          SceneBox(x: min(x, margin + waveWidth - 1), y: top + 3, width: 1, height: isLabelled ? 6 : 3),
          fill: theme.line))
      guard isLabelled else { return [tick] }
      let words = ticks.label(time)
      // The first label starts at the waveform's edge; the last one must not extend beyond the picture.
      let half = measure.width(words, style) / 2
      guard x + half <= form.width - 4 else { return [tick] }
      return [
        tick,
        .text(
          SceneText(
            words, x: time == 0 ? margin : x, baseline: top + 22, style: style, color: theme.mutedText,
            anchor: time == 0 ? .start : .middle)),
      ]
    }
  }
}

/// A level in decibels for people: `−3.2 dB`, `−∞ dB`.
package func decibels(_ value: Double) -> String {
  guard value > 0, value.isFinite else { return "−∞ dB" }
  let tenths = (200 * log10(value)).rounded()
  guard tenths > -2000, tenths < 2000 else { return tenths < 0 ? "−∞ dB" : "over 200 dB" }
  let magnitude = Int(abs(tenths))
  return "\(tenths < 0 ? "−" : tenths > 0 ? "+" : "")\(magnitude / 10).\(magnitude % 10) dB"
}
