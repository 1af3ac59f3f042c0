import Basics
import Processes
import TestSupport
import Testing

/// What people see when a film cannot be made: a line that says why, an exit code, and no film.
@Suite struct FailureTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func script(_ media: String, file: String = "out/film.mp4", take: String = "all") -> String {
    """
    edit: 1
    canvas: {size: 160x90, rate: 25}
    timeline:
      - clip: \(media)
        take: \(take)
    outputs:
      - file: \(file)
        video: {speed: ultrafast}
    """
  }

  private func expectNothing() throws {
    #expect(!isThere(place.path("out")))
    #expect(try place.leftovers() == [])
  }

  @Test("Missing media are a finding with a place in the script")
  func missingMedia() throws {
    try place.write("film.edit", script("nowhere.mp4"))
    let result = try place.editc("render", "film.edit")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("film.edit:4:11"))
    #expect(result.errorText.contains("nowhere.mp4"))
    try expectNothing()
  }

  @Test("A missing script is missing input")
  func missingScript() throws {
    for command in ["render", "plan", "lint"] {
      let result = try place.editc(command, "nowhere.edit")
      #expect(result.exitCode == 66)
      #expect(result.errorText == "editc: cannot read nowhere.edit: No such file or directory\n")
    }
  }

  @Test("An output that is there is named before any work is done")
  func existingOutput() throws {
    try place.write("film.edit", script(Footage.counter))
    try place.write("out/film.mp4", "old")
    let result = try place.editc("render", "film.edit")
    #expect(result.exitCode == 73)
    #expect(result.errorText == "editc: out/film.mp4 already exists; use --force to overwrite it\n")
    #expect(!isThere(place.path("cache/segments")))
    #expect(try place.bytes("out/film.mp4") == Array("old".utf8))
    #expect(try place.editc("render", "film.edit", "--force").exitCode == 0)
    #expect(try probed(place.path("out/film.mp4"), "v", counting: true)["nb_read_frames"] == "75")
  }

  @Test("A film never takes the place of its own media")
  func ownMedia() throws {
    #expect(try place.shell("cp \(Footage.counter) film.mp4; ln film.mp4 same.mp4").exitCode == 0)
    try place.write("film.edit", script("film.mp4"))
    let digest = try place.digest("film.mp4")
    #expect(try place.editc("render", "film.edit", "-o", "same.mp4", "--force").exitCode == 77)
    #expect(try place.digest("film.mp4") == digest)
  }

  @Test("A folder that cannot be written to is found out before any work")
  func noFolder() throws {
    try place.write("film.edit", script(Footage.counter, file: "/proc/nowhere/film.mp4"))
    let result = try place.editc("render", "film.edit")
    #expect(result.exitCode == 73)
    #expect(result.errorText.contains("editc: cannot make the folder /proc/nowhere: "))
    #expect(!isThere(place.path("cache/segments")))
  }

  @Test("A full disk leaves nothing behind", arguments: [0, 4, 40])
  func fullDisk(blocks: Int) throws {
    try place.write("film.edit", script(Footage.busy))
    let result = try place.shell(
      "(ulimit -f \(blocks); exec \"$editc\" render film.edit --no-cache) 2>&1 | cat; exit ${PIPESTATUS[0]}")
    #expect(result.exitCode == 74, "\(result.text)")
    #expect(result.text.contains("File too large"))
    try expectNothing()
  }

  @Test(
    "A film that is cut short, or damaged in the middle, fails with the file and the time and without a film")
  func brokenMedia() throws {
    #expect(
      try place.shell("ffmpeg -nostdin -v error -i \(Footage.busy) -c copy -movflags +faststart whole.mp4")
        .exitCode == 0)
    let whole = try place.bytes("whole.mp4")
    try place.write("short.mp4", Array(whole[..<(whole.count / 2)]))
    var damaged = whole
    for position in (whole.count / 2)..<(whole.count / 2 + 3000) { damaged[position] ^= 0x55 }
    try place.write("damaged.mp4", damaged)
    for name in ["short.mp4", "damaged.mp4"] {
      try place.write("film.edit", script(name))
      let result = try place.editc("render", "film.edit", "--progress", "json")
      #expect(result.exitCode == 65, "\(result.errorText)")
      let last = try JSONValue.parse(String(result.errorText.split(separator: "\n").last ?? ""))
      let message = try #require(last["message"]?.stringValue)
      #expect(message.contains(name))
      #expect(message.contains("at 00:00:"))
      try expectNothing()
    }
  }

  @Test(
    "Real broken media fail too",
    .enabled(if: RealMedia.isPresent, "the folder of real clips is not beside the checkout"),
    arguments: ["corrupt_mid.mp4", "trunc_faststart.mp4"])
  func realBrokenMedia(name: String) throws {
    try place.write("film.edit", script(RealMedia.path("synth/\(name)")))
    let result = try place.editc("render", "film.edit")
    #expect(result.exitCode == 65, "\(result.errorText)")
    #expect(result.errorText.contains(name))
    #expect(result.errorText.contains("at 00:00:0"))
    try expectNothing()
  }

  @Test("A worker that is killed is an error with the frame, the time and the files that it was busy with")
  func killedWorker() throws {
    try place.write("film.edit", slowScript(file: "out/film.mp4"))
    // With one worker at a time, the second one makes pictures: the sound comes first.
    let result = try place.shell(
      """
      \"$editc\" render film.edit --jobs 1 2> words & render=$!
      for round in $(seq 600); do
        [ $(find cache -path '*segments*' -type f -not -name '.*' | wc -l) -ge 2 ] && break; sleep 0.05
      done
      kill -KILL $(pgrep -P $render); wait $render; echo $?; cat words
      """)
    #expect(result.text.hasPrefix("69\n"), "\(result.text)")
    #expect(result.text.contains("\neditc: a worker ended by SIGKILL at frame "), "\(result.text)")
    #expect(
      result.text.hasSuffix(
        "), which shows \(Footage.busy); the kernel does this if memory runs out: use fewer workers (--jobs)\n"
      ),
      "\(result.text)")
    try expectNothing()
    #expect(try workers(in: place) == [])
  }

  @Test("Where the sandbox is required and cannot be had, there is no film and the reason is said")
  func sandboxRequired() throws {
    try place.write("film.edit", script(Footage.counter))
    let result = try place.editc("render", "film.edit", "--sandbox", "require")
    #expect(result.exitCode == (Sandbox.guardsFiles ? 0 : 77), "\(result.errorText)")
    #expect(result.errorText.contains("sandbox") != Sandbox.guardsFiles, "\(result.errorText)")
  }
}
