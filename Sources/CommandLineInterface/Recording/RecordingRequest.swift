import Basics
import Composition
import Devices
import EditScript
import Export
import Processes

/// The containers of recordings, which grow by fragments.
enum RecordedContainers {
  static let all: [Container] = [.mp4, .mov]
  static var endings: [String] { all.map(\.rawValue) }

  /// The container of a film, by the ending of its path.
  static func container(of path: String) throws(UsageError) -> Container {
    guard let container = all.first(where: { path.lowercased().hasSuffix(".\($0.rawValue)") }) else {
      throw UsageError(
        .other("--output: a recording is an .mp4 or a .mov, found '\(path)'"), command: "record")
    }
    return container
  }
}

extension DurationExpression {
  /// The time that an option of `record` states.
  func seconds(of option: String) throws(UsageError) -> RationalTime {
    guard let seconds = plainSeconds else {
      throw UsageError(.other("--\(option): write a time in seconds, such as 2.5s"), command: "record")
    }
    return seconds
  }
}

/// The least distance of fragments.
func distanceOfFragments(_ written: DurationExpression?) throws(UsageError) -> RationalTime {
  let distance = try written?.seconds(of: "fragment") ?? RationalTime(1, 2) ?? RationalTime(seconds: 1)
  guard distance <= RationalTime(seconds: 10) else {
    throw UsageError(
      .other("--fragment: at most 10s; more would be lost if the machine lost power"), command: "record")
  }
  return distance
}

/// A source as the command line names it.
enum SourceWord: Hashable, Sendable {
  case test(TestSource.Kind)
  /// A part of an X screen; nil for the display of the environment.
  case screen(display: String?, left: Int, top: Int)
  /// The camera at a path; nil for the first one. The word is as the command line has it.
  case camera(word: String, path: String?)
  case sound(SoundDeviceChoice)
  /// What a server sends.
  case stream(StreamAddress)

  var text: String {
    switch self {
    case .test(let kind): "test:\(kind.rawValue)"
    case .screen(nil, _, _): "screen"
    case .screen(let display?, 0, 0): "x11:\(display)"
    case .screen(let display?, let left, let top): "x11:\(display)+\(left),\(top)"
    case .camera(let word, _): word
    case .sound(let choice): choice.word
    case .stream(let address): address.name
    }
  }

  var isPicture: Bool {
    switch self {
    case .test(let kind): kind == .bars
    case .screen, .camera: true
    case .sound, .stream: false
    }
  }

  static let fixed: [SourceWord] =
    [
      .screen(display: nil, left: 0, top: 0), .camera(word: "camera", path: nil), .sound(.microphone(nil)),
      .sound(.speakers),
    ]
    + TestSource.Kind.allCases.map(SourceWord.test)

  /// Nil for other words.
  init?(_ text: String) {
    if let word = Self.fixed.first(where: { $0.text == text }) {
      self = word
      return
    }
    if let choice = SoundDeviceChoice(word: text) {
      self = .sound(choice)
      return
    }
    if let address = StreamAddress(text) {
      self = .stream(address)
      return
    }
    if let path = cameraPath(text) {
      self = .camera(word: text, path: path)
      return
    }
    guard text.hasPrefix("x11:") else { return nil }
    let rest = text.dropFirst("x11:".count)
    let sign = rest.lastIndex(of: "+") ?? rest.endIndex
    let display = String(rest[..<sign])
    guard !display.isEmpty else { return nil }
    if sign == rest.endIndex {
      self = .screen(display: display, left: 0, top: 0)
      return
    }
    let place = rest[sign...].dropFirst().split(separator: ",", omittingEmptySubsequences: false).map {
      Int($0)
    }
    guard place.count == 2, let left = place[0], let top = place[1], (0...32767).contains(left),
      (0...32767).contains(top)
    else { return nil }
    self = .screen(display: display, left: left, top: top)
  }
}

/// The path that `camera:0` or `v4l2:/dev/video0` names; nil for other words.
private func cameraPath(_ text: String) -> String? {
  let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
  guard parts.count == 2 else { return nil }
  switch parts[0] {
  case "camera":
    let isNumber =
      parts[1].count <= 2 && parts[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? "/dev/video\(parts[1])" : nil
  case "v4l2": return parts[1]
  default: return nil
  }
}

extension ArgumentKind where Value == SourceWord {
  static func source(_ placeholder: String) -> ArgumentKind {
    let words = SourceWord.fixed.map(\.text)
    return ArgumentKind(
      placeholder,
      expectation: (words + [
        "camera:N", "v4l2:PATH", "mic:NAME", "pulse:NAME", "alsa:NAME", "x11:DISPLAY", "x11:DISPLAY+X,Y",
        "rtsp://HOST/PATH",
      ])
      .sentenceList(),
      completion: .words(words), read: { SourceWord($0) },
      reason: { text in
        guard ["rtsps://", "rtmps://"].contains(where: text.lowercased().hasPrefix) else { return nil }
        return
          "streams of `rtsps:` and `rtmps:` are not recorded, because the process that receives them cannot verify the "
          + "server's certificate; lead one through a program that does, such as stunnel, and record that one's address"
      })
  }
}

extension SoundDeviceChoice {
  /// As the command line names it.
  var word: String {
    switch self {
    case .microphone(nil): "mic"
    case .microphone(let text?): "mic:\(text)"
    case .speakers: "speakers"
    case .source(let name): "pulse:\(name)"
    case .alsa(let name): "alsa:\(name)"
    }
  }

  /// Nil for other words.
  init?(word: String) {
    switch word {
    case "mic": self = .microphone(nil)
    case "speakers": self = .speakers
    default:
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      switch parts[0] {
      case "mic": self = .microphone(parts[1])
      case "pulse": self = .source(parts[1])
      case "alsa": self = .alsa(parts[1])
      default: return nil
      }
    }
  }
}

/// What a recording consists of, checked.
struct RecordingRequest {
  let sources: [SourceWord]
  let path: String
  /// The size and the rate are those of test sources, unless they are given.
  let settings: RecordingSettings
  /// Nil if the option is missing.
  let rate: FrameRate?
  private let fragment: RationalTime
  private let length: RationalTime?
  /// In the order of their keys. The settings have their filters only when the size of the film is known.
  let looks: [LiveLook]
  /// Nil if the option is missing.
  let size: PixelSize?

  /// The names of the sounds, in the order of their tracks.
  var soundNames: [String] { sources.filter { !$0.isPicture }.map(\.text) }

  private static let mostSounds = 8
  private static let usualSize = PixelSize(width: 1280, height: 720)

  init(
    sources: [SourceWord], path: String?, size: CanvasSize?, rate: RateValue?, fragment: DurationExpression?,
    length: DurationExpression?, largest: Int64?, quality: Int, followsClocks: Bool, times: RecordingTimes,
    looks: [LiveLook], bakesLooks: Bool
  ) throws {
    func refuse(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "record") }
    guard !sources.isEmpty else { throw UsageError(.missingArgument("SOURCE"), command: "record") }
    guard let path else { throw UsageError(.missingArgument("--output"), command: "record") }
    let container = try RecordedContainers.container(of: path)
    guard sources.count(where: \.isPicture) == 1 else {
      throw refuse("a recording has exactly one picture; name one, such as screen or test:bars")
    }
    guard sources.count <= Self.mostSounds + 1 else {
      throw refuse("a recording has at most \(Self.mostSounds) sounds")
    }
    var wanted: PixelSize?
    if case .exactly(let width, let height) = size { wanted = PixelSize(width: width, height: height) }
    let pixels = wanted ?? Self.usualSize
    guard pixels.width.isMultiple(of: 2), pixels.height.isMultiple(of: 2) else {
      throw refuse("--size: the width and the height must be even, found \(pixels)")
    }
    guard min(pixels.width, pixels.height) >= 16 else {
      throw refuse("--size: a recording has at least 16x16 pixels, found \(pixels)")
    }
    var frames: FrameRate?
    if case .exactly(let exact) = rate { frames = exact }
    guard let usual = frames ?? FrameRate(30), usual.frames <= 240 * usual.seconds else {
      throw refuse("--rate: a recording has at most 240 frames per second")
    }
    let distance = try distanceOfFragments(fragment)
    var settings = RecordingSettings(
      container: container, size: pixels, rate: usual, framesPerFragment: 1, byteLimit: largest,
      followsClocks: followsClocks)
    settings.schedule = try times.schedule(now: nanosecondsSince1970(), offset: secondsAheadOfUTC)
    settings.silence = try times.silenceRule(sounds: sources.count { !$0.isPicture })
    guard looks.count <= LiveLook.most else {
      throw refuse("--look: at most \(LiveLook.most), one for each key")
    }
    if let look = looks.first(where: \.changesSound), sources.allSatisfy(\.isPicture) {
      throw refuse("--look \(look.text): there is no sound that it could change")
    }
    guard !bakesLooks || !looks.isEmpty else {
      throw refuse("--bake needs --look, which names the filters that it puts into the film")
    }
    if bakesLooks, let look = looks.first(where: \.changesSound) {
      throw refuse(
        "--look \(look.text): --bake puts filters of pictures into the film, and this has one of sounds; leave out one "
          + "of them")
    }
    settings.bakesLooks = bakesLooks
    settings.quality = quality
    self.looks = looks
    self.sources = sources
    self.path = path
    self.size = wanted
    self.rate = frames
    self.fragment = distance
    self.length = try length?.seconds(of: "for")
    self.settings = settings
    _ = try filmSettings(size: pixels, rate: usual)
  }

  /// The settings for pictures of this size; they have this rate, unless another one is given.
  func filmSettings(size: PixelSize, rate sourceRate: FrameRate) throws -> RecordingSettings {
    var settings = settings
    settings.size = size
    settings.rate = rate ?? sourceRate
    settings.framesPerFragment = Int(max(1, settings.rate.frame(at: fragment)?.value ?? 1))
    if let length {
      guard let limit = settings.rate.frame(at: length)?.value, limit > 0 else {
        throw UsageError(.other("--for: the time must have at least one frame"), command: "record")
      }
      settings.frameLimit = limit
    }
    return settings
  }
}
