import Processes
import TestSupport
import Testing

/// What a render leaves that was killed, and who takes it away.
@Suite struct KilledRenderTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("slow.edit", slowScript())
    try place.write("short.edit", slowScript(file: "short.mp4", take: "..0.2s"))
  }

  @Test("The next command removes the working folder of a killed render, and none that is in use")
  func workingFolder() throws {
    let killed = try place.start("render", "slow.edit", "--jobs", "2")
    try wait { try place.stored().count >= 1 }
    let debris = try listFolder(place.path("tmp"))
    #expect(debris.count == 1)
    killed.kill(.kill)
    _ = killed.wait()
    #expect(try listFolder(place.path("tmp")) == debris)

    let live = try place.start("render", "slow.edit", "--jobs", "1", "--no-cache")
    try wait {
      let names = try listFolder(place.path("tmp"))
      return !names.isEmpty && !names.contains(debris[0])
    }
    #expect(try place.editc("render", "short.edit").exitCode == 0)
    #expect(try listFolder(place.path("tmp")).count == 1, "the live render has lost its folder")
    live.kill(.terminate)
    #expect(live.wait() == .ended(by: .terminate))
    #expect(try listFolder(place.path("tmp")) == [])
  }

  @Test("A film that was being joined is removed beside the next film, once its render is gone")
  func partialFilm() throws {
    try #require(place.editc("render", "short.edit").exitCode == 0)
    // The film has its name in the place of an older one only when everything else is done.
    let killed = try place.shell(
      """
      strace -f -qq -o /dev/null -e trace=renameat2 -P short.mp4 -e inject=renameat2:signal=KILL:when=1 \
        "$editc" render short.edit --force
      """)
    #expect(killed.exitCode != 0)
    #expect(try partials().count == 1)
    // Names of another machine, and names of others, are not ours to judge.
    let foreign = [".short.mp4.000000000000abcdefgh-abcdefgh.partial", ".notes.partial"]
    for name in foreign { try place.write(name, "") }
    #expect(try place.editc("render", "short.edit", "--force").exitCode == 0)
    #expect(try partials() == foreign.sorted())
    // After a day, nobody is at work on it.
    #expect(try place.shell("touch -d '3 days ago' .[sn]*.partial").exitCode == 0)
    #expect(try place.editc("render", "short.edit", "--force").exitCode == 0)
    #expect(try partials() == [".notes.partial"])
  }

  private func partials() throws -> [String] {
    try listFolder(place.root).filter { $0.hasSuffix(".partial") }
  }
}
