import Basics
import TestSupport
import Testing

@Suite struct FontsTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  @Test func listsFamiliesAndTheirForms() throws {
    let list = try place.editc("fonts")
    #expect(list.exitCode == 0 && list.errorText.isEmpty)
    let lines = list.text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3).map { $0.split(separator: " ").joined(separator: " ") } == [
        "sans-serif Inter", "serif Noto Serif", "monospace Noto Sans Mono",
      ])
    let json = try JSONValue.parse(try place.editc("fonts", "--json").text)
    let families = try #require(json["families"]?.elements)
    #expect(families.count == lines.count - 3)
    let forms = { (name: String) in
      families.first { $0["name"] == .string(name) }?["forms"]?.elements?.compactMap(\.stringValue)
    }
    #expect(forms("Inter") == ["regular", "bold", "italic", "bold italic"])
    #expect(forms("Noto Sans Mono") == ["regular", "bold"])
    #expect(forms("Noto Color Emoji") == nil)
  }

  /// Pillow measures the sample in the font file itself.
  @Test func drawsEachFamilyInItsOwnLetters() throws {
    let drawn = try place.editc("fonts", "-o", "fonts.png")
    #expect(drawn.exitCode == 0 && drawn.output.isEmpty, "\(drawn.errorText)")
    try place.write("fonts.json", try place.editc("fonts", "--json").output)
    let text = try python(
      """
      import json
      import numpy as np
      from PIL import Image, ImageFont
      names = [family["name"] for family in json.load(open("fonts.json"))["families"]]
      picture = np.asarray(Image.open("fonts.png").convert("L"))
      assert picture.shape == (48 + 44 * len(names), 1200), picture.shape
      files = {"Inter": "opentype/inter/Inter-Regular.otf", "Noto Serif": "truetype/noto/NotoSerif-Regular.ttf",
               "DejaVu Sans": "truetype/dejavu/DejaVuSans.ttf", "DejaVu Serif": "truetype/dejavu/DejaVuSerif.ttf"}
      for index, name in enumerate(names):
          row = picture[24 + 44 * index + 4:24 + 44 * index + 40]
          ink = np.flatnonzero((row < 128).any(axis=0))
          assert len(ink), name
          if name in files:
              font = ImageFont.truetype("/usr/share/fonts/" + files[name], 24)
              sample = font.getlength("The quick brown fox jumps over the lazy dog 0123456789")
              label = np.flatnonzero(np.diff(ink) > 16)[0]
              width = ink[-1] - ink[label + 1]
              assert abs(width - sample) < 8, (name, width, sample)
      print("same")
      """, in: place)
    #expect(text == "same\n")
    let svg = try place.editc("fonts", "-o", "fonts.svg")
    #expect(svg.exitCode == 0)
    #expect(
      String(decoding: try place.bytes("fonts.svg"), as: UTF8.self).contains(
        "font-family=\"'Noto Serif', sans-serif\""))
  }

  /// What text looks like that names a generic family, or none.
  @Test(arguments: [
    ("", "Inter"), ("font: sans-serif,", "Inter"), ("font: serif,", "Noto Serif"),
    ("font: monospace,", "Noto Sans Mono"),
  ])
  func genericNamesStandForFamilies(written: String, family: String) throws {
    for (name, font) in [
      ("generic", written), ("named", "font: \(family),"), ("dejavu", "font: DejaVu Sans,"),
    ] {
      try place.write(
        "\(name).edit",
        """
        edit: 1
        canvas: {size: 320x180, rate: 25}
        timeline: [{text: Hamburg, \(font) for: 1s}]
        outputs: [{file: \(name).mp4}]
        """)
      let frame = try place.editc("frame", "\(name).edit", "--at", "0s", "-o", "\(name).png")
      #expect(frame.exitCode == 0 && frame.errorText.isEmpty, "\(frame.errorText)")
    }
    let generic = try place.bytes("generic.png")
    #expect(try place.bytes("named.png") == generic)
    #expect(try place.bytes("dejavu.png") != generic)
  }

  @Test func refusesWhatContradictsItself() throws {
    let both = try place.editc("fonts", "-o", "fonts.png", "--json")
    #expect(both.exitCode == 2 && both.errorText.contains("use either -o FILE or --json"))
    try place.write("fonts.png", "mine")
    let there = try place.editc("fonts", "-o", "fonts.png")
    #expect(there.exitCode == 73, "\(there.errorText)")
    #expect(try place.bytes("fonts.png") == Array("mine".utf8))
  }
}
