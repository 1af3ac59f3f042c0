import Basics
import Composition
import Diagnostics
import EditScript

extension PictureBuilding {
  /// Places text by its lines and its box, not by what shadows and outlines add.
  mutating func fit(
    _ layout: inout PictureLayout, to words: ShownWords, of item: Item, _ clock: ItemClock
  ) {
    layout.natural = words.pictureSize
    layout.naturalScale = 1
    layout.fillsCanvas = false
    if case .text = item.kind {
      // Both set where lines wrap, and the picture has the size at which it was drawn.
      (layout.width, layout.height) = (nil, nil)
    }
    let (size, reach, whole) = (words.size, words.reach, words.pictureSize)
    layout.place.partX = layout.place.partX.map {
      (Double(reach.left) + $0 * Double(size.width)) / Double(whole.width)
    }
    layout.place.partY = layout.place.partY.map {
      (Double(reach.top) + $0 * Double(size.height)) / Double(whole.height)
    }
    if let size = item.style?.size, let written = size.value.written, written.only == nil {
      scale(&layout, bySizes: Located(written, at: size.range), of: item, clock)
    }
  }

  /// Scales a picture of the greatest size down to a size that changes.
  private mutating func scale(
    _ layout: inout PictureLayout, bySizes sizes: Located<Animated<Length>>, of item: Item, _ clock: ItemClock
  ) {
    guard let canvas, let style = item.style else { return }
    if let scale = item.scale {
      report(
        .sizeAndScale(at: scale.range, sizes.range))
    }
    let ruler = Ruler(canvas)
    let largest = style.largestSize(on: ruler)
    guard largest > 0 else { return }
    layout.scale = curve(
      sizes, initial: 1, itemLength: clock.length, rate: clock.rate,
      number: { max(0, ruler.alongHeight($0)) / largest })
  }

  /// Animates how text appears and disappears: half a second at each end, and at most a third of its time.
  mutating func animate(
    _ item: Item, _ layout: inout PictureLayout, _ opacity: inout Curve, _ clock: ItemClock
  ) {
    guard let written = item.style?.animation, case .word(let word) = written.value, word != .typewriter
    else {
      return
    }
    let animation = Located(word, at: written.range)
    guard let ends = PresenceCurves(of: clock.length) else { return reportOverflow(at: animation.range) }
    guard let full = opacity.constantValue else {
      return reportTwice(animation, item.opacity?.range, "opacity")
    }
    opacity = ends.curve(away: 0, there: full)
    switch animation.value {
    case .fade, .typewriter: break
    case .slide:
      guard let y = layout.place.y.constantValue else {
        return reportTwice(animation, item.place?.range, "place")
      }
      // It starts below its place by the height of the picture.
      layout.place.y = ends.curve(away: y + Double(layout.natural?.height ?? 0), there: y)
    case .zoom:
      guard let scale = layout.scale.constantValue else {
        return reportTwice(animation, item.scale?.range ?? item.style?.size?.range, "scale")
      }
      layout.scale = ends.curve(away: scale * 0.75, there: scale)
    }
  }

  private mutating func reportTwice(
    _ animation: Located<WordsAnimation>, _ place: SourceRange?, _ key: String
  ) {
    report(
      .animationAndKey(animation, key, place))
  }
}

/// The curve of a value that differs while an item appears and disappears.
private struct PresenceCurves {
  private let length: RationalTime
  private let passage: RationalTime
  private let leaving: RationalTime

  /// Nil for a length without an exact third.
  init?(of length: RationalTime) {
    guard let half = RationalTime(1, 2), let third = try? length.scaled(by: 1, over: 3),
      let leaving = try? length - min(half, third)
    else { return nil }
    (self.length, passage, self.leaving) = (length, min(half, third), leaving)
  }

  func curve(away: Double, there: Double) -> Curve {
    return Curve([
      Curve.Key(time: .zero, value: away, easing: .easeOut), Curve.Key(time: passage, value: there),
      Curve.Key(time: leaving, value: there, easing: .easeIn), Curve.Key(time: length, value: away),
    ]) ?? .constant(there)
  }
}

extension Curve {
  /// The same curve with other values; correct for linear changes.
  fileprivate func map(_ change: (Double) -> Double) -> Curve {
    Curve(keys.map { Key(time: $0.time, value: change($0.value), easing: $0.easing) }) ?? self
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func sizeAndScale(at place: SourceRange, _ sizes: SourceRange) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`size` and `scale` both change the size over time", at: place,
      notes: [Diagnostic.Note("the size", at: sizes)], hint: "keep one of them")
  }

  fileprivate static func animationAndKey(
    _ animation: Located<WordsAnimation>, _ key: String, _ place: SourceRange?
  ) -> Diagnostic {
    Diagnostic(
      .competingKeys, "`animate: \(animation.value.rawValue)` changes `\(key)`, which is also written",
      at: animation.range, notes: place.map { [Diagnostic.Note("the other animation", at: $0)] } ?? [],
      hint: "keep one of them")
  }
}
