import Glibc
import Processes
import TestSupport
import Testing

private let hasStrace = (try? run(["strace", "-V"])) != nil
private let hasLFS = (try? run(["git-lfs", "version"]))?.exitCode == 0
private let hasDVC = (try? run(["dvc", "version"]))?.exitCode == 0

/// Films of media that are not in the working tree: pointers of Git LFS with local objects, DVC's cache, and
/// the content store. Each film is compared with the film of the same files in their places.
@Suite struct AbsentMediaTests {
  private let place: Workplace
  private let script = """
    edit: 1
    canvas: {size: 160x90, rate: 30}
    mix: {channels: mono}
    media: {logo: {file: media/white.png}}
    timeline:
      - {clip: media/counter.mp4, take: ..2s}
      - {clip: media/flat.mp4, take: 1s..2s}
    overlays: [{image: logo, place: top right, for: 1s}]
    audio: [{clip: media/tone.m4a, take: ..3s}]
    outputs: [{file: film.mp4}]

    """
  private let files = ["counter.mp4", "flat.mp4", "white.png", "tone.m4a"]
  private let digests: [String: String]
  /// The SHA-256 of the film of files in their places.
  private let film: String

  init() throws {
    let place = try Workplace.oddlyNamed()
    self.place = place
    try place.write("film.edit", script)
    try place.shell("mkdir media .git && cp footage/* media/ && rm media/other.mov media/busy.mp4").check()
    digests = try Dictionary(
      files.map { ($0, try place.digest("media/\($0)")) }, uniquingKeysWith: { first, _ in first })
    try place.shell("\"$editc\" render film.edit").check()
    film = try place.digest("film.mp4")
    try place.shell("rm film.mp4").check()
  }

  /// Moves the files to `name(digest)` and leaves pointers, or nothing.
  private func move(leavingPointers: Bool, to name: (String) -> String) throws {
    for (file, digest) in digests {
      let target = place.path(name(digest))
      try makeFolder(folder(of: target))
      let size = try #require(FileIdentity(ofFileAt: place.path("media/\(file)"))).byteCount
      try #require(rename(place.path("media/\(file)"), target) == 0)
      guard leavingPointers else { continue }
      try place.write(
        "media/\(file)",
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize \(size)\n")
    }
  }

  private func object(_ digest: String) -> String {
    ".git/lfs/objects/\(digest.prefix(2))/\(digest.dropFirst(2).prefix(2))/\(digest)"
  }

  @Test("A clone with pointers and local objects renders the same film, without a socket or a new segment")
  func pointers() throws {
    try move(leavingPointers: true, to: object)
    let lint = try place.editc("lint", "-v", "film.edit")
    #expect(lint.exitCode == 0 && lint.text == "", "\(lint.text)")
    // The store has every segment, because the keys are the same.
    let plan = try place.plan("film.edit")
    #expect(plan.keys(action: "encode") == [] && !plan.keys().isEmpty)
    let trace = hasStrace ? "strace -f -qq -e trace=socket -o calls " : ""
    try place.shell("\(trace)\"$editc\" render film.edit --no-cache").check()
    #expect(try place.digest("film.mp4") == film)
    if hasStrace { #expect(try !place.shell("cat calls").text.contains("socket(")) }
    // Nothing is copied into the working tree.
    let sizes = files.compactMap { FileIdentity(ofFileAt: place.path("media/\($0)"))?.byteCount }
    #expect(sizes.count == 4 && sizes.allSatisfy { $0 < 200 })

    try place.shell(
      """
      "$editc" frame film.edit --at 1s -o a.png && "$editc" sheet film.edit -o sheet.png && \
      "$editc" render --root . film.edit -o rooted.mp4 --sandbox require
      """
    ).check()
    #expect(try place.digest("rooted.mp4") == film)
    // Other programs get the paths of the script.
    let export = try place.shell("\"$editc\" export film.edit -o film.fcpxml && cat film.fcpxml")
    #expect(export.exitCode == 0 && export.text.contains("media/counter.mp4"), "\(export.errorText)")
    #expect(!export.text.contains("lfs/objects"))
  }

  @Test("The content store and a lock are enough")
  func contentStore() throws {
    try place.shell("\"$editc\" lock film.edit").check()
    try move(leavingPointers: false) { "cache/editc/media/\($0.prefix(2))/\($0)" }
    try place.shell("\"$editc\" lint --require-media film.edit && \"$editc\" render film.edit").check()
    #expect(try place.digest("film.mp4") == film)
    let moved = try place.editc("render", "film.edit", "--force", "--cache", "elsewhere")
    #expect(moved.exitCode == 1 && moved.errorText.contains("[missing-file]"), "\(moved.errorText)")
  }

  @Test("DVC's cache is read by the files that DVC leaves")
  func dvc() throws {
    for file in files {
      let md5 = String(try run(["md5sum", place.path("media/\(file)")]).text.prefix(32))
      let size = try place.bytes("media/\(file)").count
      try place.write(
        "media/\(file).dvc",
        "outs:\n- md5: \(md5)\n  size: \(size)\n  hash: md5\n  path: \(file)\n")
      let folder = ".dvc/cache/files/md5/\(md5.prefix(2))"
      try place.shell("mkdir -p \(folder) && mv media/\(file) \(folder)/\(md5.dropFirst(2))").check()
    }
    try place.shell("\"$editc\" render film.edit").check()
    #expect(try place.digest("film.mp4") == film)
  }

  @Test("Objects with other bytes stop the render")
  func damaged() throws {
    try move(leavingPointers: true, to: object)
    let path = try object(#require(digests["flat.mp4"]))
    try place.shell("printf x | dd of=\(path) bs=1 seek=3000 conv=notrunc status=none").check()
    let result = try place.editc("render", "film.edit")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("'media/flat.mp4' is a Git LFS pointer"), "\(result.errorText)")
    #expect(result.errorText.contains("the local object of Git LFS has other bytes"), "\(result.errorText)")
    #expect(!isThere(place.path("film.mp4")))
  }

  @Test("An error of an object has the words of the same file in its place")
  func damagedMedia() throws {
    try place.shell(
      """
      cp footage/busy.mp4 media/flat.mp4 && size=$(stat -c %s media/flat.mp4) && \
      head -c 4000 /dev/zero | tr '\\0' 'x' | dd of=media/flat.mp4 bs=1 seek=$((size / 20)) conv=notrunc status=none
      """
    ).check()
    let inPlace = try place.editc("render", "film.edit", "--no-cache")
    #expect(inPlace.exitCode == 65 && inPlace.errorText.contains("media/flat.mp4"), "\(inPlace.errorText)")
    let digest = try place.digest("media/flat.mp4")
    let size = try place.bytes("media/flat.mp4").count
    try place.shell("mkdir -p \(folder(of: object(digest))) && mv media/flat.mp4 \(object(digest))").check()
    try place.write(
      "media/flat.mp4", "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize \(size)\n")
    let found = try place.editc("render", "film.edit", "--no-cache")
    #expect(found.exitCode == 65)
    #expect(found.errorText == inPlace.errorText)
  }

  @Test("An object that vanishes during the render ends it with 75, and no film is written")
  func vanishing() throws {
    try place.shell("mv footage/busy.mp4 media/flat.mp4").check()
    let digest = try place.digest("media/flat.mp4")
    try place.write("film.edit", script.replacing("take: 1s..2s", with: "take: ..20s"))
    var digests = digests
    digests["flat.mp4"] = digest
    for (file, digest) in digests {
      let size = try place.bytes("media/\(file)").count
      try place.shell("mkdir -p \(folder(of: object(digest))) && mv media/\(file) \(object(digest))").check()
      try place.write(
        "media/\(file)",
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize \(size)\n")
    }
    let result = try place.shell(
      """
      (for _ in {1..6000}; do grep -qs '"framesDone": *[1-9]' words && break; sleep 0.01; done; rm \(object(digest))) &
      "$editc" render film.edit --no-cache --progress json 2> words; echo $?; cat words
      """)
    #expect(result.text.hasPrefix("75\n"), "\(result.text)")
    #expect(!isThere(place.path("film.mp4")))
    #expect(try place.leftovers() == [])
  }

  @Test("A clone of a repository that Git LFS made renders without the filter", .enabled(if: hasLFS))
  func judgedByLFS() throws {
    let git = "git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main"
    try place.shell(
      """
      rmdir .git && export GIT_CONFIG_GLOBAL=/dev/null && git init -q . && git lfs install --local > /dev/null && \
      git lfs track '*.mp4' '*.png' '*.m4a' > /dev/null && git add media film.edit .gitattributes && \
      \(git) commit -qm all && rm -r media && GIT_LFS_SKIP_SMUDGE=1 git checkout -q -- media
      """
    ).check()
    #expect(try place.bytes("media/flat.mp4").starts(with: Array("version https://git-lfs".utf8)))
    try place.shell("\"$editc\" render film.edit").check()
    #expect(try place.digest("film.mp4") == film)
  }

  @Test("Files that DVC added render from its cache", .enabled(if: hasDVC))
  func judgedByDVC() throws {
    try place.shell(
      """
      rmdir .git && git init -q . && dvc init -q && dvc add -q media/*.mp4 media/*.png media/*.m4a && \
      rm media/*.mp4 media/*.png media/*.m4a && "$editc" render film.edit
      """
    ).check()
    #expect(try place.digest("film.mp4") == film)
  }
}
