import Basics
import Glibc
import Processes
import TestSupport
import Testing

@Suite("Receipts") struct ReceiptTests {
  private let place: Workplace

  init() throws {
    place = try Workplace(isBare: true)
    try place.write("titles.csv", "name,colour\nAda,navy\nBob,maroon\n")
    try place.write("subs/a.srt", "1\n00:00:00,200 --> 00:00:00,800\nHello\n")
    try makeFolder(place.path("media"))
    try CopySource.make(place.path("media/clip.mp4"), seconds: 2)
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 30}
      vars: {name: {type: text, default: nobody}, colour: {type: colour, default: red}}
      timeline:
        - {clip: media/clip.mp4, take: 0s..1s}
        - {color: "${colour}", for: 0.5s}
      overlays:
        - {text: "${name}", at: 0s, for: 1s, size: 20px, font: DejaVu Sans}
      subtitles: [{file: subs/a.srt, language: eng, mode: stream}]
      outputs: [{file: out/film.mp4, name: web}]

      """)
  }

  private func render(_ arguments: String...) throws {
    let result = try run(
      [editcPath, "render", "film.edit", "--receipt", "--progress", "none"] + arguments, in: place.root,
      environment: place.environment)
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  @Test("A receipt is a statement of in-toto with the digests of the film and of all it was made of")
  func statement() throws {
    try render("--set", "name=Ada")
    let path = place.path("out/film.mp4.intoto.json")
    let judged = try run([
      "python3", "-c",
      """
      import json, hashlib, sys
      folder, text = sys.argv[1], open(sys.argv[2]).read()
      receipt = json.loads(text)
      assert text == json.dumps(receipt, separators=(",", ":"), sort_keys=True, ensure_ascii=False) + "\\n"
      digest = lambda name: hashlib.sha256(open(f"{folder}/{name}", "rb").read()).hexdigest()
      assert [(s["name"], s["digest"]["sha256"]) for s in receipt["subject"]] == [("film.mp4", digest("out/film.mp4"))]
      build = receipt["predicate"]["buildDefinition"]
      named = {d["name"]: d["digest"]["sha256"] for d in build["resolvedDependencies"] if "name" in d}
      assert named == {n: digest(n) for n in ["film.edit", "media/clip.mp4", "subs/a.srt"]}, named
      assert any("name" not in d for d in build["resolvedDependencies"])
      assert build["externalParameters"] == {"script": "film.edit", "output": "web", "set": {"name": "Ada"}}
      assert not folder in text
      """, place.root, path,
    ])
    #expect(judged.exitCode == 0, "\(judged.errorText)")
    let first = try readFile(path, limit: 1 << 20)
    try render("--set", "name=Ada", "--force", "-j", "1")
    #expect(try readFile(path, limit: 1 << 20) == first)
    let verified = try place.editc("verify", "out/film.mp4")
    #expect(verified.exitCode == 0 && verified.text.contains("in its receipt"), "\(verified.errorText)")
  }

  @Test(
    "A film is made again in another folder, locale and time zone; each changed byte of an input is named")
  func reproduced() throws {
    try render("--vars", "titles.csv", "--row", "2", "--range", "0.2s..1.2s", "-o", "bob.mkv")
    let receipt = "bob.mkv.intoto.json"
    let here = try place.editc("reproduce", receipt)
    #expect(here.exitCode == 0 && here.text == "bob.mkv: reproduced\n", "\(here.errorText)")
    let other = try Workplace(isBare: true)
    for name in [receipt, "film.edit", "titles.csv", "subs/a.srt"] {
      try other.write(name, readFile(place.path(name), limit: 1 << 20))
    }
    let moved = try other.editc(
      "reproduce", receipt, "--media", place.path("media"), "-j", "1",
      environment: ["LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"])
    #expect(moved.exitCode == 0, "\(moved.errorText)")
    for name in ["film.edit", "titles.csv", "subs/a.srt", "media/clip.mp4"] {
      let bytes = try readFile(place.path(name), limit: 1 << 20)
      var changed = bytes
      changed[changed.count / 2] ^= 1
      try place.write(name, changed)
      let result = try place.editc("reproduce", receipt)
      #expect(
        result.exitCode == 66 && result.errorText.contains("\(name) has other bytes"), "\(result.errorText)")
      try place.write(name, bytes)
    }
    try unlinked("subs/a.srt", "media/clip.mp4")
    let missing = try place.editc("reproduce", receipt)
    #expect(missing.exitCode == 66)
    #expect(
      missing.errorText.contains("media/clip.mp4 is missing; subs/a.srt is missing"), "\(missing.errorText)")
    #expect(try place.leftovers() == [])
  }

  private func unlinked(_ names: String...) throws {
    for name in names { try #require(unlink(place.path(name)) == 0) }
  }

  @Test(
    "Random films are made again elsewhere, and a changed bit of an input, a version, a font or the film is named"
  )
  func judged() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/receipts.py"
    try place.write("films/keep", "")
    let result = try run(
      [
        "/usr/bin/python3", judge, builtEditc, place.path("films"), testsLong ? "100" : testsAll ? "6" : "1",
        "4",
      ]
        + (AttestationReader.isPresent ? [AttestationReader.path] : []), in: place.root,
      environment: place.environment)
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.contains(" films: "))
  }

  @Test("Scripts under `use` are found by their bytes, too")
  func used() throws {
    try place.write("brand.edit", "edit: 1\nstyles: {big: {size: 20px}}\n")
    let script = String(decoding: try readFile(place.path("film.edit"), limit: 1 << 20), as: UTF8.self)
    try place.write(
      "film.edit",
      script.replacing("vars:", with: "use: {brand: brand.edit}\nvars:").replacing(
        "size: 20px", with: "style: brand/big"))
    try render("-o", "film.mkv")
    try place.write("elsewhere/script", readFile(place.path("brand.edit"), limit: 1 << 20))
    try unlinked("brand.edit")
    let moved = try place.editc("reproduce", "film.mkv.intoto.json", "--media", "elsewhere")
    #expect(moved.exitCode == 0, "\(moved.errorText)")
  }

  @Test("A byte outside of packets and labels is stated")
  func outside() throws {
    try render("-o", "film.mp4")
    // FFmpeg writes other lengths, dates and names of the writer.
    let copied = try run(
      ["ffmpeg", "-nostdin", "-v", "error", "-i", "film.mp4", "-map", "0", "-c", "copy", "copy.mp4"],
      in: place.root)
    try #require(copied.exitCode == 0, "\(copied.errorText)")
    let copy = try place.editc("verify", "copy.mp4", "--receipt", "film.mp4.intoto.json")
    #expect(
      copy.exitCode == 0 && copy.text.hasSuffix("; other bytes outside of them\n"),
      "\(copy.text)\(copy.errorText)")
  }

  @Test("Another version is named")
  func versions() throws {
    try render()
    let path = "out/film.mp4.intoto.json"
    let text = String(decoding: try readFile(place.path(path), limit: 1 << 20), as: UTF8.self)
    try place.write("old.json", text.replacing("\"engine 3\"", with: "\"engine 1\""))
    let old = try place.editc("reproduce", "old.json")
    #expect(old.exitCode == 69 && old.errorText.contains("engine 1"), "\(old.errorText)")
  }

  @Test("Receipts of strangers are refused or read, and nothing outside the folder is named")
  func hostile() throws {
    try render()
    let path = "out/film.mp4.intoto.json"
    let text = String(decoding: try readFile(place.path(path), limit: 1 << 20), as: UTF8.self)
    let wrong = [
      ("\"name\":\"subs/a.srt\"", "\"name\":\"../a.srt\"", "outside"),
      ("\"name\":\"subs/a.srt\"", "\"name\":\"/etc/passwd\"", "outside"),
      ("\"script\":\"film.edit\"", "\"script\":\"../film.edit\"", "outside"),
      ("\"count\":45", "\"count\":45000000000", "marks"),
      ("\"count\":45", "\"count\":-1", "marks"),
      ("\"last\":", "\"last\":9223372036854775807,\"was\":", "marks"),
      ("urn:editc:render:v1", "urn:other:render:v1", "another program"),
      ("\"bytes ", "\"bytes 1", "changed"),
    ]
    for (old, new, words) in wrong {
      try #require(text.contains(old), "\(old)")
      try place.write("hostile.json", text.replacing(old, with: new))
      for command in [["verify", "out/film.mp4", "--receipt"], ["reproduce"]] {
        let result = try run(
          [editcPath] + command + ["hostile.json"], in: place.root, environment: place.environment)
        #expect(result.exitCode == 65 && result.errorText.contains(words), "\(new): \(result.errorText)")
      }
    }
    // Bytes at random places: read or refused, never a crash.
    var random = SeededRandom(seed: 3)
    let bytes = Array(text.utf8)
    for _ in 0..<rounds(2000, quick: 12) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(
          in: 32...126, using: &random)
      }
      try place.write("random.json", changed)
      let result = try place.editc("verify", "out/film.mp4", "--receipt", "random.json")
      #expect([0, 1, 65].contains(result.exitCode), "\(result.exitCode): \(result.errorText)")
    }
  }
}
