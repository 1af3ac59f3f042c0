import Composition
import XMLTree

/// What drawing costs, by counts.
extension SVGCheck {
  /// The line around a shape, or more.
  struct Outline {
    /// In units of the shape.
    var length = 0.0
    /// With both sides of its stroke, in pixels of the picture's own size.
    var shown = 0.0
    /// What dashes of the length 1 add to `shown`.
    var dashed = 0.0

    mutating func add(_ other: Outline, times: Double, enlargement: Double) {
      length += other.length * times
      shown += other.shown * times * enlargement
      dashed += other.dashed * times * enlargement
    }
  }

  struct Cost {
    var outline = Outline()
    var letters = 0
    var elements = 0
    var surfaces = 0
    var filters = 0
    /// The elements that are clipped.
    var clips = 0

    mutating func add(_ other: Cost, times: Int = 1, enlargement: Double = 1) {
      outline.add(other.outline, times: Double(times), enlargement: enlargement)
      letters = min(1_000_000, letters + other.letters * times)
      elements = min(1_000_000, elements + other.elements * times)
      surfaces = min(1_000_000, surfaces + other.surfaces * times)
      filters = min(1_000_000, filters + other.filters * times)
      clips = min(1_000_000, clips + other.clips * times)
    }
  }

  /// Counts what is drawn, with everything that is used several times.
  mutating func checkCounts() {
    guard problems.isEmpty else { return }
    var known: [Int: Cost] = [:]
    var open: Set<Int> = []
    var circle: XMLElement?
    func cost(_ element: XMLElement) -> Cost {
      if let cost = known[element.index] { return cost }
      guard open.insert(element.index).inserted else {
        circle = circle ?? element
        return Cost()
      }
      var sum = Cost(
        outline: outlines[element.index] ?? Outline(), letters: letterCounts[element.index] ?? 0, elements: 1,
        surfaces: surfaces.contains(element.index) ? 1 : 0,
        filters: filtered[element.index] == nil ? 0 : 1, clips: clips.contains(element.index) ? 1 : 0)
      for child in element.children { sum.add(cost(child)) }
      for name in links[element.index] ?? [] {
        guard let target = named[name], circle == nil else { continue }
        // Both are inherited.
        let times =
          switch target.name.localName {
          case "marker": element.vertices
          case "pattern": element.count
          default: 1
          }
        sum.add(cost(target), times: times, enlargement: enlargements[element.index] ?? 1)
      }
      open.remove(element.index)
      known[element.index] = sum
      return sum
    }
    let sum = cost(root)
    if let circle { return report(.notDrawn, circle, "the element '\(circle.name)' uses itself") }
    if sum.elements > SVGLimits.drawnElements {
      return report(
        .limit, root,
        "more than \(SVGLimits.drawnElements) elements are drawn, counted as often as they are used")
    }
    if let dashPeriod, sum.outline.length / dashPeriod > Double(SVGLimits.dashes) {
      report(.limit, root, "the lines of the picture could have more than \(SVGLimits.dashes) dashes")
    }
    let shown = sum.outline.shown + (dashPeriod.map { sum.outline.dashed / $0 } ?? 0)
    if shown / max(size.width, size.height) > SVGLimits.outlines {
      report(
        .limit, root,
        "the outlines are longer than \(Int(SVGLimits.outlines)) widths or heights of the picture")
    }
    for element in turned.sorted(by: { $0.key < $1.key }).map(\.value) where cost(element).filters > 0 {
      report(
        .notDrawn, element, "filters in what is rotated or skewed are not drawn",
        hint: "put the filter on a `<g>` around it")
    }
    for element in clipPaths where cost(element).clips > 0 {
      report(
        .notDrawn, element, "a clip path of what is clipped itself is not drawn",
        hint: "write the shape that both clips have in common")
    }
    if sum.letters > SVGLimits.letters {
      report(
        .limit, root,
        "the texts have more than \(SVGLimits.letters) letters, counted as often as they are used")
    }
    if sum.surfaces > SVGLimits.surfaces {
      report(.limit, root, "more than \(SVGLimits.surfaces) elements have an opacity, a blend mode or a mask")
    }
    if sum.filters > SVGLimits.filteredElements {
      let element = filtered.keys.min().flatMap { filtered[$0] } ?? root
      report(.limit, element, "more than \(SVGLimits.filteredElements) elements have filters")
    }
  }
}

extension XMLElement {
  /// The least and the largest coordinates that a shape certainly has; nil without any.
  var corners: (low: (x: Double, y: Double), high: (x: Double, y: Double))? {
    func value(_ name: String) -> Double? {
      guard let text = self[name] else { return 0 }
      return readLength(text)?.pixels
    }
    switch name.localName {
    case "path":
      guard let outline = self["d"].flatMap({ PathFacts(trimmed($0)) }), outline.low.x <= outline.high.x
      else {
        return nil
      }
      return (outline.low, outline.high)
    case "rect":
      guard let x = value("x"), let y = value("y"), let width = value("width"), let height = value("height")
      else { return nil }
      return ((x, y), (x + width, y + height))
    case "circle", "ellipse":
      let isCircle = name.localName == "circle"
      guard let x = value("cx"), let y = value("cy"), let width = value(isCircle ? "r" : "rx"),
        let height = value(isCircle ? "r" : "ry")
      else { return nil }
      return ((x - width, y - height), (x + width, y + height))
    case "polyline", "polygon":
      guard let points = self["points"].flatMap({ readNumbers(trimmed($0)) }), points.count > 1 else {
        return nil
      }
      let columns = stride(from: 0, to: points.count - 1, by: 2).map { points[$0] }
      let rows = stride(from: 1, to: points.count, by: 2).map { points[$0] }
      guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
      else { return nil }
      return ((left, top), (right, bottom))
    default: return nil
    }
  }

  /// The length of its outline, the largest coordinate, and the number of its corners, or more, in its own units.
  var extent: (length: Double, reach: Double, points: Double) {
    if let outline = self["d"].flatMap({ PathFacts(trimmed($0)) }) {
      return (outline.length, outline.reach, Double(outline.points))
    }
    if let points = self["points"].flatMap({ readNumbers(trimmed($0)) }), points.count > 1 {
      let length = zip(points.dropFirst(2), points).reduce(0) { $0 + abs($1.0 - $1.1) }
      return (2 * length, points.map(abs).max() ?? 0, Double(points.count / 2))
    }
    let sides = ["x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2"].map {
      abs(
        self[$0].flatMap { readLength($0) }.flatMap { $0.unit == "%" ? nil : $0.pixels ?? $0.number * 16 }
          ?? 0)
    }
    let sum = sides.reduce(0, +)
    return (8 * sum, sum, 4)
  }

  /// At most as many corners as its outline has, and those in it.
  fileprivate var vertices: Int {
    let own = (self["d"] ?? self["points"]).map { $0.utf8.count / 2 + 1 } ?? 2
    return min(1_000_000, children.reduce(own) { $0 + $1.vertices })
  }

  /// The elements in it, and itself.
  var count: Int { children.reduce(1) { $0 + $1.count } }
}
