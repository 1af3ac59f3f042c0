import Compiler
import Diagnostics
import Testing

/// Frames and boxes counted by hand: at 30 frames per second, on a canvas of 1280x720.
@Suite("What nothing is seen of")
struct NeverVisibleTests {
  /// The items, over ten seconds of navy, that are found to be covered.
  private func covered(_ overlays: String, media: String = "") throws -> [String] {
    let script = head + "timeline: [{color: navy, for: 10s}]\noverlays:\n" + overlays
    return try Findings(script, media: media).guilty(.neverVisible)
  }

  @Test("is covered in every frame, not in all but one")
  func everyFrame() throws {
    // Frames 60 to 119; the second one ends before frame 119.
    let below = "  - {color: teal, at: 2s..4s}\n"
    #expect(try covered(below + "  - {color: black, at: 2s..4s}") == ["color: teal"])
    #expect(try covered(below + "  - {color: black, at: 2s..119f}") == [])
    #expect(try covered(below + "  - {color: black, at: 61f..5s}") == [])
    #expect(try covered(below + "  - {color: black, at: 1.99s..4.01s}") == ["color: teal"])
  }

  @Test("lies below, in the order in which things are drawn")
  func order() throws {
    #expect(try covered("  - {color: black, at: 1s..5s}\n  - {color: teal, at: 2s..4s}") == [])
  }

  @Test("is covered by one after the other, if no frame is left between them")
  func inTime() throws {
    let below = "  - {color: teal, at: 2s..4s}\n"
    let first = "  - {color: black, at: 1s..3s}\n"
    let both = try Findings(
      head + "timeline: [{color: navy, for: 10s}]\noverlays:\n" + below + first
        + "  - {color: gray, at: 3s..5s}")
    #expect(try both.one(.neverVisible).message.contains("other items cover it"))
    #expect(try both.one(.neverVisible).notes.count == 1)
    #expect(try covered(below + first + "  - {color: gray, at: 91f..5s}") == [])
  }

  @Test("is covered by several side by side, if no pixel is left between them")
  func inSpace() throws {
    let below = "  - {color: teal, at: 2s..4s}\n"
    func halves(_ width: Int) -> String {
      "  - {color: black, place: left, width: 640px}\n  - {color: gray, place: right, width: \(width)px}"
    }
    #expect(try covered(below + halves(640)) == ["color: teal"])
    #expect(try covered(below + halves(638)) == [])
  }

  @Test("is inside what covers it, and shares no chroma sample with what lies beside")
  func boxes() throws {
    func pair(_ below: (x: Int, side: Int), _ above: (x: Int, side: Int)) throws -> Int {
      func item(_ color: String, _ box: (x: Int, side: Int)) -> String {
        let (x, side) = box
        return
          "  - {color: \(color), place: '\(x)px, \(x)px anchor top left', width: \(side)px, height: \(side)px}\n"
      }
      return try covered(item("teal", below) + item("black", above)).count
    }
    #expect(try pair((100, 200), (100, 200)) == 1)
    #expect(try pair((100, 200), (90, 220)) == 1)
    #expect(try pair((100, 200), (102, 200)) == 0)
    // From 101 on, the pixel at 100 shares its chroma with 101.
    #expect(try pair((101, 200), (101, 200)) == 0)
    #expect(try pair((101, 198), (100, 200)) == 1)
    // Both reach out of the canvas at the bottom, where nobody looks.
    #expect(try pair((600, 300), (600, 301)) == 1)
  }

  @Test("is covered by what is opaque: by opacity, by its colour, by its file")
  func opaque() throws {
    let below = "  - {color: teal, at: 2s..4s}\n"
    #expect(try covered(below + "  - {color: black, opacity: 0.99}") == [])
    #expect(try covered(below + "  - {color: '#00000080'}") == [])
    let logo = below + "  - {image: logo.png, fit: fill}"
    #expect(try covered(logo, media: "logo.png still 1280x720") == ["color: teal"])
    #expect(try covered(logo, media: "logo.png still 1280x720 alpha") == [])
  }

  @Test("is covered while the opacity of the item that covers it holds 1")
  func ramps() throws {
    // The cover begins at 2 s and is opaque from 3 s on, frame 90.
    let cover = "  - {color: black, at: 2s..8s, opacity: [0 -> 1 over first 1s, 1 -> 0 over last 1s]}"
    #expect(try covered("  - {color: teal, at: 3s..7s}\n" + cover) == ["color: teal"])
    #expect(try covered("  - {color: teal, at: 89f..7s}\n" + cover) == [])
    #expect(try covered("  - {color: teal, at: 3s..212f}\n" + cover) == [])
    let jump = "  - {color: black, opacity: {0s: 1 hold, 5s: 0}}"
    #expect(try covered("  - {color: teal, at: 1s..5s}\n" + jump) == ["color: teal"])
    #expect(try covered("  - {color: teal, at: 1s..151f}\n" + jump) == [])
  }

  @Test("has no use without being seen: what is heard, and the colour of a story, have one")
  func uses() throws {
    let media = "talk.mp4  video 1280x720 30 10s  audio 48000 stereo\nphoto.png  still 1280x720"
    func story(_ item: String) throws -> [String] {
      try Findings(head + "timeline: [\(item)]\noverlays: [{color: black}]", media: media)
        .guilty(.neverVisible)
    }
    #expect(try story("{clip: talk.mp4}") == [])
    #expect(try story("{clip: talk.mp4, audio: off}") == ["clip: talk.mp4"])
    #expect(try story("{clip: talk.mp4, volume: 0}") == ["clip: talk.mp4"])
    #expect(try story("{image: photo.png}") == ["image: photo.png"])
    #expect(try story("{color: red, for: 2s}") == [])
    #expect(try story("{gap: 2s}") == [])
  }

  @Test("is transparent for its whole duration; a ramp that is wrong has its error only")
  func transparent() throws {
    func story(_ item: String) throws -> [String] {
      try Findings(
        head + "timeline: [\(item)]", media: "talk.mp4  video 1280x720 30 10s  audio 48000 stereo"
      ).guilty(.neverVisible)
    }
    #expect(try story("{color: red, for: 4s, opacity: 0}") == ["0"])
    #expect(try story("{color: red, for: 4s, opacity: 0 -> 1}") == [])
    #expect(try story("{color: red, for: 4s, opacity: {0s: 0, 5s: 1}}") == [])
    #expect(try story("{color: transparent, for: 4s}") == ["color: transparent"])
    #expect(try story("{clip: talk.mp4, opacity: 0}") == [])
    #expect(try story("{clip: talk.mp4, opacity: 0, audio: off}") == ["0"])
  }

  @Test("says where the canvas is when something lies outside of it")
  func outside() throws {
    let findings = try Findings(
      head + "timeline: [{color: navy, for: 4s}]\n"
        + "overlays: [{color: red, width: 10px, height: 10px, place: '-5px, 10px'}]")
    let finding = try findings.one(.neverVisible)
    #expect(finding.message == "the picture is outside the canvas: 10x10 at -10,5")
    #expect(findings.guilty(.neverVisible) == ["'-5px, 10px'"])
  }
}
