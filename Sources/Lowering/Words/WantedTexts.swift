import Basics
import Composition
import Diagnostics
package import EditScript

/// The text and letters to measure before a script is lowered for these outputs and its own canvas.
///
/// Its own canvas always counts: comparisons use the film without an output.
package func wantedFonts(
  of script: EditScript, for outputs: [Output] = [], media: MediaTable
) -> WantedFonts {
  let scripts = [script] + media.playedScripts
  guard
    scripts.contains(where: \.drawsSubtitles)
      || scripts.flatMap(\.playedItems).contains(where: \.drawsText)
      || media.vectors.values.contains(where: \.hasText)
      || media.filledVectors.values.contains(where: \.hasText)
  else { return WantedFonts() }
  let different = outputs.filter { !$0.showsFilmAsIs }
  let wanted = (different.map { $0 } + [nil]).map { wantedFonts(of: script, for: $0, media) }
  return WantedFonts(texts: wanted.flatMap(\.texts), subtitles: wanted.flatMap(\.subtitles))
}

private func wantedFonts(of script: EditScript, for output: Output?, _ media: MediaTable) -> WantedFonts {
  var lowering = FilmLowering(.whole, LoweringContext(script: script, output: output, table: media))
  return lowering.wantedFonts()
}

extension Output {
  /// Whether its pictures are those of the film without an output: all that is written is known not to change what is
  /// drawn.
  fileprivate var showsFilmAsIs: Bool {
    var plain = Output(range: range, file: file)
    (plain.name, plain.metadata, plain.timecode) = (name, metadata, timecode)
    (plain.video, plain.audio) = (video, audio)
    (plain.isFastStart, plain.fragment, plain.hasChapters) = (isFastStart, fragment, hasChapters)
    return plain == self && hasPicture && !copiesPicture && Container(ofFile: file.value)?.isText == false
  }
}

extension EditScript {
  /// Whether subtitles are drawn into its pictures.
  fileprivate var drawsSubtitles: Bool { subtitles.contains { $0.mode?.value ?? .burn == .burn } }
}

extension TimedFilm {
  /// The text of this film and of those that it plays, as far as canvases are known.
  func wantedTexts(_ table: MediaTable) -> [TextPicture] {
    guard let canvas = canvas.canvas, canvas.hasPicture else { return media.wantedTexts }
    let own = items.flatMap { item in
      [item.wantedText(on: canvas)].compactMap(\.self)
        + (item.creditsBlocks(on: canvas, table)?.flatMap(\.texts) ?? [])
    }
    return own + wantedTextsOfSources(on: canvas) + media.wantedTexts
  }

  private func wantedTextsOfSources(on canvas: ResolvedCanvas) -> [TextPicture] {
    let counters = items.indices.filter { items[$0].item.sourceCounter != nil }
    guard !counters.isEmpty else { return [] }
    let sources = CounterSources(items, media, rate: canvas.rate)
    return counters.flatMap { index in
      sources.parts(ofItemAt: index).compactMap { items[index].wantedText(on: canvas, of: $0) }
    }
  }
}

extension TimedItem {
  /// The text to measure for an item, in pixels; nil for an item without text or of unknown length. `part` is
  /// what a counter shows of another item.
  func wantedText(on canvas: ResolvedCanvas, of part: CounterPart? = nil) -> TextPicture? {
    guard let style = item.style, list != .audio, let words = part?.sample ?? words(on: canvas) else {
      return nil
    }
    let ruler = Ruler(canvas)
    var text = TextPicture(words, style, of: item.kind, alignment(of: item), on: ruler)
    // Digits of equal width, so that what counts stays in its place.
    if style.features == nil, case .counter(let counter) = item.kind, case .settings = counter.value {
      text.features = ["tnum"]
    }
    if case .text = item.kind {
      text.width = item.width?.value.only.map { ruler.alongWidth($0) }
      text.height = item.height?.value.only.map { ruler.alongHeight($0) }
    }
    return text
  }

  private func words(on canvas: ResolvedCanvas) -> String? {
    switch item.kind {
    case .text(let words): words.value
    case .counter: counter(on: canvas)?.sample
    default: nil
    }
  }

  /// Nil for other items, and for an item of unknown length: no item is too long for a frame number.
  func counter(on canvas: ResolvedCanvas) -> Counter? {
    guard case .counter(let counter) = item.kind, let length,
      let frames = canvas.rate.frame(at: length)?.value
    else { return nil }
    switch counter.value {
    case .settings(let settings): return number(settings, frames, on: canvas).map { .number($0) }
    case .elapsed(.timecode): return .timecode(canvas.rate)
    case .elapsed(.frames): return .frames(digits: String(max(0, frames - 1)).utf8.count)
    case .elapsed(.seconds):
      let whole = Counter.seconds(canvas.rate, digits: 1).words(atFrame: frames)
      return .seconds(canvas.rate, digits: whole.utf8.count)
    }
  }

  /// The number that changes over the frames of an item; nil for other counters.
  private func number(
    _ settings: CounterSettings, _ frames: Int64, on canvas: ResolvedCanvas
  ) -> CountedNumber? {
    guard let to = settings.to?.value, let format = try? settings.numberFormat() else { return nil }
    let shown = (try? pictureRange()).flatMap { canvas.rate.frames(of: $0) }
    return CountedNumber(
      from: settings.from?.value.rounded(toDecimals: settings.places) ?? 0,
      to: to.rounded(toDecimals: settings.places), frameCount: shown.map { Int64($0.count) } ?? frames,
      easing: settings.easing?.value ?? .linear, format: format)
  }

  private func alignment(of item: Item) -> TextAlignment {
    if let written = item.style?.alignment { return written.value }
    if case .counter = item.kind { return .center }
    switch (item.place?.value.values.first ?? .center).anchor.x {
    case 0: return .left
    case 1: return .right
    default: return .center
    }
  }
}

extension TextPicture {
  init(
    _ words: String, _ style: WordsStyle, of kind: ItemKind, _ alignment: TextAlignment, on ruler: Ruler
  ) {
    let size = style.largestSize(on: ruler)
    self.init(
      words: words, isMarkup: style.isMarkup?.value ?? false, font: FontChoice(style, of: kind),
      size: size, weight: style.weight?.value.number ?? 400,
      color: style.color?.value.start ?? Color(red: 255, green: 255, blue: 255),
      alignment: alignment)
    lineHeight = style.lineHeight?.value
    tracking = style.tracking.map { ruler.tracking($0.value, size: size) } ?? 0
    features = style.features?.value.list ?? []
    outline = style.stroke.map {
      TextOutline(width: ruler.widest($0.value), color: $0.value.start?.color ?? .black)
    }
    shadow = style.shadow.map { TextShadow($0.value, size: size, on: ruler) }
    box = style.box.map { TextBox($0.value, size: size, on: ruler) }
    fit = style.fit(on: ruler)
    if case .settings(let settings) = style.animation?.value { motion = TextMotion(settings, on: ruler) }
  }
}

extension WordsStyle {
  /// Text is laid out once, at its greatest size, with the widest box, outline and shadow.
  func largestSize(on ruler: Ruler) -> Double {
    switch size?.value {
    case nil: 0.06 * ruler.height
    case .written(let size): size.values.map { ruler.alongHeight($0) }.max() ?? 0
    case .fitted(_, let most): ruler.alongHeight(most)
    }
  }

  fileprivate func fit(on ruler: Ruler) -> TextFit? {
    guard case .fitted(let least, _) = size?.value else { return nil }
    var fit = TextFit(least: ruler.alongHeight(least), lines: lines?.value)
    if tracking?.value.amount.unit == .percent { fit.shares.append(.tracking) }
    if let shadow = shadow?.value, shadow.x == nil, shadow.y == nil, shadow.blur == nil {
      fit.shares.append(.shadow)
    }
    if let box = box?.value, box.padding == nil { fit.shares.append(.padding) }
    return fit
  }
}

extension FontChoice {
  init(_ style: WordsStyle, of kind: ItemKind) {
    if let file = style.fontFile {
      self = .file(file.value)
    } else if let family = style.font, !family.value.allSatisfy({ $0 == " " || $0 == "," }) {
      self = .family(family.value)
    } else if case .counter = kind {
      self = .family("monospace")
    } else {
      self = .family("sans-serif")
    }
  }
}

extension TextShadow {
  /// By default black, offset slightly down and to the right, and slightly soft.
  fileprivate init(_ settings: ShadowSettings, size: Double, on ruler: Ruler) {
    self.init(
      color: settings.color?.value.start ?? .black,
      x: settings.x.map { ruler.alongWidth($0.value) } ?? size / 16,
      y: settings.y.map { ruler.alongHeight($0.value) } ?? size / 16,
      blur: settings.blur.map { ruler.longest($0.value) } ?? size / 8)
  }
}

extension TextBox {
  /// By default black, with a padding of a third of the letters' size.
  fileprivate init(_ settings: BoxSettings, size: Double, on ruler: Ruler) {
    self.init(
      color: settings.color?.value.start ?? .black,
      padding: settings.padding.map { ruler.longest($0.value, \.vertical) } ?? size / 3,
      sidePadding: settings.padding.map { ruler.longest($0.value, \.horizontal) },
      radius: settings.radius?.value.start.map { ruler.alongHeight($0) } ?? 0)
  }
}
