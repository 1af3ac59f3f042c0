import Composition
import EditTime
import LibAV
import Processes
import Rendering
import TextDrawing

extension LookingRequest {
  /// What stands above a drawing: the name of the file without its folder.
  var title: String { path == "-" ? "standard input" : lastComponent(of: path) }
}

extension RationalTime {
  /// For people, to a tenth of a second: `0:07.5`, `1:02:03.0`.
  var shortClock: String {
    guard let tenths = rounded(toUnits: 10)?.value, tenths >= 0 else { return "?" }
    let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, seconds) = (tenths / 36000, tenths / 600 % 60, tenths / 10 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds)).\(tenths % 10)"
  }
}

/// An error of the renderer as the error that is behind it.
func plainError(_ error: RenderingError) -> any Error {
  if case .media(let error) = error { return error }
  return CommandFailure(.badData, "\(error)")
}

/// The letters of drawings.
func fonts() throws(CommandFailure) -> SceneFonts {
  do throws(TextFailure) { return try SceneFonts() } catch {
    throw CommandFailure(.unavailable, "there are no letters to draw with: \(error)")
  }
}
