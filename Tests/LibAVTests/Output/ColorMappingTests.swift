import Composition
import LibAV
import Testing

@Suite("Colour spaces")
struct ColorMappingTests {
  private let standard = ColorSpace(primaries: .bt709, transfer: .standard)
  private let wide = ColorSpace(primaries: .bt2020, transfer: .standard)
  private let pq = ColorSpace(primaries: .bt2020, transfer: .pq)
  private let hlg = ColorSpace(primaries: .bt2020, transfer: .hlg)

  @Test("white of standard video is 203 cd/m² of HDR")
  func referenceWhite() {
    // BT.2408: 58.07 % of PQ, 75 % of HLG.
    #expect(abs(mapped(red: 1, green: 1, blue: 1, from: standard, to: pq).red - 0.58069) < 0.0005)
    #expect(abs(mapped(red: 1, green: 1, blue: 1, from: standard, to: hlg).green - 0.75) < 0.0005)
  }

  @Test("dark light keeps its brightness, the peak becomes white, and nothing turns back")
  func tones() {
    // 0.4 of PQ is 32.46 cd/m²: (32.46 / 203)^(1/2.4) = 0.4659.
    #expect(abs(mapped(red: 0.4, green: 0.4, blue: 0.4, from: pq, to: standard).blue - 0.4659) < 0.002)
    // 0.7518 is 1000 cd/m².
    #expect(mapped(red: 0.7519, green: 0.7519, blue: 0.7519, from: pq, to: standard).red > 0.999)
    var last = 0.0
    for step in 0...100 {
      let signal = Double(step) / 100
      let result = mapped(red: signal, green: signal, blue: signal, from: hlg, to: standard).red
      #expect(result >= last)
      last = result
    }
    #expect(last > 0.999)
  }

  @Test("a strong red stays red")
  func saturation() {
    for source in [pq, hlg, wide] {
      let red = mapped(red: 1, green: 0, blue: 0, from: source, to: standard)
      #expect(red.red > 0.999)
      #expect(red.green < 0.001 && red.blue < 0.001)
    }
  }

  @Test("there and back is where it was")
  func roundTrip() {
    for (name, other) in [("bt2020", wide), ("pq", pq), ("hlg", hlg)] {
      let there = mapped(red: 0.3, green: 0.5, blue: 0.45, from: standard, to: other)
      let back = mapped(red: there.red, green: there.green, blue: there.blue, from: other, to: standard)
      #expect(abs(back.red - 0.3) < 0.002 && abs(back.green - 0.5) < 0.002, "\(name)")
      #expect(abs(back.blue - 0.45) < 0.002, "\(name)")
    }
  }
}
