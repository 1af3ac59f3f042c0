import Basics
import Compiler
import Composition
import Diagnostics
import Processes
import RenderPlan
import Testing
import Workspace

/// Many pictures at once: slideshows and image sequences of a folder.
@Suite("Pictures of a folder")
struct SeriesTests {
  private let place: Place

  init() throws {
    place = try Place()
    for (name, value) in [("img10", 40), ("img2", 20), ("img1", 10), ("img12", 50)] as [(String, UInt8)] {
      try picture(name, value)
    }
  }

  /// A picture of one grey.
  private func picture(_ name: String, _ value: UInt8, size: Int = 16) throws {
    let head = Array("P5\n\(size) \(size)\n255\n".utf8)
    try place.write("p/\(name).pgm", bytes: head + Array(repeating: value, count: size * size))
  }

  private func write(_ timeline: String, media: String = "{}") throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      media: \(media)
      canvas: {size: 16x16, rate: 10}
      timeline:
        - \(timeline)
      outputs: [{file: film.mp4}]

      """)
  }

  private func composition() throws -> Composition {
    let script = try place.compile()
    return try #require(script.rows.first?.compilation.films.first?.composition, "\(script.messages)")
  }

  @Test(
    "are items in the order of their numbers, with the transition between them and their captions over them")
  func slideshow() throws {
    try write(
      """
      each: {image: p/*.pgm, for: 1s}
          name: show
          transition: dissolve 0.2s
          captions: [One, Two, "", Four]
          caption: {for: 0.5s}
        - {color: red, for: 1s}
      overlays:
        - {color: blue, width: 1px, at: show.start + 1s..show.end}
      """)
    let film = try composition()
    let layers = film.layers.map { "\($0.label) \($0.frames.lowerBound)..<\($0.frames.upperBound)" }
    #expect(
      layers == [
        "image p/img1.pgm 0..<10", "image p/img2.pgm 8..<18", "image p/img10.pgm 16..<26",
        "image p/img12.pgm 24..<34", "color 34..<44", "text One 0..<5", "text Two 8..<13",
        "text Four 24..<29", "color 10..<34",
      ])
    #expect(
      film.transitions.map { [$0.frames.lowerBound, $0.frames.upperBound] } == [
        [8, 10], [16, 18], [24, 26],
      ])
  }

  @Test(
    "have other keys by number or by the name of the file",
    arguments: [
      (
        "{image: p/*.pgm, for: 1s}", "{2: {for: 2s}, img12.pgm: {opacity: 0.5, for: 500ms}}", [10, 20, 10, 5]
      ),
      ("{image: [p/img2.pgm, p/img1.pgm], for: 1s}", "{img1.pgm: {for: 2s}}", [10, 20]),
      ("{image: [p/img2.pgm, p/img1.pgm], for: 1s}", "{1: {for: 2s}}", [20, 10]),
      (
        "{image: [p/img2.pgm, p/img1*.pgm], for: 1s}", "{img10.pgm: {for: 2s}, 1: {for: 3s}}",
        [30, 10, 20, 10]
      ),
      ("{image: all, for: 1s}", "{img10.pgm: {for: 2s}}", [10, 10, 20, 10]),
      ("{text: [One, Two], for: 1s, size: 8px}", "{2: {for: 3s}}", [10, 30]),
      ("{image: [p/img2.pgm], for: 1s}", "{1: {for: 2s}}", [20]),
      ("{image: [p/img2.pgm], for: 1s}", "{img2.pgm: {for: 2s}}", [20]),
      ("{image: [p/img2.pgm], for: 1s}", "{1: {image: p/img1.pgm, for: 2s}}", [20]),
      ("{image: p/img2.pgm, for: 1s}", "{1: {for: 2s}}", [20]),
    ])
  func overrides(_ each: String, _ overrides: String, _ lengths: [Int64]) throws {
    try write("each: \(each)\n    overrides: \(overrides)", media: "{all: {file: p/*.pgm, color: bt709}}")
    let text = try String(decoding: readFile(place.path("film.edit"), limit: 1 << 20), as: UTF8.self)
    if !each.contains("all") {
      try place.write("film.edit", text.replacing("media: {all: {file: p/*.pgm, color: bt709}}\n", with: ""))
    }
    let film = try composition()
    #expect(film.layers.map { $0.frames.upperBound - $0.frames.lowerBound } == lengths)
  }

  @Test(
    "Overrides of items that do not exist are reported",
    arguments: [
      ("{5: {for: 2s}}", "unknown-name: there is no item 5: this `each` has 4"),
      ("{0: {for: 2s}}", "unknown-name: there is no item 0: this `each` has 4"),
      ("{img3.pgm: {for: 2s}}", "unknown-name: no item of this `each` shows the file 'img3.pgm'"),
      ("{p/img2.pgm: {for: 2s}}", "unknown-name: no item of this `each` shows the file 'p/img2.pgm'"),
      (
        "{2: {for: 2s}, img2.pgm: {for: 3s}}",
        "duplicate-name: 'img2.pgm' and '2' are the same item, number 2"
      ),
      ("{2: {fro: 2s}}", "unknown-key: `fro` is not a key of an item"),
      (
        "{-9223372036854775808: {for: 2s}}",
        "unknown-name: there is no item -9223372036854775808: this `each` has 4"
      ),
      (
        "{2: {image: p/img1*.pgm}}",
        "wrong-type: 'p/img1*.pgm' is a pattern; expected one file, because an override changes single items"
      ),
    ])
  func wrongOverrides(_ overrides: String, _ message: String) throws {
    try write("each: {image: p/*.pgm, for: 1s}\n    overrides: \(overrides)")
    let messages = try place.compile().messages.filter { !$0.contains("media-not-checked") }
    #expect(messages.contains { $0.hasPrefix(message.prefix(24)) }, "\(messages)")
    #expect(messages == [message] || message.hasPrefix("unknown-key"))
  }

  @Test(
    "have other keys by the name under `media` or the name of its file",
    arguments: [
      ("{lake: {for: 2s}}", [20, 10, 10]), ("{img2.pgm: {for: 2s}}", [20, 10, 10]),
      ("{all: {for: 2s}}", []), ("{img12.pgm: {for: 3s}, 2: {for: 2s}}", [10, 20, 30]),
      ("{lake: {for: 2s}, img2.pgm: {opacity: 0.5}}", []), ("{1: {image: all}}", []),
    ] as [(String, [Int64])])
  func named(_ overrides: String, _ lengths: [Int64]) throws {
    try write(
      "each: {image: [lake, all], for: 1s}\n    overrides: \(overrides)",
      media: "{lake: p/img2.pgm, all: {file: p/img1?.pgm, color: bt709}}")
    let script = try place.compile()
    guard !lengths.isEmpty else {
      let ids = script.ids()
      #expect(
        !ids.isDisjoint(with: ["unknown-name", "duplicate-name", "wrong-type"]) && ids.count == 1,
        "\(script.messages)")
      return
    }
    #expect(try composition().layers.map { $0.frames.upperBound - $0.frames.lowerBound } == lengths)
  }

  @Test(
    "that are not enabled are left out with their captions, and the transition joins the others",
    arguments: [
      ("2: {enabled: false}", ["1 0..<10", "10 8..<18", "12 16..<26"], ["One 0..<10", "Four 16..<26"]),
      ("2: {when: no}, 1: {enabled: false}", ["10 0..<10", "12 8..<18"], ["Four 8..<18"]),
      ("4: {enabled: false}", ["1 0..<10", "2 8..<18", "10 16..<26"], ["One 0..<10", "Two 8..<18"]),
    ])
  func disabled(_ overrides: String, _ pictures: [String], _ captions: [String]) throws {
    let overrides = overrides.replacing("when: no", with: "unless: all")
    try write(
      """
      each: {image: p/*.pgm, for: 1s}
          transition: dissolve 0.2s
          captions: [One, Two, "", Four]
          overrides: {\(overrides)}
        - {color: red, for: 1s}
      vars: {all: {type: flag, default: true}}
      """)
    let film = try composition()
    let layers = film.layers.map { "\($0.label) \($0.frames.lowerBound)..<\($0.frames.upperBound)" }
    let shown = pictures.map { "image p/img" + $0.replacing(" ", with: ".pgm ") }
    #expect(layers.filter { $0.hasPrefix("image") } == shown)
    #expect(layers.filter { $0.hasPrefix("text") } == captions.map { "text " + $0 })
    #expect(film.transitions.count == pictures.count - 1)
  }

  @Test("may all be disabled, and the captions are counted with all items")
  func allDisabled() throws {
    let off = "1: {enabled: false}, 2: {enabled: false}"
    try write(
      """
      each: {image: [p/img1.pgm, p/img2.pgm], for: 1s}
          name: show
          captions: [One, Two]
          overrides: {\(off)}
        - {color: red, for: 1s}
      """)
    #expect(try composition().frameCount == 10)
    try write(
      """
      each: {image: [p/img1.pgm, p/img2.pgm], for: 1s}
          captions: [Two]
          overrides: {1: {enabled: false}}
        - {color: red, for: 1s}
      """)
    #expect(try place.compile().messages == ["count-differs: there is 1 caption for 2 items"])
  }

  @Test("are the frames of an image sequence, each with its own file")
  func lapse() throws {
    try write("clip: shots", media: "{shots: {file: p/*.pgm, frames: {rate: 10}}}")
    let film = try composition()
    #expect(film.frameCount == 4)
    let pictures = try #require(film.films.first?.composition.layers)
    #expect(pictures.map(\.label) == ["p/img1.pgm", "p/img2.pgm", "p/img10.pgm", "p/img12.pgm"])
    #expect(pictures.map(\.frames) == [0..<1, 1..<2, 2..<3, 3..<4])
    try write("each: {image: p/img%d.pgm, for: 1s}")
    #expect(try place.compile().messages == ["missing-file: there is no picture 'p/img3.pgm'"])
  }

  @Test("change the keys of those segments only in which they are")
  func keys() throws {
    try write("each: {image: p/*.pgm, for: 3s}")
    let keys = { () throws in
      let script = try place.compile()
      let film = try #require(script.rows.first?.compilation.films.first, "\(script.messages)")
      return try script.plan(film).segments.map(\.key)
    }
    let before = try keys()
    #expect(before.count > 1)
    // After the last one: all that was there before stays.
    try picture("img13", 60)
    let after = try keys()
    #expect(after.count > before.count)
    #expect(Array(after.prefix(before.count - 1)) == Array(before.dropLast()))
  }

  @Test(
    "that are not as the script says are findings with their names",
    arguments: [
      ("each: {image: p/*.jpg, for: 1s}", "{}", "missing-file: no file matches 'p/*.jpg'"),
      ("each: {image: q/*.pgm, for: 1s}", "{}", "missing-file: no file matches 'q/*.pgm'"),
      (
        "each: {image: p/*.pgm, for: 1s}\n    captions: [One]", "{}",
        "count-differs: there is 1 caption for 4 items"
      ),
      (
        "each: {image: p/*.pgm, for: \"${spans}\"}\nvars: {spans: {type: time, default: [1s, 2s]}}", "{}",
        "count-differs: 'p/*.pgm' matches 4 files, but the lists have 2 values"
      ),
      (
        "clip: p/*.pgm", "{}", "missing-file: there is no file 'p/*.pgm'"
      ),
      (
        "each: {image: shots, for: 1s}",
        "{shots: {file: p/*.pgm, sha256: \(String(repeating: "0", count: 64))}}",
        "no-effect: `sha256` has no effect: it is the digest of one file, but 'p/*.pgm' names several"
      ),
      (
        "clip: shots", "{shots: {file: p/*.pgm, frames: {rate: 10}, missing: hold}}",
        "no-effect: `missing` has no effect: 'p/*.pgm' matches the existing files, without numbers"
      ),
    ])
  func findings(timeline: String, media: String, message: String) throws {
    try write(timeline, media: media)
    #expect(try place.compile().messages == [message])
  }

  @Test("that do not fit together are findings with their names")
  func misfits() throws {
    try write("clip: shots", media: "{shots: {file: p/*.pgm, frames: {rate: 10}}}")
    try picture("img3", 0, size: 8)
    #expect(
      try place.compile().messages == [
        "wrong-type: 'p/img3.pgm' is 8x8, but the image sequence starts with 16x16"
      ])
    try picture("img3", 0)
    try place.write("p/img4.pgm/inside", "")
    #expect(try place.compile().messages == ["file-is-directory: 'p/img4.pgm' is a folder, not a file"])
    try write("each: {image: p/img1*.pgm, for: 1s}")
    try picture("img01", 0)
    #expect(try place.compile().messages == [])
    try write("each: {image: \"p/*[13].pgm\", for: 1s}")
    #expect(
      try place.compile().messages == [
        "unclear-order: 'img01.pgm' and 'img1.pgm' have the same position in the order of 'p/*[13].pgm'"
      ])
    try write("each: {image: \"p/*[2].pgm\", for: 1s}")
    try place.write("p/A2.PGM", "")
    #expect(
      try place.compile().messages == [
        "pattern-leaves-out: 'p/*[2].pgm' does not match 'A2.PGM', which differs only in case"
      ])
  }

  @Test("are told once where the same is wrong with many of them")
  func once() throws {
    try write("each: {image: p/*.pgm, for: 1s}\n    transition: dissolve 2s")
    let found = try place.compile().findings.flatMap(\.diagnostics)
    #expect(found.map(\.id.name) == ["transition-too-long"], "\(found.map(\.message))")
    #expect(found.first?.message.contains("'image p/img1.pgm'") == true)
    #expect(
      found.first?.notes.last?.message.hasPrefix("3 more items have the same problem, such as: ") == true)
  }

  @Test("are in the lock one by one: what is added or removed is seen")
  func lock() throws {
    try write("each: {image: p/*.pgm, for: 1s}")
    let locked = try place.compile("film.edit", .everything).lock()
    #expect(locked.lock.entries.keys.sorted() == ["p/img1.pgm", "p/img10.pgm", "p/img12.pgm", "p/img2.pgm"])
    #expect(locked.leftOut == [])
    try place.write("film.edit.lock", locked.lock.text)
    #expect(try place.compile().messages == [])
    try picture("img3", 30)
    #expect(try place.compile().ids() == ["lock-outdated"])
    try removeFile(place.path("p/img3.pgm"))
    try removeFile(place.path("p/img2.pgm"))
    #expect(
      try place.compile().messages == [
        "missing-file: there is no file 'p/img2.pgm', which existed when the media were locked"
      ])
    let known = try place.compile("film.edit", .facts)
    #expect(known.ids() == ["facts-from-lock"])
    let layers = known.rows.first?.compilation.films.first?.composition?.layers.map(\.label)
    #expect(layers?.dropFirst().first == "image p/img2.pgm")
  }

  @Test("outside of the root are not listed")
  func root() throws {
    try place.write(
      "in/film.edit",
      "edit: 1\ncanvas: {size: 16x16, rate: 10}\ntimeline: [{each: {image: ../p/*.pgm, for: 1s}}]\noutputs: [{file: a.mp4}]\n"
    )
    let script = try place.compile(
      "in/film.edit", in: Workspace(inspector: .unconfined, root: RootFolder(place.path("in"))))
    #expect(script.ids().contains("outside-root"), "\(script.messages)")
    #expect(!script.messages.joined().contains("img1"))
  }

  @Test("of another script are those of its folder")
  func nested() throws {
    try place.write(
      "sub/inner.edit",
      "edit: 1\ncanvas: {size: 16x16, rate: 10}\ntimeline: [{each: {image: ../p/*.pgm, for: 1s}}]\noutputs: [{file: a.mp4}]\n"
    )
    try write("edit: sub/inner.edit")
    #expect(try composition().frameCount == 40)
  }
}
