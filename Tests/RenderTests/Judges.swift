import TestSupport
import Testing

/// Runs the independent tool; the test fails with its words when it cannot.
@discardableResult
func ffmpeg(_ arguments: [String]) throws -> [UInt8] {
  let result = try run(["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments)
  try #require(result.exitCode == 0, "ffmpeg \(arguments.joined(separator: " ")): \(result.errorText)")
  return result.output
}

/// Every picture of a film as it is stored, one byte a pixel, one after the other.
func grayPictures(_ path: String) throws -> [UInt8] {
  try ffmpeg([
    "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-",
  ])
}

/// A film's sound as one channel at 48 kHz, from where the film starts.
func decodedSamples(_ path: String) throws -> [Float] {
  let bytes = try ffmpeg(["-i", path, "-map", "0:a:0", "-ac", "1", "-ar", "48000", "-f", "f32le", "-"])
  return bytes.withUnsafeBytes { bytes in
    (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
  }
}

func hasSound(_ path: String) throws -> Bool {
  try !run([
    "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=index", "-of", "csv=p=0", path,
  ]).output.isEmpty
}

/// Width and height of a film's picture.
func pictureSize(_ path: String) throws -> (width: Int, height: Int) {
  let result = try run([
    "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of",
    "csv=p=0",
    path,
  ])
  let numbers = result.text.split { $0 == "," || $0 == "\n" }.compactMap { Int($0) }
  try #require(numbers.count == 2, "\(path) has no picture: \(result.errorText)")
  return (numbers[0], numbers[1])
}

/// Runs the program; the test fails with its words when it fails.
func editc(_ arguments: [String]) throws {
  let result = try run([builtEditc] + arguments)
  try #require(result.exitCode == 0, "editc \(arguments.joined(separator: " ")): \(result.errorText)")
}
