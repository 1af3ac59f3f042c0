import Basics
import Processes
import TestSupport
import Testing

@Suite struct FrameSeriesTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func series(_ source: String, _ arguments: [String], to pattern: String) throws -> [JSONValue] {
    let result = try run(
      [editcPath, "frame", source] + arguments + ["-o", pattern, "--json", "--force"], in: place.root,
      environment: place.environment)
    try #require(result.exitCode == 0, "\(result.errorText)")
    return try #require(try JSONValue.parse(result.text)["pictures"]?.elements)
  }

  /// Pictures of a numbered film at frames in any order; each must be the right one.
  private func check(_ source: String, frames wanted: [Int], shown: (Int) -> Int = { $0 }) throws {
    let moments = wanted.flatMap { ["--at", "\($0 * 1000 + 500)/30000s"] }
    let pictures = try series(source, moments, to: "p/%03d.png")
    #expect(pictures.count == wanted.count)
    let names = pictures.compactMap { $0["file"]?.stringValue }
    #expect(names == wanted.indices.map { index in "p/\(String("00\(index + 1)".suffix(3))).png" })
    for ((frame, picture), luma) in zip(zip(wanted, pictures), try place.lumas(names)) {
      #expect(abs(luma - numberedLuma(shown(frame))) < 3, "\(source) \(frame): \(luma)")
      // Some containers count milliseconds.
      let start = try #require(frames(picture["actual"]))
      #expect(abs(start - Double(shown(frame))) < 0.05, "\(source) \(frame): \(start)")
    }
  }

  @Test(
    "Pictures far from each other, in any order, are the right ones, however they hang on each other",
    arguments: cases(
      [
        (
          "a.mp4",
          [
            "-c:v", "libx264", "-qp", "4", "-g", "60", "-bf", "3", "-x264-params",
            "b-pyramid=normal:b-adapt=0:scenecut=0",
          ]
        ),
        (
          "b.mkv",
          [
            "-c:v", "libx264", "-qp", "4", "-g", "250", "-bf", "2", "-x264-params",
            "open-gop=1:b-adapt=0:scenecut=0",
          ]
        ),
        ("c.mov", ["-c:v", "mpeg4", "-q:v", "2", "-g", "45", "-bf", "2"]),
        ("d.ts", ["-c:v", "mpeg2video", "-q:v", "2", "-g", "15", "-bf", "2"]),
        (
          "e.mp4", ["-c:v", "libx265", "-x265-params", "qp=4:keyint=90:scenecut=0:b-adapt=0:log-level=error"]
        ),
        ("f.avi", ["-c:v", "mjpeg", "-q:v", "2"]),
      ], quick: 2))
  func scattered(name: String, encoding: [String]) throws {
    try place.makeNumbered(name, encoding)
    var random = SeededRandom(seed: 7)
    let wanted = (0..<24).map { _ in Int.random(in: 0..<600, using: &random) } + [0, 599, 300, 300]
    try check(name, frames: wanted)
  }

  @Test("A picture that stays for seconds is found, although its neighbours are left out")
  func longPicture() throws {
    try place.makeNumbered(
      "gap.mp4", filter: "select='not(between(n,101,219)+between(n,401,404))'",
      [
        "-fps_mode", "passthrough", "-c:v", "libx264", "-qp", "4", "-g", "300", "-bf", "3", "-x264-params",
        "b-adapt=0:scenecut=0",
        "-video_track_timescale", "30000",
      ])
    try check("gap.mp4", frames: [150, 219, 220, 90, 402, 100, 405, 101]) { frame in
      switch frame {
      case 101...219: 100
      case 401...404: 400
      default: frame
      }
    }
  }

  @Test("Every frame of a clip, in one pass")
  func everyFrame() throws {
    let pictures = try series(Footage.counter, ["--every", "1f", "--max-size", "40x40"], to: "f%d.jpg")
    #expect(pictures.count == 90)
    let lumas = try place.lumas(pictures.compactMap { $0["file"]?.stringValue })
    for (frame, luma) in lumas.enumerated() {
      #expect(abs(luma - Double(16 + 2 * frame)) < 1.5, "\(frame): \(luma)")
    }
    // 160x90 within 40x40.
    #expect(pictures.allSatisfy { $0["size"] == .members(["width": 40, "height": 23]) })
  }

  @Test("So many pictures are of the middles of equal parts")
  func middles() throws {
    let pictures = try series(Footage.counter, ["--count", "3"], to: "m%02d.webp")
    #expect(pictures.map { frames($0["requested"]) } == [15, 45, 75])
    for (luma, frame) in zip(try place.lumas(["m01.webp", "m02.webp", "m03.webp"]), [15, 45, 75]) {
      #expect(abs(luma - Double(16 + 2 * frame)) < 2)
    }
  }

  @Test("With a tolerance, key frames are taken where one is near enough")
  func tolerance() throws {
    try place.makeNumbered(
      "a.mp4", ["-c:v", "libx264", "-qp", "4", "-g", "60", "-keyint_min", "60", "-sc_threshold", "0"])
    let pictures = try series(
      "a.mp4", ["--at", "2.5s", "--at", "3.9s", "--at", "11s", "--tolerance", "0.6s"], to: "t%d.png")
    let found = pictures.map { frames($0["actual"]) }
    // The key frames at 2 s and at 4 s; 11 s is further than that from both of its neighbours.
    #expect(found[0] == 60)
    #expect(found[1] == 120)
    #expect(try abs(#require(found[2]) - 330) <= 18)
    // The key frame at 4 s starts after both times; before them, only the picture itself may start.
    let later = try series("a.mp4", ["--at", "2.5s,3.9s", "--tolerance", "0s,0.5s"], to: "l%d.png")
    #expect(later.map { frames($0["actual"]) } == [75, 120])
    let sooner = try series("a.mp4", ["--at", "2.5s,3.9s", "--tolerance", "0.5s,0s"], to: "o%d.png")
    #expect(sooner.map { frames($0["actual"]) }.first == 60)
    #expect(try #require(frames(sooner[1]["actual"])) <= 117)
    for (luma, frame) in zip(try place.lumas(["t1.png", "t2.png", "t3.png"]), found) {
      #expect(try abs(luma - numberedLuma(Int(#require(frame)))) < 3)
    }
  }

  @Test("Smaller pictures keep their proportion, turned ones too, and none is made larger")
  func sizes() throws {
    #expect(
      try place.shell(
        "ffmpeg -nostdin -v error -i \(Footage.counter) -c copy -metadata:s:v rotate=90 turned.mp4"
      )
      .exitCode == 0)
    for (source, bounds, size) in [
      (Footage.counter, "80x80", "80 45"), (Footage.counter, "1000x45", "80 45"),
      (Footage.counter, "1000x1000", "160 90"), ("turned.mp4", "80x80", "45 80"),
      (Footage.counter, "1x1", "1 1"),
    ] {
      for name in ["s.png", "s.jpg", "s.webp"] {
        _ = try series(source, ["--at", "1s", "--max-size", bounds], to: name)
        let found = try python("from PIL import Image; print(*Image.open('\(name)').size)", in: place)
        #expect(found == size + "\n", "\(source) \(bounds) \(name)")
      }
    }
  }

  @Test("A series of a script is the frames that it has one by one")
  func film() throws {
    try place.write("film.edit", variedScript())
    let times = ["15s", "0s", "5.99s", "6.5s", "-1f"]
    let pictures = try series("film.edit", times.flatMap { ["--at", $0] }, to: "n%d.png")
    #expect(pictures.map { frames($0["actual"]) } == [450, 0, 179, 195, 524])
    for (index, time) in times.enumerated() {
      _ = try series("film.edit", ["--at", time], to: "one.png")
      #expect(try place.bytes("one.png") == place.bytes("n\(index + 1).png"), "\(time)")
    }
  }

  @Test("A picture that cannot be read does not keep the others from being made")
  func broken() throws {
    try place.makeDamaged("a.mp4")
    let result = try place.editc("frame", "a.mp4", "--count", "20", "-o", "b%02d.png", "--json")
    #expect(result.exitCode == 65)
    let pictures = try #require(try JSONValue.parse(result.text)["pictures"]?.elements)
    let failed = pictures.filter { $0["error"] != nil }
    #expect(!failed.isEmpty && failed.count < 20)
    for picture in pictures {
      #expect(isThere(place.path(try #require(picture["file"]?.stringValue))) == (picture["error"] == nil))
    }
  }

  @Test("An interrupt leaves whole pictures and nothing else", arguments: [Signal.interrupt, .terminate])
  func interrupt(signal: Signal) throws {
    let frame = try place.start("frame", Footage.busy, "--every", "1f", "-o", "i/%04d.png")
    try wait { isThere(place.path("i/0020.png")) }
    frame.kill(signal)
    #expect(frame.wait() == .ended(by: signal))
    #expect(try place.leftovers() == [])
    let names = try listFolder(place.path("i"))
    #expect(names.count >= 1 && names.count < 720)
    let sound = try python(
      """
      import os
      from PIL import Image
      for name in os.listdir("i"):
          Image.open("i/" + name).load()
      print("whole")
      """, in: place)
    #expect(sound == "whole\n")
  }
}
