import TestSupport
import Testing

@Suite struct SyncCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("Recordings of one event are placed within a millisecond at both ends; another event is refused")
  func places() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/sync_recordings.py"
    let result = try run(["/usr/bin/python3", judge, builtEditc, place.root])
    #expect(result.exitCode == 0 && result.text.hasSuffix("done\n"), "\(result.errorText)\(result.text)")
  }

  @Test(
    "What cannot be compared is refused with a reason",
    arguments: [
      (["sync", Footage.tone], 2, "name the recording whose clock counts, and one or more others"),
      (["sync", Footage.tone, Footage.tone], 2, "a recording is named twice"),
      (["sync", Footage.tone, Footage.white], 65, "has no sound to compare"),
      (["sync", Footage.tone, "gone.wav"], 66, "gone.wav: No such file or directory"),
      (
        ["sync", Footage.tone, Footage.counter, "-o", "x.mp4"], 2,
        "--output: expected a file ending in .edit, found 'x.mp4'"
      ),
    ])
  func refusals(arguments: [String], code: Int32, message: String) throws {
    let result = try run([editcPath] + arguments, in: place.root, environment: place.environment)
    #expect(result.exitCode == code && result.errorText.contains(message), "\(result.errorText)")
    #expect(result.text == "")
  }
}
