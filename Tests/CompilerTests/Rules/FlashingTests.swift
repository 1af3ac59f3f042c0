import Basics
import Compiler
import Diagnostics
import TestSupport
import Testing

/// Flashes whose verdict is known by their numbers.
private struct PlantedFlashes: CustomStringConvertible {
  enum Form: CaseIterable {
    case cards, overlays, ramps, shapes
  }

  let form: Form
  /// As a script writes it, and the greatest number of frames in less than a second.
  let rate: (text: String, second: Int)
  /// The frames of each colour, and how often colours follow each other.
  let step: Int
  let changes: Int
  /// Percent of the width and the height.
  let width: Int
  let height: Int
  let dark: (text: String, luminance: Double)
  let bright: (text: String, luminance: Double)

  private static let rates = [
    ("24", 23), ("25", 24), ("30000/1001", 29), ("30", 29), ("50", 49), ("60", 59), ("24000/1001", 23),
  ]
  // Relative luminance by WCAG: ((code / 255 + 0.055) / 1.055) ^ 2.4.
  private static let pairs = [
    (("black", 0.0), ("white", 1.0)), (("black", 0), ("\"#808080\"", 0.216)),
    (("\"#404040\"", 0.051), ("\"#808080\"", 0.216)), (("\"#000080\"", 0.0156), ("\"#008000\"", 0.154)),
    (("\"#e4e4e4\"", 0.776), ("\"#f3f3f3\"", 0.896)),
    // Too small a change, and too bright a darker colour.
    (("\"#808080\"", 0.216), ("\"#909090\"", 0.279)), (("\"#f0f0f0\"", 0.871), ("white", 1)),
    (("black", 0), ("\"#404040\"", 0.051)),
  ]

  init(_ random: inout SeededRandom) {
    form = Form.allCases.randomElement(using: &random) ?? .cards
    rate = Self.rates.randomElement(using: &random) ?? ("25", 24)
    // Just less than a sixth of a second, or more.
    step = max(1, rate.second / 6 + [-1, 0, 0, 1, 2].randomElement(using: &random)!)
    changes = [5, 6, 7, 8, 12].randomElement(using: &random)!
    (width, height) =
      form == .cards
      ? (100, 100)
      : [(100, 100), (75, 50), (50, 25), (25, 100)]
        .randomElement(using: &random)!
    (dark, bright) = Self.pairs.randomElement(using: &random)!
  }

  /// More than six transitions in less than a second, on a quarter of the picture.
  var areTooMany: Bool {
    let area = width * height >= 2500
    return changes >= 7 && 6 * step <= rate.second && area && dark.luminance < 0.8
      && bright.luminance - dark.luminance >= 0.1
  }

  var script: String {
    let head = "edit: 1\ncanvas: {size: 640x360, rate: \(rate.text), background: \(dark.text)}\ntimeline:\n"
    let whole = 4 * (rate.second + 1) + changes * step
    let box = "width: \(width)%, height: \(height)%, fit: fill"
    let start = 2 * (rate.second + 1)
    switch form {
    case .cards:
      let cards = (1..<changes).map { number in
        "  - {color: \(number % 2 == 1 ? bright.text : dark.text), for: \(step)f}\n"
      }
      let last = changes % 2 == 1 ? bright.text : dark.text
      return head + "  - {color: \(dark.text), for: 2s}\n" + cards.joined()
        + "  - {color: \(last), for: 2s}\n"
    case .overlays, .shapes:
      let items = stride(from: 0, to: changes, by: 2).map { number in
        let from = start + number * step
        let to = number + 1 < changes ? from + step : whole
        let kind = form == .shapes ? "shape: rectangle, fill: \(bright.text)" : "color: \(bright.text)"
        return "  - {\(kind), at: \(from)f..\(to)f, \(box)}\n"
      }
      let safe = items.map { form == .shapes ? $0.replacing(", fit: fill", with: "") : $0 }
      return head + "  - {color: \(dark.text), for: \(whole)f}\noverlays:\n" + safe.joined()
    case .ramps:
      let keys = (0...changes).map { "\(start + $0 * step)f: \($0 % 2)" }.joined(separator: ", ")
      return head + "  - {color: \(dark.text), for: \(whole)f}\noverlays:\n"
        + "  - {color: \(bright.text), at: 0s..end, opacity: {\(keys)}, \(box)}\n"
    }
  }

  var description: String { "\(form), \(areTooMany)\n\(script)" }
}

@Suite("Flashes that the script alone shows")
struct FlashingTests {
  @Test("are found where numbers say so, and nowhere else")
  func planted() throws {
    var random = SeededRandom(seed: 7)
    var counts = [true: 0, false: 0]
    for _ in 0..<(testsAll ? 240 : 60) {
      let planted = PlantedFlashes(&random)
      counts[planted.areTooMany, default: 0] += 1
      let found = try Findings(planted.script)
      #expect(!found.all.contains { $0.severity == .error }, "\(found.all.map(\.message))\n\(planted)")
      #expect(found.of(.flashing).isEmpty != planted.areTooMany, "\(planted)")
    }
    #expect(counts.values.allSatisfy { $0 > 10 })
  }

  private func cards(_ count: Int, between items: String = "", more: String = "") -> String {
    let cards = (0..<count).map { "  - {color: \($0 % 2 == 0 ? "white" : "black"), for: 3f}\n" }
    return "edit: 1\ncanvas: {size: 640x360, rate: 25}\ntimeline:\n  - {color: black, for: 2s}\n"
      + cards.joined() + "  - {color: black, for: 2s}\n" + more
  }

  @Test("are a warning at the item of the seventh change, an error with a check")
  func severity() throws {
    let found = try Findings(cards(9))
    let warning = try found.one(.flashing)
    #expect(warning.severity == .warning)
    // The line of the seventh card.
    #expect(warning.range.map { found.source.line(at: $0.start) } == 11)
    #expect(warning.notes.map(\.message) == ["the first one is here"])
    #expect(warning.notes.first?.range.map { found.source.line(at: $0.start) } == 5)
    for check in ["none", "wcag", "bt1702"] {
      let error = try Findings(cards(9, more: "checks: {flashes: \(check)}\n")).one(.flashing)
      #expect(error.severity == .error, "\(check)")
    }
    #expect(try Findings(cards(5, more: "checks: {flashes: none}\n")).of(.flashing) == [])
  }

  @Test("of a window only are an error for WCAG, and a warning for `none`")
  func window() throws {
    let items = (0..<5).map {
      "  - {color: white, at: \(50 + 6 * $0)f..\(53 + 6 * $0)f, width: 30%, height: 30%, fit: fill}\n"
    }
    let script = { (check: String) in
      "edit: 1\ncanvas: {size: 640x360, rate: 25}\ntimeline: [{color: black, for: 6s}]\noverlays:\n"
        + items.joined() + "checks: {flashes: \(check)}\n"
    }
    #expect(try Findings(script("wcag")).one(.flashing).severity == .error)
    #expect(try Findings(script("none")).one(.flashing).severity == .warning)
    #expect(try Findings(script("bt1702")).of(.flashing) == [])
  }

  @Test("count by the area that they cover, once for white and red, and not for small differences")
  func area() throws {
    func flashes(_ color: String, _ size: String, _ count: Int) -> String {
      (0..<count).map {
        "  - {color: \(color), at: \(50 + 4 * $0)f..\(52 + 4 * $0)f, width: \(size), height: \(size), fit: fill}\n"
      }.joined()
    }
    let head =
      "edit: 1\ncanvas: {size: 640x360, rate: 25}\ntimeline: [{color: black, for: 1m}]\nchecks: {flashes: none}\noverlays:\n"
    let found = try Findings(head + flashes("white", "52%", 6)).one(.flashing)
    #expect(
      found.severity == .error && found.message.contains("at least 25 % of the picture"), "\(found.message)")
    #expect(try Findings(head + flashes("red", "100%", 6)).of(.flashing).count == 1)
    #expect(try Findings(head + flashes("\"#101010\"", "100%", 300)).of(.flashing) == [])
  }

  @Test("do not count where media, texts, blends or transitions may show something else")
  func unknown() throws {
    let over = { (item: String) in cards(9, more: "overlays: [{\(item), at: 0s..end}]\n") }
    for item in [
      "color: white, blend: difference", "color: white, rotate: 5deg", "color: white, mask: circle",
      "gradient: {colors: [white, red]}", "noise: {amount: 50%}",
    ] {
      #expect(try Findings(over(item)).of(.flashing) == [], "\(item)")
    }
    #expect(try Findings(over("color: transparent")).of(.flashing).count == 1)
    #expect(try Findings(over("color: black, width: 30%, height: 30%")).of(.flashing).count == 1)
  }
}
