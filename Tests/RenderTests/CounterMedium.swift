import FoundationEssentials
import TestSupport
import Testing

/// A media file of counted pictures and chirps, and when each of them is due in media time.
struct CounterMedium: Sendable {
  let path: String
  /// In rising time.
  let pictures: [Picture]
  let chirps: [Fraction]
  var width = CounterPicture.width
  var height = CounterPicture.height

  struct Picture: Sendable {
    let number: Int
    let time: Fraction
  }

  /// What was drawn and recorded before a file was made of it, `seconds` long.
  static func pictures(at rate: Fraction, seconds: Int) -> [Picture] {
    (0..<frameCount(rate, seconds)).map { Picture(number: $0, time: Fraction($0) / rate) }
  }

  static func chirps(seconds: Int) -> [Fraction] {
    Chirps.positions(inSeconds: seconds).map { Fraction($0, Chirps.rate) }
  }

  fileprivate static func frameCount(_ rate: Fraction, _ seconds: Int) -> Int {
    (Fraction(seconds) * rate).rounded
  }

  /// The same file when all of it comes later in media time; negative when it comes earlier.
  func shifted(pictures pictureShift: Fraction = 0, chirps chirpShift: Fraction = 0) -> CounterMedium {
    var moved = CounterMedium(
      path: path, pictures: pictures.map { Picture(number: $0.number, time: $0.time + pictureShift) },
      chirps: chirps.map { $0 + chirpShift })
    moved.width = width
    moved.height = height
    return moved
  }
}

/// Raw pictures and sound to make files from.
struct RawCounter {
  let rate: Fraction
  let seconds: Int
  let picturesPath: String
  let soundPath: String

  init(rate: Fraction, seconds: Int, in folder: TemporaryFolder) throws {
    self.rate = rate
    self.seconds = seconds
    let name = "raw-\(rate.top)-\(rate.bottom)-\(seconds)"
    picturesPath = folder.path(name + ".gray")
    soundPath = folder.path(name + ".s16")
    var pictures: [UInt8] = []
    for number in 0..<CounterMedium.frameCount(rate, seconds) { pictures += CounterPicture.draw(number) }
    try Data(pictures).write(to: URL(filePath: picturesPath))
    let sound = Chirps.soundTrack(seconds: seconds)
    try sound.withUnsafeBytes { Data($0) }.write(to: URL(filePath: soundPath))
  }

  /// ffmpeg's arguments that read the pictures.
  var pictureInput: [String] {
    [
      "-f", "rawvideo", "-pix_fmt", "gray", "-video_size", "\(CounterPicture.width)x\(CounterPicture.height)",
      "-framerate", "\(rate.top)/\(rate.bottom)", "-i", picturesPath,
    ]
  }

  var soundInput: [String] { ["-f", "s16le", "-ar", "48000", "-ac", "1", "-i", soundPath] }

  /// Makes a file whose pictures and chirps are due when they were drawn.
  func make(_ path: String, inputs: [String]? = nil, _ arguments: [String]) throws -> CounterMedium {
    try ffmpeg((inputs ?? pictureInput + soundInput) + arguments + [path])
    return CounterMedium(
      path: path, pictures: CounterMedium.pictures(at: rate, seconds: seconds),
      chirps: CounterMedium.chirps(seconds: seconds))
  }
}

/// H.264 as most cameras and encoders make it, with B pictures, and a key frame now and then.
func h264(keyFrames: Int = 48, _ parameters: String = "") -> [String] {
  [
    "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", "-bf", "3", "-g",
    "\(keyFrames)", "-x264-params", "threads=1:scenecut=0" + (parameters.isEmpty ? "" : ":" + parameters),
  ]
}
