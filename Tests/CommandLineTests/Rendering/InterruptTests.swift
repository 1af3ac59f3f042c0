import Processes
import TestSupport
import Testing

/// One after the other: they measure time.
@Suite(.serialized) struct InterruptTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("slow.edit", slowScript(file: "out/film.mp4"))
  }

  /// The promise is two seconds; other tests run beside this one.
  @Test(
    "An interrupt stops a render soon and leaves nothing behind",
    arguments: cases([Signal.interrupt, .terminate, .hangUp], quick: 1))
  func interrupt(signal: Signal) throws {
    let render = try place.start("render", "slow.edit", "--jobs", "2", "--progress", "none")
    try wait { try place.stored().count >= 1 }
    let start = ContinuousClock.now
    render.kill(signal)
    #expect(render.wait() == .ended(by: signal))
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(try workers(in: place) == [])
    #expect(try place.leftovers() == [])
    #expect(!isThere(place.path("out")))
    #expect(try place.stored().count >= 1, "what is finished stays for the next time")
  }

  @Test("An interrupted render leaves the old film as it was")
  func oldFilm() throws {
    try place.write("out/film.mp4", "the old film")
    let render = try place.start("render", "slow.edit", "--force")
    try wait { try place.stored().count >= 1 }
    render.kill(.interrupt)
    #expect(render.wait() == .ended(by: .interrupt))
    #expect(try place.bytes("out/film.mp4") == Array("the old film".utf8))
    #expect(try listFolder(place.path("out")) == ["film.mp4"])
  }

  @Test("The shell sees which signal it was", .enabled(if: testsAll, "runs in `make test-all`"))
  func shellStatus() throws {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
      let result = try place.shell(sending: signal, to: "render slow.edit --no-cache")
      #expect(result.text == "\(status)\n")
      #expect(try place.leftovers() == [])
    }
  }

  @Test("While media are still being looked at, an interrupt ends the command at once")
  func early() throws {
    let result = try place.shell("timeout --preserve-status -s INT 0.05 \"$editc\" render slow.edit; echo $?")
    #expect(result.text == "130\n", "\(result.errorText)")
    #expect(!isThere(place.path("out")))
  }
}
