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
      let whole = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
      let findings = diagnostics.count
      let opacity = curve(
        placed.item.opacity, initial: 1, itemLength: length, rate: canvas.rate, number: { $0 })
      // What is left of a curve with a mistake in it says nothing about the item.
      if diagnostics.count == findings { noteTransparent(opacity, of: placed) }
      guard checkBox(layout.visible, of: placed, on: whole), let range = placed.pictureRange,
        let shownOpacity = try? opacity.shifted(by: .zero - placed.entry.pictureReach),
        let first = canvas.rate.frame(at: range.start), let end = canvas.rate.frame(at: range.end)
      else { continue }
      noteFlash(first.value..<max(first.value, end.value), of: placed)
      items[index].layer = layers.count
      layers.append(
        Layer(
          label: placed.label, timelineRange: range, frames: first.value..<max(first.value, end.value),
          picture: picture, contentBox: layout.content,
          visibleBox: layout.visible.intersection(whole), opacity: shownOpacity))
    }
  }

  /// An item can be shorter than the distance between two frames.
  private mutating func noteFlash(_ frames: Range<Int64>, of placed: PlacedItem) {
    guard frames.isEmpty else { return }
    report(
      Diagnostic(
        .flashFrame, "the item is so short that no frame of the film shows it", at: placed.item.kindRange,
        hint: "make it last for one frame at least, or remove it"))
  }

  private mutating func noteTransparent(_ opacity: Curve, of placed: PlacedItem) {
    guard opacity.constantValue == 0 else { return }
    report(
      Diagnostic(
        .neverVisible, "the item is transparent for as long as it lasts", at: placed.item.opacity?.range,
        hint: "make its opacity greater than 0, or use a `gap` to show the background"))
  }

  /// Without a canvas there are no layers and sounds, but ramps are held against their items all the same.
  private mutating func checkCurves() {
    for placed in items {
      guard let length = placed.length else { continue }
      _ = curve(placed.item.opacity, initial: 1, itemLength: length, rate: rate, number: { $0 })
      _ = curve(placed.item.volume, initial: 1, itemLength: length, rate: rate, number: { $0.factor })
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
    case .gap, .transition, .unsupported: return nil
    }
  }

  private func stillTrack(of media: Int) -> VideoTrackFacts? {
    references[media].facts.mainVideo ?? references[media].facts.video.first
  }

  private func layout(of placed: PlacedItem, on canvas: CanvasResolution) -> PictureLayout {
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

  /// Whether anything of the box can be seen.
  private mutating func checkBox(_ box: PixelBox, of placed: PlacedItem, on canvas: PixelBox) -> Bool {
    let place = placed.placeRange
    if box.isEmpty {
      report(
        Diagnostic(.valueOutOfRange, "the picture would be \(box.width)x\(box.height) pixels", at: place))
      return false
    }
    if box.intersection(canvas).isEmpty {
      report(
        Diagnostic(
          .neverVisible, "the picture lies outside of the canvas: \(box)", at: place,
          hint: "the canvas is \(canvas.width)x\(canvas.height), counted from its top left corner"))
      return false
    }
    return true
  }

  /// A sound for every placed clip that has one and is not switched off.
  mutating func buildSounds() {
    guard let canvas else { return }
    for index in items.indices {
      let placed = items[index]
      guard case .clip = placed.item.kind, placed.item.sound?.value != .off,
        let length = placed.length, let media = placed.reference
      else { continue }
      guard let track = references[media].facts.mainAudio else {
        noteMissingSound(of: placed, file: references[media].spelling)
        continue
      }
      noteEarlyEnd(of: track, in: placed, length: length)
      let gain = curve(
        placed.item.volume, initial: 1, itemLength: length, rate: canvas.rate, number: { $0.factor })
      guard let range = placed.soundRange, let start = try? placed.mediaStart + placed.entry.soundReach,
        let heardGain = try? gain.shifted(by: .zero - placed.entry.soundReach)
      else { continue }
      items[index].sound = sounds.count
      sounds.append(
        Sound(
          label: placed.label, timelineRange: range, media: media, stream: track.streamIndex,
          mediaStart: start, gain: heardGain, fadeIn: placed.entry.fade, fadeOut: placed.exit.fade))
    }
  }

  /// A file can go on after its sound has ended; where people placed it for its sound, that is worth a word.
  private mutating func noteEarlyEnd(of track: AudioTrackFacts, in placed: PlacedItem, length: RationalTime) {
    guard placed.lane == .sound, let media = placed.reference, let tenth = RationalTime(1, 10),
      let end = try? placed.mediaStart + length, let silence = try? end - track.mediaRange.end,
      silence > tenth
    else { return }
    report(
      Diagnostic(
        .soundEndsEarly,
        "the sound of '\(references[media].spelling)' ends at \(track.mediaRange.end) of the media,"
          + " \(silence) before its item",
        at: placed.item.take?.range ?? placed.item.kindRange,
        hint: "shorten the take, or play another sound over the rest"))
  }

  /// What is said about a sound that does not exist; items of the sound list have had their error already.
  private mutating func noteMissingSound(of placed: PlacedItem, file: String) {
    if let volume = placed.item.volume {
      report(
        Diagnostic(
          .noSound, "'\(file)' has no sound whose volume could be set", at: volume.range,
          hint: "remove `volume`, or use media with sound"))
    }
    if let sound = placed.item.sound {
      report(
        Diagnostic(
          .noSound, "'\(file)' has no sound that could be heard", at: sound.range,
          hint: "remove `audio`, or use media with sound"))
    }
  }
}

extension PlacedItem {
  /// When its picture shows, with what transitions show of it beyond its own range.
  fileprivate var pictureRange: TimeRange? { range(entry.pictureReach, exit.pictureReach) }

  /// When its sound is heard.
  fileprivate var soundRange: TimeRange? { range(entry.soundReach, exit.soundReach) }

  private func range(_ first: RationalTime, _ last: RationalTime) -> TimeRange? {
    guard let timelineRange, let start = try? timelineRange.start + first,
      let end = try? timelineRange.end + last
    else { return nil }
    return TimeRange(start: start, end: end)
  }

  /// The text that says where its picture stands.
  fileprivate var placeRange: SourceRange {
    item.place?.range ?? item.width?.range ?? item.height?.range ?? item.kindRange
  }
}

extension Animated {
  /// The value of a key that does not move; moving ones were refused while reading the script.
  fileprivate var constant: Value? {
    if case .constant(let value) = self { value } else { nil }
  }
}
