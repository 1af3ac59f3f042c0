import Composition
import Diagnostics
import EditScript
import EditTime
import MediaFacts
import SourceText

extension Lowering {
  /// A layer for every placed item that shows something. One that has no place, because of a mistake elsewhere, is
  /// checked as far as its length goes.
  mutating func buildLayers() {
    guard let canvas else { return checkCurves() }
    for index in items.indices where items[index].lane != .sound { buildLayer(ofItemAt: index, on: canvas) }
  }

  private mutating func buildLayer(ofItemAt index: Int, on canvas: ResolvedCanvas) {
    let placed = items[index]
    guard let length = placed.length, let picture = shownPicture(ofItemAt: index, on: canvas) else { return }
    let clock = ItemClock(length: length, rate: canvas.rate)
    let opacityFindings = diagnostics.count
    var opacity = curve(
      placed.item.opacity, initial: 1, itemLength: length, rate: canvas.rate, number: { $0 })
    // What is left of a curve with a mistake in it says nothing about the item.
    var isOpacityKnown = diagnostics.count == opacityFindings
    let findings = diagnostics.count
    var layout = layout(of: placed, natural: naturalSize(of: placed), on: canvas, clock)
    if case .text(let words) = picture {
      fit(&layout, to: words, of: placed.item, clock)
      animate(placed.item, &layout, &opacity, clock)
    }
    let blurredFrame = placed.item.fit?.value == .blur ? blurredFrame(of: placed, &layout) : nil
    guard !diagnostics[findings...].contains(where: { $0.severity == .error }) else { return }
    guard let extent = extent(of: layout, over: length, placed.item, on: canvas) else { return }
    let fadeFindings = diagnostics.count
    items[index].fades = fadeLengths(of: placed, in: length, rate: canvas.rate)
    opacity = faded(opacity, as: items[index], length: length, rate: canvas.rate)
    isOpacityKnown = isOpacityKnown && diagnostics.count == fadeFindings
    let mask = mask(of: placed, in: layout, on: canvas, clock)
    let blend = BlendMode(placed.item.blend?.value ?? .normal)
    let filters = pictureFilters(of: placed.item, length: length, on: canvas)
    let key = chromaKey(of: placed.item, length: length, rate: canvas.rate)
    items[index].picture = ResolvedPicture(
      content: picture, contentBox: extent.content, visibleBox: extent.visible,
      opacity: isOpacityKnown ? opacity : nil,
      isPlain: extent.movement == nil && mask == nil && blend == .normal && key == nil)
    // What lies outside of the canvas has its finding from a rule, an item without a place its own.
    guard checkBox(extent.visible, of: placed), !extent.shown.isEmpty, placed.timelineRange != nil else {
      return
    }
    guard let range = try? placed.pictureRange(), let frames = canvas.rate.frames(of: range) else {
      return reportOverflow(at: placed.item.kindRange)
    }
    var layer = Layer(
      label: placed.label, timelineRange: range, frames: frames, picture: picture,
      contentBox: extent.content, visibleBox: extent.shown, opacity: opacity, movement: extent.movement,
      flip: Flip(placed.item.flip?.value), blend: blend, mask: mask, blurredFrame: blurredFrame,
      filters: filters, chromaKey: key)
    do throws(TimeOverflow) {
      // A transition shows it before its own time begins, from which its curves count.
      try layer.delayCurves(by: try .zero - placed.entry.pictureReach)
    } catch { return reportOverflow(at: placed.item.kindRange) }
    items[index].layer = layers.count
    layers.append(layer)
  }

  /// Without a canvas there are no layers and sounds, but ramps are held against their items all the same.
  private mutating func checkCurves() {
    for placed in items {
      guard let length = placed.length else { continue }
      _ = curve(placed.item.opacity, initial: 1, itemLength: length, rate: rate, number: { $0 })
      _ = pictureFilters(of: placed.item, length: length, on: nil)
      _ = chromaKey(of: placed.item, length: length, rate: rate)
      checkSound(of: placed, length: length)
    }
  }

  /// What an item shows; nil for what shows nothing, and after a finding.
  private mutating func shownPicture(ofItemAt index: Int, on canvas: ResolvedCanvas) -> Picture? {
    do throws(TimeOverflow) { return try picture(ofItemAt: index, on: canvas) } catch {
      reportOverflow(at: items[index].item.kindRange)
      return nil
    }
  }

  /// Where the picture lies over its time; nil after a finding.
  private mutating func extent(
    of layout: PictureLayout, over length: RationalTime, _ item: Item, on canvas: ResolvedCanvas
  ) -> PictureExtent? {
    do throws(PictureExtent.Problem) {
      return try PictureExtent(layout, over: length, canvas: canvas.size, hasMask: item.mask != nil)
    } catch {
      switch error {
      case .overflow:
        reportOverflow(at: item.scale?.range ?? item.rotation?.range ?? item.crop?.range ?? item.placeRange)
      case .outOfReach:
        report(
          Diagnostic(
            .valueOutOfRange,
            "the picture would lie or reach a million pixels out of the canvas, or has no size",
            at: item.placeRange))
      }
      return nil
    }
  }

  private mutating func picture(
    ofItemAt index: Int, on canvas: ResolvedCanvas
  ) throws(TimeOverflow) -> Picture? {
    let placed = items[index]
    switch placed.item.kind {
    case .clip where placed.film == nil:
      guard let media = placed.reference, let track = references[media].facts.mainVideo else { return nil }
      if let moment = placed.frozenAt {
        return .frozen(media: media, stream: track.streamIndex, mediaTime: moment)
      }
      let clock = try placed.clock.shifted(by: placed.entry.pictureReach)
      return .moving(media: media, stream: track.streamIndex, clock: clock)
    case .clip, .sequence, .edit:
      guard let film = placed.film else { return nil }
      if let moment = placed.frozenAt { return .frozenFilm(film, filmTime: moment) }
      let clock = try placed.clock.shifted(by: placed.entry.pictureReach)
      return .film(film, clock: clock)
    case .image:
      guard let media = placed.reference, let track = stillTrack(of: media) else { return nil }
      return .still(media: media, stream: track.streamIndex)
    case .color(let color): return .color(Color(color.value))
    case .gradient(let gradient):
      guard gradient.value.colors.count > 1 else {
        report(
          Diagnostic(
            .valueSyntax, "a gradient needs two colours at least", at: gradient.range,
            hint: "write `color:` for a plain colour"))
        return nil
      }
      return .gradient(
        Gradient(
          colors: gradient.value.colors.map { Color($0) }, degrees: gradient.value.angle?.degrees ?? 180))
    case .bars(let bars): return .bars(ColorBars(bars.value))
    case .shape(let shape): return drawnShape(shape.value, of: placed.item)
    case .text, .counter: return shownWords(ofItemAt: index, on: canvas).map { .text($0) }
    case .gap, .tone, .silence, .transition, .unsupported: return nil
    }
  }

  func stillTrack(of media: Int) -> VideoTrackFacts? {
    references[media].facts.mainVideo ?? references[media].facts.video.first
  }

  /// The size that a picture has by itself.
  private func naturalSize(of placed: PlacedItem) -> PixelSize? {
    placed.film.flatMap { films[$0].size }
      ?? placed.reference.flatMap { stillTrack(of: $0)?.displaySize }
  }

  mutating func checkBox(_ box: PixelBox, of placed: PlacedItem) -> Bool {
    guard box.isEmpty else { return true }
    report(
      Diagnostic(
        .valueOutOfRange, "the picture would be \(box.width)x\(box.height) pixels", at: placed.item.placeRange
      ))
    return false
  }
}

extension PlacedItem {
  /// When its picture shows, with what transitions show of it beyond its own range; nil for an item without a place.
  func pictureRange() throws(TimeOverflow) -> TimeRange? { try range(entry.pictureReach, exit.pictureReach) }

  /// When its sound is heard; nil for an item without a place.
  func soundRange() throws(TimeOverflow) -> TimeRange? { try range(entry.soundReach, exit.soundReach) }

  private func range(_ first: RationalTime, _ last: RationalTime) throws(TimeOverflow) -> TimeRange? {
    guard let timelineRange else { return nil }
    return TimeRange(start: try timelineRange.start + first, end: try timelineRange.end + last)
  }
}
