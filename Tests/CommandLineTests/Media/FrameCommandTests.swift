import Basics
import Processes
import TestSupport
import Testing

@Suite struct FrameCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func frame(_ source: String, at time: String, _ name: String) throws {
    let result = try place.editc("frame", source, "--at", time, "-o", name, "--force")
    try #require(result.exitCode == 0, "\(time): \(result.errorText)")
  }

  /// Which frame of the counter a picture shows.
  private func counted(_ name: String) throws -> Int {
    let levels = try decoded(place.path(name), "null", "rgb24")
    let level = Double(levels.reduce(0) { $0 + Int($1) }) / Double(levels.count)
    // From 0...255 back to the luma above black, of which each frame has two more than the one before.
    return Int((level * 219 / 255 / 2).rounded())
  }

  @Test("The picture of a script is the frame that its film has")
  func frameOfFilm() throws {
    try place.write("film.edit", variedScript(video: ", quality: 1"))
    let render = try place.editc("render", "film.edit")
    try #require(render.exitCode == 0, "\(render.errorText)")
    let film = try decoded(place.path("film.mp4"), "extractplanes=y", "gray")
    let size = 160 * 90
    try #require(film.count == 525 * size)
    // In the middle of the fade, and in the clips where every frame differs from the one before.
    for (time, number) in [("0s", 0), ("5.99s", 179), ("6.5s", 195), ("15.51s", 465), ("-1f", 524)] {
      try frame("film.edit", at: time, "x.png")
      let still = try decoded(
        place.path("x.png"),
        "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd,format=yuv444p,extractplanes=y", "gray")
      let differences = [number - 1, number, number + 1].filter((0..<525).contains).map { other in
        let sum = zip(still, film[(other * size)...]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return (frame: other, mean: Double(sum) / Double(size))
      }
      let nearest = try #require(differences.min { $0.mean < $1.mean })
      #expect(nearest.frame == number, "\(time): \(differences)")
      // Saturated edges lose some luma on their way through 8-bit RGB.
      #expect(nearest.mean < 3, "\(time): \(differences)")
    }
  }

  @Test("A file that ends in its header is damaged media for every command")
  func earlyEnd() throws {
    let made = try place.shell(
      """
      for name in a.mkv a.ogg a.mp3; do ffmpeg -nostdin -v error -f lavfi -i sine=d=1 -y whole.${name#a.}
      head -c 60 whole.${name#a.} > $name; done
      """)
    try #require(made.exitCode == 0, "\(made.errorText)")
    for name in ["a.mkv", "a.ogg", "a.mp3"] {
      #expect(try place.editc("probe", name).exitCode == 65, "\(name)")
      for line in ["frame \(name) --at 0s -o x.png", "waveform \(name) -o x.png", "sheet \(name) -o x.png"] {
        let result = try place.shell("\"$editc\" \(line)")
        #expect(result.exitCode == 65, "\(line): \(result.errorText)")
      }
    }
  }

  @Test("A turned clip and one with wide pixels stand upright and in proportion")
  func geometry() throws {
    let size = { (name: String) in
      try run([
        "ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", place.path(name),
      ]).text
    }
    #expect(
      try place.shell(
        """
        ffmpeg -nostdin -v error -i \(Footage.counter) -c copy -metadata:s:v rotate=90 turned.mp4
        ffmpeg -nostdin -v error -i \(Footage.counter) -frames:v 5 -vf setsar=2/1 -c:v libx264 wide.mp4
        """
      ).exitCode == 0)
    try frame("turned.mp4", at: "1s", "turned.png")
    #expect(try size("turned.png") == "90,160\n")
    #expect(try counted("turned.png") == 30)
    try frame("wide.mp4", at: "0s", "wide.jpg")
    #expect(try size("wide.jpg") == "320,90\n")
  }

  @Test("A picture as it is stored is not turned and has a pixel for each stored one, as ffmpeg decodes it")
  func stored() throws {
    let made = try place.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i smptebars=s=160x90:d=1 -vf setsar=2/1 -c:v libx264 -qp 0 flat.mp4
      ffmpeg -nostdin -v error -i flat.mp4 -c copy -metadata:s:v rotate=90 turned.mp4
      ffmpeg -nostdin -v error -noautorotate -i turned.mp4 -frames:v 1 -sws_flags accurate_rnd+full_chroma_int \
        -pix_fmt rgb24 expected.png
      """)
    try #require(made.exitCode == 0, "\(made.errorText)")
    let result = try place.editc("frame", "turned.mp4", "--at", "0s", "--as-stored", "--json", "-o", "x.png")
    try #require(result.exitCode == 0, "\(result.errorText)")
    let picture = try #require(try JSONValue.parse(result.text)["pictures"]?.elements?.first)
    #expect(picture["size"]?["width"]?.numberValue == 160 && picture["size"]?["height"]?.numberValue == 90)
    let (own, other) = (
      try decoded(place.path("x.png"), "null", "rgb24"),
      try decoded(place.path("expected.png"), "null", "rgb24")
    )
    try #require(own.count == 160 * 90 * 3 && own.count == other.count)
    let difference = zip(own, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(own.count) < 3)
    try place.write("film.edit", variedScript())
    let film = try place.editc("frame", "film.edit", "--at", "0s", "--as-stored", "-o", "y.png")
    #expect(film.exitCode == 2 && film.errorText.contains("--as-stored is for media files"))
  }

  @Test("A PNG is exact; the kind of the picture follows its name")
  func kinds() throws {
    try makeMedia(place.path("card.png"), "-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1")
    try frame("card.png", at: "0s", "copy.png")
    #expect(
      try decoded(place.path("copy.png"), "null", "rgb24") == decoded(place.path("card.png"), "null", "rgb24")
    )
    for name in ["x.jpg", "y.JPEG"] {
      try frame("card.png", at: "0s", name)
      #expect(try place.bytes(name).starts(with: [0xFF, 0xD8]))
    }
    let other = try place.editc("frame", "card.png", "--at", "0s", "-o", "x.gif")
    #expect(other.exitCode == 2)
    #expect(other.errorText == "editc: x.gif does not end in .png, .jpg, .jpeg or .webp\n")
  }

  @Test("The end is the last frame, a share is of the whole, and a marker of the film is a time")
  func ends() throws {
    _ = try place.editc(
      "frame", Footage.counter, "--at", "0s, 50%,end", "--max-size", "80x0", "-o", "e%d.png")
    #expect(try ["e1.png", "e2.png", "e3.png"].map { try counted($0) } == [0, 45, 89])
    #expect(try python("from PIL import Image; print(*Image.open('e1.png').size)", in: place) == "80 45\n")
    try place.write(
      "short.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline: [{clip: \(Footage.counter)}]\nmarkers: {turn: 1s}\n"
    )
    let result = try place.editc("frame", "short.edit", "--at", "turn + 1f,3s", "--json", "-o", "s%d.png")
    let pictures = try #require(try JSONValue.parse(result.text)["pictures"]?.elements)
    #expect(pictures.map { $0["actual"]?["seconds"]?.numberValue } == [31.0 / 30, 89.0 / 30])
    #expect(try ["s1.png", "s2.png"].map { try counted($0) } == [31, 89])
  }

  @Test("Moments outside of the film or the file are refused by name")
  func outside() throws {
    try place.write("film.edit", variedScript())
    let cases = [
      (Footage.counter, "3.1s", "ends at 3s; `end` is its last frame"),
      (Footage.counter, "turn", "no marker is named 'turn'"),
      (Footage.counter, "-4s", "expected a time between 0s and the end at 3s"),
      ("film.edit", "5", "expected"), ("film.edit", "20s", "the film ends at 17.5s"),
      ("film.edit", "-20s", "expected a time between 0s and the end at 17.5s"),
    ]
    for (source, time, words) in cases {
      let result = try place.editc("frame", source, "--at", time, "-o", "x.png")
      #expect(result.exitCode == 2, "\(time)")
      #expect(result.errorText.contains(words), "\(time): \(result.errorText)")
      #expect(!isThere(place.path("x.png")))
    }
  }

  @Test("An old picture stays unless it may be replaced, and a picture never replaces its source")
  func oldPicture() throws {
    try place.write("x.png", "old")
    #expect(try place.editc("frame", Footage.counter, "--at", "0s", "-o", "x.png").exitCode == 73)
    #expect(try place.bytes("x.png") == Array("old".utf8))
    #expect(try run(["cp", place.path(Footage.white), place.path("w.png")]).exitCode == 0)
    #expect(try place.editc("frame", "w.png", "--at", "0s", "-o", "w.png", "--force").exitCode == 77)
  }
}
