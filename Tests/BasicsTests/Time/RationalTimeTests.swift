import Basics
import TestSupport
import Testing

@Suite struct RationalTimeTests {
  @Test("A fraction is kept in lowest terms with its sign above the line")
  func lowestTerms() throws {
    let half = try time(500, 1000)
    #expect((half.value, half.timescale) == (1, 2))
    let negative = try time(3, -6)
    #expect((negative.value, negative.timescale) == (-1, 2))
    let zero = try time(0, -7)
    #expect((zero.value, zero.timescale) == (0, 1))
    #expect(RationalTime(.min, .min) == RationalTime(seconds: 1))
    #expect(RationalTime(1, 0) == nil)
    #expect(RationalTime(.min, -1) == nil)
    #expect(RationalTime(1, .min) == nil)
    #expect(RationalTime(2, .min) == RationalTime(-1, 1 << 62))
  }

  @Test("Times of unlike media add up exactly")
  func unlikeMedia() throws {
    // 1/30000 and 1/44100 have 2^4 * 3^2 * 5^4 * 7^2 = 4,410,000 in common.
    #expect(try time(1, 30000) + time(1, 44100) == time(247, 4_410_000))
    #expect(try time(1001, 30000) - time(1, 24) == time(-249, 30000))
    #expect(try -time(3, 2) == time(-3, 2))
    #expect(try time(10).scaled(by: 2, over: 3) == time(20, 3))
    #expect(try time(10).scaled(by: 1, over: -4) == time(-5, 2))
  }

  @Test("Addition is associative and commutative, subtraction undoes it")
  func addition() throws {
    var random = SeededRandom(seed: 1)
    var exactSums = 0
    for _ in 0..<5000 {
      let (a, b, c) = (random.time(), random.time(), random.time())
      #expect(try a + b == b + a)
      #expect(try (a + b) - b == a)
      guard let left = try? (a + b) + c, let right = try? a + (b + c) else { continue }
      #expect(left == right)
      exactSums += 1
    }
    #expect(exactSums > 4000)
  }

  @Test("Order agrees with the sign of the difference, and equal times are equal values")
  func order() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<5000 {
      let (a, b) = (random.time(), random.time())
      let difference = try a - b
      #expect((a < b) == difference.isNegative)
      #expect((a == b) == (difference == .zero))
      let factor = Int64.random(in: 1...9000, using: &random)
      #expect(RationalTime(a.value * factor, a.timescale * factor) == a)
    }
  }

  @Test("Scaling by a factor and its inverse gives the same time")
  func scaling() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<5000 {
      let a = random.time()
      let (top, bottom) = (
        Int64.random(in: 1...500, using: &random), Int64.random(in: 1...500, using: &random)
      )
      #expect(try a.scaled(by: top, over: bottom).scaled(by: bottom, over: top) == a)
      #expect(try a.scaled(by: 3, over: 1) == a + a + a)
    }
  }

  @Test("Extreme numbers give an exact result or an overflow, never a trap")
  func extremeNumbers() throws {
    for a in extremeTimes {
      _ = (a.description, a.clockReading, a.decimalDigits, a.inSeconds)
      for units in extremes { _ = a.rounded(toUnits: units) }
      for b in extremeTimes {
        #expect((a < b) == (Int128(a.value) * Int128(b.timescale) < Int128(b.value) * Int128(a.timescale)))
        if let sum = try? a + b { #expect((try? sum - b) == a) }
        if let difference = try? a - b { #expect((try? difference + b) == a) }
      }
      for numerator in extremes {
        for denominator in extremes { _ = try? a.scaled(by: numerator, over: denominator) }
      }
      if a.value != .min { #expect((try? -a)?.value == -a.value) }
    }
  }

  @Test("What does not fit is reported as an overflow")
  func overflow() throws {
    let largest = RationalTime(seconds: .max)
    let smallest = RationalTime(seconds: .min)
    #expect(throws: TimeOverflow()) { try largest + time(1) }
    #expect(throws: TimeOverflow()) { try smallest - time(1) }
    #expect(throws: TimeOverflow()) { try -smallest }
    #expect(throws: TimeOverflow()) { try largest.scaled(by: 2, over: 1) }
    #expect(throws: TimeOverflow()) { try time(1).scaled(by: 1, over: 0) }
    #expect(throws: TimeOverflow()) { try time(1, .max) + time(1, .max - 1) }
    #expect(try largest + smallest == time(-1))
    // The result fits although the products on the way are wide.
    #expect(try time(1).scaled(by: .min, over: .min) == time(1))
    #expect(try largest.scaled(by: .min, over: .max) == smallest)
    #expect(try time(.max, .max - 1).scaled(by: .max - 1, over: .max) == time(1))
  }

  @Test("Halves round up, also below zero, and the fact is told")
  func halvesUp() throws {
    let cases: [(Int64, Int64, Int64, Bool)] = [
      (1, 2, 1, true), (-1, 2, 0, true), (3, 2, 2, true), (-3, 2, -1, true), (5, 2, 3, true),
      (-5, 2, -2, true), (1, 3, 0, true), (2, 3, 1, true), (-1, 3, 0, true), (-2, 3, -1, true),
      (4, 2, 2, false), (-4, 2, -2, false), (0, 1, 0, false),
    ]
    for (numerator, denominator, expected, moved) in cases {
      let rounded = try #require(roundHalfUp(Int128(numerator), over: Int128(denominator)))
      #expect(rounded == Rounded(value: expected, wasRounded: moved), "\(numerator)/\(denominator)")
    }
    var random = SeededRandom(seed: 4)
    for _ in 0..<2000 {
      let k = Int64.random(in: -1_000_000...1_000_000, using: &random)
      let half = try #require(RationalTime(2 * k + 1, 2))
      #expect(half.rounded(toUnits: 1) == Rounded(value: k + 1, wasRounded: true))
    }
  }

  @Test("A rounded count is never further than half a unit away")
  func roundingDistance() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<5000 {
      let a = random.time()
      let units = Int64.random(in: 1...192_000, using: &random)
      let rounded = try #require(a.rounded(toUnits: units))
      let distance = try RationalTime(wide: Int128(rounded.value), over: Int128(units)) - a
      let half = try time(1, 2 * units)
      #expect(try -half < distance && distance <= half)
      #expect(rounded.wasRounded == (distance != .zero))
    }
  }

  @Test("Rounding at the edges of what an integer holds gives nil, not a trap")
  func roundingEdges() {
    #expect(roundHalfUp(.min, over: 3) == nil)
    #expect(roundHalfUp(.max, over: .max) == Rounded(value: 1, wasRounded: false))
    #expect(roundHalfUp(.min, over: .max) == Rounded(value: -1, wasRounded: true))
    #expect(roundHalfUp(.max - 1, over: .max) == Rounded(value: 1, wasRounded: true))
    #expect(roundHalfUp(Int128(Int64.max) * 2 + 1, over: 2) == nil)
    #expect(roundHalfUp(1, over: 0) == nil)
    #expect(roundHalfUp(1, over: -1) == nil)
  }

  @Test(
    "A time is written as a decimal where one is exact",
    arguments: [
      (5, 2, "2.5s"), (-5, 2, "-2.5s"), (0, 1, "0s"), (3, 1, "3s"), (1, 8, "0.125s"), (-1, 100, "-0.01s"),
      (1001, 30000, "1001/30000s"), (1, 1_000_000_000, "0.000000001s"), (1, 3, "1/3s"),
    ] as [(Int64, Int64, String)])
  func spelling(value: Int64, timescale: Int64, expected: String) throws {
    #expect(try time(value, timescale).spelling == expected)
  }

  @Test(
    "For people, a time is a decimal: to a millisecond, or finer where it would look like a rounder one",
    arguments: [
      (5, 2, "2.5s"), (0, 1, "0s"), (-3, 1, "-3s"), (16673, 1500, "11.115s"), (29029, 30000, "0.968s"),
      (1, 3, "0.333s"),
      (-1, 3, "-0.333s"), (2, 3, "0.667s"), (123_456, 1_000_000, "0.123456s"), (85333, 16000, "5.333s"),
      // One sample of 48 kHz more than 2.4 s, and one less than 2.
      (115201, 48000, "2.40002s"), (95999, 48000, "1.99998s"), (1, 48000, "0.00002s"),
      (1, 3_000_000_000, "1/3000000000s"),
      (1, 1_000_000_007, "0.000000001s"),
    ] as [(Int64, Int64, String)])
  func forPeople(value: Int64, timescale: Int64, expected: String) throws {
    #expect(try time(value, timescale).description == expected)
  }

  @Test(
    "A clock reading has hours, minutes, seconds and milliseconds",
    arguments: [
      (125, 2, "00:01:02.500"), (-125, 2, "-00:01:02.500"), (360_000, 1, "100:00:00.000"),
      (1, 3, "00:00:00.333"), (599_994, 10_000, "00:00:59.999"), (1, 2000, "00:00:00.001"),
      (-1, 2000, "00:00:00.000"),
    ] as [(Int64, Int64, String)])
  func clock(value: Int64, timescale: Int64, expected: String) throws {
    #expect(try time(value, timescale).clockReading == expected)
  }
}
