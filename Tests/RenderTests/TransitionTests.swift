import TestSupport
import Testing

/// Each film is decoded by ffmpeg and held against values computed here from what the language page promises.
@Suite("Transitions as an independent decoder sees them", .serialized)
struct TransitionTests {
  private static let size = (width: 320, height: 180)

  /// Two gray pictures, 2s each, that change over in 1s: luma 50 (#282828 or so) and 200.
  private static func film(_ transition: String, rest: String = "") throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    let script = """
      edit: 1
      canvas: {size: \(size.width)x\(size.height), rate: 20}
      timeline:
        - color: "#282828"
          for: 2s
        - transition: \(transition)
        - color: "#d7d7d7"
          for: 2s
      outputs:
        - file: film.mp4
          video: {speed: veryfast, quality: 4}
      """
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache"])
    let bytes = try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf", "extractplanes=y",
      "-f", "rawvideo", "-",
    ])
    let count = size.width * size.height
    return stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) }
  }

  /// 16 + 219 * 40/255, and 16 + 219 * 215/255.
  private static let dark = 50.353
  private static let light = 200.647

  private func mean(_ picture: [UInt8]) -> Double {
    Double(picture.reduce(0) { $0 + Int($1) }) / Double(picture.count)
  }

  @Test("a dissolve is the weighted mean of both pictures at every frame")
  func dissolve() throws {
    let pictures = try Self.film("dissolve 1s")
    #expect(pictures.count == 60)
    for (number, picture) in pictures.enumerated() {
      let share = min(max(Double(number - 20) / 20, 0), 1)
      let expected = Self.dark + (Self.light - Self.dark) * share
      #expect(abs(mean(picture) - expected) <= 2, "frame \(number): \(mean(picture)), not \(expected)")
    }
  }

  @Test("an easing bends the way, and a fade passes through its colour in the middle")
  func easedAndThroughColor() throws {
    let eased = try Self.film("{kind: dissolve, for: 1s, ease: ease-in}")
    // CSS's ease-in is 0.3154 of the way after half of the time.
    #expect(abs(mean(eased[30]) - (Self.dark + (Self.light - Self.dark) * 0.3154)) <= 2)
    let faded = try Self.film("fade through white 1s")
    #expect(abs(mean(faded[25]) - (Self.dark + 235) / 2) <= 2)
    #expect(abs(mean(faded[30]) - 235) <= 2)
    #expect(abs(mean(faded[35]) - (Self.light + 235) / 2) <= 2)
  }

  /// Where the picture turns from one gray to the other along a line, to a part of a pixel.
  private func edge(_ line: [UInt8], lightFirst: Bool) -> Double {
    let lights = line.reduce(0.0) { $0 + (Double($1) - Self.dark) / (Self.light - Self.dark) }
    return lightFirst ? lights : Double(line.count) - lights
  }

  private func row(_ picture: [UInt8], _ y: Int = 90) -> [UInt8] {
    Array(picture[y * Self.size.width..<(y + 1) * Self.size.width])
  }

  private func column(_ picture: [UInt8], _ x: Int = 160) -> [UInt8] {
    (0..<Self.size.height).map { picture[$0 * Self.size.width + x] }
  }

  @Test(
    "edges of wipes, pushes, covers, reveals and slides are where their share of the time puts them",
    arguments: cases(["wipe", "push", "cover", "reveal", "slide"], quick: 2))
  func edges(kind: String) throws {
    for (direction, isHorizontal, lightFirst) in [
      ("left", true, false), ("right", true, true), ("up", false, false), ("down", false, true),
    ] {
      let pictures = try Self.film("\(kind) \(direction) 1s")
      for frame in [21, 23, 30, 37, 39] {
        let length = Double(isHorizontal ? Self.size.width : Self.size.height)
        let share = Double(frame - 20) / 20
        let expected = length * (lightFirst ? share : 1 - share)
        let line = isHorizontal ? row(pictures[frame]) : column(pictures[frame])
        let found = edge(line, lightFirst: lightFirst)
        #expect(
          abs(found - expected) <= 1.5, "\(kind) \(direction), frame \(frame): \(found), not \(expected)")
      }
    }
  }

  @Test("circles, clocks, doors and corners cover the area that geometry gives them")
  func areas() throws {
    let (width, height) = (Double(Self.size.width), Double(Self.size.height))
    let area = width * height
    let lightShare = { (picture: [UInt8]) in
      (self.mean(picture) - Self.dark) / (Self.light - Self.dark)
    }
    let radius = (width * width + height * height).squareRoot() / 2
    let opened = try Self.film("circle open 1s")
    // A quarter of the half diagonal still fits into the height.
    #expect(abs(lightShare(opened[25]) - Double.pi * (radius / 4) * (radius / 4) / area) < 0.01)
    let closed = try Self.film("circle close 1s")
    #expect(abs(lightShare(closed[35]) - (1 - Double.pi * (radius / 4) * (radius / 4) / area)) < 0.01)
    let clock = try Self.film("clock 1s")
    for (frame, share) in [(25, 0.25), (30, 0.5), (35, 0.75)] {
      #expect(abs(lightShare(clock[frame]) - share) < 0.01, "clock, frame \(frame)")
    }
    let doors = try Self.film("barn-door 1s")
    #expect(abs(lightShare(doors[27]) - 0.35) < 0.01)
    let corner = try Self.film("wipe bottom right 1s")
    #expect(abs(lightShare(corner[30]) - 0.5) < 0.01)
    #expect(corner[30][0] > 190 && corner[30][Self.size.width * Self.size.height - 1] < 60)
  }

  @Test(
    "pictures that lose their shape begin as the one, end as the other, and keep the mean of both on the way",
    arguments: ["pixelate", "blur", "zoom"])
  func shapes(kind: String) throws {
    let pictures = try Self.film("\(kind) 1s")
    #expect(pictures.count == 60)
    #expect(abs(mean(pictures[20]) - Self.dark) <= 2)
    #expect(abs(mean(pictures[30]) - (Self.dark + Self.light) / 2) <= 2)
    #expect(abs(mean(pictures[40]) - Self.light) <= 2)
  }

  @Test(
    "a luma changes first where its picture is dark, whatever its size is, and its edge is four levels soft")
  func luma() throws {
    let folder = try TemporaryFolder()
    // Levels of gray from 0 on the left to 255 on the right, on a smaller picture of another shape.
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=256x64:d=1,format=gray,geq=lum=X", "-frames:v", "1",
      folder.path("my ramp.png"),
    ])
    let path = folder.path("film.mp4")
    let script = """
      edit: 1
      media: {ramp: my ramp.png}
      canvas: {size: 256x144, rate: 20}
      timeline:
        - {color: "#282828", for: 2s}
        - transition: luma my ramp.png 1s
        - {color: "#d7d7d7", for: 2s}
        - transition: {kind: luma ramp, for: 1s}
        - {color: "#282828", for: 2s}
      outputs: [{file: film.mp4, video: {speed: veryfast, quality: 1}}]
      """
    try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache"])
    let bytes = try ffmpeg([
      "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-",
    ])
    #expect(bytes.count == 80 * 256 * 144)
    for frame in 21..<40 {
      let share = Double(frame - 20) / 20
      // The front goes from 0 to 1 and a 64th; half of the softness behind it lies the middle of the edge.
      let expected = 256 * (share * (1 + 1.0 / 64) - 1.0 / 128)
      for (film, isLight) in [(frame, true), (frame + 20, false)] {
        let line = Array(bytes[(film * 144 + 70) * 256..<(film * 144 + 71) * 256])
        let found = edge(line, lightFirst: isLight)
        #expect(abs(found - expected) <= 1.5, "frame \(film): \(found), not \(expected)")
      }
    }
  }

  @Test("two tones change over with equal power, and linearly or at once where the script says so")
  func sound() throws {
    let folder = try TemporaryFolder()
    for (name, frequency) in [("low", 500), ("high", 3000)] {
      try ffmpeg([
        "-f", "lavfi", "-i", "color=gray:s=64x64:r=20:d=3", "-f", "lavfi", "-i",
        "sine=frequency=\(frequency):sample_rate=48000:duration=3", "-c:v", "libx264", "-c:a", "pcm_s16le",
        folder.path(name + ".mov"),
      ])
    }
    // RMS of each tone alone, in the middle fifth of the transition, against its RMS outside of it.
    func share(of pass: String, audio: String) throws -> Double {
      let path = folder.path("film.mp4")
      let script = """
        edit: 1
        canvas: {size: 64x64, rate: 20}
        timeline:
          - clip: low.mov
            take: ..2s
          - transition: {kind: dissolve, for: 1s, audio: \(audio)}
          - clip: high.mov
            take: ..2s
        outputs: [{file: film.mp4, audio: {bitrate: 256k}}]
        """
      try editc(["render", folder.write("film.edit", script), "-o", path, "--no-cache", "--force"])
      let bytes = try ffmpeg([
        "-i", path, "-map", "0:a", "-ac", "1", "-ar", "48000", "-af", pass, "-f", "f32le", "-",
      ])
      let samples = values(of: bytes, as: Float.self)
      func power(_ range: Range<Int>) -> Double {
        (samples[range].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(range.count)).squareRoot()
      }
      let full = pass.hasPrefix("lowpass") ? power(9600..<38400) : power(105_600..<134_400)
      return power(69_600..<74_400) / full
    }
    let (low, high) = ("lowpass=f=1000:p=2,lowpass=f=1000:p=2", "highpass=f=1800:p=2,highpass=f=1800:p=2")
    for pass in [low, high] {
      #expect(abs(try share(of: pass, audio: "equal-power") - 0.7071) < 0.02)
      #expect(abs(try share(of: pass, audio: "linear") - 0.5) < 0.02)
      // Half of the window is the whole tone, half of it silence.
      #expect(abs(try share(of: pass, audio: "cut") - 0.7071) < 0.03)
    }
  }

  @Test(
    "handles show the very frames before and after the takes, and the same bytes come out of any number of jobs"
  )
  func handlesAndJobs() throws {
    let folder = try TemporaryFolder()
    // Frame n is a gray of 20 + 2n.
    try ffmpeg([
      "-f", "lavfi", "-i", "nullsrc=s=64x64:r=20:d=5", "-vf", "geq=lum='20+2*N':cb=128:cr=128", "-c:v",
      "libx264", "-qp", "0", "-pix_fmt", "yuv420p", folder.path("count.mp4"),
    ])
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 20}
      timeline:
        - clip: count.mp4
          take: 1s..2s
        - transition: {kind: wipe left, for: 0.4s, using: handles}
        - clip: count.mp4
          take: 3s..4s
      outputs: [{file: film.mp4, video: {quality: 1, speed: veryfast}}]
      """
    let file = try folder.write("film.edit", script)
    try editc(["render", file, "-o", folder.path("one.mp4"), "--no-cache", "--jobs", "1"])
    try editc(["render", file, "-o", folder.path("two.mp4"), "--no-cache", "--jobs", "2"])
    #expect(try run(["cmp", folder.path("one.mp4"), folder.path("two.mp4")]).exitCode == 0)
    let bytes = try ffmpeg([
      "-i", folder.path("one.mp4"), "-map", "0:v", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f",
      "rawvideo", "-",
    ])
    #expect(bytes.count == 40 * 4096)
    // The outgoing clip goes on to frame 43 at the left, the incoming one begins with frame 56 at the right.
    for frame in 16..<24 {
      let line = Array(bytes[frame * 4096 + 2048..<frame * 4096 + 2112])
      let share = Double(frame - 16) / 8
      if share < 0.8 { #expect(abs(Int(line[2]) - (20 + 2 * (20 + frame))) <= 1, "left of frame \(frame)") }
      if share > 0.2 { #expect(abs(Int(line[61]) - (20 + 2 * (40 + frame))) <= 1, "right of frame \(frame)") }
    }
  }
}
