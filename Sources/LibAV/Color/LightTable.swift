/// A function of numbers from 0 to 1, looked up.
///
/// Light is looked up by its fourth root, which spreads dark and bright as eyes do; signals as they are.
struct LightTable: Sendable {
  enum Spacing: Sendable {
    case even
    case fourthRoot
  }

  private let values: [Float]
  private static let last = 16383

  init(_ spacing: Spacing, _ function: (Double) -> Double) {
    values = (0...Self.last).map { index in
      let place = Double(index) / Double(Self.last)
      return Float(function(spacing == .even ? place : place * place * place * place))
    }
  }

  /// For a signal, or for the fourth root of a light; anything outside of 0 to 1 counts as the nearer
  /// end, and what is no number as 0.
  func value(_ place: Float) -> Float {
    let clamped = place > 0 ? min(place, 1) : 0
    return values[Int(clamped * Float(Self.last) + 0.5)]
  }

  func values(_ places: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(value(places.x), value(places.y), value(places.z), 0)
  }
}

/// The sum of three products, in this order.
func weighted(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float { a.x * b.x + a.y * b.y + a.z * b.z }
