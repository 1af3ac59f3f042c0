import Basics
import TestSupport
import Testing

@Suite struct SheetTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func sheet(_ source: String, _ arguments: String...) throws -> JSONValue {
    let result = try run(
      [editcPath, "sheet", source, "--json", "--force"] + arguments, in: place.root,
      environment: place.environment)
    try #require(result.exitCode == 0, "\(result.errorText)")
    return try JSONValue.parse(result.text)
  }

  /// The luma in the middle of each picture of a sheet, where its report says that it lies.
  private func lumas(_ name: String, _ report: JSONValue) throws -> [Double] {
    try place.write("report.json", report.compactText)
    let text = try python(
      """
      import json, sys
      from PIL import Image
      sheet = Image.open(sys.argv[1]).convert("RGB")
      report = json.load(open("report.json"))
      assert sheet.size == (report["width"], report["height"]), sheet.size
      for row in report["rows"]:
          for cell in row["pictures"]:
              box = cell["box"]
              x, y = box["x"] + box["width"] // 2, box["y"] + box["height"] // 2
              red, green, blue = sheet.getpixel((x, y))
              print(16 + 219 / 255 * (0.2126 * red + 0.7152 * green + 0.0722 * blue))
      """, in: place, [name])
    return text.split(separator: "\n").compactMap { Double($0) }
  }

  @Test("The pictures of a clip stand in order where the report says, and are those of their times")
  func clip() throws {
    let report = try sheet(Footage.counter, "--count", "10", "--columns", "4", "-o", "s.png", "--scale", "2")
    let rows = try #require(report["rows"]?.elements)
    #expect(rows.map { $0["pictures"]?.elements?.count } == [4, 4, 2])
    let shown = rows.flatMap { $0["pictures"]?.elements ?? [] }.compactMap { frames($0["actual"]) }
    #expect(shown == (0..<10).map { Double((9 * $0) + 4) })
    for (luma, frame) in zip(try lumas("s.png", report), shown) {
      #expect(abs(luma - (16 + 2 * frame)) < 2, "\(frame): \(luma)")
    }
  }

  @Test("Each item of a story has a row with its name and pictures of its own frames")
  func story() throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 30}
      timeline:
        - clip: \(Footage.counter)
          name: opening
          take: ..1s
        - gap: 1s
        - clip: \(Footage.counter)
          take: 1s..3s
      """)
    let report = try sheet("film.edit", "--columns", "3", "-o", "s.png")
    let rows = try #require(report["rows"]?.elements)
    #expect(rows.map { $0["name"]?.stringValue } == ["opening", "gap", "counter.mp4"])
    let shown = rows.flatMap { $0["pictures"]?.elements ?? [] }.compactMap { frames($0["actual"]) }
    #expect(shown == [5, 15, 25, 35, 45, 55, 70, 90, 110])
    let expected = [5, 15, 25].map { 16.0 + 2 * $0 } + [16, 16, 16] + [40, 60, 80].map { 16.0 + 2 * $0 }
    for (luma, wanted) in zip(try lumas("s.png", report), expected) {
      #expect(abs(luma - wanted) < 2, "\(luma), not \(wanted)")
    }
  }

  @Test("Damage is said once for each file, with the first place and the number of the others")
  func damage() throws {
    let made = try place.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=s=160x90:r=25:d=2 -c:v libx264 -preset ultrafast -g 10 \
        -movflags faststart -y damaged.mp4 && python3 -c '
      bytes = bytearray(open("damaged.mp4", "rb").read())
      start = len(bytes) // 2
      bytes[start:] = b"\\0" * (len(bytes) - start)
      open("damaged.mp4", "wb").write(bytes)'
      """)
    try #require(made.exitCode == 0, "\(made.errorText)")
    let result = try place.editc("sheet", "damaged.mp4", "--count", "8", "-o", "s.png")
    #expect(result.exitCode == 65)
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count == 1, "\(result.errorText)")
    #expect(lines.first?.hasSuffix("more pictures of this file cannot be shown") == true)
  }

  @Test("A still picture is one picture, and sheets are files of every kind")
  func kinds() throws {
    for name in ["w.svg", "w.jpg", "w.webp"] {
      let report = try sheet(Footage.white, "-o", name)
      #expect(report["rows"]?.elements?.count == 1)
    }
    let text = try python(
      """
      import xml.etree.ElementTree as tree
      from PIL import Image
      for name in ["w.jpg", "w.webp"]: Image.open(name).load()
      print(sum(e.tag.endswith("}image") for e in tree.parse("w.svg").iter()))
      """, in: place)
    #expect(text == "1\n")
  }

  @Test("A picture that cannot be read leaves its place empty and is told of")
  func broken() throws {
    try place.makeDamaged("a.mp4")
    let result = try place.editc("sheet", "a.mp4", "-o", "s.png")
    #expect(result.exitCode == 65)
    #expect(result.errorText.contains("a.mp4"))
    #expect(try python("from PIL import Image; Image.open('s.png').load(); print(1)", in: place) == "1\n")
  }
}
