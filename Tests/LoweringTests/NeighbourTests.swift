import Basics
import Composition
import Lowering
import Testing

@Suite("Items beside others")
struct NeighbourTests {
  /// On a canvas of 1000x500; texts are 200x50 with a reach of 3, 2, 5 and 8 pixels.
  private func boxes(_ items: String) throws -> [String: PixelBox] {
    let script = WordyScript(items)
    let layers = try #require(script.film.composition?.layers, "\(script.messages)")
    return Dictionary(layers.compactMap { layer in layer.name.map { ($0, layer.contentBox) } }) { first, _ in
      first
    }
  }

  @Test(
    "touch the box on their side, aligned as they say, at their distance",
    arguments: [
      ("below card", 475.0, 300.0), ("below card left", 400, 300),
      ("below card right, margin 10px", 550, 310),
      ("above card", 475, 180), ("above card left, margin 2vmin", 400, 170),
      ("left of card", 350, 240), ("left of card top, margin 1%", 340, 200),
      ("right of card bottom", 600, 280), ("right of card margin -20px", 580, 240),
    ])
  func sides(place: String, x: Double, y: Double) throws {
    // 200x100 in the middle of the canvas: from 400, 200 to 600, 300.
    let boxes = try boxes(
      """
        - {shape: rectangle, fill: red, name: card, width: 200px, height: 100px}
        - {shape: rectangle, fill: red, name: other, width: 50px, height: 20px, place: "\(place)"}
      """)
    #expect(boxes["other"] == PixelBox(x: Int(x), y: Int(y), width: 50, height: 20))
  }

  @Test("count the box of a text, not what its shadow adds, and where it ends")
  func texts() throws {
    let boxes = try boxes(
      """
        - {text: a, name: head, place: "50%, 0% anchor top -> 50%, 100px anchor top"}
        - {text: b, name: line, place: "below head left, margin 10px"}
      """)
    // In its last frame, of 100, the first one is 99 pixels down; its box is 200x50.
    #expect(boxes["line"] == PixelBox(x: 397, y: 157, width: 208, height: 60))
  }

  @Test("can be written before the item they are beside, and follow each other")
  func order() throws {
    let boxes = try boxes(
      """
        - {shape: rectangle, fill: red, name: c, width: 50px, height: 20px, place: below b}
        - {shape: rectangle, fill: red, name: b, width: 50px, height: 20px, place: below a}
        - {shape: rectangle, fill: red, name: a, width: 50px, height: 20px, place: top}
      """)
    #expect(["a", "b", "c"].map { boxes[$0]?.y } == [0, 20, 40])
  }

  @Test(
    "are refused where there is no such item, and in a circle",
    arguments: [
      ("below headlin", "unknown-name: no item under `overlays` is named 'headlin'"),
      ("below rule", "reference-cycle: the place of 'rule' depends on itself: rule -> rule"),
      ("right of line", "reference-cycle: the place of 'rule' depends on itself: rule -> line -> rule"),
    ])
  func refused(place: String, message: String) {
    let script = WordyScript(
      """
        - {text: a, name: headline}
        - {text: b, name: line, place: below rule}
        - {text: c, name: rule, place: \(place)}
      """)
    #expect(script.messages.contains(message), "\(script.messages)")
    #expect(script.film.composition == nil)
  }

  @Test("are found in a long list, but not through hundreds of later ones")
  func many() throws {
    let items = (0..<500).map { number in
      let place = number == 0 ? "left" : "right of i\(number - 1)"
      return "  - {shape: rectangle, fill: red, name: i\(number), width: 1px, height: 1px, place: \(place)}"
    }
    #expect(try boxes(items.joined(separator: "\n"))["i499"]?.x == 499)
    let backwards = WordyScript(items.reversed().joined(separator: "\n"))
    #expect(!backwards.messages.isEmpty && backwards.messages.allSatisfy { $0.hasPrefix("over-limit: ") })
  }
}
