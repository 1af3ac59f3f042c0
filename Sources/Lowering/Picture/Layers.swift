import Basics
import Composition
import Diagnostics
import EditScript

extension PictureBuilding {
  /// Builds the layer of an item. An item that has no place, because of a mistake elsewhere, is checked as
  /// far as its length permits.
  mutating func buildLayer(ofItemAt index: Int, on canvas: ResolvedCanvas) {
    let placed = items[index]
    if placed.item.credits != nil { return buildCredits(ofItemAt: index, on: canvas) }
    if placed.item.sourceCounter != nil { return buildSourceCounter(ofItemAt: index, on: canvas) }
    guard let picture = shownPicture(ofItemAt: index, on: canvas) else { return }
    buildLayer(ofItemAt: index, showing: picture, on: canvas)
  }

  /// `part` is the time in which the picture shows; nil for all of the item's time.
  mutating func buildLayer(
    ofItemAt index: Int, showing picture: Picture, in part: TimeRange? = nil, on canvas: ResolvedCanvas
  ) {
    let placed = items[index]
    guard let length = placed.length else { return }
    let clock = ItemClock(length: length, rate: canvas.rate)
    // A curve with a mistake in it reveals nothing about the item.
    var opacity = attempt { phase in
      phase.refuseOvershoot(ofOpacity: placed.item.opacity)
      return phase.curve(
        placed.item.opacity, initial: 1, itemLength: length, rate: canvas.rate, number: { $0 })
    }
    let placing = attempt { phase in phase.placing(of: placed, showing: picture, opacity, on: canvas, clock) }
    let changes = drawnChanges(of: placed.item, clock)
    guard let placing else { return }
    let layout = placing.layout
    if opacity != nil { opacity = placing.opacity }
    guard let extent = extent(of: layout, over: length, placed.item, on: canvas) else { return }
    let fades = attempt { phase in .some(phase.fadeLengths(of: placed.item, in: length, rate: canvas.rate)) }
    seen[index].fades = fades ?? nil
    opacity = fades.flatMap { fades in
      opacity.flatMap { faded($0, as: placed, fades, length: length, rate: canvas.rate) }
    }
    let mask = mask(of: placed, in: layout, on: canvas, clock)
    let blend = placed.item.blend?.value ?? .normal
    let filters = pictureFilters(of: placed.item, length: length, on: canvas)
    let key = chromaKey(of: placed.item, length: length, rate: canvas.rate, on: canvas)
    seen[index].picture = ResolvedPicture(
      content: picture, changes: changes, contentBox: extent.content, visibleBox: extent.visible,
      sharpSize: placing.sharpSize, opacity: opacity,
      isPlain: extent.movement == nil && mask == nil && blend == .normal && key == nil)
    // A rule reports pictures outside of the canvas; an item without a place has its own finding.
    guard !extent.shown.isEmpty, let own = placed.timelineRange else { return }
    guard let range = try? part ?? placed.pictureRange(), let frames = canvas.rate.frames(of: range) else {
      return reportOverflow(at: placed.item.kindRange)
    }
    var layer = Layer(
      label: placed.label, name: placed.item.name?.value, timelineRange: range, frames: frames,
      picture: picture, changes: changes,
      between: between(of: placed.item, showing: picture, in: range, on: canvas),
      stabilization: stabilization(of: placed.item, showing: picture, on: canvas),
      contentBox: extent.content, visibleBox: extent.shown, opacity: opacity ?? .constant(1),
      movement: extent.movement,
      flip: Flip(placed.item.flip?.value), blend: blend, mask: mask, blurredFrame: placing.blurredFrame,
      filters: filters, chromaKey: key)
    do throws(TimeOverflow) {
      // A transition shows it before its own time begins, from which its curves count.
      try layer.delayCurves(by: try own.start - range.start)
    } catch { return reportOverflow(at: placed.item.kindRange) }
    seen[index].layer = seen[index].layer ?? layers.count
    layers.append(layer)
  }

  /// The placement of a picture before it fades.
  struct PicturePlacing {
    var layout: PictureLayout
    var opacity: Curve
    var blurredFrame: BlurredFrame?
    /// The size of the sharp picture over its blurred copy; nil without one.
    var sharpSize: PixelSize?
  }

  mutating func placing(
    of placed: TimedItem, showing picture: Picture, _ opacity: Curve?, on canvas: ResolvedCanvas,
    _ clock: ItemClock
  ) -> PicturePlacing {
    let layout = layout(of: placed, natural: naturalSize(of: placed), on: canvas, clock)
    var placing = PicturePlacing(layout: layout, opacity: opacity ?? .constant(1))
    if case .text(let words) = picture {
      fit(&placing.layout, to: words, of: placed.item, clock)
      animate(placed.item, &placing.layout, &placing.opacity, clock)
    }
    if placed.item.fit?.value == .blur, let natural = placing.layout.natural {
      placing.blurredFrame = blurredFrame(of: placed, &placing.layout)
      placing.sharpSize = placing.blurredFrame?.containedSize(of: natural)
    }
    return placing
  }

  /// Checks ramps against their items, even without a canvas and its layers.
  mutating func checkCurves() {
    for placed in items {
      guard let length = placed.length else { continue }
      refuseOvershoot(ofOpacity: placed.item.opacity)
      _ = curve(placed.item.opacity, initial: 1, itemLength: length, rate: rate, number: { $0 })
      _ = pictureFilters(of: placed.item, length: length, on: nil)
      _ = chromaKey(of: placed.item, length: length, rate: rate, on: nil)
    }
  }

  /// The picture of an item; nil if it has none, and after a finding.
  mutating func shownPicture(ofItemAt index: Int, on canvas: ResolvedCanvas) -> Picture? {
    do throws(TimeOverflow) { return try picture(ofItemAt: index, on: canvas) } catch {
      reportOverflow(at: items[index].item.kindRange)
      return nil
    }
  }

  /// The position of the picture over its time; nil after a finding.
  private mutating func extent(
    of layout: PictureLayout, over length: RationalTime, _ item: Item, on canvas: ResolvedCanvas
  ) -> PictureExtent? {
    guard layout.isEverSeen(over: length) else {
      report(.pictureHasNoSize(item.kind, at: item.placeRange))
      return nil
    }
    do throws(PictureExtent.Problem) {
      return try PictureExtent(layout, over: length, canvas: canvas.size, hasMask: item.mask != nil)
    } catch {
      switch error {
      case .overflow:
        reportOverflow(at: item.scale?.range ?? item.rotation?.range ?? item.crop?.range ?? item.placeRange)
      case .outOfReach:
        report(
          .pictureIsOutOfReach(at: item.placeRange))
      }
      return nil
    }
  }

  private mutating func picture(
    ofItemAt index: Int, on canvas: ResolvedCanvas
  ) throws(TimeOverflow) -> Picture? {
    let placed = items[index]
    switch placed.item.kind {
    case .clip, .sequence, .edit:
      // A missing film, picture or take has a finding already.
      guard let playing = placed.playing else { return nil }
      if let film = placed.source.film {
        if let moment = playing.frozenAt { return .frozenFilm(film, filmTime: moment) }
        return .film(film, clock: try playing.clock.shifted(by: placed.entry.pictureReach))
      }
      guard let medium = placed.source.medium, let track = media.references[medium].facts.mainVideo else {
        return nil
      }
      if let moment = playing.frozenAt {
        return .frozen(media: medium, stream: track.streamIndex, mediaTime: moment)
      }
      return .moving(
        media: medium, stream: track.streamIndex,
        clock: try playing.clock.shifted(by: placed.entry.pictureReach))
    case .image:
      guard let medium = placed.source.medium, let track = media.stillTrack(of: medium) else { return nil }
      return .still(media: medium, stream: track.streamIndex)
    case .color(let color): return .color(color.value.start ?? .black)
    case .gradient(let gradient):
      guard gradient.value.colors.count > 1 else {
        report(
          .gradientNeedsTwoColors(at: gradient.range))
        return nil
      }
      return .gradient(self.gradient(gradient))
    case .bars(let bars): return .bars(bars.value)
    case .noise(let noise): return self.noise(noise.value, on: canvas).map { .noise($0) }
    case .shape(let shape): return drawnShape(shape.value, of: placed.item)
    case .counter where placed.item.sourceCounter != nil:
      // Others are placed beside what it shows in its last frame.
      return counterSources(on: canvas).parts(ofItemAt: index).last
        .flatMap { shownWords(ofItemAt: index, on: canvas, of: $0) }.map { .text($0) }
    case .text, .counter: return shownWords(ofItemAt: index, on: canvas).map { .text($0) }
    case .gap, .credits, .tone, .silence, .transition, .each, .angles, .unsupported: return nil
    }
  }

  /// The picture's own size; nil if it has none.
  private func naturalSize(of placed: TimedItem) -> PixelSize? {
    placed.source.film.flatMap { media.films[$0].size }
      ?? placed.source.medium.flatMap { media.stillTrack(of: $0)?.displaySize }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func pictureIsOutOfReach(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange,
      "the picture would extend a million pixels beyond the canvas, or has no size",
      at: place)
  }

  fileprivate static func gradientNeedsTwoColors(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .rampSyntax, "a gradient needs at least two colours", at: place,
      hint: "write `color:` for a plain colour")
  }

  fileprivate static func pictureHasNoSize(_ kind: ItemKind, at place: SourceRange) -> Diagnostic {
    let hint =
      if case .shape(let shape) = kind, shape.value == .word(.line) {
        "a line needs a `width`; its `stroke` sets the thickness"
      } else {
        "write a `width` and a `height` above 0"
      }
    return Diagnostic(
      .sizeOutOfRange, "the picture has no width or height at any time, so it is never seen",
      at: place,
      hint: hint)
  }
}
