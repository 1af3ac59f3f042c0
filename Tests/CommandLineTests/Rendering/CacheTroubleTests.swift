import Glibc
import Processes
import TestSupport
import Testing

/// The cache saves time; a film does not need it.
@Suite struct CacheTroubleTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("varied.edit", variedScript())
  }

  @Test("A cache that cannot be written keeps nothing, which is said, and the film is made")
  func readOnly() throws {
    let result = try place.editc("render", "varied.edit", "--cache", "/sys/kernel/editc")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(
      result.errorText.hasPrefix(
        "editc: warning: the rendered segments are not cached: cannot make the folder /sys/kernel/editc"))
    // The warning, and the line that says what was made.
    #expect(result.errorText.split(separator: "\n").count == 2, "\(result.errorText)")
    let digest = try place.digest("film.mp4")
    #expect(try place.leftovers() == [])
    try place.editc("render", "varied.edit", "--force")
    #expect(try place.digest("film.mp4") == digest)
  }

  @Test(
    "When the cache becomes full, what it holds is used and the rest is made beside it",
    .enabled(if: canMount, "this user cannot mount a small file system"))
  func full() throws {
    try place.editc("render", "varied.edit", "-o", "other.mp4")
    let sizes = try place.stored().map {
      try #require(FileIdentity(ofFileAt: place.storedPath($0))).byteCount
    }
    let (all, largest) = (sizes.reduce(0, +), sizes.max() ?? 0)
    let result = try place.shell(
      """
      mkdir full; unshare -rm bash -c '
        mount -t tmpfs -o size=$0 tmpfs full || exit 99
        "$editc" render varied.edit --cache full --jobs 1; code=$?
        find full -type f -name "*[0-9a-f]" | wc -l; find full -name "*.partial" | wc -l
        exit $code' \(max(all - largest / 2, 65536))
      """)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.errorText.contains("the rendered segments are not cached: cannot write full/"))
    #expect(result.errorText.contains("No space left on device"))
    #expect(!result.text.hasPrefix("0\n") && result.text.hasSuffix("\n0\n"), "\(result.text)")
    #expect(try place.digest("film.mp4") == place.digest("other.mp4"))
    #expect(try place.leftovers() == [])
  }

  @Test("If neither the cache nor the folder for temporary files has room, that is the error")
  func nowhere() throws {
    let result = try place.shell(
      "(ulimit -f 4; exec \"$editc\" render varied.edit) 2>&1 | cat; exit ${PIPESTATUS[0]}")
    #expect(result.exitCode == 74, "\(result.text)")
    #expect(!isThere(place.path("film.mp4")))
    #expect(try place.leftovers() == [])
  }

  @Test("A file in the place of the cache is a mistake in the configuration")
  func file() throws {
    try place.write("file", "")
    for line in ["render varied.edit", "plan varied.edit", "lint varied.edit", "probe \(Footage.flat)"] {
      for name in ["file", "file/below"] {
        let result = try place.shell("\"$editc\" \(line) --cache \(name)")
        #expect(result.exitCode == 78, "\(line)")
        #expect(result.errorText.hasPrefix("editc: file cannot be the cache, because it is not a folder"))
      }
    }
    #expect(
      try place.editc("render", "varied.edit", environment: ["XDG_CACHE_HOME": place.path("file")]).exitCode
        == 78)
  }

  @Test(
    "A store that is removed during the render is a change that another try gets over",
    .enabled(if: testsAll, "`FilmJoinerTests` misses an entry"), arguments: [3, 1])
  func removed(jobs: Int) throws {
    try place.write("slow.edit", slowScript(take: "..16s"))
    let result = try place.shell(
      """
      "$editc" render slow.edit --jobs \(jobs) 2> words & render=$!
      for round in $(seq 600); do
        [ $(find cache -path '*segments*' -type f -not -name '.*' 2> /dev/null | wc -l) -ge 2 ] && break; sleep 0.05
      done
      rm -rf cache; wait $render; echo $?; cat words
      """)
    // A worker that can make its folder again goes on, and the joiner misses what was there.
    #expect(result.text.hasPrefix("75\n") || result.text.hasPrefix("0\n"), "\(result.text)")
    #expect(result.text.hasPrefix("0\n") == isThere(place.path("film.mp4")))
    #expect(try place.editc("render", "slow.edit", "--force").exitCode == 0)
  }
}

/// Whether this user may mount in a namespace of its own.
let canMount =
  (try? run(["unshare", "-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]))?.exitCode == 0
