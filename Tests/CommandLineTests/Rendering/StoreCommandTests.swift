import Processes
import TestSupport
import Testing

@Suite("editc store")
struct StoreCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("film.edit", variedScript())
    try #require(place.editc("render", "film.edit").exitCode == 0)
  }

  @Test("counts entries, and removes the oldest down to a size, but none that was just used")
  func clean() throws {
    let keys = try place.stored()
    let shown = try place.editc("store", "show", "--json").text
    #expect(shown.contains("\"entries\": \(keys.count)"), "\(shown)")
    let early = try place.editc("store", "clean", "--size", "0K")
    #expect(early.exitCode == 1 && early.errorText.contains("last hour"), "\(early.errorText)")
    #expect(try place.stored() == keys)

    // Before their times are set back: reading changes them.
    let sizes = try keys.map { try readFile(place.storedPath($0), limit: 1 << 30).count }
    let old = place.storedPath(keys[0])
    #expect(
      try place.shell(
        """
        touch -d '3 days ago' \(old); touch -d '2 days ago' \(place.storedPath(keys[1]))
        : > \(folder(of: old))/.\(keys[0]).lease; touch -d '2 hours ago' \(folder(of: old))/.*.lease
        """
      ).exitCode == 0)
    // All but one byte: the oldest one goes.
    let all = sizes.reduce(0, +)
    let cleaned = try place.editc("store", "clean", "--size", "\(all / 1000 - sizes[0] / 2000)K")
    #expect(cleaned.exitCode == 0 && cleaned.text.contains("removed: 1 entry"), "\(cleaned.text)")
    #expect(try place.stored() == Array(keys.dropFirst()))
    #expect(try listFolder(folder(of: old)).allSatisfy { !$0.hasSuffix(".lease") })
    #expect(try place.editc("render", "film.edit", "--force").exitCode == 0)
    #expect(try place.stored() == keys)
  }

  @Test("finds what is damaged, and removes it")
  func verify() throws {
    #expect(try place.editc("store", "verify").exitCode == 0)
    let keys = try place.stored()
    let path = place.storedPath(keys[0])
    #expect(try place.shell("printf x | dd of=\(path) conv=notrunc bs=1 seek=200").exitCode == 0)
    let found = try place.editc("store", "verify")
    #expect(found.exitCode == 1 && found.text.contains("damaged: "), "\(found.text)")
    #expect(try place.stored() == Array(keys.dropFirst()))
    #expect(try place.editc("store", "verify").exitCode == 0)
  }

  @Test("counts downloaded media, verifies them, and evicts them only with --media")
  func media() throws {
    let digest = try place.digest("footage/counter.mp4")
    let stored = "cache/editc/media/\(digest.prefix(2))/\(digest)"
    try place.shell(
      """
      mkdir -p $(dirname \(stored)) && cp footage/counter.mp4 \(stored)
      cp \(stored) \(stored).partial && touch -d '2 hours ago' \(stored).partial
      """
    ).check()
    #expect(try place.editc("store", "show").text.contains("cache/editc/media: 1 entry, "))
    #expect(try place.editc("store", "show", "--json").text.contains("\"media\": 1"))
    try place.shell("touch -d '3 days ago' \(stored) cache/editc/segments/*/*").check()
    let kept = try place.editc("store", "clean", "--size", "0K")
    #expect(kept.exitCode == 1 && kept.errorText.contains("which only --media evicts"), "\(kept.errorText)")
    #expect(try place.shell("ls $(dirname \(stored))").text == digest + "\n")
    #expect(try place.editc("store", "clean", "--size", "0K", "--media").exitCode == 0)
    #expect(!isThere(place.path(stored)))
    try place.write(stored, "other bytes")
    let damaged = try place.editc("store", "verify")
    #expect(
      damaged.exitCode == 1 && damaged.text.contains("damaged: \(place.path(stored))"), "\(damaged.text)")
    #expect(try place.editc("store", "show", "--media").exitCode == 2)
  }

  @Test("asks for a size to clean to, and knows an empty store")
  func usage() throws {
    #expect(try place.editc("store", "clean").exitCode == 2)
    #expect(try place.editc("store", "show", "--size", "1G").exitCode == 2)
    #expect(try place.editc("store", "clean", "--size", "99999999999999999T").exitCode == 2)
    #expect(try place.editc("store", "show", "--cache", "none").text.contains("0 entries"))
  }

  @Test("cleans down to the size in the settings, and knows sizes with and without B")
  func settings() throws {
    let keys = try place.stored()
    for (size, code, left) in [("50GB", Int32(0), keys), ("50G", 0, keys), ("0kB", 1, keys)] {
      try place.write("editc.yaml", "settings: 1\nstore-size: \(size)\n")
      let cleaned = try place.editc("store", "clean")
      #expect(cleaned.exitCode == code, "\(size): \(cleaned.errorText)")
      #expect(cleaned.errorText.contains("last hour") == (code == 1), "\(size): \(cleaned.errorText)")
      #expect(try place.stored() == left)
    }
    try place.write("editc.yaml", "settings: 1\nstore-size: 1kB\n")
    #expect(try place.shell("touch -d '3 days ago' cache/editc/segments/*/*").exitCode == 0)
    let cleaned = try place.editc("store", "clean")
    #expect(
      cleaned.exitCode == 0 && cleaned.text.contains("0 entries"), "\(cleaned.text)\(cleaned.errorText)")
    for size in ["50G", "50GB", "1.5TiB", "2t"] {
      let code = try place.editc("store", "clean", "--no-settings", "--size", size).exitCode
      #expect(code == (size == "2t" ? 2 : 0), "\(size)")
    }
  }

  @Test(
    "A folder of the store that cannot be read is an error, not an empty one; what cannot be opened is not damaged"
  )
  func unreadable() throws {
    let keys = try place.stored()
    // A link in a circle, which no rights of the user open.
    #expect(try place.shell("ln -s zz cache/editc/segments/zz").exitCode == 0)
    for words in ["show", "clean --size 1G", "verify"] {
      let result = try place.shell("\"$editc\" store \(words)")
      #expect(
        result.exitCode != 0 && result.errorText.contains("segments/zz"), "\(words): \(result.errorText)")
    }
    #expect(try place.shell("rm cache/editc/segments/zz").exitCode == 0)
    let short = try place.shell(
      """
      strace -f -qq -o /dev/null -e trace=openat -P \(place.storedPath(keys[0])) \\
        -e inject=openat:error=EMFILE "$editc" store verify
      """)
    #expect(short.exitCode == 69, "\(short.text)\(short.errorText)")
    #expect(try place.stored() == keys)
  }
}
