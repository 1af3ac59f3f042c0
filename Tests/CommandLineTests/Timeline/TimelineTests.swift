import Basics
import FoundationEssentials
import Processes
import TestSupport
import Testing

@Suite("editc timeline")
struct TimelineTests {
  private static let colors = """
    edit: 1
    title: Red & <blue>
    canvas: {size: 320x180, rate: 30}
    timeline:
      - {color: red, for: 3s, name: warm}
      - {color: blue, for: 1s, opacity: 1 -> 0}
    outputs: [{file: film.mp4}]

    """

  @Test("draws each item as long as it is, in pixels as a PNG")
  func pixelsOfItems() throws {
    let place = try Workplace()
    try place.write("film.edit", Self.colors)
    let result = try place.editc("timeline", "film.edit", "-o", "film.png", "--width", "1000")
    #expect(result.exitCode == 0 && result.errorText == "" && result.output.isEmpty)
    // The film of 4 s lies between 108 and 976; three quarters of that are 651 pixels.
    let row = try run([
      "/usr/bin/python3", "-c",
      """
      import sys
      from PIL import Image
      picture = Image.open(sys.argv[1]).convert("RGB")
      def longest(color):
        best = 0
        for y in range(picture.height):
          best = max(best, sum(picture.getpixel((x, y)) == color for x in range(108, 976)))
        return best
      print(picture.width, longest((255, 0, 0)))
      """, place.path("film.png"),
    ]).text.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
    try #require(row.count == 2)
    #expect(row[0] == 1000)
    #expect((645...651).contains(row[1]), "\(row)")
  }

  @Test("writes SVG that another parser reads, with every name in it and nothing that runs or loads")
  func standsAlone() throws {
    let place = try Workplace()
    try place.write("film.edit", Self.colors)
    try place.editc("timeline", "film.edit", "-o", "film.svg")
    let drawing = try Drawing(place.path("film.svg"))
    #expect(drawing.words.contains("Red & <blue>") && drawing.words.contains("warm"))
    #expect(drawing.tooltips.contains("warm: color #ff0000\n0s..3s\nfor: 3s"))
    #expect(drawing.tooltips.contains("color #0000ff\n3s..4s\nfor: 1s\nopacity: 1 -> 0"))
    let names = Set(drawing.elements.compactMap { $0["name"]?.stringValue })
    #expect(names.isSubset(of: ["svg", "title", "rect", "path", "text", "g", "clipPath", "image"]))
    let text = String(decoding: try place.bytes("film.svg"), as: UTF8.self)
    #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains("://"))
  }

  @Test("shows the first and the last picture of a clip")
  func firstAndLastPicture() throws {
    let place = try Workplace()
    let made = try run([
      "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:s=64x36:r=30:d=1", "-f", "lavfi",
      "-i", "color=blue:s=64x36:r=30:d=1", "-filter_complex", "[0][1]concat=n=2:v=1:a=0", "-t", "2",
      place.path("clip.mp4"),
    ])
    try #require(made.exitCode == 0, "\(made.errorText)")
    try place.write(
      "film.edit", "edit: 1\ncanvas: {size: 64x36, rate: 30}\ntimeline: [{clip: clip.mp4}]\n")
    let result = try place.editc("timeline", "film.edit", "-o", "film.svg")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let pictures = try Drawing(place.path("film.svg")).pictures
    try #require(pictures.count == 2)
    let judge = """
      import base64, io, sys
      from PIL import Image
      for line in sys.stdin:
        kind, data = line.strip().split(",")
        assert kind == "data:image/jpeg;base64"
        picture = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
        red, green, blue = picture.getpixel((picture.width // 2, picture.height // 2))
        print("red" if red > 200 and blue < 60 else "blue" if blue > 200 and red < 60 else "?")
      """
    let seen = try run(
      ["/usr/bin/python3", "-c", judge], input: Array(pictures.joined(separator: "\n").utf8))
    #expect(seen.text == "red\nblue\n", "\(seen.errorText)")
  }

  @Test("says what a render would reuse and what it would make")
  func reuse() throws {
    let place = try Workplace()
    try place.write("film.edit", Self.colors)
    try place.editc("timeline", "film.edit", "-o", "before.svg")
    #expect(try Drawing(place.path("before.svg")).words.contains("1 segment to render"))
    #expect(try place.editc("render", "film.edit").exitCode == 0)
    try place.editc("timeline", "film.edit", "-o", "after.svg")
    #expect(try Drawing(place.path("after.svg")).words.contains("1 segment reused"))
  }

  @Test("makes the same bytes again, and dark where that is asked for")
  func themes() throws {
    let place = try Workplace()
    try place.write("film.edit", Self.colors)
    for name in ["a", "b"] {
      for ending in ["svg", "png"] { try place.editc("timeline", "film.edit", "-o", "\(name).\(ending)") }
    }
    #expect(try place.digest("a.svg") == place.digest("b.svg"))
    #expect(try place.digest("a.png") == place.digest("b.png"))
    try place.editc("timeline", "film.edit", "-o", "dark.png", "--theme", "dark")
    #expect(try pixels(of: place.path("a.png"), at: [(2, 2)]).colors == ["255,255,255"])
    #expect(try pixels(of: place.path("dark.png"), at: [(2, 2)]).colors == ["20,22,27"])
  }

  @Test("draws what is known where media are missing, and says what is missing")
  func missingMedia() throws {
    let place = try Workplace()
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 64x36, rate: 30}
      timeline: [{color: red, for: 2s}, {clip: gone.mp4, take: 1s..4s}, {clip: lost.mp4}, {color: blue, for: 2s}]

      """)
    let result = try place.editc("timeline", "film.edit", "-o", "film.svg")
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("[missing-file]"))
    let drawing = try Drawing(place.path("film.svg"))
    #expect(drawing.words.contains("gone.mp4") && drawing.words.contains("lost.mp4"))
    #expect(drawing.words.contains { $0.hasPrefix("unknown length") } && drawing.pictures.isEmpty)
    #expect(drawing.tooltips.contains("clip gone.mp4\n2s..5s\ntake: 1s..4s"))
    #expect(drawing.words.contains("5s") && !drawing.words.contains("6s"))
    // Without a look at them it is the same, and there is nothing to say.
    let unseen = try place.editc("timeline", "film.edit", "-o", "unseen.svg", "--no-media")
    #expect(unseen.exitCode == 0 && unseen.errorText == "")
    #expect(try Drawing(place.path("unseen.svg")).words.contains("gone.mp4"))
  }

  @Test("refuses what it cannot draw, and leaves no file")
  func refusals() throws {
    let place = try Workplace()
    try place.write("film.edit", Self.colors)
    try place.write("wrong.edit", "edit: 1\ntimeline: [{color: red, for: 3}]\n")
    try place.write("there.svg", "mine")
    let cases: [(arguments: [String], code: Int32, words: String)] = [
      (["film.edit"], 2, "--output FILE is missing"),
      (["film.edit", "-o", "film.gif"], 2, "film.gif does not end in .svg, .png"),
      (["film.edit", "-o", "film"], 2, "film does not end in .svg, .png"),
      (["film.edit", "-o", "a.svg", "--theme", "blue"], 2, "expected light or dark"),
      (["film.edit", "-o", "a.svg", "--width", "20"], 2, "a whole number from 480 to 8000"),
      (["film.edit", "-o", "there.svg"], 73, "there.svg already exists; use --force to overwrite it"),
      (["gone.edit", "-o", "a.svg"], 66, "gone.edit"),
      (["wrong.edit", "-o", "a.svg"], 1, "[bare-number]"),
    ]
    for (arguments, code, words) in cases {
      let result = try run(
        [editcPath, "timeline"] + arguments, in: place.root, environment: place.environment)
      #expect(result.exitCode == code, "\(arguments)")
      #expect(result.errorText.contains(words), "\(arguments): \(result.errorText)")
    }
    #expect(!isThere(place.path("a.svg")))
    #expect(String(decoding: try place.bytes("there.svg"), as: UTF8.self) == "mine")
  }

  @Test("draws words of every script, very long ones, and hundreds of items")
  func crowd() throws {
    let place = try Workplace()
    let names = ["日本の海岸", "שקיעה", "пляж", "beach", String(repeating: "long", count: 30)]
    let items = (0..<300).map { index in
      let length = ["1s", "0.04s", "7s"][index % 3]
      return "  - {color: \"#\(100 + index % 800)\", for: \(length), name: \"\(names[index % 5])_\(index)\"}"
    }
    let overlays = (0..<30).map { "  - {color: red, at: \($0)s, for: 5s, width: 10%}" }
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 320x180, rate: 25}\ntimeline:\n" + items.joined(separator: "\n")
        + "\noverlays:\n" + overlays.joined(separator: "\n") + "\n")
    let result = try place.editc("timeline", "film.edit", "-o", "film.svg")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let drawing = try Drawing(place.path("film.svg"))
    #expect(drawing.words.contains { $0.hasPrefix("日本の海岸") })
    #expect(Set(drawing.tooltips.filter { $0.contains(": color #") }).count == 300)
    #expect(try place.editc("timeline", "film.edit", "-o", "film.png").exitCode == 0)
    let height = try pixels(of: place.path("film.png"), at: []).size.split(separator: "x").last
    #expect(try #require(height.flatMap { Int($0) }) < 4000)
  }
}
