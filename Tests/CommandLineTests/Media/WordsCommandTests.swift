import TestSupport
import Testing

@Suite struct WordsCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("Lines that are deleted or moved cut the film there, and its captions are the words that are heard")
  func cuts() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/spoken_cuts.py"
    let result = try run(["/usr/bin/python3", judge, builtEditc, place.root])
    #expect(result.exitCode == 0 && result.text.hasSuffix("done\n"), "\(result.errorText)\(result.text)")
  }

  @Test("A script is written whole or not at all")
  func refusals() throws {
    try place.write("talk.srt", "1\n00:00:01,000 --> 00:00:02,000\nOne.\n")
    try place.write("bad.srt", "1\n00:00:01,000 -> 00:00:02,000\nOne.\n")
    // The tone ends at 20 s.
    try place.write("other.srt", "1\n00:00:19,000 --> 00:00:21,500\nOne.\n")
    try place.write("late.srt", "1\n00:00:20,000 --> 00:00:20,500\nOne.\n")
    let cases: [([String], Int32, String)] = [
      (["talk.srt"], 2, "name the clip or sound with these words: --of MEDIA"),
      (["talk.srt", "--of", Footage.tone, "--propose", "en"], 65, "talk.srt has no times of words"),
      (["talk.srt", "--of", Footage.tone, "--propose", "xx"], 2, "xx"),
      (["talk.srt", "--of", Footage.white], 65, "has no sound, so no words"),
      (["gone.json", "--of", Footage.tone], 66, "gone.json: No such file or directory"),
      (["bad.srt", "--of", Footage.tone], 65, "bad.srt:2:"),
      (["other.srt", "--of", Footage.tone], 65, "other.srt: its words at 19s to 21.5s do not fit"),
      (["late.srt", "--of", Footage.tone], 65, "late.srt: its words at 20s to 20.5s do not fit"),
      (
        ["talk.srt", "--of", Footage.tone, "-o", "x.txt"], 2, "expected a file ending in .edit, found 'x.txt'"
      ),
    ]
    for (arguments, code, message) in cases {
      let result = try run(
        [editcPath, "words"] + arguments, in: place.root, environment: place.environment)
      #expect(result.exitCode == code && result.errorText.contains(message), "\(result.errorText)")
      #expect((try? place.bytes("film.edit")) == nil)
    }
    #expect(try place.editc("words", "talk.srt", "--of", Footage.tone).exitCode == 0)
    #expect(try place.editc("lint", "film.edit").exitCode == 0)
    let again = try place.editc("words", "talk.srt", "--of", Footage.tone)
    #expect(again.exitCode == 73, "\(again.errorText)")
  }
}
