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
private let stream = Argument<StreamAddress?>.option(
  "stream", ArgumentKind("URL", expectation: "the URL of a stream", read: { StreamAddress($0) }),
  "What a server sends.")
private let container = Argument.option(
  "container", .word("NAME", of: Container.self), "The form of the film.", default: .mp4, shown: "mp4")
private let fragment = Argument<Located<DurationExpression>?>.option(
  "fragment", .scriptValue("TIME", .duration), "The least length of a fragment.")
private let continuation = Argument<StreamContinuation?>.option(
  "continue", ArgumentKind("PLACE", expectation: "a place in a film", read: { StreamContinuation(text: $0) }),
  "Where the film continues.")
private let camera = Argument<String?>.option(
  "camera", .text("PATH"), "A camera; without a path, the first one.")
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
    arguments: [
      parent, sound, camera, display, left, top, size, rate, stream, container, fragment, continuation,
      sandboxArgument,
    ], isHidden: true
  ) { values in
    let parent = Int32(try values[parent])
    let sandbox = try values[sandboxArgument]
    if let address = try values[stream] {
      let length = try values[fragment]?.value.plainSeconds
      runStreamWorker(
        RecordedStream(
          address: address, container: try values[container], fragment: length ?? .zero,
          continuation: try values[continuation]),
        parent: parent, sandbox: sandbox)
      return .done
    }
    let device: RecordedDevice
    var pixels: PixelSize?
    if case .exactly(let width, let height)? = try values[size]?.value {
      pixels = PixelSize(width: width, height: height)
    }
    var frames: FrameRate?
    if case .exactly(let exact)? = try values[rate]?.value { frames = exact }
    if let choice = try values[sound] {
      device = .sound(choice)
    } else if let path = try values[camera] {
      device = .camera(path: path.isEmpty ? nil : path, CameraWish(size: pixels, rate: frames))
    } else {
      guard let frames else { return .usage }
      let part = ScreenPart(
        display: try values[display], left: try values[left], top: try values[top], size: pixels)
      device = .screen(part, frames)
    }
    runSourceWorker(device, parent: parent, sandbox: sandbox)
    return .done
  }
}

private func wordsForWorker(_ sandbox: SandboxPolicy) -> [String] {
  ["source-worker", "--parent", "\(ownProcessID)", "--sandbox", sandbox.rawValue]
}

extension RecordedStream {
  /// The words after the program's name for the process that receives it.
  func workerWords(sandbox: SandboxPolicy) -> [String] {
    wordsForWorker(sandbox) + [
      "--stream", address.url, "--container", container.rawValue, "--fragment", "\(fragment.spelling)",
    ] + (continuation.map { ["--continue", $0.text] } ?? [])
  }
}

extension RecordedDevice {
  /// The words after the program's name for the process that reads it.
  func workerWords(sandbox: SandboxPolicy) -> [String] {
    let words = wordsForWorker(sandbox)
    switch self {
    case .sound(let choice): return words + ["--sound", choice.word]
    case .camera(let path, let wish):
      return words + ["--camera", path ?? ""] + (wish.rate.map { ["--rate", $0.spelling] } ?? [])
        + sizeWords(wish.size)
    case .screen(let part, let rate):
      let place = [
        "--display", part.display, "--left", "\(part.left)", "--top", "\(part.top)", "--rate", rate.spelling,
      ]
      return words + place + sizeWords(part.size)
    }
  }

  private func sizeWords(_ size: PixelSize?) -> [String] {
    size.map { ["--size", "\($0.width)x\($0.height)"] } ?? []
  }
}
