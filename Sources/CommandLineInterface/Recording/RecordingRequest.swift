import Basics
import Composition
import EditScript
import Export
import Processes

/// The containers of recordings, which grow by fragments.
enum RecordedContainers {
  static let all: [Container] = [.mp4, .mov]
  static var endings: [String] { all.map(\.rawValue) }
}

/// A source as the command line names it.
struct SourceWord: Hashable, Sendable {
  let kind: TestSource.Kind

  var text: String { "test:\(kind.rawValue)" }

  static let all = TestSource.Kind.allCases.map { SourceWord(kind: $0) }
}

extension ArgumentKind where Value == SourceWord {
  static func source(_ placeholder: String) -> ArgumentKind {
    let words = SourceWord.all.map(\.text)
    return ArgumentKind(
      placeholder, expectation: words.sentenceList(), completion: .words(words),
      read: { text in SourceWord.all.first { $0.text == text } })
  }
}

/// What a recording consists of, checked.
struct RecordingRequest {
  let sources: [SourceWord]
  let path: String
  let settings: RecordingSettings

  /// The names of the sounds, in the order of their tracks.
  var soundNames: [String] { sources.filter { $0.kind == .tone }.map(\.text) }

  private static let mostSounds = 8
  private static let usualSize = PixelSize(width: 1280, height: 720)

  init(
    sources: [SourceWord], path: String?, size: CanvasSize?, rate: RateValue?, fragment: DurationExpression?,
    length: DurationExpression?, largest: Int64?
  ) throws {
    func refuse(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "record") }
    guard !sources.isEmpty else { throw UsageError(.missingArgument("SOURCE"), command: "record") }
    guard let path else { throw UsageError(.missingArgument("--output"), command: "record") }
    guard
      let container = RecordedContainers.all.first(where: { path.lowercased().hasSuffix(".\($0.rawValue)") })
    else { throw refuse("--output: a recording is an .mp4 or a .mov, found '\(path)'") }
    guard sources.count(where: { $0.kind == .bars }) == 1 else {
      throw refuse("a recording has exactly one picture; name one, such as test:bars")
    }
    guard sources.count <= Self.mostSounds + 1 else {
      throw refuse("a recording has at most \(Self.mostSounds) sounds")
    }
    var pixels = Self.usualSize
    if case .exactly(let width, let height) = size { pixels = PixelSize(width: width, height: height) }
    guard pixels.width.isMultiple(of: 2), pixels.height.isMultiple(of: 2) else {
      throw refuse("--size: the width and the height must be even, found \(pixels)")
    }
    guard min(pixels.width, pixels.height) >= 16 else {
      throw refuse("--size: a recording has at least 16x16 pixels, found \(pixels)")
    }
    var frames = FrameRate(30)
    if case .exactly(let exact) = rate { frames = exact }
    guard let frames, frames.frames <= 240 * frames.seconds else {
      throw refuse("--rate: a recording has at most 240 frames per second")
    }
    let second = RationalTime(seconds: 1)
    func seconds(_ written: DurationExpression?, _ option: String) throws -> RationalTime? {
      guard let written else { return nil }
      guard let seconds = written.plainSeconds else {
        throw refuse("--\(option): write a time in seconds, such as 2.5s")
      }
      return seconds
    }
    let distance = try seconds(fragment, "fragment") ?? RationalTime(1, 2) ?? second
    guard distance <= RationalTime(seconds: 10), let perFragment = frames.frame(at: distance)?.value else {
      throw refuse("--fragment: at most 10s; more would be lost if the machine lost power")
    }
    var settings = RecordingSettings(
      container: container, size: pixels, rate: frames, framesPerFragment: Int(max(1, perFragment)),
      byteLimit: largest)
    if let time = try seconds(length, "for") {
      guard let limit = frames.frame(at: time)?.value, limit > 0 else {
        throw refuse("--for: the time must have at least one frame")
      }
      settings.frameLimit = limit
    }
    self.sources = sources
    self.path = path
    self.settings = settings
  }
}
