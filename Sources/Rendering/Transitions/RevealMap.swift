import Composition
import LibAV

/// The progress at which the incoming picture appears at each sample: for wipes, circles, clocks and doors,
/// and for pictures.
struct RevealMap {
  /// For luma and chroma: 0 appears at the beginning, 65535 at the end.
  private let luma: [UInt16]
  private let chroma: [UInt16]
  /// The progress that moves the edge by one pixel, and thus the softness of edges.
  private let softness: Int

  init(_ shape: RevealShape, size: PixelSize) {
    let shape = RevealGeometry(shape, width: Double(size.width), height: Double(size.height))
    luma = Self.samples(shape, size.width, size.height, step: 1)
    chroma = Self.samples(shape, (size.width + 1) / 2, (size.height + 1) / 2, step: 2)
    softness = max(1, Int((65536 / shape.extent).rounded()))
  }

  /// Black parts of the picture change first, white parts last. The picture covers the canvas.
  init(_ picture: TexelImage) {
    let (width, height) = (picture.size.width, picture.size.height)
    luma = (0..<width * height).map { picture.moment(x: $0 % width, y: $0 / width) }
    let columns = (width + 1) / 2
    chroma = (0..<columns * ((height + 1) / 2)).map { index in
      let (x, y) = (index % columns * 2, index / columns * 2)
      let (right, below) = (min(x + 1, width - 1), min(y + 1, height - 1))
      let places = [(x, y), (right, y), (x, below), (right, below)]
      return UInt16((places.reduce(0) { $0 + Int(picture.moment(x: $1.0, y: $1.1)) } + 2) / 4)
    }
    // Four levels of the picture, so that its steps are not visible.
    softness = 1024
  }

  private static func samples(_ shape: RevealGeometry, _ width: Int, _ height: Int, step: Double) -> [UInt16]
  {
    var samples = [UInt16]()
    samples.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let moment = shape.moment(x: (Double(x) + 0.5) * step, y: (Double(y) + 0.5) * step)
        samples.append(UInt16(min(max((moment * 65535).rounded(), 0), 65535)))
      }
    }
    return samples
  }

  /// Draws the incoming plane where the transition has reached.
  func uncover(_ source: Plane, in target: MutablePlane, plane: Int, progress: Double) {
    precondition(source.isDeep == target.isDeep)
    if target.isDeep {
      uncover(source, in: target, plane: plane, progress: progress, UInt16.self)
    } else {
      uncover(source, in: target, plane: plane, progress: progress, UInt8.self)
    }
  }

  private func uncover<Sample: PlaneSample>(
    _ source: Plane, in target: MutablePlane, plane: Int, progress: Double, _ type: Sample.Type
  ) {
    let map = plane == 0 ? luma : chroma
    // The edge begins and ends outside the picture, so that the transition begins and ends with a whole
    // picture.
    let front = Int((progress * Double(65535 + softness)).rounded())
    map.withUnsafeBufferPointer { moments in
      for y in 0..<target.height {
        uncover(
          source.row(y, of: type), in: target.row(y, of: type),
          UnsafeBufferPointer(rebasing: moments[y * target.width..<(y + 1) * target.width]), front: front)
      }
    }
  }

  private func uncover<Sample: PlaneSample>(
    _ source: UnsafeBufferPointer<Sample>, in target: UnsafeMutableBufferPointer<Sample>,
    _ moments: UnsafeBufferPointer<UInt16>, front: Int
  ) {
    for x in 0..<target.count {
      let passed = front &- Int(moments[x])
      if passed <= 0 { continue }
      if passed >= softness {
        target[x] = source[x]
      } else {
        let mixed =
          Int(truncatingIfNeeded: source[x]) &* passed
          &+ Int(truncatingIfNeeded: target[x]) &* (softness &- passed)
        target[x] = Sample(truncatingIfNeeded: (mixed &+ softness / 2) / softness)
      }
    }
  }
}

extension TexelImage {
  fileprivate func moment(x: Int, y: Int) -> UInt16 {
    UInt16(min(texel(x: x, y: y).brightness * 2, 65535))
  }
}

/// How an edge moves over the canvas.
enum RevealShape {
  case wipe(Heading)
  /// From or to the centre.
  case circle(isOpening: Bool)
  /// A hand turns clockwise from twelve.
  case clock
  /// Two edges move from the centre to the sides.
  case doors
}

/// The geometry of a map, in canvas pixels.
private struct RevealGeometry {
  let shape: RevealShape
  let width: Double
  let height: Double

  init(_ shape: RevealShape, width: Double, height: Double) {
    self.shape = shape
    self.width = width
    self.height = height
  }

  private var halfDiagonal: Double { (width * width + height * height).squareRoot() / 2 }

  /// The total distance that the edge travels, in pixels.
  var extent: Double {
    switch shape {
    case .wipe(let heading): abs(Double(heading.x)) * width + abs(Double(heading.y)) * height
    case .circle: halfDiagonal
    // Along a circle half as wide as the picture.
    case .clock: 1.5 * min(width, height)
    case .doors: width / 2
    }
  }

  /// The progress at which the edge reaches a position, from 0 to 1.
  func moment(x: Double, y: Double) -> Double {
    switch shape {
    case .wipe(let heading):
      let across = part(x / width, towards: heading.x) + part(y / height, towards: heading.y)
      return across / Double(abs(heading.x) + abs(heading.y))
    case .circle(let isOpening):
      let moment = distance(x, y) / halfDiagonal
      return isOpening ? moment : 1 - moment
    case .clock: return turnFromTwelve(x - width / 2, y - height / 2)
    case .doors: return abs(2 * x / width - 1)
    }
  }

  private func part(_ share: Double, towards sign: Int) -> Double {
    sign == 0 ? 0 : sign > 0 ? share : 1 - share
  }

  private func distance(_ x: Double, _ y: Double) -> Double {
    let (fromMiddleX, fromMiddleY) = (x - width / 2, y - height / 2)
    return (fromMiddleX * fromMiddleX + fromMiddleY * fromMiddleY).squareRoot()
  }
}

/// The clockwise angle of a direction from straight up, as a fraction of a full turn.
///
/// In basic arithmetic, because the math library's last digits differ between CPUs.
private func turnFromTwelve(_ x: Double, _ y: Double) -> Double {
  let (right, up) = (x, -y)
  guard right != 0 || up != 0 else { return 0 }
  // The angle from the nearer axis is at most an eighth of a turn, for which a short series is accurate
  // enough.
  let isSteep = abs(up) >= abs(right)
  let share = arcTangent(isSteep ? abs(right) / abs(up) : abs(up) / abs(right)) / (2 * Double.pi)
  let fromUp = isSteep ? share : 0.25 - share
  let quarter = up >= 0 ? fromUp : 0.5 - fromUp
  return right >= 0 ? quarter : 1 - quarter
}

/// For 0 to 1, with an error below a millionth: halves the angle once and sums the series.
private func arcTangent(_ tangent: Double) -> Double {
  let half = tangent / (1 + (1 + tangent * tangent).squareRoot())
  let square = half * half
  var power = half
  var sum = 0.0
  for divisor in stride(from: 1.0, through: 21, by: 4) {
    sum += power / divisor
    power *= square
    sum -= power / (divisor + 2)
    power *= square
  }
  return 2 * sum
}
