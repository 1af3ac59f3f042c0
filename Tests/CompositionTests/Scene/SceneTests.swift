import Composition
import Testing

@Suite("The parts of a scene")
struct SceneTests {
  /// Every letter is ten pixels wide.
  private let ruler = TextRuler { words, _ in Double(words.count * 10) }
  private let style = SceneTextStyle(size: 12)

  @Test("Words that do not fit end with an ellipsis, and too few of them are none")
  func fitting() {
    #expect(ruler.fitting("harbour", style, into: 70) == "harbour")
    #expect(ruler.fitting("harbour", style, into: 69) == "harbo…")
    #expect(ruler.fitting("harbour", style, into: 40) == "har…")
    #expect(ruler.fitting("harbour", style, into: 39) == nil)
    #expect(ruler.fitting("harbour", style, into: 39, least: 1) == "ha…")
    #expect(ruler.fitting("by the sea", style, into: 79) == "by the…")
    #expect(ruler.fitting("", style, into: 0) == "")
    #expect(ruler.fitting("abc", style, into: -5) == nil)
  }

  @Test("The ellipsis of words that are read from the right follows them there")
  func direction() {
    let fitted = ruler.fitting("שקיעה בים התיכון", style, into: 80)
    #expect(fitted == "שקיעה…\u{200F}")
  }

  @Test("A very long name takes no time")
  func long() {
    let name = String(repeating: "é", count: 1_000_000)
    #expect(ruler.fitting(name, style, into: 100)?.count == 10)
  }

  @Test("Colours mix and fade within their bounds")
  func colors() {
    let black = SceneColor(0)
    let white = SceneColor(0xFFFFFF)
    #expect(black.mixed(with: white, at: 0.5) == SceneColor(0x808080))
    #expect(black.mixed(with: white, at: 7) == white)
    #expect(white.faded(to: 0.5).alpha == 128)
    #expect(white.faded(to: -1).alpha == 0)
  }

  @Test("Pictures are named once, in the order in which they are drawn")
  func images() {
    let image = { (id: Int) in
      SceneElement.image(SceneImage(id: id, box: SceneBox(x: 0, y: 0, width: 1, height: 1)))
    }
    let scene = Scene(
      width: 1, height: 1, background: SceneColor(0),
      elements: [image(3), .group(SceneGroup(elements: [image(1), image(3)])), image(2)])
    #expect(scene.images.map(\.id) == [3, 1, 2])
  }
}
