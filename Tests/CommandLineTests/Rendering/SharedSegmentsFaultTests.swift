import Basics
import FoundationEssentials
import Glibc
import Processes
import TestSupport
import Testing

/// Servers of segments that fail or lie.
@Suite(.serialized)
struct SharedSegmentsFaultTests {
  private let shared: SharedFilm
  private var place: Workplace { shared.place }
  private var cache: PythonServer { shared.cache }

  init() throws { shared = try SharedFilm() }

  static let modes = [
    "status 500", "flip", "swap", "garbage", "endless", "endless-ac", "cut", "huge", "status 401", "redirect",
    "gone",
  ]

  @Test("A server that fails or lies costs nothing but one warning", arguments: cases(modes, quick: 4))
  func faults(_ mode: String) throws {
    let digest = try shared.fill()
    switch mode {
    case "redirect": try cache.set(mode: "redirect http://127.0.0.2:\(cache.port)")
    case "gone": cache.kill()
    default: try cache.set(mode: mode)
    }
    let (found, result) = try shared.film()
    #expect(found == digest)
    let warnings = result.errorText.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(warnings.count == 1 && warnings[0].contains("warning: the cache at 127.0.0.1:"), "\(warnings)")
    #expect(!result.errorText.contains("came from"))
    #expect(try place.leftovers() == [])
    let store = try place.editc("store", "verify", "--cache", place.path("second/editc"))
    #expect(store.text.contains("removed: 0 entries"))
  }

  @Test("A slow server costs at most ten seconds", .enabled(if: testsAll, "runs in `make test-all`"))
  func slow() throws {
    let digest = try shared.fill()
    try cache.set(mode: "slow 30")
    let begin = SuspendingClock.now
    let (found, result) = try shared.film()
    #expect(found == digest && result.errorText.contains("warning: the cache at 127.0.0.1:"))
    // Two answers, one after the other, would take a minute.
    #expect(SuspendingClock.now - begin < .seconds(60))
    // New segments are not waited for, either.
    try place.shell("rm -r '\(cache.folder.path("ac"))'; mkdir '\(cache.folder.path("ac"))'").check()
    try cache.set(mode: "slow 3")
    try shared.own("{remote: \(cache.url), write: always}")
    let (again, late) = try shared.film()
    #expect(again == digest && late.exitCode == 0)
  }

  @Test("Segments that do not fit the film are rendered here")
  func forged() throws {
    let digest = try shared.fill()
    // Each entry gets the packets of another one, with the right key and the right digest at its end.
    try place.write(
      "forge.py",
      """
      import hashlib, os, sys
      sys.path.insert(0, sys.argv[1])
      from segment_server import file_of, varint
      os.chdir(sys.argv[2])
      entries = {key: open("cas/" + file_of(open("ac/" + key, "rb").read())[0], "rb").read() for key in os.listdir("ac")}
      keys = sorted(entries)
      for key, other in zip(keys, keys[1:] + keys[:1]):
          body = entries[other].replace(other.encode(), key.encode())[:-64]
          body += hashlib.sha256(body).hexdigest().encode()
          digest = hashlib.sha256(body).hexdigest()
          open("cas/" + digest, "wb").write(body)
          inner = b"\\x0a\\x40" + digest.encode() + b"\\x10" + varint(len(body))
          file = b"\\x0a\\x07segment\\x12" + varint(len(inner)) + inner
          open("ac/" + key, "wb").write(b"\\x12" + varint(len(file)) + file)
      """)
    let judges = packageRoot + "/Tests/CommandLineTests/Judges"
    let forging = try run(["/usr/bin/python3", place.path("forge.py"), judges, cache.folder.root])
    try #require(forging.exitCode == 0, "\(forging.errorText)")
    let (found, result) = try shared.film()
    #expect(found == digest)
    #expect(
      result.errorText.contains("the film is rendered again without the segments of the cache at 127.0.0.1:"))
    let again = try shared.render(on: "second")
    #expect(again.exitCode == 0 && !again.errorText.contains("warning: "))
  }

  @Test("A full server fails no render")
  func full() throws {
    try shared.own("{remote: \(cache.url), write: always}")
    try cache.set(mode: "full")
    let (_, result) = try shared.film()
    let warnings = result.errorText.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(warnings.count == 1 && warnings[0].contains("status 507"), "\(warnings)")
    #expect(try cache.names("ac") == [] && place.leftovers() == [])
  }

  @Test("A render that waits for the server can be interrupted")
  func interrupted() throws {
    _ = try shared.fill()
    try cache.set(mode: "slow 3")
    try place.shell("rm film.mp4 '\(cache.folder.path("arrived"))'").check()
    let result = try place.shell(
      """
      "$editc" render film.edit --cache second & editc=$!
      for _ in {1..600}; do [ -e '\(cache.folder.path("arrived"))' ] && break; sleep 0.05; done
      kill -TERM $editc; wait $editc; echo $?
      """)
    #expect(result.text == "143\n", "\(result.errorText)")
    #expect(try place.leftovers() == [] && !isThere(place.path("film.mp4")))
  }
}
