import Basics
import Composition
import FoundationEssentials
import TestSupport
import Testing

@Suite("Numbers over time")
struct CurveTests {
  private func curve(_ keys: Curve.Key...) throws -> Curve { try #require(Curve(keys)) }
  private func key(_ time: RationalTime, _ value: Double, _ easing: Easing = .linear) -> Curve.Key {
    Curve.Key(time: time, value: value, easing: easing)
  }

  @Test("a ramp holds its first value before it, its last one after it, and rises evenly between")
  func ramp() throws {
    let ramp = try curve(key(time(1), 0), key(time(3), 1))
    #expect(ramp.value(at: try time(-5)) == 0)
    #expect(ramp.value(at: try time(1)) == 0)
    #expect(ramp.value(at: try time(3, 2)) == 0.25)
    #expect(ramp.value(at: try time(3)) == 1)
    #expect(ramp.value(at: try time(100)) == 1)
  }

  @Test("at a jump the later key counts")
  func jump() throws {
    let jump = try curve(key(time(0), 0), key(time(1), 1), key(time(1), 0.5), key(time(2), 0.5))
    #expect(jump.value(at: try time(999, 1000)) == 0.999)
    #expect(jump.value(at: try time(1)) == 0.5)
  }

  @Test("a key that holds keeps its value until the next one")
  func hold() throws {
    let steps = try curve(key(time(0), 0.2, .hold), key(time(1), 0.8))
    #expect(steps.value(at: try time(99, 100)) == 0.2)
    #expect(steps.value(at: try time(1)) == 0.8)
  }

  @Test("a curve has keys, and their times do not fall")
  func refused() throws {
    #expect(Curve([]) == nil)
    #expect(Curve([key(try time(2), 0), key(try time(1), 1)]) == nil)
  }

  @Test("a curve of equal values is constant")
  func constant() throws {
    #expect(Curve.constant(0.5).constantValue == 0.5)
    #expect(try curve(key(time(0), 1), key(time(5), 1)).constantValue == 1)
    #expect(try curve(key(time(0), 1), key(time(5), 0)).constantValue == nil)
  }

  @Test("a restricted curve keeps nothing that happens outside of its range")
  func restrictedForgets() throws {
    let fade = try curve(key(time(0), 0), key(time(1), 1, .hold), key(time(9), 1), key(time(10), 0))
    #expect(fade.restricted(to: try range(time(2), time(8))) == .constant(1))
    #expect(fade.restricted(to: try range(time(1), time(9))) == .constant(1))
    #expect(fade.restricted(to: try range(time(10), time(12))) == .constant(0))
    #expect(fade.restricted(to: try range(time(-3), time(0))) == .constant(0))
    let jump = try curve(key(time(0), 0.3, .hold), key(time(4), 0.9))
    #expect(jump.restricted(to: try range(time(0), time(4))) == .constant(0.3))
    #expect(jump.restricted(to: try range(time(4), time(5))) == .constant(0.9))
    // Whether the value holds since 1s or since 2s, inside of 3s..6s nothing is different.
    let since1 = try curve(key(time(1), 0.5, .hold), key(time(5), 0.7), key(time(6), 1))
    let since2 = try curve(key(time(2), 0.5, .hold), key(time(5), 0.7), key(time(6), 1))
    #expect(
      try since1.restricted(to: range(time(3), time(6))) == since2.restricted(to: range(time(3), time(6))))
    #expect(
      fade.restricted(to: try range(time(8), time(10)))
        == (try curve(key(time(9), 1), key(time(10), 0))))
  }

  @Test("a restricted curve equals the original inside of the range")
  func restrictedEquals() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      let original = try random.curve()
      let start = try time(.random(in: -40...240, using: &random), 10)
      let length = try time(.random(in: 1...100, using: &random), 10)
      let range = try range(start, start + length)
      let restricted = original.restricted(to: range)
      for step in 0..<20 {
        let moment = try start + length.scaled(by: Int64(step), over: 20)
        #expect(restricted.value(at: moment) == original.value(at: moment), "\(original) in \(range)")
      }
    }
  }

  @Test("a shifted curve has its values later")
  func shifted() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<200 {
      let original = try random.curve()
      let offset = try time(.random(in: -1000...1000, using: &random), 7)
      let later = try original.shifted(by: offset)
      for tenth in 0..<200 {
        let moment = try time(Int64(tenth), 10)
        #expect(later.value(at: try moment + offset) == original.value(at: moment))
      }
    }
  }

  @Test("a shift that cannot be exact says so")
  func shiftOverflows() throws {
    let far = try curve(key(time(.max), 0), key(time(.max), 1))
    #expect(throws: TimeOverflow.self) { try far.shifted(by: time(1)) }
  }

  @Test("a stored curve comes back the same, and one that could not be lowered is refused")
  func stored() throws {
    let kept = try curve(key(time(0), 0), key(time(1, 3), 1, .spring(stiffness: 1, damping: 2)))
    let text = try JSONEncoder().encode(kept)
    #expect(try JSONDecoder().decode(Curve.self, from: text) == kept)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Curve.self, from: Data(#"{"keys": []}"#.utf8))
    }
  }

  @Test("keys at the ends of what a time can hold do not trap")
  func extremes() throws {
    let wide = try curve(key(time(.min), 0, .spring(stiffness: 1, damping: 1)), key(time(.max, 3), 1))
    for moment in [try time(.min), try time(-1), try time(.max, 3), try time(.max)] {
      #expect((0...1).contains(wide.value(at: moment)))
    }
  }
}

extension SeededRandom {
  /// Up to eight keys in the first twenty seconds, some of them jumps, some of them level.
  mutating func curve() throws -> Curve {
    let easings: [Easing] = [
      .linear, .hold, .cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1), .spring(stiffness: 100, damping: 10),
    ]
    let times = (0..<Int.random(in: 1...8, using: &self)).map { _ in
      Int64.random(in: 0...20, using: &self)
    }.sorted()
    var keys: [Curve.Key] = []
    for moment in times {
      keys.append(
        Curve.Key(
          time: RationalTime(seconds: moment), value: Double(Int.random(in: 0...3, using: &self)) / 4,
          easing: easings.randomElement(using: &self) ?? .linear))
    }
    return try #require(Curve(keys))
  }
}
