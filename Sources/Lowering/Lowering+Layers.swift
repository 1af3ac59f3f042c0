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
    let whole = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    for index in items.indices where items[index].lane != .sound {
      let placed = items[index]
      guard let length = placed.length, let picture = picture(of: placed) else { continue }
      guard let layout = layout(of: placed, on: canvas).resolved() else {
        report(
          Diagnostic(
            .valueOutOfRange,
            "the picture would lie or reach a million pixels out of the canvas, or has no size",
            at: placed.placeRange))
        continue
      }
      let findings = diagnostics.count
      var opacity = curve(
        placed.item.opacity, initial: 1, itemLength: length, rate: canvas.rate, number: { $0 })
      opacity = faded(opacity, as: placed, length: length, rate: canvas.rate)
      // What is left of a curve with a mistake in it says nothing about the item.
      items[index].picture = ResolvedPicture(
        content: picture, contentBox: layout.content, visibleBox: layout.visible,
        opacity: diagnostics.count == findings ? opacity : nil)
      let visible = layout.visible.intersection(whole)
      guard checkBox(layout.visible, of: placed), !visible.isEmpty, let range = placed.pictureRange,
        let shownOpacity = try? opacity.shifted(by: .zero - placed.entry.pictureReach),
        let frames = canvas.rate.frames(of: range)
      else { continue }
      items[index].layer = layers.count
      layers.append(
        Layer(
          label: placed.label, timelineRange: range, frames: frames, picture: picture,
          contentBox: layout.content, visibleBox: visible, opacity: shownOpacity))
    }
  }

  /// Without a canvas there are no layers and sounds, but ramps are held against their items all the same.
  private mutating func checkCurves() {
    for placed in items {
      guard let length = placed.length else { continue }
      _ = curve(placed.item.opacity, initial: 1, itemLength: length, rate: rate, number: { $0 })
      checkSound(of: placed, length: length)
    }
  }

  private func picture(of placed: PlacedItem) -> Picture? {
    switch placed.item.kind {
    case .clip:
      guard let media = placed.reference, let track = references[media].facts.mainVideo else { return nil }
      guard let start = try? placed.mediaStart + placed.entry.pictureReach else { return nil }
      return .moving(media: media, stream: track.streamIndex, mediaStart: start)
    case .image:
      guard let media = placed.reference, let track = stillTrack(of: media) else { return nil }
      return .still(media: media, stream: track.streamIndex)
    case .color(let color): return .color(Color(color.value))
    case .gap, .tone, .silence, .transition, .unsupported: return nil
    }
  }

  private func stillTrack(of media: Int) -> VideoTrackFacts? {
    references[media].facts.mainVideo ?? references[media].facts.video.first
  }

  private func layout(of placed: PlacedItem, on canvas: ResolvedCanvas) -> PictureLayout {
    let item = placed.item
    let size = placed.reference.flatMap { stillTrack(of: $0)?.displaySize }
    var layout = PictureLayout(canvas: canvas.size, pixelScale: canvas.pixelScale, natural: size)
    layout.fit = item.fit?.value ?? .contain
    layout.place = item.place?.value.constant
    layout.width = item.width?.value.constant
    layout.height = item.height?.value.constant
    // The story fills its canvas; what lies over it has its own size unless it is told how to fit.
    layout.fillsCanvas = placed.lane == .story || item.fit != nil
    return layout
  }

  private mutating func checkBox(_ box: PixelBox, of placed: PlacedItem) -> Bool {
    guard box.isEmpty else { return true }
    report(
      Diagnostic(
        .valueOutOfRange, "the picture would be \(box.width)x\(box.height) pixels", at: placed.placeRange))
    return false
  }
}

extension PlacedItem {
  fileprivate var placeRange: SourceRange { item.placeRange }

  /// When its picture shows, with what transitions show of it beyond its own range.
  var pictureRange: TimeRange? { range(entry.pictureReach, exit.pictureReach) }

  /// When its sound is heard.
  var soundRange: TimeRange? { range(entry.soundReach, exit.soundReach) }

  private func range(_ first: RationalTime, _ last: RationalTime) -> TimeRange? {
    guard let timelineRange, let start = try? timelineRange.start + first,
      let end = try? timelineRange.end + last
    else { return nil }
    return TimeRange(start: start, end: end)
  }
}

extension Animated {
  /// The value of a key that does not move; moving ones were refused while reading the script.
  fileprivate var constant: Value? {
    if case .constant(let value) = self { value } else { nil }
  }
}
