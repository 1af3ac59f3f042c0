import TestSupport
import Testing

@Suite("editc verify") struct VerifyTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func film(_ timeline: String, more: String = "") throws {
    try place.write(
      "film.edit",
      "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline:\n\(timeline)\n\(more)outputs: [{file: film.mp4}]\n"
    )
    let result = try place.editc("render", "film.edit", "--force", "--progress", "none")
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  @Test("Faults that FFmpeg plants are found at their places, in four containers; clean copies give no alarm")
  func planted() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/planted_faults.py"
    let films = testsLong ? ["100", "10"] : testsAll ? ["3", "10"] : ["1", "4"]
    try place.write("films/keep", "")
    let result = try run(
      ["/usr/bin/python3", judge, builtEditc, place.path("films")] + films + ["7"], in: place.root,
      environment: place.environment)
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.contains(" faults, "))
  }

  @Test("Damaged bytes in a transport stream are damage of pictures and sound, not missing ones")
  func damagedTransport() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/damaged_transport.py"
    let faults = testsLong ? "500" : testsAll ? "60" : "13"
    try place.write("films/keep", "")
    let result = try run(
      ["/usr/bin/python3", judge, builtEditc, place.path("films"), faults, "11"], in: place.root,
      environment: place.environment)
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.contains(" faults"))
  }

  @Test("Faults in encoded copies are found against the master; clean copies give no alarm")
  func encodedCopies() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/copies.py"
    let counts = testsLong ? ["40", "8", "54"] : testsAll ? ["2", "5", "9"] : ["1", "4", "3"]
    try place.write("films/keep", "")
    let result = try run(
      ["/usr/bin/python3", judge, builtEditc, place.path("films"), "5"] + counts, in: place.root,
      environment: place.environment)
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
  }

  @Test("A copy with another rate, without pictures or beside a script is refused with a reason")
  func refusedCopies() throws {
    try film("  - {color: red, for: 1s}")
    func copy(_ words: [String], _ name: String) throws {
      let made = try run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", "film.mp4"] + words + [name], in: place.root)
      try #require(made.exitCode == 0, "\(made.errorText)")
    }
    try copy(["-r", "30"], "other.mp4")
    let other = try place.editc("verify", "other.mp4", "--against", "film.mp4", "--format", "json")
    #expect(other.exitCode == 1)
    #expect(
      other.text.contains("time-changed")
        && other.text.contains("the frame rate is 30, but the master's is 25"), "\(other.text)")
    let both = try place.editc("verify", "film.mp4", "film.edit", "--against", "film.mp4")
    #expect(both.exitCode == 2 && both.errorText.contains("not with several"), "\(both.errorText)")
    let missing = try place.editc("verify", "film.mp4", "--against", "gone.mp4")
    #expect(missing.exitCode == 66 && missing.errorText.contains("gone.mp4"), "\(missing.errorText)")
    try place.write("text.mp4", "no film")
    #expect(try place.editc("verify", "film.mp4", "--against", "text.mp4").exitCode == 65)
    #expect(try place.editc("verify", "text.mp4", "--against", "film.mp4").exitCode == 65)
    let same = try place.editc("verify", "film.mp4", "--against", "film.mp4")
    #expect(
      same.exitCode == 66
        && same.errorText.contains(
          "0 of 25 pictures, 25 like their neighbours; nothing is proven, because all"),
      "\(same.text)\(same.errorText)")
    try copy(["-frames:v", "1"], "one.png")
    let still = try place.editc("verify", "one.png", "--against", "one.png")
    #expect(still.exitCode == 66 && still.errorText.contains("nothing was compared"), "\(still.errorText)")
    for option in [
      ["--set", "a=b"], ["--vars", "a.csv"], ["--row", "1"], ["--only", "web"], ["--range", "0s..1s"],
      ["--draft"],
      ["--no-render"],
    ] {
      let refused = try run(
        [editcPath, "verify", "film.mp4", "--against", "film.mp4"] + option, in: place.root,
        environment: place.environment)
      #expect(
        refused.exitCode == 2 && refused.errorText.contains("\(option[0]) concerns a script"),
        "\(refused.errorText)")
    }
  }

  @Test("The finding is at the item that shows the frame, inside the items that play it")
  func items() throws {
    try film(
      "  - {color: red, name: first, for: 1s}\n  - {sequence: inner, name: nest}",
      more: """
        sequences:
          inner:
            - {color: blue, name: second, for: 1s}
            - {counter: frames, name: third, for: 1s}

        """)
    // The frame at 2.2 s is lost, 0.2 s into the third item.
    let lost = try run(
      [
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", "film.mp4", "-c", "copy", "-bsf:v",
        "noise=drop='eq(n,55)'",
        "lost.mkv",
      ], in: place.root)
    try #require(lost.exitCode == 0, "\(lost.errorText)")
    let result = try place.editc("verify", "lost.mkv", "film.edit")
    #expect(result.exitCode == 1)
    #expect(result.text.hasPrefix("lost.mkv: packets: "))
    #expect(result.text.contains("film.edit:9:7: error: in 'third', frame "), "\(result.text)")
    #expect(result.text.contains(" is missing") && result.text.contains("[frame-missing]"))
    #expect(result.text.contains("played by 'nest'"))
    // A film with the same bytes needs no comparison.
    let same = try place.editc("verify", "film.mp4", "film.edit")
    #expect(same.exitCode == 0 && same.text.contains("the same "), "\(same.text)\(same.errorText)")
    #expect(try place.leftovers() == [])
  }

  @Test("The film of another script is another film, even if the packets after its key frames are the same")
  func other() throws {
    try film("  - {color: red, for: 1s}")
    try place.write(
      "other.edit",
      "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{color: green, for: 1s}]\noutputs: [{file: other.mp4}]\n"
    )
    let result = try place.editc("verify", "film.mp4", "other.edit")
    #expect(result.exitCode == 1)
    #expect(result.text.contains("film.mp4: packets: 0 of 25 pictures"), "\(result.text)\(result.errorText)")
    let missing = try place.editc(
      "verify", "film.mp4", "other.edit", "--no-render", "--cache", place.path("empty"))
    #expect(
      missing.exitCode == 66 && missing.errorText.contains("is not in the cache"), "\(missing.errorText)")
  }

  @Test("What cannot be verified is refused with a reason")
  func refusals() throws {
    try film("  - {color: red, for: 1s}")
    try place.write("text.mp4", "no film")
    let wrong: [([String], Int32, String)] = [
      (["gone.mp4", "film.edit"], 66, "cannot open gone.mp4"),
      (["film.mp4", "gone.edit"], 66, "gone.edit"),
      (["text.mp4", "film.edit"], 65, "text.mp4"),
      (["film.mp4"], 2, "name the script"),
      (["film.mp4", "film.edit", "--receipt", "x.json"], 2, "not with both"),
      (["film.mp4", "--receipt", "gone.json"], 66, "gone.json"),
      (["film.mp4", "--receipt", "text.mp4"], 65, "text.mp4 is not JSON"),
      (["film.mp4", "film.edit", "--format", "json", "--output-file", "film.mp4"], 2, "would overwrite"),
      (["film.mp4", "film.edit", "--root", "tmp"], 77, "outside"),
    ]
    for (arguments, code, words) in wrong {
      let result = try run([editcPath, "verify"] + arguments, in: place.root, environment: place.environment)
      #expect(
        result.exitCode == code && result.errorText.contains(words), "\(arguments): \(result.errorText)")
    }
  }
}
