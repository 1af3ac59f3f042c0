import Basics
import Composition
import Diagnostics
import EditScript
import Export
import Processes

private let parent = Argument.required(
  "parent", .integer("PID", 1...Int(Int32.max)), "The process that started it.")
private let display = Argument.required("display", .text("DISPLAY"), "The X display.")
private let left = Argument.required("left", .integer("X", 0...32767), "The place on the screen.")
private let top = Argument.required("top", .integer("Y", 0...32767), "The place on the screen.")
private let size = Argument<Located<CanvasSize>?>.option(
  "size", .scriptValue("SIZE", .canvasSize), "The size of the part.")
private let rate = Argument.required("rate", .scriptValue("RATE", .rate), "Pictures per second.")

extension Command {
  static let sourceWorker = Command(
    "source-worker", "Reads a device for a recording.",
    details:
      "Opens the device, confines itself, and writes pictures into memory that it shares with its parent.",
    arguments: [parent, display, left, top, size, rate, sandboxArgument], isHidden: true
  ) { values in
    var part = ScreenPart(
      display: try values[display], left: try values[left], top: try values[top], size: nil)
    if case .exactly(let width, let height)? = try values[size]?.value {
      part.size = PixelSize(width: width, height: height)
    }
    guard case .exactly(let rate) = try values[rate].value else { return .usage }
    runSourceWorker(
      part, rate: rate, parent: Int32(try values[parent]), sandbox: try values[sandboxArgument])
    return .done
  }
}

extension ScreenPart {
  /// The words after the program's name for the process that records it.
  func workerWords(rate: FrameRate, sandbox: SandboxPolicy) -> [String] {
    var words = [
      "source-worker", "--parent", "\(ownProcessID)", "--display", display, "--left", "\(left)", "--top",
      "\(top)", "--rate", rate.spelling, "--sandbox", sandbox.rawValue,
    ]
    if let size { words += ["--size", "\(size.width)x\(size.height)"] }
    return words
  }
}
