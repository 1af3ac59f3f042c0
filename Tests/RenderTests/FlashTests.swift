import FoundationEssentials
import TestSupport
import Testing

@Suite("Flashes of finished films")
struct FlashTests {
  @Test("are found above each threshold and not below it, by films that numpy makes")
  func thresholds() throws {
    let folder = try TemporaryFolder()
    let count = testsLong ? "300" : testsAll ? "15" : "9"
    let result = try run([
      "/usr/bin/python3", packageRoot + "/Tests/RenderTests/Judges/flashes.py", builtEditc, folder.root, "7",
      count,
    ])
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }

  @Test(
    "of a quarter of the picture are in no real clip",
    .enabled(if: testsLong && RealMedia.isPresent, "runs in `make judge` with the folder of real clips"))
  func realClips() throws {
    let folder = try TemporaryFolder()
    let result = try run([
      "/usr/bin/python3", packageRoot + "/Tests/RenderTests/Judges/flashes.py", builtEditc, folder.root,
      "real",
      try #require(RealMedia.folder),
    ])
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }

  private func render(_ script: String, in folder: TemporaryFolder) throws -> ProgramResult {
    try run([builtEditc, "render", folder.write("film.edit", script), "--force"], in: folder.root)
  }

  /// White and black cards of three frames, from one second on.
  private func cards(_ count: Int) -> String {
    (0..<count).map { "  - {color: \($0.isMultiple(of: 2) ? "white" : "black"), for: 3f}\n" }.joined()
  }

  /// Over all of the picture, so that the script alone does not show what flashes.
  private let unknown = "overlays: [{gradient: {colors: [transparent, transparent]}, at: 0s..end}]"

  @Test("are reported with the moment and the items that make them; the film is discarded")
  func cause() throws {
    let folder = try TemporaryFolder()
    let result = try render(
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline:
        - {color: black, name: quiet, for: 1s}
      \(cards(9))  - {color: black, for: 1s}
      \(unknown)
      checks: {flashes: none}
      outputs: [{file: film.mp4}]

      """, in: folder)
    #expect(result.exitCode == 1)
    #expect(
      result.errorText.contains(
        "error: more than three flashes in a second from 1s (00:00:01.000) to 2.08s (00:00:02.080), over 100 % of the"
          + " picture; 'quiet', `color #ffffff`, `color #000000` and 5 more"), "\(result.errorText)")
    #expect(result.errorText.contains("begin or end at these flashes"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("film.mp4")))
    // Three flashes are allowed.
    let three = try render(
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline:
        - {color: black, for: 1s}
      \(cards(5))  - {color: black, for: 1s}
      checks: {flashes: wcag}
      outputs: [{file: film.mp4}]

      """, in: folder)
    #expect(three.exitCode == 0, "\(three.errorText)")
  }

  @Test("of a clip are reported with its media time, those of an overlay only by `wcag`")
  func clip() throws {
    let folder = try TemporaryFolder()
    // Black and white change every three frames, from 1 s on.
    try ffmpeg([
      "-f", "lavfi", "-i",
      "color=gray:s=160x90:r=25:d=4,format=yuv420p,geq=lum='if(lt(N,25),16,16+219*mod(floor(N/3),2))':cb=128:cr=128",
      "-c:v", "libx264", "-qp", "10", "-preset", "ultrafast", folder.path("strobe.mp4"),
    ])
    func film(_ checks: String, _ clip: String) throws -> ProgramResult {
      try render(
        """
        edit: 1
        canvas: {size: 160x90, rate: 25, background: gray}
        timeline:
          - {gap: 1s}
          - {\(clip)}
        checks: {flashes: \(checks)}
        outputs: [{file: film.mp4}]

        """, in: folder)
    }
    let whole = try film("bt1702", "clip: strobe.mp4, take: 480ms..3s")
    #expect(whole.exitCode == 1)
    // The film shows frame 12 of the clip at 1 s, and its frame 27, which is white, at 1.6 s.
    #expect(
      whole.errorText.contains(
        "from 1.6s (00:00:01.600) to")
        && whole.errorText.contains("`clip strobe.mp4` is shown there, from 1.08s"),
      "\(whole.errorText)")
    // A fifth of the width and height is more than a quarter of a third of both.
    let part = "clip: strobe.mp4, take: 480ms..3s, width: 20%, height: 20%, place: top left, fit: fill"
    #expect(try film("bt1702", part).exitCode == 0)
    let window = try film("wcag", part)
    #expect(window.exitCode == 1)
    #expect(
      window.errorText.contains("of a third of the picture's width and height, at the top left"),
      "\(window.errorText)")
    let warned = try film("none", part)
    #expect(warned.exitCode == 0)
    #expect(warned.errorText.contains("warning: more than three flashes in a second"), "\(warned.errorText)")
  }

  @Test("are found in animations and image sequences, and HDR is refused")
  func otherFiles() throws {
    let folder = try TemporaryFolder()
    for file in ["a.gif", "a.webp", "a.apng", "out/%03d.png", "a.mkv"] {
      let codec = file.hasSuffix("mkv") ? ", video: {codec: ffv1}" : ""
      let result = try render(
        """
        edit: 1
        canvas: {size: 64x36, rate: 25}
        timeline:
        \(cards(9))
        \(unknown)
        checks: {flashes: bt1702}
        outputs: [{file: \(file)\(codec)}]

        """, in: folder)
      #expect(
        result.exitCode == 1 && result.errorText.contains("more than three flashes"),
        "\(file): \(result.errorText)")
    }
    let result = try run(
      [
        builtEditc, "lint",
        folder.write(
          "hdr.edit",
          "edit: 1\ncanvas: {size: 64x36, rate: 25, color: hlg}\ntimeline: [{color: red, for: 1s}]\n"
            + "checks: {flashes: wcag}\n"),
      ])
    #expect(result.exitCode == 1)
    #expect(result.text.contains("[not-supported-yet]"), "\(result.text)")
  }
}
