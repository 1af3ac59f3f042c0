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
  return values(of: bytes, as: Float.self)
}

/// Width and height of a film's picture, and whether it has sound.
func shape(of path: String) throws -> (width: Int, height: Int, hasSound: Bool) {
  let result = try run([
    "ffprobe", "-v", "error", "-show_entries", "stream=codec_type,width,height", "-of", "csv=p=0", path,
  ])
  let streams = result.text.split(separator: "\n").map { $0.split(separator: ",") }
  let numbers = streams.first { $0.first == "video" }?.dropFirst().compactMap { Int($0) } ?? []
  try #require(numbers.count == 2, "\(path) has no picture: \(result.errorText)")
  return (numbers[0], numbers[1], streams.contains { $0.first == "audio" })
}

/// Runs the program; the test fails with its words when it fails.
func editc(_ arguments: [String]) throws {
  let result = try run([builtEditc] + arguments)
  try #require(result.exitCode == 0, "editc \(arguments.joined(separator: " ")): \(result.errorText)")
}
