import Basics
import Testing

@testable import Detection

/// A picture of 320x180 pixels, one for each cell, in limited range.
private struct Codes {
  var luma = [UInt8](repeating: 0, count: 320 * 180)
  var blue = [UInt8](repeating: 128, count: 320 * 180)
  var red = [UInt8](repeating: 128, count: 320 * 180)

  init(luma code: UInt8) { luma = [UInt8](repeating: code, count: 320 * 180) }

  /// BT.709 codes of a colour with components from 0 to 1.
  init(_ r: Double, _ g: Double, _ b: Double) {
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    luma = [UInt8](repeating: UInt8((16 + 219 * y).rounded()), count: 320 * 180)
    blue = [UInt8](repeating: UInt8((128 + 224 * (b - y) / 1.8556).rounded()), count: 320 * 180)
    red = [UInt8](repeating: UInt8((128 + 224 * (r - y) / 1.5748).rounded()), count: 320 * 180)
  }

  /// This picture where `isInside` holds, another one elsewhere.
  func inside(over other: Codes, _ isInside: (_ x: Int, _ y: Int) -> Bool) -> Codes {
    var result = other
    for y in 0..<180 {
      for x in 0..<320 where isInside(x, y) {
        let index = y * 320 + x
        (result.luma[index], result.blue[index], result.red[index]) = (luma[index], blue[index], red[index])
      }
    }
    return result
  }
}

@Suite("Flashes")
struct FlashFinderTests {
  private typealias Passages = (inPicture: [FlashPassage], inWindow: [FlashPassage])

  /// What is found in a film whose pictures alternate at some frames.
  private func found(
    _ one: Codes, _ other: Codes, at transitions: [Int], frames: Int, rate: FrameRate
  ) throws -> Passages {
    try found([one, other], frames: frames, rate: rate) { frame in transitions.count { $0 <= frame } % 2 }
  }

  /// `shown` is the picture of a frame.
  private func found(
    _ pictures: [Codes], frames: Int, rate: FrameRate, _ shown: (Int) -> Int
  ) throws -> Passages {
    let weights = MatrixWeights(red: 0.2126, blue: 0.0722)
    let layout = try #require(PlaneLayout(width: 320, height: 180, samplesPerRow: 320))
    let lights = try pictures.map { codes in
      var light = FlashLight(primaries: .bt709)
      let isRead = light.read(
        luma: codes.luma.span, layout, blue: codes.blue.span, red: codes.red.span, layout, matrix: weights,
        isFullRange: false)
      try #require(isRead)
      return light
    }
    var finder = FlashFinder(rate: rate, primaries: .bt709, inPicture: true, inWindow: true)
    for frame in 0..<frames { finder.add(lights[shown(frame)]) }
    return finder.finish()
  }

  private static let rates = [FrameRate(25), FrameRate(30000, per: 1001), FrameRate(30), FrameRate(50)]
    .compactMap(\.self)

  @Test("more than six transitions in less than a second are too many, at every rate", arguments: rates)
  func count(rate: FrameRate) throws {
    let (dark, bright) = (Codes(luma: 60), Codes(luma: 180))
    // The most frames that are less than a second: 24 of 25, 29 of 29.97.
    let second = Int((rate.frames - 1) / rate.seconds)
    func transitions(_ count: Int, in span: Int) -> [Int] { (0..<count).map { 10 + $0 * span / (count - 1) } }
    func isFlashing(_ transitions: [Int]) throws -> Bool {
      let found = try found(dark, bright, at: transitions, frames: 2 * second, rate: rate)
      #expect(found.inPicture.isEmpty == found.inWindow.isEmpty)
      if let passage = found.inPicture.first {
        #expect(found.inPicture.count == 1)
        #expect(passage.kind == .general)
        #expect(passage.share == 1)
        #expect(passage.transitions == transitions.prefix(7).map(Int64.init))
        #expect(passage.frames == Int64(transitions[0])...Int64(transitions[transitions.count - 1]))
      }
      return !found.inPicture.isEmpty
    }
    #expect(try isFlashing(transitions(7, in: second)))
    #expect(try !isFlashing(transitions(7, in: second + 1)))
    #expect(try !isFlashing(transitions(6, in: second / 2)))
    #expect(try isFlashing(transitions(8, in: second / 2)))
  }

  @Test("lines of a high picture that change places are no flash, and all of them together are one")
  func lines() throws {
    let rate = try #require(FrameRate(25))
    let (width, height) = (640, 1080)
    let layout = try #require(PlaneLayout(width: width, height: height, samplesPerRow: width))
    let small = try #require(PlaneLayout(width: width / 2, height: height / 2, samplesPerRow: width / 2))
    let grey = [UInt8](repeating: 128, count: width / 2 * height / 2)
    func isFlashing(_ code: (_ line: Int, _ frame: Int) -> UInt8) -> Bool {
      var finder = FlashFinder(rate: rate, primaries: .bt709, inPicture: true, inWindow: true)
      var light = FlashLight(primaries: .bt709)
      for frame in 0..<30 {
        let luma = (0..<height).flatMap { [UInt8](repeating: code($0, frame), count: width) }
        let isRead = light.read(
          luma: luma.span, layout, blue: grey.span, red: grey.span, small,
          matrix: MatrixWeights(red: 0.2126, blue: 0.0722), isFullRange: false)
        #expect(isRead)
        finder.add(light)
      }
      let found = finder.finish()
      return !found.inPicture.isEmpty || !found.inWindow.isEmpty
    }
    #expect(isFlashing { _, frame in frame / 2 % 2 == 0 ? 60 : 180 })
    #expect(!isFlashing { line, frame in (line + frame) % 2 == 0 ? 60 : 180 })
    #expect(!isFlashing { line, frame in (line + frame) % 3 == 0 ? 60 : 180 })
  }

  @Test("the change and the darker state, by hand")
  func amplitude() throws {
    let rate = try #require(FrameRate(25))
    func isFlashing(_ one: UInt8, _ other: UInt8) throws -> Bool {
      let at = (0..<9).map { 5 + 2 * $0 }
      return try !found(Codes(luma: one), Codes(luma: other), at: at, frames: 40, rate: rate).inPicture
        .isEmpty
    }
    // Codes 126 and 145 have the signals 110/219 and 129/219, thus the luminances 0.2160 and 0.3072 (0.0912);
    // 147 has 131/219 and 0.3177 (0.1017).
    #expect(try !isFlashing(126, 145))
    #expect(try isFlashing(126, 147))
    // 214 has 198/219 and 0.7963; 216 has 200/219 and 0.8149.
    #expect(try isFlashing(214, 235))
    #expect(try !isFlashing(216, 235))
  }

  @Test("a quarter of the picture, and a quarter of a third of its width and height")
  func area() throws {
    let rate = try #require(FrameRate(25))
    let (dark, bright) = (Codes(luma: 60), Codes(luma: 180))
    func found(_ width: Int, _ height: Int, x: Int = 40, y: Int = 30) throws -> Passages {
      try self.found(
        dark, bright.inside(over: dark) { (x..<x + width).contains($0) && (y..<y + height).contains($1) },
        at: (0..<9).map { 5 + 2 * $0 }, frames: 40, rate: rate)
    }
    let quarter = try found(160, 90)
    #expect(quarter.inPicture.map(\.share) == [0.25])
    #expect(try found(159, 90).inPicture.isEmpty)
    #expect(try found(159, 90).inWindow.map(\.share) == [1])
    // A ninth has 6,400 cells.
    let field = try found(40, 40, x: 260, y: 130)
    #expect(field.inPicture.isEmpty)
    #expect(field.inWindow.map(\.share) == [0.25])
    let center = try #require(field.inWindow.first?.center)
    #expect(center.x > 0.7 && center.y > 0.7)
    #expect(try found(40, 39).inWindow.isEmpty)
  }

  @Test(
    "stripes that pass do not flash together, but what flashes between them does",
    arguments: [25, 30, 50, 60])
  func stripes(rate: Int64) throws {
    let rate = try #require(FrameRate(rate))
    let (dark, bright) = (Codes(luma: 60), Codes(luma: 180))
    // Nearly eight stripes pass in a second.
    var isBright: [Bool] = []
    for (number, width) in Array(repeating: [15, 26, 18, 23, 20, 17, 25], count: 5).joined().enumerated() {
      isBright += Array(repeating: !number.isMultiple(of: 2), count: width)
    }
    func found(flashing: Int) throws -> Passages {
      let pictures = (0..<Int(2 * rate.frames)).map { frame in
        let isOn = (frame * 10 / Int(rate.frames)).isMultiple(of: 2)
        return bright.inside(over: dark) { x, y in
          guard (20..<120).contains(x), (20..<76).contains(y) else { return false }
          if x < 20 + flashing, y < 60 { return isOn }
          return isBright[x + y / 3 + frame * 160 / Int(rate.frames)]
        }
      }
      return try self.found(pictures, frames: pictures.count, rate: rate) { $0 }
    }
    #expect(try found(flashing: 0).inWindow.isEmpty)
    #expect(try found(flashing: 44).inWindow.isEmpty == false)
  }

  @Test("parts that flash in opposite directions count, fine patterns in balance do not")
  func patterns() throws {
    let rate = try #require(FrameRate(25))
    let (dark, bright) = (Codes(luma: 60), Codes(luma: 180))
    func isFlashing(_ isInside: (_ x: Int, _ y: Int) -> Bool) throws -> Bool {
      try !found(
        bright.inside(over: dark, isInside), dark.inside(over: bright, isInside),
        at: (0..<9).map { 5 + 2 * $0 },
        frames: 40, rate: rate
      ).inPicture.isEmpty
    }
    #expect(try isFlashing { x, _ in x < 160 })
    #expect(try isFlashing { x, y in (x / 20 + y / 20).isMultiple(of: 2) })
    #expect(try !isFlashing { x, y in (x + y).isMultiple(of: 2) })
    #expect(try !isFlashing { x, _ in x.isMultiple(of: 2) })
  }

  @Test("a saturated red and a colour of the same luminance that is far away flash")
  func red() throws {
    let rate = try #require(FrameRate(25))
    func kinds(_ one: Codes, _ other: Codes) throws -> [FlashPassage.Kind] {
      try found(one, other, at: (0..<9).map { 5 + 2 * $0 }, frames: 40, rate: rate).inPicture.map(\.kind)
    }
    // Light 0.578 of red has the luminance 0.123 and is 0.259 away from grey, in u'v'.
    let red = Codes(0.784, 0, 0)
    #expect(try kinds(red, Codes(0.386, 0.386, 0.386)) == [.red])
    // Half as bright, in the same colour: a change of 0.06.
    #expect(try kinds(red, Codes(0.573, 0, 0)) == [])
    // Black has no hue; against it, red flashes as red, and with 0.123 in luminance.
    #expect(try Set(kinds(red, Codes(0, 0, 0))) == [.red, .general])
    // Blue of the same luminance would need more than 1; a green of it is no red.
    #expect(try kinds(Codes(0, 0.44, 0), Codes(0.386, 0.386, 0.386)) == [])
    // Dark codes of red are no saturated red.
    #expect(try kinds(Codes(0.06, 0, 0), Codes(0, 0, 0)) == [])
  }

  @Test("pictures of one sample, and films without pictures")
  func small() throws {
    let rate = try #require(FrameRate(1, per: 10))
    var empty = FlashFinder(rate: rate, primaries: .bt2020, inPicture: true, inWindow: true)
    #expect(empty.finish().inPicture.isEmpty)
    let layout = try #require(PlaneLayout(width: 1, height: 1, samplesPerRow: 1))
    var light = FlashLight(primaries: .bt2020)
    let code: [UInt8] = [0]
    let isRead = light.read(
      luma: code.span, layout, blue: code.span, red: code.span, layout,
      matrix: MatrixWeights(red: 0.2627, blue: 0.0593), isFullRange: true)
    #expect(isRead)
    var finder = FlashFinder(rate: rate, primaries: .bt2020, inPicture: true, inWindow: true)
    for _ in 0..<3 { finder.add(light) }
    #expect(finder.finish().inWindow.isEmpty)
  }
}
