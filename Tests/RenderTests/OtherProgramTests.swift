import FoundationEssentials
import TestSupport
import Testing

@Suite("Films, as other programs see them", .enabled(if: testsAll, "runs in `make test-all`"))
struct OtherProgramTests {
  /// Runs a judge that computes what must come out without editc; its last line counts what it looked at.
  private func judge(_ name: String, _ arguments: [String], ends end: String) throws {
    let folder = try TemporaryFolder()
    let result = try withExtendedLifetime(folder) {
      try run(
        [
          "/usr/bin/python3", packageRoot + "/Tests/RenderTests/Judges/" + name, builtEditc, folder.root,
        ] + arguments)
    }
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.hasSuffix(end + "\n"), "\(result.text.suffix(300))")
  }

  @Test(
    "ffprobe and mediainfo read back what the script says: each third codec and container; `make judge` tries all",
    .enabled(if: OtherProgram.mediainfo.isPresent, "mediainfo is not installed"))
  func tags() throws {
    try judge("tags.py", sampleOfCases, ends: " files, 0 failures")
  }

  @Test(
    "Another build of FFmpeg decodes the same samples of films for further editing: each third kind; `make judge` tries all",
    .enabled(if: SecondFFmpeg.isPresent, "no second FFmpeg; Tests/fetch-ffmpeg gets one"))
  func secondDecoder() throws {
    try judge(
      "second_ffmpeg.py", [SecondFFmpeg.path] + sampleOfCases,
      ends: testsLong ? "17 files, 0 failures" : "\n7 files, 0 failures")
  }

  @Test(
    "Chromium shows each of 50 frames that it is asked for, of files and of playlists, in its colours",
    .enabled(if: OtherProgram.chromium.isPresent, "chromium is not installed"))
  func chromium() throws {
    try judge("browsers.py", ["chromium"], ends: "27 films, 0 failures")
  }

  @Test(
    "Firefox shows each of 50 frames that it is asked for, in its colours",
    .enabled(if: OtherProgram.firefox.isPresent, "firefox-esr is not installed"))
  func firefox() throws {
    try judge("browsers.py", ["firefox"], ends: "28 films, 0 failures")
  }

  @Test(
    "Films that are copied in part show the frames of their media, in every decoder: each sixteenth kind; `make judge` tries all"
  )
  func copiedInPart() throws {
    let openH264 =
      FileManager.default.fileExists(atPath: "/usr/include/wels/codec_api.h")
      ? packageRoot + "/Tests/CodedStreamsTests/Judges/openh264.cpp" : ""
    try judge(
      "smart.py", [SecondFFmpeg.isPresent ? SecondFFmpeg.path : "", openH264], ends: " films, 0 failures")
  }

  @Test(
    "Films of all frame rates can be copied in part into every container: 5 of them; `make judge` makes all")
  func copiedAtAllRates() throws {
    try judge("smart.py", ["", "", "rates", "1", "5"], ends: "5 films, 0 failures")
  }

  @Test("Sound of any number of samples has that many: some of them; `make judge` tries all")
  func remainders() throws {
    try judge("remainders.py", ["1", "1"], ends: " files, 0 failures")
  }

  @Test("Films of a few frames that lint accepts are made: 20 of them; `make judge` makes 500")
  func smallFilms() throws {
    try judge("small_films.py", ["1", "20"], ends: "20 films, 0 failures")
  }

  @Test("Every codec makes the same bytes with any number of workers and processors, each time")
  func sameBytes() throws {
    try judge("codecs.py", ["same"] + sampleOfCases, ends: "0 failures")
  }

  @Test(
    "A joined film is decoded as its segments are, and is at most 3 % larger than one encode: 3 codecs; `make judge` tries all"
  )
  func joined() throws {
    try judge("codecs.py", ["joined"] + sampleOfCases, ends: " codecs, 0 failures")
  }
}
