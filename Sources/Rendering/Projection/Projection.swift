import Basics
import Composition

/// Projects a picture onto the canvas by its pose: between pixels, and rotated by any angle.
///
/// Each canvas pixel is mapped back to the picture by one rotation and takes the colour there; at the edges,
/// pixels take the share of the colour that covers them.
struct Projection {
  private let pose: PicturePose
  private let turn: Turn
  private let area: PixelBox

  /// Nil if nothing of the picture is on the canvas.
  init?(_ pose: PicturePose, canvas: PixelSize) {
    let whole = PixelBox(x: 0, y: 0, width: canvas.width, height: canvas.height)
    guard pose.visible.width > 0, pose.visible.height > 0,
      let area = pose.bounds.touchedPixels?.intersection(whole), !area.isEmpty
    else { return nil }
    self.pose = pose
    self.area = area
    turn = Turn(degrees: pose.degrees)
  }

  func picture<Field: PictureField>(of field: Field) -> BlendedPicture {
    let (width, height) = (pose.visible.width, pose.visible.height)
    let pivot = pose.pivot
    let middle = (x: pose.visible.x + pivot.x, y: pose.visible.y + pivot.y)
    if let shear = pose.shear { return picture(of: field, skewedBy: shear, about: middle) }
    return BlendedPicture(box: area) { x, y in
      let away = (x: Double(area.x + x) + 0.5 - middle.x, y: Double(area.y + y) + 0.5 - middle.y)
      let place = (
        x: away.x * turn.cosine + away.y * turn.sine + pivot.x,
        y: away.y * turn.cosine - away.x * turn.sine + pivot.y
      )
      let coverage = overlap(of: place.x, with: width) * overlap(of: place.y, with: height)
      guard coverage > 0 else { return .nothing }
      let sample = field.sample(x: place.x, y: place.y)
      return coverage >= 1 ? sample : sample.weighted(by: UInt32((coverage * 32768).rounded()))
    }
  }

  /// Each pixel takes the share of itself that lies inside the picture's four sides, and the colour at its middle, or
  /// half a pixel inside the nearest side.
  private func picture<Field: PictureField>(
    of field: Field, skewedBy shear: Shear, about middle: (x: Double, y: Double)
  ) -> BlendedPicture {
    let (width, height, pivot) = (pose.visible.width, pose.visible.height, pose.pivot)
    let matrix = InverseMatrix(turn, shear)
    let outline = PolygonOutline(
      pose.skewedCorners(shear).map { corner in
        let turned = turn.turned(corner)
        return ShapePoint(x: middle.x + turned.x, y: middle.y + turned.y)
      }, size: ExactSize(width: 1, height: 1))
    return BlendedPicture(box: area) { x, y in
      let (x, y) = (Double(area.x + x) + 0.5, Double(area.y + y) + 0.5)
      let covered = outline.coverage(x: x, y: y, side: 1)
      guard covered > 0 else { return .nothing }
      let place = matrix.place(x: x - middle.x, y: y - middle.y)
      let sample = field.sample(
        x: inside(place.x + pivot.x, of: width), y: inside(place.y + pivot.y, of: height))
      return sample.weighted(by: covered)
    }
  }

  /// The position, at least half a pixel from both ends of a length.
  private func inside(_ place: Double, of length: Double) -> Double {
    length <= 1 ? length / 2 : min(max(place, 0.5), length - 0.5)
  }

  /// The part of a pixel around a position that lies between 0 and the length.
  private func overlap(of place: Double, with length: Double) -> Double {
    max(0, min(place + 0.5, length) - max(place - 0.5, 0))
  }
}

/// Maps positions on the canvas to positions in a picture that is skewed and then rotated, both about the origin.
private struct InverseMatrix {
  private let columns: (x: (x: Double, y: Double), y: (x: Double, y: Double))

  init(_ turn: Turn, _ shear: Shear) {
    let area = shear.area
    func unskewed(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (x: (x - shear.x * y) / area, y: (y - shear.y * x) / area)
    }
    columns = (x: unskewed(turn.cosine, -turn.sine), y: unskewed(turn.sine, turn.cosine))
  }

  func place(x: Double, y: Double) -> (x: Double, y: Double) {
    (x: columns.x.x * x + columns.y.x * y, y: columns.x.y * x + columns.y.y * y)
  }
}

/// A clockwise rotation, in basic arithmetic because the last digits of math library functions differ between
/// CPUs.
struct Turn {
  let cosine: Double
  let sine: Double

  func turned(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    (x: point.x * cosine - point.y * sine, y: point.x * sine + point.y * cosine)
  }

  init(degrees: Double) {
    let quarters = (degrees / 90).rounded(.down)
    let share = degrees / 90 - quarters
    let (sine, cosine) = (
      Basics.sine(ofTurns: share / 4), Basics.sine(ofTurns: (1 - share) / 4)
    )
    // The remainder is small for any number of quarters, even one that exceeds all integers.
    switch quarters.truncatingRemainder(dividingBy: 4) {
    case 1, -3: (self.sine, self.cosine) = (cosine, -sine)
    case 2, -2: (self.sine, self.cosine) = (-sine, -cosine)
    case 3, -1: (self.sine, self.cosine) = (-cosine, sine)
    default: (self.sine, self.cosine) = (sine, cosine)
    }
  }
}
