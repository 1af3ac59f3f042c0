import Composition

/// A polygon in a box: distances of positions, and the exact area that it covers of a square.
struct PolygonOutline {
  private let edges: [Edge]
  /// Whether sides cross each other.
  private let isCrossed: Bool

  init(_ points: [ShapePoint], size: ExactSize) {
    let corners = points.map { (x: $0.x * size.width, y: $0.y * size.height) }
    edges = corners.indices.map { index in
      let (start, end) = (corners[index], corners[(index + 1) % corners.count])
      return Edge(startX: start.x, startY: start.y, endX: end.x, endY: end.y)
    }
    let edges = edges
    isCrossed = edges.indices.contains { index in
      edges[(index + 1)...].contains { edges[index].crosses($0) }
    }
  }

  /// To the nearest side; negative inside.
  func distance(x: Double, y: Double) -> Double {
    var (nearest, winding) = (Double.infinity, 0)
    for edge in edges {
      nearest = min(nearest, edge.squaredDistance(x: x, y: y))
      winding += edge.winding(x: x, y: y)
    }
    return winding == 0 ? nearest.squareRoot() : -nearest.squareRoot()
  }

  /// The covered share of a square around a position, in 32768ths.
  func coverage(x: Double, y: Double, side: Double) -> UInt32 {
    var (winding, cuts) = (0, 0)
    for edge in edges {
      winding += edge.winding(x: x, y: y)
      if edge.mayCut(x: x, y: y, reach: side / 2) { cuts += 1 }
    }
    guard cuts > 0 else { return winding == 0 ? 0 : PictureSample.fullWeight }
    // Where sides cross, areas around which the polygon turns twice would count twice.
    if isCrossed, cuts > 1 { return sampledCoverage(x: x, y: y, side: side) }
    var area = 0.0
    for edge in edges {
      area += edge.area(left: x - side / 2, right: x + side / 2, top: y - side / 2, bottom: y + side / 2)
    }
    return UInt32((min(abs(area) / (side * side), 1) * 32768).rounded())
  }

  /// The share of 16 by 16 places in a square that are inside.
  private func sampledCoverage(x: Double, y: Double, side: Double) -> UInt32 {
    var count: UInt32 = 0
    for line in 0..<16 {
      for column in 0..<16 {
        let (x, y) = (
          x + (Double(column) - 7.5) / 16 * side, y + (Double(line) - 7.5) / 16 * side
        )
        if edges.reduce(0, { $0 + $1.winding(x: x, y: y) }) != 0 { count += 1 }
      }
    }
    return count * 128
  }
}

/// A side of a polygon.
private struct Edge {
  let startX: Double
  let startY: Double
  let endX: Double
  let endY: Double

  /// How it turns around a position: 1 or -1 if a ray to the right crosses it, downwards or upwards.
  func winding(x: Double, y: Double) -> Int {
    guard (startY <= y) != (endY <= y) else { return 0 }
    let side = side(of: x, y)
    return endY > startY ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0)
  }

  /// Whether both have ends on both sides of each other, so that they cross between their ends.
  func crosses(_ other: Edge) -> Bool {
    side(of: other.startX, other.startY) * side(of: other.endX, other.endY) < 0
      && other.side(of: startX, startY) * other.side(of: endX, endY) < 0
  }

  private func side(of x: Double, _ y: Double) -> Double {
    (endX - startX) * (y - startY) - (x - startX) * (endY - startY)
  }

  func squaredDistance(x: Double, y: Double) -> Double {
    let (alongX, alongY) = (endX - startX, endY - startY)
    let length = alongX * alongX + alongY * alongY
    let way = (x - startX) * alongX + (y - startY) * alongY
    let part = length > 0 ? min(max(way / length, 0), 1) : 0
    let (acrossX, acrossY) = (x - startX - part * alongX, y - startY - part * alongY)
    return acrossX * acrossX + acrossY * acrossY
  }

  /// False only if it does not touch a square, of which `reach` is half the side.
  func mayCut(x: Double, y: Double, reach: Double) -> Bool {
    guard max(startX, endX) > x - reach, min(startX, endX) < x + reach, max(startY, endY) > y - reach,
      min(startY, endY) < y + reach
    else { return false }
    let (alongX, alongY) = (endX - startX, endY - startY)
    return abs(side(of: x, y)) <= reach * (abs(alongX) + abs(alongY))
  }

  /// The area between it and the right side of a box, inside the box; negative for an edge that goes upwards.
  func area(left: Double, right: Double, top: Double, bottom: Double) -> Double {
    let (upper, lower) = (max(min(startY, endY), top), min(max(startY, endY), bottom))
    guard lower > upper else { return 0 }
    let slope = (endX - startX) / (endY - startY)
    let first = right - (startX + (upper - startY) * slope)
    let last = right - (startX + (lower - startY) * slope)
    let mean = meanOfClamped(first, last, to: right - left)
    return (endY > startY ? 1 : -1) * mean * (lower - upper)
  }

  /// The mean of numbers that change evenly from one to another, each clamped to 0 and a limit.
  private func meanOfClamped(_ first: Double, _ last: Double, to limit: Double) -> Double {
    func clamped(_ number: Double) -> Double { min(max(number, 0), limit) }
    let (least, most) = (min(first, last), max(first, last))
    if least >= 0, most <= limit { return (first + last) / 2 }
    if most <= 0 { return 0 }
    if least >= limit { return limit }
    guard most - least > 1e-9 else { return clamped(first) }
    // The clamped part is a trapezoid, with the limit behind it.
    let (low, high) = (clamped(least), clamped(most))
    return ((low + high) / 2 * (high - low) + limit * max(0, most - limit)) / (most - least)
  }
}
