import Processes
import TestSupport
import Testing

/// What `on-damage` makes of media that cannot be decoded, as ffmpeg sees it in the film.
@Suite struct DamageTests {
  private let place: Workplace
  private static let size = (width: 160, height: 90)

  init() throws {
    place = try Workplace()
    let made = try place.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x90:rate=25:duration=1.2 -c:v libx264 -preset ultrafast \
        -g 1 -qp 4 -pix_fmt yuv420p good.mkv
      cp good.mkv bad.mkv
      ffprobe -v error -show_entries packet=pos,size -of csv=p=0 good.mkv | sed -n 11,12p | while IFS=, read size pos rest; do
        dd if=/dev/zero of=bad.mkv bs=1 seek=$((pos + 40)) count=$((size - 60)) conv=notrunc status=none
      done
      """)
    try #require(made.exitCode == 0, "\(made.errorText)")
  }

  /// The brightness of each pixel, frame after frame.
  private func frames(of file: String) throws -> [ArraySlice<UInt8>] {
    let result = try place.shell("ffmpeg -nostdin -v error -i \(file) -pix_fmt gray -f rawvideo -")
    let count = Self.size.width * Self.size.height
    return stride(from: 0, to: result.output.count, by: count).map { result.output[$0..<$0 + count] }
  }

  private func difference(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Double {
    zip(a, b).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(a.count)
  }

  private func render(_ rule: String) throws -> ProgramResult {
    try place.write(
      "film.edit",
      """
      edit: 1
      media: {cam: {file: bad.mkv, color: bt709\(rule)}}
      canvas: {size: 160x90, rate: 25}
      timeline: [{clip: cam}]
      outputs: [{file: film.mp4, video: {quality: 10}}]
      """)
    return try place.editc("render", "film.edit", "--force")
  }

  @Test(
    "The picture before or black is in the film, and each render says where")
  func replaced() throws {
    let refused = try render("")
    #expect(refused.exitCode == 65)
    #expect(refused.errorText.contains("decoding the picture at 00:00:00.400"))
    #expect(refused.errorText.contains("`on-damage: hold` in its entry under `media`"))
    let good = try frames(of: "good.mkv")
    try #require(good.count == 30)
    for (rule, word) in [("hold", "the previous picture"), ("black", "black")] {
      for _ in 0..<2 {
        let result = try render(", on-damage: \(rule)")
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect(
          result.errorText.contains("bad.mkv: undecodable pictures from 00:00:00.400 to 00:00:00.4"),
          "\(result.errorText)")
        #expect(result.errorText.contains(word))
      }
      let film = try frames(of: "film.mp4")
      try #require(film.count == 30)
      for number in film.indices {
        if ![10, 11].contains(number) {
          #expect(difference(film[number], good[number]) < 2, "frame \(number)")
        } else if rule == "hold" {
          #expect(difference(film[number], good[9]) < 2, "frame \(number)")
        } else {
          #expect(film[number].allSatisfy { $0 < 4 }, "frame \(number)")
        }
      }
    }
  }

  @Test(
    "A picture that is held for more than 30 s is the same from wherever reading begins",
    .enabled(if: testsAll, "runs in `make test-all`"))
  func heldForLong() throws {
    // Frames 100 to 879 of 900 cannot be decoded.
    let made = try place.shell(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x90:rate=25:duration=36 -c:v libx264 -preset ultrafast \
        -g 1 -qp 20 -pix_fmt yuv420p whole.mkv
      cp whole.mkv long.mkv
      ffprobe -v error -show_entries packet=pos,size -of csv=p=0 whole.mkv | sed -n 101,880p | while IFS=, read size pos rest; do
        dd if=/dev/zero of=long.mkv bs=1 seek=$((pos + 40)) count=$((size - 60)) conv=notrunc status=none
      done
      """)
    try #require(made.exitCode == 0, "\(made.errorText)")
    let held = try frames(of: "whole.mkv")[99]
    for (take, count, shown) in [("0s..36s", 900, [100, 500, 870, 879]), ("34s..36s", 50, [0, 10, 29])] {
      try place.write(
        "film.edit",
        """
        edit: 1
        media: {cam: {file: long.mkv, color: bt709, on-damage: hold}}
        canvas: {size: 160x90, rate: 25}
        timeline: [{clip: cam, take: \(take)}]
        outputs: [{file: film.mp4, video: {quality: 10}}]
        """)
      let result = try place.editc("render", "film.edit", "--force")
      try #require(result.exitCode == 0, "\(result.errorText)")
      let film = try frames(of: "film.mp4")
      try #require(film.count == count)
      for number in shown { #expect(difference(film[number], held) < 3, "frame \(number) of \(take)") }
    }
  }

  @Test("A single frame is replaced as in the film, and says so")
  func still() throws {
    _ = try render(", on-damage: black")
    let result = try place.editc("frame", "film.edit", "--at", "0.42s", "-o", "still.png")
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("warning: "), "\(result.errorText)")
    #expect(result.errorText.contains("bad.mkv: undecodable pictures from 00:00:00.400 to"))
  }
}
