import FoundationEssentials
import Processes
import TestSupport
import Testing

/// Recordings of an X screen without a monitor, on which a program paints known colours.
@Suite(.serialized, .enabled(if: hasVirtualScreen, "xvfb is not installed"))
struct ScreenTests {
  private let place: Workplace

  init() throws { place = try Workplace(isBare: true) }

  @Test("A screen's colours are recorded in their order, each as long as it was shown")
  func colours() throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/record_screen.py"
    let result = try run(
      ["/usr/bin/python3", judge, editcPath, place.root], environment: place.environment)
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }

  @Test("A display that does not exist is unavailable, and leaves nothing behind")
  func noDisplay() throws {
    let result = try place.editc("record", "x11::4711", "-o", "t.mp4", "--for", "1s")
    #expect(result.exitCode == 69)
    #expect(
      result.errorText == "editc: x11::4711: the X display ':4711' cannot be opened\n", "\(result.errorText)")
    let none = try place.editc("record", "screen", "-o", "t.mp4", environment: ["DISPLAY": ""])
    #expect(none.exitCode == 69)
    #expect(none.errorText.contains("DISPLAY"), "\(none.errorText)")
    #expect(!isThere(place.path("t.mp4")))
    #expect(try place.leftovers() == [])
  }
}

private let hasVirtualScreen = FileManager.default.isExecutableFile(atPath: "/usr/bin/Xvfb")
