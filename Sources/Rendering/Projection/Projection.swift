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

  /// The part of a pixel around a position that lies between 0 and the length.
  private func overlap(of place: Double, with length: Double) -> Double {
    max(0, min(place + 0.5, length) - max(place - 0.5, 0))
  }
}

/// A clockwise rotation, in basic arithmetic because the last digits of math library functions differ between
/// CPUs.
struct Turn {
  let cosine: Double
  let sine: Double

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
