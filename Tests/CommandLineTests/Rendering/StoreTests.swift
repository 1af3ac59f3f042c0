import Basics
import Processes
import TestSupport
import Testing

@Suite struct StoreTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("varied.edit", variedScript())
  }

  private func render() throws {
    let result = try place.editc("render", "varied.edit", "--force")
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  /// What the next render will encode.
  private func missing() throws -> [String] { try place.plan("varied.edit").keys(action: "encode") }

  @Test("A second render reuses everything: its only worker joins the film")
  func reuse() throws {
    try #require(try missing().count >= 4)
    try render()
    #expect(try missing() == [])
    let digest = try place.digest("film.mp4")
    // The fork server gets the words of each worker in a message.
    let result = try place.shell(
      "strace -f -s 4000 -e trace=sendmsg -o calls \"$editc\" render varied.edit --force; echo $?; grep worker calls | grep -vc -- --film; grep -c -- --film calls"
    )
    #expect(result.text == "0\n0\n1\n", "\(result.errorText)")
    #expect(try place.digest("film.mp4") == digest)
  }

  @Test("A bit flipped anywhere in a stored stretch is a miss, never another film")
  func bitFlips() throws {
    try render()
    let digest = try place.digest("film.mp4")
    let keys = try place.stored()
    for (turn, key) in keys.enumerated() {
      let name = "cache/editc/segments/\(key.prefix(2))/\(key)"
      let good = try place.bytes(name)
      // The signature, the description, packets, the end mark, the digest.
      let positions = [3, 20, good.count / 3, good.count - 70, good.count - 10]
      // That every bit counts is proved for the file itself; here each place comes up, in one file or another.
      for position in testsAll ? positions : [positions[turn % positions.count]] {
        var bad = good
        bad[position] ^= 1 << UInt8((turn + position) % 8)
        try place.write(name, bad)
        #expect(try Set(missing()) == Set(keys[...turn]), "byte \(position) of \(good.count)")
      }
      try place.write(name, Array(good.dropLast(100)))
      if testsAll || turn == 0 { #expect(try Set(missing()) == Set(keys[...turn])) }
    }
    try render()
    #expect(try missing() == [])
    #expect(try place.digest("film.mp4") == digest)
  }

  @Test("Stored segments under each other's names count as missing, and the film stays the same")
  func exchanged() throws {
    try render()
    let digest = try place.digest("film.mp4")
    let pair = try place.plan("varied.edit")["segments"]?.elements?.prefix(2).compactMap {
      $0["key"]?.stringValue
    }
    let keys = try #require(pair)
    try #require(keys.count == 2)
    let (one, other) = (place.storedPath(keys[0]), place.storedPath(keys[1]))
    #expect(try place.shell("mv \(one) x; mv \(other) \(one); mv x \(other)").exitCode == 0)
    #expect(try missing() == keys.sorted())
    try render()
    #expect(try place.digest("film.mp4") == digest)
    #expect(try missing() == [])
  }

  @Test("A changed opacity is encoded where it shows, and nowhere else")
  func change() throws {
    try render()
    let before = try place.plan("varied.edit")
    try place.write("varied.edit", variedScript(opacity: "0.6"))
    let after = try place.plan("varied.edit")
    let changed = try #require(after["segments"]?.elements).filter { $0["action"]?.stringValue == "encode" }
    #expect(!changed.isEmpty)
    #expect(changed.count < (after["segments"]?.elements?.count ?? 0))
    for segment in changed {
      let first = try #require(segment["firstFrame"]?.integerValue)
      let count = try #require(segment["frames"]?.integerValue)
      #expect(first + count > 13 * 30, "the overlay begins at 13 s")
    }
    #expect(after["sound"]?["action"]?.stringValue == "reuse")
    #expect(before.keys().count == (before["segments"]?.elements?.count ?? 0) + 1)
  }

  @Test("Killed in the middle, a render leaves no film; the next one goes on and makes the same bytes")
  func kill() throws {
    let undisturbed = try Workplace()
    try undisturbed.write("slow.edit", slowScript(take: "..16s"))
    #expect(try undisturbed.editc("render", "slow.edit").exitCode == 0)

    try place.write("slow.edit", slowScript(take: "..16s"))
    let render = try place.start("render", "slow.edit", "--jobs", "2")
    try wait { try place.stored().count >= 2 }
    render.kill(.kill)
    #expect(render.wait() == .ended(by: .kill))
    #expect(!isThere(place.path("film.mp4")))
    try waitForWorkersToEnd()

    let kept = try place.stored()
    let plan = try place.plan("slow.edit")
    #expect(plan.keys() == kept)
    #expect(!plan.keys(action: "encode").isEmpty, "the render was killed too late to say anything")
    let stamps = try kept.map { try #require(FileIdentity(ofFileAt: place.storedPath($0))) }
    #expect(try place.editc("render", "slow.edit").exitCode == 0)
    #expect(try kept.map { try #require(FileIdentity(ofFileAt: place.storedPath($0))) } == stamps)
    #expect(try place.digest("film.mp4") == undisturbed.digest("film.mp4"))
  }

  @Test("Media that changed after they were planned with give no segment and no film")
  func changedMedia() throws {
    try place.write("slow.edit", slowScript(take: "..16s").replacing(Footage.busy, with: "busy.mp4"))
    #expect(try place.shell("cp \(Footage.busy) busy.mp4").exitCode == 0)
    let render = try place.start("render", "slow.edit", "--jobs", "2")
    try wait { try place.stored().count >= 1 }
    #expect(try place.shell("cp \(Footage.busy) new.mp4; mv new.mp4 busy.mp4").exitCode == 0)
    let kept = try place.stored().count
    #expect(render.wait() == .exited(75))
    #expect(!isThere(place.path("film.mp4")))
    // The sound and, at most, what was being finished when the file was replaced.
    #expect(try place.stored().count <= kept + 2)
    #expect(try place.leftovers() == [])
    #expect(try place.editc("render", "slow.edit").exitCode == 0)
  }

  private func waitForWorkersToEnd() throws {
    try wait { try workers(in: place) == [] }
  }
}

/// The workers that render in a place, by their process numbers.
func workers(in place: Workplace) throws -> [String] {
  try run(["pgrep", "-f", "worker --plan \(place.path("tmp"))"]).text.split(separator: "\n").map(String.init)
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    guard let first = old.first else { return self }
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      result += rest[..<start]
      rest = rest[start...]
      if rest.hasPrefix(old) {
        result += new
        rest = rest.dropFirst(old.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }
}
