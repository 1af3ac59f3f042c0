import Processes
import TestSupport
import Testing

/// Media of others are decoded in processes that have shut themselves in.
@Suite("Confinement") struct ConfinementTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 30}
      timeline: [{clip: \(Footage.busy), take: first 20s, fit: cover}]
      audio: [{clip: \(Footage.tone)}]

      """)
  }

  @Test(
    "Whoever opens a clip has entered Landlock and a system-call filter before",
    arguments: cases(
      [
        "probe \(Footage.busy)", "lint film.edit", "init -o - \(Footage.busy)", "suggest \(Footage.busy)",
        "frame \(Footage.busy) --at 1s -o a.png", "frame film.edit --at 1s -o b.png",
        "sheet \(Footage.busy) --count 4 -o c.png", "waveform \(Footage.tone) -o d.svg",
      ], quick: 4))
  func confined(command: String) throws {
    let result = try place.shell(
      "strace -f -s 300 -e trace=seccomp,openat,clone,landlock_restrict_self -o calls \"$editc\" \(command) --no-cache > out 2>&1 "
        + "|| strace -f -s 300 -e trace=seccomp,openat,clone,landlock_restrict_self -o calls \"$editc\" \(command) > out 2>&1; "
        + "cat calls")
    var confined: Set<Substring> = []
    var filtered: Set<Substring> = []
    var opened = 0
    for line in result.text.split(separator: "\n") {
      guard let process = line.split(separator: " ").first else { continue }
      // A thread is what the thread is that started it.
      if line.contains("clone"), let started = line.split(separator: " ").last, started.allSatisfy(\.isNumber)
      {
        if confined.contains(process) { confined.insert(started) }
        if filtered.contains(process) { filtered.insert(started) }
      }
      if line.contains("landlock_restrict_self(") { confined.insert(process) }
      if line.contains("seccomp(SECCOMP_SET_MODE_FILTER") { filtered.insert(process) }
      // A path without O_PATH is opened to read.
      guard line.contains("footage/"), line.contains("O_RDONLY"), !line.contains("O_PATH") else { continue }
      opened += 1
      #expect(confined.contains(process) && filtered.contains(process), "\(line)")
    }
    #expect(opened > 0, "\(result.text.suffix(2000)) \(result.errorText)")
  }

  @Test("A decoder that crashes ends the command with the place, not with the signal")
  func crash() throws {
    let frames = try place.start(
      "frame", "film.edit", "--every", "1f", "-o", "pictures/%03d.png", "--no-cache")
    try wait { isThere(place.path("pictures/002.png")) }
    let result = try place.shell(
      "for turn in 1 2 3; do pkill -SEGV -f '[c]onfined .*pictures/%03d.png' -P \(frames.processID) && echo $turn; sleep 0.1; done"
    )
    // The first one is taken by the runtime, which cannot write a report in there.
    #expect(result.text.hasPrefix("1\n"))
    #expect(frames.wait() == .exited(70))
  }

  @Test("A signal reaches the process that decodes; the command ends by it and leaves nothing half-written")
  func signals() throws {
    let frames = try place.start(
      "frame", "film.edit", "--every", "1f", "-o", "pictures/%03d.png", "--no-cache")
    try wait { isThere(place.path("pictures/002.png")) }
    frames.kill(.interrupt)
    #expect(frames.wait() == .ended(by: .interrupt))
    #expect(try listFolder(place.path("pictures")).allSatisfy { $0.hasSuffix(".png") })
  }

  @Test("A picture replaces an old one with its mode, and is written through a link")
  func modes() throws {
    try place.write("old.png", "an old picture")
    _ = try place.shell("chmod 604 old.png; mkdir kept; ln -s ../old.png kept/link.png")
    let result = try place.editc(
      "frame", Footage.busy, "--at", "1s", "-o", "kept/link.png", "--force")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(try place.shell("stat -c %a old.png; test -L kept/link.png; echo $?").text == "604\n0\n")
    #expect(try place.bytes("old.png").starts(with: [0x89, 0x50]))
  }

  @Test(
    "A file that takes too much memory is refused with its name, the others are probed",
    .enabled(if: RealMedia.hasBrokenFiles, "the folder of small broken files is not beside the checkout"))
  func bombs() throws {
    let bomb = RealMedia.brokenPath("06-media-bombs/mp4_samples_85M.mp4")
    let result = try place.editc("probe", bomb, Footage.busy)
    #expect(result.exitCode == 65)
    #expect(
      result.errorText.contains("mp4_samples_85M.mp4: ") && result.errorText.contains("packets, the limit is")
    )
    #expect(result.text.contains("busy.mp4: mov"))
  }

  @Test(
    "An expression that never ends is a finding",
    .enabled(if: testsAll, "runs in `make test-all`"))
  func endless() throws {
    try place.write(
      "endless.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 30}
      timeline: [{color: red, for: 1s, filters: [{ffmpeg: "hue=h='while(1,1)'"}]}]

      """)
    let result = try place.editc("lint", "endless.edit")
    #expect(result.exitCode == 1)
    #expect(result.text.contains("a trial takes longer than 8 s [filter-not-available]"))
  }
}
