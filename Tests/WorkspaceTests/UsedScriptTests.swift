import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import FoundationEssentials
import Lowering
import Processes
import RenderPlan
import TestSupport
import Testing
import Workspace

/// A brand that offers everything that can be offered.
private let brand = """
  edit: 1
  vars:
    accent: {type: colour, default: gold}
    names: {type: text, default: [Ada, Grace]}
    city: {type: text, example: Paris}
    _gap: {type: length, default: 8%}
  media: {logo: pictures/logo.png}
  canvas: {size: 64x36, rate: 10}
  timeline:
    - {sequence: opener}
    - {each: {text: "${names}", size: 4px, for: 1s}}
    - {text: "${city}", for: 1s, size: 4px}
  sequences:
    opener: [{image: logo, for: 1s}, {color: "${accent}", for: 500ms}]
  styles:
    big: {color: "${accent}", size: 9px}
    masked: {mask: {image: logo}}
    wiped: {mask: {sequence: opener, by: alpha}}
    local: {filters: [{lut: looks/warm.cube}]}
    of-city: {font: "${city}"}
  """

private func film(_ items: String, use: String = "brand: brand/brand.edit", more: String = "") -> String {
  """
  edit: 1
  use: {\(use)}
  canvas: {size: 64x36, rate: 10}
  timeline:
    - \(items)
  \(more)
  outputs: [{file: film.mp4}]

  """
}

@Suite("Scripts under `use`")
struct UsedScriptTests {
  private func place() throws -> Place {
    let place = try Place()
    try place.write("brand/brand.edit", brand)
    try place.write("brand/pictures/logo.png", bytes: try smallPicture())
    try place.write("own.png", bytes: try smallPicture())
    try place.write("brand/looks/warm.cube", "LUT_3D_SIZE 2\n" + String(repeating: "0 0 0\n", count: 8))
    try place.write(
      "titles/card.edit",
      """
      edit: 1
      vars: {words: {type: text, example: Hello}, photo: {type: media, default: card.png}}
      canvas: {size: 64x36, rate: 10, nested: inherit}
      timeline: [{image: "${photo}", for: 1s}]
      overlays: [{text: "${words}", at: 0s..end, size: 4px}]
      """)
    try place.write("titles/card.png", bytes: try smallPicture())
    return place
  }

  private func findings(_ script: String, in place: Place) throws -> [String] {
    try place.write("film.edit", script)
    let compiled = try place.compile()
    return compiled.findings.flatMap(\.diagnostics).filter {
      $0.severity != .note && $0.id.name != "upscaled"
    }
    .map { "\($0.id.name): \($0.message)" }
  }

  /// The film of a script in which every used thing is written out.
  @Test(
    "What is used makes the film in which it is written out",
    arguments: [
      ("{color: \"${brand/accent}\", for: 1s}", "{color: gold, for: 1s}"),
      ("{text: Hi, for: 1s, style: brand/big}", "{text: Hi, for: 1s, color: gold, size: 9px}"),
      (
        "{text: Hi, for: 1s, style: brand/big, color: red}", "{text: Hi, for: 1s, color: red, size: 9px}"
      ),
      (
        "{each: {text: \"${brand/names}\", for: 1s, size: 5px}}",
        "{each: {text: [Ada, Grace], for: 1s, size: 5px}}"
      ),
      ("{image: brand/logo, for: 1s}", "{image: brand/pictures/logo.png, for: 1s}"),
      (
        "{color: red, for: 1s, style: brand/masked}",
        "{color: red, for: 1s, mask: {image: brand/pictures/logo.png}}"
      ),
      (
        "{color: red, for: 1s, style: brand/local}",
        "{color: red, for: 1s, filters: [{lut: brand/looks/warm.cube}]}"
      ),
      ("{edit: brand, with: {city: Rome}}", "{edit: brand/brand.edit, with: {city: Rome}}"),
      ("{color: red, for: 1s, when: brand/names}", "{color: red, for: 1s}"),
      (
        "{gap: 1s}\n  - {color: red, for: 1s, unless: {brand/accent: gold}}",
        "{gap: 1s}\n  - {color: red, for: 1s, enabled: false}"
      ),
    ])
  func same(_ used: String, _ written: String) throws {
    let place = try place()
    let found = try findings(film(used), in: place)
    #expect(found == [])
    let one = try keys(in: place)
    try place.write("film.edit", film(written).replacing("use: {brand: brand/brand.edit}\n", with: ""))
    #expect(try keys(in: place) == one)
  }

  @Test(
    "A sequence of another script is a mask, also in a style of that script",
    arguments: [
      "{color: red, for: 1s, mask: {sequence: brand/opener, by: alpha}}",
      "{color: red, for: 1s, style: brand/wiped}",
    ])
  func masks(_ used: String) throws {
    let place = try place()
    #expect(try findings(film(used), in: place) == [])
    let one = try keys(in: place)
    let own = "sequences: {wipe: [{sequence: brand/opener}]}"
    let written = film("{color: red, for: 1s, mask: {sequence: wipe, by: alpha}}", more: own)
    #expect(try findings(written, in: place) == [])
    #expect(try keys(in: place) == one)
    #expect(try findings(film("{color: red, for: 1s}"), in: place).count == 1)
    #expect(try keys(in: place) != one)
  }

  @Test("A style with a mask of a third script is refused, and so is its sequence")
  func masksOfOthers() throws {
    let place = try place()
    try place.write(
      "middle.edit",
      "edit: 1\nuse: {brand: brand/brand.edit}\nstyles: {look: {mask: {sequence: brand/opener}}}\n"
        + "vars: {x: {type: text, default: a}}\n")
    let found = try findings(film("{color: red, for: 1s, style: m/look}", use: "m: middle.edit"), in: place)
    #expect(
      found == [
        "not-supported-yet: the style 'm/look' has a mask of 'brand/opener', a sequence of a third script"
      ])
  }

  /// The keys of the segments, which say all that determines their bytes.
  private func keys(in place: Place) throws -> [ContentDigest] {
    let compiled = try place.compile()
    let film = try #require(compiled.rows.first?.compilation.films.first, "\(compiled.messages)")
    return try compiled.plan(film).segments.map(\.key)
  }

  @Test("A sequence of another script plays on the canvas of the film, with its own media and variables")
  func sequences() throws {
    let place = try place()
    let found = try findings(film("{sequence: brand/opener}"), in: place)
    #expect(found == [])
    let compiled = try place.compile()
    #expect(compiled.frameCount == 15)
    let composition = try #require(compiled.rows.first?.compilation.films.first?.composition)
    #expect(composition.media.map(\.spelling) == ["brand/pictures/logo.png"])
    try place.write(
      "brand/brand.edit", brand.replacing("for: 500ms}]", with: "for: 500ms, note: \"${city}\"}]"))
    let without = try findings(film("{sequence: brand/opener}"), in: place)
    #expect(
      without == [
        "unreadable-file: 'brand/brand.edit' has errors: the sequence 'opener' depends on `city`, which has no default"
      ])
  }

  @Test("Of a folder, scripts are played by name, with and without their ending")
  func folders() throws {
    let place = try place()
    for name in ["titles/card", "titles/card.edit"] {
      let found = try findings(film("{edit: \(name), with: {words: Ada}}", use: "titles: titles"), in: place)
      #expect(found == [])
      let compiled = try place.compile()
      let composition = try #require(compiled.rows.first?.compilation.films.first?.composition)
      #expect(composition.media.map(\.spelling) == ["titles/card.png"])
    }
    let other = film("{edit: t/card, with: {words: Ada, photo: own.png}}", use: "t: titles")
    #expect(try findings(other, in: place) == [])
    let passed = film(
      "{edit: t/card, with: {words: Ada, photo: brand/logo}}", use: "t: titles, brand: brand/brand.edit")
    #expect(try findings(passed, in: place) == [])
    let composition = try #require(place.compile().rows.first?.compilation.films.first?.composition)
    #expect(composition.media.map(\.spelling) == ["brand/pictures/logo.png"])
  }

  @Test(
    "Each mistake is found once, with what is meant",
    arguments: [
      (
        "{text: Hi, for: 1s, size: 4px, style: brand/bigg}", "unknown-name: there is no style 'brand/bigg'",
        "brand/big"
      ),
      (
        "{color: \"${brand/acent}\", for: 1s}", "unknown-variable: there is no variable `brand/acent`",
        "${brand/accent}"
      ),
      ("{color: \"${brand/_gap}\", for: 1s}", "private-name: '_gap' is private to brand/brand.edit", nil),
      (
        "{text: \"${brand/city}\", for: 1s, size: 4px}",
        "unset-variable: the variable `city` of 'brand/brand.edit' has no value here", nil
      ),
      (
        "{text: \"${brand/xyzzy}\", for: 1s, size: 4px}",
        "unknown-variable: 'brand/brand.edit' declares no variable named 'xyzzy'", nil
      ),
      (
        "{color: red, for: 1s, filters: [{lut: brand/logo}]}",
        "wrong-type: 'brand/logo' names media of 'brand/brand.edit'; expected a file", nil
      ),
      (
        "{color: red, for: 1s, mask: {sequence: brand/opner}}",
        "unknown-name: 'brand/brand.edit' declares no sequence named 'opner'", "brand/opener"
      ),
      (
        "{image: brand/logoo, for: 1s}", "unknown-name: 'brand/brand.edit' declares no media named 'logoo'",
        "brand/logo"
      ),
      (
        "{sequence: brand/opner}", "unknown-name: 'brand/brand.edit' declares no sequence named 'opner'",
        "brand/opener"
      ),
      ("{edit: brand/opener}", "unknown-name: 'brand/brand.edit' declares no script named 'opener'", nil),
      (
        "{text: Hi, for: 1s, size: 4px, style: brand/of-city}",
        "unset-variable: the style 'brand/of-city' depends on `city`, which has no value", nil
      ),
    ])
  func mistakes(_ item: String, _ expected: String, _ meant: String?) throws {
    let place = try place()
    let found = try findings(film(item), in: place)
    #expect(found.first == expected)
    #expect(found.count == 1, "\(found)")
    let findings = try place.compile().findings.flatMap(\.diagnostics)
    let fix = findings.first { $0.severity == .error }?.fixes.first?.edits.first?.replacement
    #expect(fix == meant)
  }

  @Test("A path with the ending of scripts is one, although its folder has the name of a script")
  func pathBesideName() throws {
    let place = try place()
    try place.write(
      "brand/other.edit", "edit: 1\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{color: red, for: 2s}]\n")
    let script = film("{edit: brand/other.edit}\n  - {color: \"${brand/accent}\", for: 1s}")
    let found = try findings(script, in: place)
    #expect(found == [])
    #expect(try place.compile().frameCount == 30)
  }

  @Test("Scripts that cannot be used are reported where they are named, once")
  func unusable() throws {
    let place = try place()
    try place.write("brand/wrong.edit", "edit: 1\ntimeline: [{colour: red}]\n")
    try place.write("brand/loop.edit", "edit: 1\nuse: {loop: loop.edit}\ntimeline: [{edit: loop}]\n")
    try place.write("brand/a.edit", "edit: 1\nuse: {b: b.edit}\ntimeline: [{sequence: b/x}]\n")
    try place.write("brand/b.edit", "edit: 1\nuse: {a: a.edit}\ntimeline: [{sequence: a/x}]\n")
    for (file, message) in [
      ("nowhere", "missing-file: 'brand/nowhere.edit' cannot be read: No such file or directory"),
      ("wrong", "unreadable-file: 'brand/wrong.edit' has errors: line 2: "),
      (
        "loop",
        "unreadable-file: 'brand/loop.edit' has errors: line 2: the script 'brand/loop.edit' uses itself"
      ),
      ("a", "unreadable-file: 'brand/a.edit' has errors: line 2: "),
    ] {
      let script = film("{text: Hi, for: 1s, size: 4px, style: brand/x}", use: "brand: brand/\(file).edit")
      let found = try findings(script, in: place)
      #expect(found.count == 1 && found[0].hasPrefix(message), "\(found)")
    }
    let own = try findings(film("{edit: me}", use: "me: film.edit"), in: place)
    #expect(own.first == "reference-cycle: the script 'film.edit' uses itself: film.edit -> film.edit")
  }

  @Test(
    "A chain of scripts that use each other is as long as the limit at most, and is reported where it begins")
  func chain() throws {
    let place = try place()
    for number in 1...20 {
      try place.write(
        "x\(number).edit",
        "edit: 1\n\(number < 20 ? "use: {n: x\(number + 1).edit}\n" : "")styles: {s: {opacity: 0.5}}\n"
          + "canvas: {size: 64x36, rate: 10}\ntimeline: [{color: red, for: 1s, style: \(number < 20 ? "n/s" : "s")}]\n"
      )
    }
    for first in [1, 3, 6] {
      let found = try findings(film("{color: red, for: 1s, style: x/s}", use: "x: x\(first).edit"), in: place)
      let wanted = "over-limit: 'x\(first).edit' begins a chain of scripts under `use` that is longer than 16"
      #expect(found == (first < 5 ? [wanted] : []), "\(first): \(found)")
    }
  }

  @Test(
    "A list under `use` becomes a mapping, and its names are not reported again",
    arguments: [
      ("[brand/brand.edit]", "{brand: brand/brand.edit}"),
      ("[{brand: brand/brand.edit}, titles]", "{brand: brand/brand.edit, titles: titles}"),
      ("[brand/brand.edit, other/brand.edit]", nil),
    ] as [(String, String?)])
  func list(_ written: String, _ fixed: String?) throws {
    let place = try place()
    let script = film("{text: \"${brand/accent}\", style: brand/big, for: 1s}")
      .replacing("{brand: brand/brand.edit}", with: written)
    try place.write("film.edit", script)
    let found = try place.compile().findings.flatMap(\.diagnostics)
    #expect(
      found.map(\.message) == ["`use` is a list; expected a mapping with a value for each name"], "\(found)")
    #expect(found.first?.fixes.first?.edits.first?.replacement == fixed)
    #expect((found.first?.hint != nil) == (fixed == nil))
  }

  @Test("A name of which nothing is used is a warning, whose repair removes it")
  func unused() throws {
    let place = try place()
    let script = film("{color: red, for: 1s}", use: "brand: brand/brand.edit, titles: titles")
    let found = try findings(script, in: place)
    #expect(found == ["unused-use: 'brand' is never used", "unused-use: 'titles' is never used"])
    let compiled = try place.compile()
    for finding in compiled.findings.flatMap(\.diagnostics) where finding.id == .unusedUse {
      let fixed = try #require(compiled.file.source.applying(finding.fixes[0].edits))
      let left = try findings(fixed, in: place)
      #expect(left.count == 1 && !left.contains("\(finding.id.name): \(finding.message)"))
    }
    let single = try findings(film("{color: red, for: 1s}"), in: place)
    #expect(single == ["unused-use: 'brand' is never used"])
    let finding = try #require(place.compile().findings.flatMap(\.diagnostics).first)
    let fixed = try #require(place.script().source.applying(finding.fixes[0].edits))
    #expect(!fixed.contains("use:"))
    #expect(try findings(fixed, in: place) == [])
  }

  @Test("Scripts inside a folder's folders, and those with `_`, are private")
  func privateScripts() throws {
    let place = try place()
    for name in ["_plate", "parts/plate"] {
      let found = try findings(film("{edit: titles/\(name)}", use: "titles: titles"), in: place)
      #expect(found == ["private-name: '\(name)' is private: only scripts in 'titles' can play it"])
    }
  }
}

@Suite("Scripts without a film, whose names others use")
struct LibraryTests {
  @Test("Nothing in it is called unused, and only playing or rendering it is a mistake")
  func library() throws {
    let place = try Place()
    try place.write(
      "brand.edit",
      "edit: 1\nvars: {accent: {type: colour, default: gold}}\nmedia: {logo: logo.png}\n"
        + "styles: {big: {size: 9px}}\nsequences: {opener: [{color: \"${accent}\", for: 1s}]}\n")
    try place.write("logo.png", bytes: try smallPicture())
    #expect(try place.compile("brand.edit", .facts).messages == [])
    try place.write("film.edit", film("{sequence: brand/opener}", use: "brand: brand.edit"))
    #expect(try place.compile().messages == [])
    #expect(try place.compile().frameCount == 10)
    let reason = "the script has no film: it only offers names to scripts that use it"
    #expect(try place.compile("brand.edit").messages == ["missing-key: \(reason)"])
    try place.write("film.edit", film("{edit: brand}", use: "brand: brand.edit"))
    #expect(try place.compile().messages == ["missing-key: in 'brand.edit': \(reason)"])
  }
}

@Suite("What scripts under `use` can read")
struct UsedFolderTests {
  /// Spellings of a path that leaves the folder, in a script there.
  private static let outside = [
    "../secret.png", "../../secret.png", "./../secret.png", "pictures/../../secret.png", "/etc/hostname.png",
    "link.png", "linked/secret.png", "../kit/../secret.png", "../kit-2/secret.png", "//etc/hostname.png",
    "pictures/./.././../secret.png",
  ]

  /// Parts of a script that name a file, in each kind of place.
  private static func parts(_ path: String) -> [String] {
    [
      "timeline: [{image: \"\(path)\", for: 1s}]",
      "media: {m: \"\(path)\"}\ntimeline: [{image: m, for: 1s}]",
      "timeline: [{text: Hi, font: \"\(path.replacing(".png", with: ".otf"))\", size: 4px, for: 1s}]",
      "timeline: [{color: red, for: 1s, filters: [{lut: \"\(path)\"}]}]",
      "timeline: [{color: red, for: 1s, mask: {image: \"\(path)\"}}]",
      "timeline: [{color: red, for: 1s, mask: {clip: \"\(path)\"}}]",
      "timeline: [{color: red, for: 1s, mask: {text: A, font: \"\(path.replacing(".png", with: ".otf"))\"}}]",
      "timeline: [{color: red, for: 1s}]\nsubtitles: [{file: \"\(path)\"}]",
      "timeline: [{edit: \"\(path)\"}]",
      "use: {other: \"\(path).edit\"}\ntimeline: [{edit: other}]",
      "timeline: [{edit: inner.edit, with: {photo: \"\(path)\"}}]",
      "timeline: [{color: red, name: c, for: 1s}]\noverrides: {landscape: {c: {mask: {image: \"\(path)\"}}}}",
      "timeline: [{edit: inner.edit, name: e}]\noverrides: {landscape: {e: {edit: \"\(path)\"}}}",
      "timeline: [{color: red, name: c, for: 1s}]\n"
        + "outputs: [{file: o.mp4, overrides: {c: {mask: {image: \"\(path)\"}}}}]",
      "vars: {at: {type: media, default: \"\(path)\"}}\ntimeline: [{image: \"${at}\", for: 1s}]",
      "timeline: [{sequence: s}]\nsequences: {s: [{image: \"\(path)\", for: 1s}]}",
    ]
  }

  private func place() throws -> Place {
    let place = try Place()
    for name in [
      "secret.png", "kit-2/secret.png", "kit/own.png", "kit/pictures/own.png", "elsewhere/secret.png",
    ] {
      try place.write(name, bytes: try smallPicture())
    }
    for name in ["secret.png.edit", "elsewhere/secret.png.edit"] {
      try place.write(name, "edit: 1\ntimeline: [{color: red, for: 1s}]\n")
    }
    try place.write(
      "kit/inner.edit",
      "edit: 1\nvars: {photo: {type: media, default: own.png}}\ncanvas: {size: 64x36, rate: 10}\n"
        + "timeline: [{image: \"${photo}\", for: 1s}]\n")
    for ending in ["png", "otf", "png.edit"] {
      try FileManager.default.createSymbolicLink(
        atPath: place.path("kit/link.\(ending)"), withDestinationPath: "../secret.\(ending)")
    }
    try place.write("secret.otf", "no font")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("kit/linked"), withDestinationPath: "../elsewhere")
    return place
  }

  private func findings(_ use: String, _ item: String, in place: Place) throws -> [Diagnostic] {
    try place.write("film.edit", film(item, use: use))
    return try place.compile().findings.flatMap(\.diagnostics)
  }

  @Test("A file outside the folder is refused at the caller, in each kind of place", arguments: outside)
  func refused(_ path: String) throws {
    let place = try place()
    for part in Self.parts(path) {
      try place.write("kit/card.edit", "edit: 1\ncanvas: {size: 64x36, rate: 10}\n\(part)\n")
      for (use, item) in [("kit: kit", "{edit: kit/card}"), ("kit: kit/card.edit", "{edit: kit}")] {
        let found = try findings(use, item, in: place).filter { $0.severity == .error }
        #expect(
          found.contains { $0.id == .outsideRoot || $0.message.contains("outside its folder") },
          "\(part): \(found.map(\.message))")
        #expect(found.allSatisfy { $0.range != nil })
      }
    }
  }

  @Test(
    "A folder outside is refused, whether it is there or not",
    arguments: ["../kit-2", "../nowhere", "/etc", "linked"])
  func folders(_ path: String) throws {
    let place = try place()
    try place.write(
      "kit/card.edit",
      "edit: 1\nuse: {other: \(path)}\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{edit: other/x}]\n")
    for (use, item) in [("kit: kit", "{edit: kit/card}"), ("kit: kit/card.edit", "{edit: kit}")] {
      let found = try findings(use, item, in: place).filter { $0.severity == .error }
      #expect(!found.isEmpty && found.allSatisfy { $0.id == .outsideRoot }, "\(found.map(\.message))")
    }
  }

  @Test("Scripts in a folder under `use` use each other, in all of the folder and not outside")
  func nestedUses() throws {
    let place = try place()
    try place.write("kit/base.edit", "edit: 1\nvars: {c: {type: colour, default: teal}}\n")
    try place.write("kit/inner/pic.png", bytes: try smallPicture())
    try place.write("kit/top.png", bytes: try smallPicture())
    try place.write(
      "kit/inner/deep.edit",
      "edit: 1\nuse: {base: ../base.edit}\nmedia: {top: ../top.png}\ncanvas: {size: 64x36, rate: 10}\n"
        + "timeline: [{color: \"${base/c}\", for: 1s}, {image: top, for: 1s}, {image: pic.png, for: 1s}]\n")
    try place.write(
      "kit/card.edit",
      "edit: 1\nuse: {inner: inner, deep: inner/deep.edit}\ncanvas: {size: 64x36, rate: 10}\n"
        + "timeline: [{edit: inner/deep}, {image: deep/top, for: 1s}]\n")
    for (use, item) in [("kit: kit", "{edit: kit/card}"), ("kit: kit/card.edit", "{edit: kit}")] {
      let found = try findings(use, item, in: place).filter { $0.severity == .error }
      #expect(found.isEmpty, "\(found.map(\.message))")
      let composition = try #require(place.compile().rows.first?.compilation.films.first?.composition)
      #expect(Set(composition.media.map(\.spelling)) == ["kit/inner/../top.png", "kit/inner/pic.png"])
    }
    // Named by itself, the same script sees only its own folder.
    let alone = try findings("deep: kit/inner/deep.edit", "{edit: deep}", in: place)
    #expect(alone.contains { $0.severity == .error && $0.id == .outsideRoot })
    // No step leads out of the first folder.
    for path in ["../../secret.png", "/etc/hostname"] {
      try place.write(
        "kit/inner/deep.edit",
        "edit: 1\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{image: \"\(path)\", for: 1s}]\n")
      try place.write(
        "kit/card.edit",
        "edit: 1\nuse: {inner: inner}\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{edit: inner/deep}]\n")
      let found = try findings("kit: kit", "{edit: kit/card}", in: place).filter { $0.severity == .error }
      #expect(
        !found.isEmpty && found.allSatisfy { $0.message.contains("outside") }, "\(found.map(\.message))")
    }
  }

  @Test("A path of which a passed value is only a part belongs to the script")
  func partOfPath() throws {
    let place = try place()
    try place.write(
      "kit/card.edit",
      "edit: 1\nvars: {at: {type: media}}\ncanvas: {size: 64x36, rate: 10}\n"
        + "timeline: [{image: \"${at}/../../secret.png\", for: 1s}]\n")
    let found = try findings("kit: kit", "{edit: kit/card, with: {at: kit-2}}", in: place)
    #expect(found.contains { $0.id == .outsideRoot })
  }

  @Test("A link among the files of a series is refused, and so is a script that is one")
  func links() throws {
    let place = try place()
    for (name, part) in [
      ("each", "timeline: [{each: {image: pictures/*.png, for: 1s}}]"),
      ("numbered", "media: {m: {file: pictures/%02d.png, frames: {rate: 10}}}\ntimeline: [{clip: m}]"),
    ] {
      try place.write("kit/\(name).edit", "edit: 1\ncanvas: {size: 64x36, rate: 10}\n\(part)\n")
    }
    try place.write("kit/pictures/01.png", bytes: try smallPicture())
    for name in ["each", "numbered"] {
      let found = try findings("kit: kit", "{edit: kit/\(name)}", in: place)
      #expect(!found.contains { $0.severity == .error })
    }
    try FileManager.default.createSymbolicLink(
      atPath: place.path("kit/pictures/02.png"), withDestinationPath: "../../secret.png")
    for name in ["each", "numbered"] {
      let found = try findings("kit: kit", "{edit: kit/\(name)}", in: place)
      #expect(found.contains { $0.id == .outsideRoot }, "\(name)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: place.path("kit/evil.edit"), withDestinationPath: "../secret.png.edit")
    for (use, item) in [("kit: kit", "{edit: kit/evil}"), ("kit: kit/evil.edit", "{edit: kit}")] {
      let found = try findings(use, item, in: place)
      #expect(found.contains { $0.message == "'kit/evil.edit' leads out of its folder and was not read" })
    }
  }

  @Test("Paths in what overrides an item by shape are relative to the played script")
  func overrides() throws {
    let place = try place()
    try place.write(
      "kit/card.edit",
      "edit: 1\ncanvas: {size: 64x36, rate: 10, nested: inherit}\n"
        + "timeline: [{image: pictures/own.png, name: c, for: 1s}]\n"
        + "overrides: {landscape: {c: {mask: {image: own.png}}}}\n")
    try place.write("film.edit", film("{edit: kit/card}", use: "kit: kit"))
    let composition = try #require(place.compile().rows.first?.compilation.films.first?.composition)
    #expect(Set(composition.media.map(\.spelling)) == ["kit/pictures/own.png", "kit/own.png"])
  }

  @Test("Values of variables that name files belong to the script that declares them")
  func variables() throws {
    let place = try place()
    try place.write(
      "kit/names.edit",
      "edit: 1\nvars: {photo: {type: media, default: own.png}, logo: {type: media, default: m}}\n"
        + "media: {m: pictures/own.png}\n")
    try place.write(
      "film.edit",
      film(
        "{image: \"${kit/photo}\", for: 1s}\n  - {image: \"${kit/logo}\", for: 1s}",
        use: "kit: kit/names.edit"))
    let composition = try #require(place.compile().rows.first?.compilation.films.first?.composition)
    #expect(Set(composition.media.map(\.spelling)) == ["kit/own.png", "kit/pictures/own.png"])
  }

  @Test("A list can name files of both scripts")
  func lists() throws {
    let place = try place()
    try place.write(
      "kit/outer.edit",
      "edit: 1\nvars: {pic: {type: media}}\ncanvas: {size: 64x36, rate: 10}\n"
        + "timeline: [{edit: show.edit, with: {pics: [\"${pic}\", own.png]}}]\n")
    try place.write(
      "kit/show.edit",
      "edit: 1\nvars: {pics: {type: media, list: true}}\ncanvas: {size: 64x36, rate: 10}\n"
        + "timeline: [{each: {image: \"${pics}\", for: 1s}}]\n")
    try place.write("film.edit", film("{edit: kit/outer, with: {pic: secret.png}}", use: "kit: kit"))
    let compiled = try place.compile()
    let composition = try #require(
      compiled.rows.first?.compilation.films.first?.composition, "\(compiled.messages)")
    #expect(Set(composition.media.map(\.spelling)) == ["secret.png", "kit/own.png"])
  }

  @Test("Files in the folder are read, and so are those that are passed")
  func allowed() throws {
    let place = try place()
    for path in ["own.png", "./own.png", "pictures/own.png", "pictures/../own.png", "../kit/own.png"] {
      try place.write(
        "kit/card.edit",
        "edit: 1\nvars: {photo: {type: media, default: \"\(path)\"}}\ncanvas: {size: 64x36, rate: 10}\n"
          + "timeline: [{image: \"${photo}\", for: 1s}, {image: \"\(path)\", for: 1s}]\n")
      for item in ["{edit: kit/card}", "{edit: kit/card, with: {photo: secret.png}}"] {
        let found = try findings("kit: kit", item, in: place).filter { $0.severity == .error }
        #expect(found.isEmpty, "\(path): \(found.map(\.message))")
      }
    }
  }

  @Test("A style that names a file outside the folder of its script cannot be used")
  func styles() throws {
    let place = try place()
    try place.write(
      "kit/card.edit",
      "edit: 1\ncanvas: {size: 64x36, rate: 10}\ntimeline: [{color: red, for: 1s}]\n"
        + "styles: {look: {filters: [{lut: ../warm.cube}]}}\n")
    let found = try findings("kit: kit/card.edit", "{color: red, for: 1s, style: kit/look}", in: place)
    #expect(
      found.filter { $0.severity == .error }.map(\.message)
        == ["'kit/card.edit' names '../warm.cube', which is outside its folder"])
  }
}
