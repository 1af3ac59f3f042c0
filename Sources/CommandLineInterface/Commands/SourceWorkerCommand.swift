import Basics
import Composition
import Devices
import Diagnostics
import EditScript
import Export
import Processes

private let parent = Argument.required(
  "parent", .integer("PID", 1...Int(Int32.max)), "The process that started it.")
private let sound = Argument<SoundDeviceChoice?>.option(
  "sound",
  ArgumentKind("SOURCE", expectation: "a sound device", read: { SoundDeviceChoice(word: $0) }),
  "A sound device; without it, an X screen is read.")
private let display = Argument.option(
  "display", .text("DISPLAY"), "The X display.", default: "", shown: "DISPLAY")
private let left = Argument.option(
  "left", .integer("X", 0...32767), "The place on the screen.", default: 0, shown: "0")
private let top = Argument.option(
  "top", .integer("Y", 0...32767), "The place on the screen.", default: 0, shown: "0")
private let size = Argument<Located<CanvasSize>?>.option(
  "size", .scriptValue("SIZE", .canvasSize), "The size of the part.")
private let rate = Argument<Located<RateValue>?>.option(
  "rate", .scriptValue("RATE", .rate), "Pictures per second.")

extension Command {
  static let sourceWorker = Command(
    "source-worker", "Reads a device for a recording.",
    details: """
      Opens the device, confines itself, and writes pictures or samples into memory that it shares with its parent.
      """,
    arguments: [parent, sound, display, left, top, size, rate, sandboxArgument], isHidden: true
  ) { values in
    let device: RecordedDevice
    if let choice = try values[sound] {
      device = .sound(choice)
    } else {
      var part = ScreenPart(
        display: try values[display], left: try values[left], top: try values[top], size: nil)
      if case .exactly(let width, let height)? = try values[size]?.value {
        part.size = PixelSize(width: width, height: height)
      }
      guard case .exactly(let rate)? = try values[rate]?.value else { return .usage }
      device = .screen(part, rate)
    }
    runSourceWorker(device, parent: Int32(try values[parent]), sandbox: try values[sandboxArgument])
    return .done
  }
}

extension RecordedDevice {
  /// The words after the program's name for the process that reads it.
  func workerWords(sandbox: SandboxPolicy) -> [String] {
    let words = ["source-worker", "--parent", "\(ownProcessID)", "--sandbox", sandbox.rawValue]
    switch self {
    case .sound(let choice): return words + ["--sound", choice.word]
    case .screen(let part, let rate):
      let place = [
        "--display", part.display, "--left", "\(part.left)", "--top", "\(part.top)", "--rate", rate.spelling,
      ]
      return words + place + (part.size.map { ["--size", "\($0.width)x\($0.height)"] } ?? [])
    }
  }
}
