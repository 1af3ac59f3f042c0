import Basics
import XMLTree

extension FCPXMLReader {
  /// Reads the placement of a clip's picture, and its visible part.
  mutating func stand(
    _ clip: inout InterchangeClip, by element: XMLElement, _ part: FCPXMLPart
  ) throws(InterchangeProblem) {
    if let crop = element.first("adjust-crop") { clip.crop = try self.crop(crop, of: clip, part) }
    if let conform = element.first("adjust-conform") {
      ledger.map(conform, reading: ["type"])
      clip.fit = ["fit": "contain", "fill": "cover", "none": "none"][conform["type"] ?? "fit"]
    }
    if let transform = element.first("adjust-transform") { try adjustTransform(&clip, transform, part) }
  }

  /// The size of a clip's picture; nil if the input does not contain it.
  func naturalSize(of source: InterchangeClip.Source) -> (width: Double, height: Double)? {
    let (width, height) =
      if case .media(let number) = source {
        (timeline.media[number].width, timeline.media[number].height)
      } else {
        (timeline.canvas.width, timeline.canvas.height)
      }
    guard let width, let height, width > 0, height > 0 else { return nil }
    return (Double(width), Double(height))
  }

  private var canvasSize: (width: Double, height: Double)? {
    guard let width = timeline.canvas.width, let height = timeline.canvas.height, width > 0, height > 0 else {
      return nil
    }
    return (Double(width), Double(height))
  }

  // MARK: Transform

  private mutating func adjustTransform(
    _ clip: inout InterchangeClip, _ element: XMLElement, _ part: FCPXMLPart
  ) throws(InterchangeProblem) {
    ledger.map(element, reading: ["position", "scale", "rotation", "anchor"], harmless: ["enabled"])
    guard element["enabled"] != "0" else {
      for param in element.all("param") {
        ledger.drop(param.index, "the transform is disabled", affecting: .neither)
      }
      return
    }
    let position = try curve("position", of: element, part, numbers: fcpxmlPair)
    let scale = try curve("scale", of: element, part, numbers: fcpxmlPair)
    let anchor = try curve("anchor", of: element, part, numbers: fcpxmlPair)
    let rotation = try curve("rotation", of: element, part) { (text, place) throws(InterchangeProblem) in
      [try fcpxmlNumber(text, -1e6...1e6, place)]
    }
    var layout = InterchangeLayout()
    if let scale { setScale(scale, &clip, &layout, element) }
    if let rotation {
      // Final Cut Pro rotates counterclockwise.
      let clockwise = rotation.map { $0.map { -$0 } }
      if !clockwise.isConstant { clip.motion.rotation = clockwise }
      if clockwise.isConstant, clockwise.first != [0] { layout.rotation = clockwise.first[0] }
    }
    let middle = middle(position, scale, rotation, anchor, element)
    if !middle.isConstant || middle.first != [0, 0] {
      // Both numbers are percentages of the canvas height, from its centre to the right and up.
      if let canvas = canvasSize {
        let place = middle.map { [50 + $0[0] * canvas.height / canvas.width, 50 - $0[1]] }
        if !place.isConstant { clip.motion.place = place }
        (layout.x, layout.y) = (place.first[0], place.first[1])
      } else {
        ledger.approximate(
          element.index, "omitted: the position, because the size of the canvas is unknown")
      }
    }
    if layout != InterchangeLayout() { clip.layout = layout }
  }

  /// The centre of the picture. The position is that of the anchor, about which the picture is scaled and
  /// rotated.
  private mutating func middle(
    _ position: InterchangeCurve?, _ scale: InterchangeCurve?, _ rotation: InterchangeCurve?,
    _ anchor: InterchangeCurve?,
    _ element: XMLElement
  ) -> InterchangeCurve {
    let position = position ?? InterchangeCurve(constant: [0, 0])
    guard let anchor, !anchor.isConstant || anchor.first != [0, 0] else { return position }
    let scale = scale ?? InterchangeCurve(constant: [1, 1])
    guard anchor.isConstant, rotation?.isConstant != false, let both = position.joined(with: scale) else {
      ledger.approximate(
        element.index, "omitted: the anchor, because it moves or the picture rotates around it")
      return position
    }
    let turns = (rotation?.first[0] ?? 0) / 360
    let (across, up) = (cosine(ofTurns: turns), sine(ofTurns: turns))
    let (x, y) = (anchor.first[0], anchor.first[1])
    return both.map { values in
      let (right, above) = (values[2] * x, values[3] * y)
      return [values[0] - (across * right - up * above), values[1] - (up * right + across * above)]
    }
  }

  private mutating func setScale(
    _ scale: InterchangeCurve, _ clip: inout InterchangeClip, _ layout: inout InterchangeLayout,
    _ element: XMLElement
  ) {
    guard scale.keys.allSatisfy({ $0.values.allSatisfy { (0...1000).contains($0) } }) else {
      return ledger.approximate(element.index, "omitted: a scale that is below 0 or above 1000")
    }
    if scale.isConstant, scale.first.contains(0) {
      clip.opacity = 0
      return ledger.approximate(
        element.index, "a picture scaled to zero is imported as transparent")
    }
    let isEven = scale.keys.allSatisfy { abs($0.values[0] - $0.values[1]) < 1e-6 }
    let isTitle = if case .title = clip.source { true } else { false }
    // A fitted picture keeps its aspect, so one factor is enough.
    if (isEven && ["contain", nil].contains(clip.fit)) || isTitle {
      if !isEven { ledger.approximate(element.index, "the height is scaled like the width") }
      if !scale.isConstant { clip.motion.scale = scale.map { [$0[0]] } }
      if scale.isConstant, scale.first[0] != 1 { layout.scale = scale.first[0] }
      return
    }
    guard let canvas = canvasSize, let picture = naturalSize(of: clip.source) else {
      ledger.approximate(
        element.index, "the height is scaled like the width: the size of the picture is unknown")
      if !scale.isConstant { clip.motion.scale = scale.map { [$0[0]] } }
      if scale.isConstant, scale.first[0] != 1 { layout.scale = scale.first[0] }
      return
    }
    // A part that is shown like a whole picture fills the canvas before scaling.
    let isCanvas = clip.crop?.staysInPlace == false
    let (across, down) = (canvas.width / picture.width, canvas.height / picture.height)
    let factor = clip.fit == "cover" ? max(across, down) : clip.fit == "none" ? 1 : min(across, down)
    let width = isCanvas ? 100 : picture.width * factor / canvas.width * 100
    let height = isCanvas ? 100 : picture.height * factor / canvas.height * 100
    let size = scale.map { [$0[0] * width, $0[1] * height] }
    clip.fit = isEven ? "contain" : "fill"
    if size.isConstant {
      (layout.width, layout.height) = (size.first[0], size.first[1])
    } else {
      clip.motion.size = size
    }
  }

  // MARK: Crop

  private mutating func crop(
    _ element: XMLElement, of clip: InterchangeClip, _ part: FCPXMLPart
  ) throws(InterchangeProblem) -> InterchangeCrop? {
    ledger.map(element, reading: ["mode"], harmless: ["enabled"])
    let mode = element["mode"] ?? "trim"
    let rectangles = element.all(mode + "-rect")
    guard element["enabled"] != "0" else {
      for child in element.children { ledger.drop(child.index, "the crop is disabled", affecting: .neither) }
      return nil
    }
    for child in element.children where child.name != mode + "-rect" {
      ledger.drop(child.index, "the crop mode `\(mode)` has no equivalent")
    }
    guard let first = rectangles.first else { return nil }
    if case .title = clip.source {
      ledger.drop(element.index, "text has no crop")
      return nil
    }
    guard let size = naturalSize(of: clip.source) else {
      ledger.drop(
        element.index, "the crop is in percent of the picture, but the input does not contain its size")
      return nil
    }
    var sides = try self.sides(of: first, part)
    if mode == "pan" {
      guard rectangles.count == 2, let last = rectangles.last else {
        throw InterchangeProblem(
          "the mode `pan` needs two parts", at: InputPlace(element))
      }
      let end = try self.sides(of: last, part).first
      let keys = [
        InterchangeCurve.Key(time: .zero, values: sides.first, easing: .easeInOut),
        InterchangeCurve.Key(time: part.duration, values: end),
      ]
      sides = InterchangeCurve(keys) ?? sides
      ledger.approximate(element.index, "the movement from the first to the last part is `ease-in-out`")
    }
    // All sides are percentages of the picture's height.
    sides = sides.map { sides in
      let ratio = size.height / size.width
      return [sides[0] * ratio, sides[1], sides[2] * ratio, sides[3]]
    }
    let isPossible = sides.keys.allSatisfy { key in
      key.values.allSatisfy { $0 >= 0 } && key.values[0] + key.values[2] < 100
        && key.values[1] + key.values[3] < 100
    }
    guard isPossible else {
      for part in [element] + rectangles {
        ledger.drop(part.index, "the crop leaves nothing of the picture, or is outside it")
      }
      return nil
    }
    if sides.isConstant, sides.first.allSatisfy({ $0 == 0 }) { return nil }
    return InterchangeCrop(sides: sides, staysInPlace: mode == "trim")
  }

  private mutating func sides(
    of rectangle: XMLElement, _ part: FCPXMLPart
  ) throws(InterchangeProblem) -> InterchangeCurve {
    ledger.map(rectangle, reading: ["left", "top", "right", "bottom"])
    var all: InterchangeCurve?
    for name in ["left", "top", "right", "bottom"] {
      let read = try curve(name, of: rectangle, part) { (text, place) throws(InterchangeProblem) in
        [try fcpxmlNumber(text, -1e6...1e6, place)]
      }
      let side = read ?? InterchangeCurve(constant: [0])
      guard let known = all else {
        all = side
        continue
      }
      if let joined = known.joined(with: side) {
        all = joined
      } else {
        ledger.approximate(
          rectangle.index, "the sides change linearly, because they change at different times")
        all = known.straight.joined(with: side.straight)
      }
    }
    return all ?? InterchangeCurve(constant: [0, 0, 0, 0])
  }
}

extension InterchangeCurve {
  fileprivate var straight: InterchangeCurve {
    InterchangeCurve(keys.map { Key(time: $0.time, values: $0.values) }) ?? self
  }
}

/// Two numbers separated by a blank.
func fcpxmlPair(_ text: String, _ element: XMLElement) throws(InterchangeProblem) -> [Double] {
  let parts = text.split(separator: " ")
  guard parts.count == 2 else {
    throw InterchangeProblem("expected two numbers, found `\(text.prefix(64))`", at: InputPlace(element))
  }
  return [
    try fcpxmlNumber(String(parts[0]), -1e6...1e6, element),
    try fcpxmlNumber(String(parts[1]), -1e6...1e6, element),
  ]
}

func fcpxmlNumber(
  _ text: String, _ range: ClosedRange<Double>, _ element: XMLElement
) throws(InterchangeProblem) -> Double {
  guard text.utf8.count <= 64, let number = Double(text), range.contains(number) else {
    throw InterchangeProblem(
      "`\(text.prefix(64))` is not a number from \(range.lowerBound) to \(range.upperBound)",
      at: InputPlace(element))
  }
  return number
}
