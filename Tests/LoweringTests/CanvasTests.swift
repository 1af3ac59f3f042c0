import Basics
import Composition
import Diagnostics
import Lowering
import Testing

@Suite("The canvas: written, found out, and made smaller")
struct CanvasTests {
  private func canvas(_ text: String, output: Int? = nil) throws -> Canvas {
    try LoweredScript("edit: 1\nchecks: {orientation: any}\n" + text, output: output).composition().canvas
  }

  @Test("auto is the widest and the tallest display size, turned clips as they are shown")
  func autoSize() throws {
    #expect(
      try canvas("timeline: [{clip: land.mp4}, {clip: wide.mp4}]").size
        == PixelSize(width: 1920, height: 1080))
    #expect(
      try canvas("timeline: [{clip: land.mp4}, {clip: turned.mov}]").size
        == PixelSize(width: 1280, height: 1920))
    let dv = Shelf.clip(720, 576, rate: FrameRate(25), seconds: 2, aspect: PixelAspect(64, 45))
    #expect(
      try LoweredScript("edit: 1\ntimeline: [{clip: dv.mov}]", media: ["dv.mov": dv]).composition().canvas
        .size
        == PixelSize(width: 1024, height: 576))
  }

  @Test("auto looks at stills only where the story has no clip, and at nothing else")
  func autoStills() throws {
    #expect(try canvas("timeline: [{image: logo.png}]").size == PixelSize(width: 200, height: 100))
    #expect(
      try canvas("timeline: [{clip: land.mp4}]\noverlays: [{clip: wide.mp4}]").size
        == PixelSize(width: 1280, height: 720))
    #expect(LoweredScript("edit: 1\ntimeline: [{color: red, for: 1s}]").has(.missingKey))
  }

  @Test("the greatest rate of the story's clips is the film's, thirty without any")
  func autoRate() throws {
    #expect(
      try canvas("timeline: [{clip: wide.mp4}, {clip: fast.mp4}, {clip: land.mp4}]").rate == FrameRate(60))
    #expect(try canvas("canvas: {size: 640x480}\ntimeline: [{color: red, for: 1s}]").rate == FrameRate(30))
    #expect(
      try canvas("canvas: {rate: 29.97}\ntimeline: [{clip: fast.mp4}]").rate == FrameRate(30000, per: 1001))
  }

  @Test(
    "a size preset shrinks inside its bounds, keeps the shape and turns with the film",
    arguments: [
      ("1920x1080", "960x540", 960, 540), ("1080x1920", "960x540", 540, 960),
      ("1920x1080", "640x480", 640, 360),
      ("1920x800", "1280x720", 1280, 534), ("1000x1000", "1280x720", 720, 720),
      ("1280x720", "1280x720", 1280, 720),
      ("1921x1081", "1280x720", 1280, 720), ("1920x1080", "draft", 640, 360),
    ])
  func presets(size: String, preset: String, width: Int, height: Int) throws {
    let text =
      "canvas: {size: \(size)}\ntimeline: [{color: red, for: 1s}]\noutputs: [{file: a.mp4, preset: \(preset)}]"
    #expect(try canvas(text, output: 0).size == PixelSize(width: width, height: height))
  }

  @Test("a preset never enlarges")
  func neverEnlarges() throws {
    let script = LoweredScript(
      "edit: 1\ncanvas: {size: 640x360}\ntimeline: [{color: red, for: 1s}]\noutputs: [{file: a.mp4, preset: 1920x1080}]",
      output: 0)
    #expect(try script.composition().canvas.size == PixelSize(width: 640, height: 360))
  }

  @Test("an output's own size and rate lay the film out again, pixels stay pixels")
  func variant() throws {
    let script = LoweredScript(
      head + """
        timeline: [{color: red, for: 1s}]
        overlays: [{image: logo.png, place: 'top left, margin 10px', width: 50%}]
        outputs: [{file: a.mp4, size: 640x640, rate: 25}]
        """, output: 0)
    let film = try script.composition()
    #expect(film.canvas.size == PixelSize(width: 640, height: 640))
    #expect(film.frameCount == 25)
    #expect(film.layers[1].visibleBox == PixelBox(x: 10, y: 10, width: 320, height: 160))
  }

  @Test("a preset shrinks lengths in pixels with the whole film")
  func presetLengths() throws {
    let film = try LoweredScript(
      head + """
        timeline: [{color: red, for: 1s}]
        overlays: [{image: logo.png, place: 'top left, margin 10px'}]
        outputs: [{file: a.mp4, preset: draft}]
        """, output: 0
    ).composition()
    #expect(film.layers[1].visibleBox == PixelBox(x: 5, y: 5, width: 100, height: 50))
  }

  @Test(
    "sizes from broken facts are refused and never trap",
    arguments: [(0, 0), (0, 720), (-2, 4), (Int.max, Int.max), (Int.max, 1), (Int.min, Int.min), (40_000, 2)])
  func brokenSizes(width: Int, height: Int) {
    let media = [
      "a.mp4": Shelf.clip(width, height, rate: FrameRate(30), seconds: 2),
      "b.png": Shelf.still(width, height),
    ]
    for text in [
      "timeline: [{clip: a.mp4}]", "timeline: [{image: b.png}]",
      "timeline: [{clip: a.mp4}]\noutputs: [{file: o.mp4, preset: draft}]",
    ] {
      let script = LoweredScript("edit: 1\n" + text, media: media, output: 0)
      #expect(script.film.composition == nil)
      #expect(script.diagnostics.hasErrors, "\(script.messages)")
    }
    let drawn = LoweredScript(
      head
        + "timeline: [{color: red, for: 1s}]\noverlays: [{image: b.png, width: 10%}, {image: b.png, fit: none}]",
      media: media)
    #expect(drawn.film.composition == nil || !drawn.diagnostics.hasErrors)
  }
}
