import FoundationEssentials
import Glibc
import Processes
import TestSupport
import Testing

/// Films that are copied in part; `Judges/smart.py` of the render tests has many more.
@Suite struct SmartFilmTests {
  private let place: Workplace

  /// Two clips of 6 s with a key frame each second, coded differently in everything that may differ; made once.
  private static let sources = Result {
    let folder = try SharedFolder.path.get()
    let (one, other) = (folder + "/smart-a.mp4", folder + "/smart-b.mp4")
    try CopySource.make(one)
    try CopySource.make(
      other, picture: "mandelbrot=s=160x90:r=30,format=yuv420p",
      CopySource.h264 + ["-aq-mode", "2", "-x264-params", "deblock=-2,-2:partitions=none"] + CopySource.aac)
    return (one, other)
  }

  init() throws {
    place = try Workplace()
    let (one, other) = try Self.sources.get()
    try #require(symlink(one, place.path("a.mp4")) == 0)
    try #require(symlink(other, place.path("b.mp4")) == 0)
  }

  private func render(_ timeline: String, mode: String = "smart", checks: String = "") throws -> String {
    try place.write(
      "film.edit",
      "edit: 1\ntimeline:\n\(timeline)\noutputs:\n  - {file: film.mp4, mode: \(mode)}\n\(checks)")
    let result = try place.editc("render", "film.edit", "--force")
    try #require(result.exitCode == 0, "\(result.errorText)")
    return try place.editc("plan", "film.edit").text
  }

  @Test(
    "Cuts anywhere in two files: what is copied is as it was, the rest is like it, and sound stays with its picture"
  )
  func cuts() throws {
    let plan = try render("  - {clip: b.mp4, take: 1.5s..3s}\n  - {clip: a.mp4, take: 1.2s..4.5s}")
    #expect(plan.contains("frames are copied"))
    let film = try pictureHashes(place.path("film.mp4"))
    let (one, other) = (try pictureHashes(place.path("a.mp4")), try pictureHashes(place.path("b.mp4")))
    try #require(film.count == 144)
    // From the key frames at 2 s on; the last pictures are decoded in another order than they are shown.
    #expect(film[15..<45].elementsEqual(other[60..<90]))
    #expect(film[69..<141].elementsEqual(one[60..<132]))
    // The flash of the second clip comes at 2.5 s, 1.3 s after its start: at 2.8 s. Both clips beep then.
    let white = try patches(place.path("film.mp4"), x: 0, y: 0).lastIndex { $0.y > 230 }
    #expect(white == 86)
    let heard = try heardSamples(place.path("film.mp4"))
    let beep = try #require(heard.firstIndex { $0.magnitude > 3000 })
    #expect(abs(beep - 48_000) < 240)
    let second = try #require(heard[96_000...].firstIndex { $0.magnitude > 3000 })
    #expect(abs(second - 134_400) < 240)
    #expect(try place.leftovers() == [])
  }

  @Test("An overlay makes only the frames that it touches encoded, and a change makes only those again")
  func overlay() throws {
    let text = "  - {clip: a.mp4, take: 0s..6s}\noverlays:\n  - {color: red, at: 2.1s, for: 0.5s}"
    #expect(try render(text).contains("'clip a.mp4' has 'color' drawn over it"))
    let film = try pictureHashes(place.path("film.mp4"))
    let source = try pictureHashes(place.path("a.mp4"))
    #expect(film[..<60].elementsEqual(source[..<60]))
    #expect(film[90...].elementsEqual(source[90...]))
    #expect(zip(film[63..<78], source[63..<78]).allSatisfy { $0 != $1 })
    let packets = try packets(place.path("film.mp4"), "v")
    #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
    try place.write(
      "film.edit",
      "edit: 1\ntimeline:\n\(text.replacing("red", with: "blue"))\noutputs: [{file: film.mp4, mode: smart}]\n"
    )
    let plan = try place.editc("plan", "film.edit").text
    #expect(plan.contains("1 of 3 segments to copy or encode"), "\(plan)")
  }

  @Test(
    "The last pictures of a copied stretch are compared by the segment that goes on with their take, where one does"
  )
  func sharedDecoders() throws {
    struct Planned: Decodable {
      let content: Content
      struct Content: Decodable { let plan: Plan }
      struct Plan: Decodable { let segments: [Segment] }
      struct Segment: Decodable {
        let copied: Copied?
        let picturesBefore: Before?
      }
      struct Copied: Decodable {
        let pictures: [Int]
        let compared: String?
      }
      struct Before: Decodable { let pictures: [Int] }
    }
    func segments(_ timeline: String) throws -> [Planned.Segment] {
      _ = try render(timeline)
      try #require(place.editc("plan", "film.edit", "-o", "film.plan", "--force").exitCode == 0)
      let line = try #require(readFile(place.path("film.plan"), limit: 1 << 20).split(separator: 10).last)
      return try JSONDecoder().decode(Planned.self, from: Data(line)).content.plan.segments
    }
    // The picture before 4.5 s is made of a later one, so the last ones are encoded.
    let tail = try segments("  - {clip: a.mp4, take: 2s..4.5s}")
    try #require(tail.count == 2)
    let copied = try #require(tail[0].copied)
    #expect(copied.compared == "start")
    #expect(tail[1].picturesBefore?.pictures == [copied.pictures[1] - 12, copied.pictures[1]])
    #expect(try segments("  - {clip: a.mp4, take: 1.2s..5s}").last?.copied?.compared == "both")
  }

  @Test("`mode: auto` copies all, copies in part, or encodes, by what costs least")
  func auto() throws {
    #expect(try render("  - {clip: a.mp4, take: 1s..4s}", mode: "auto").contains("to copy)"))
    #expect(try render("  - {clip: a.mp4, take: 1.5s..6s}", mode: "auto").contains("to copy or encode)"))
    #expect(
      try render("  - {clip: a.mp4, take: 1.5s..6s, filters: [sepia]}", mode: "auto").contains("to encode)"))
  }

  @Test("`checks: {copied: 90%..}` fails before anything is rendered")
  func share() throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      timeline: [{clip: a.mp4, take: 1.5s..3s}]
      outputs: [{file: film.mp4, mode: smart}]
      checks: {copied: 90%..}

      """)
    let result = try place.editc("render", "film.edit")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("of the pictures are copied"), "\(result.errorText)")
    #expect(result.errorText.contains("[check-failed]"))
    #expect(try place.leftovers() == [])
  }
}
