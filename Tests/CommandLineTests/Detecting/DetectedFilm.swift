import TestSupport
import Testing

/// Films and sounds with known answers, made by numpy and ffmpeg.
extension Workplace {
  /// A film of scenes with moving detail, each of which starts at one of the frames `cuts`.
  func makeShots(
    _ name: String, cuts: [Int], frames: Int, rate: String, _ encoding: [String] = [], sound: [String] = []
  ) throws {
    let text = try python(
      """
      import subprocess, sys
      import numpy as np
      name, rate, frames, sound, cuts, encoding = sys.argv[1:7]
      cuts, sound, encoding = [int(cut) for cut in cuts.split()], sound.split(), encoding.split()
      frames, width, height = int(frames), 192, 108
      def scene(number):
          random = np.random.default_rng(number)
          luma = np.zeros((height, 2 * width))
          for size in (6, 17, 40):
              cells = random.uniform(-45, 45, (height // size + 1, 2 * width // size + 1))
              luma += np.kron(cells, np.ones((size, size)))[:height, :2 * width]
          return np.clip(125 + luma, 16, 235).astype(np.uint8), random.integers(90, 166, 2)
      command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p",
                 "-s", f"{width}x{height}", "-r", rate, "-i", "-", *sound, *encoding,
                 "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
                 "-color_range", "tv", name]
      encoder = subprocess.Popen(command, stdin=subprocess.PIPE)
      for frame in range(frames):
          shift = abs(frame % 180 - 90)
          number = sum(cut <= frame for cut in cuts)
          luma, chroma = scene(number)
          encoder.stdin.write(np.ascontiguousarray(luma[:, shift:shift + width]).tobytes())
          for code in chroma: encoder.stdin.write(bytes([code]) * (width * height // 4))
      encoder.stdin.close()
      assert encoder.wait() == 0
      print("made")
      """, in: self,
      [
        name, rate, "\(frames)", sound.joined(separator: " "), cuts.map { "\($0)" }.joined(separator: " "),
        (encoding.isEmpty ? Self.fastH264 : encoding).joined(separator: " "),
      ])
    #expect(text == "made\n")
  }

  /// With pictures that are stored in another order than shown.
  static let fastH264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-crf", "20", "-threads", "1"]

  /// Noise like speech between `spans` of samples, over weak noise, as a mono WAV file of `count` samples.
  func makeSpeech(_ name: String, _ spans: [Range<Int>], count: Int, rate: Int) throws {
    let text = try python(
      """
      import sys, wave
      import numpy as np
      name, rate, count, spans = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
      random = np.random.default_rng(5)
      sound = random.normal(0, 0.0005, count)
      for span in spans.split():
          first, end = (int(edge) for edge in span.split(":"))
          time = np.arange(end - first) / rate
          tone = sum(np.sin(2 * np.pi * f * time) for f in (180, 360, 720, 1900, 2600, 5200))
          sound[first:end] += 0.04 * tone + random.normal(0, 0.02, end - first)
      file = wave.open(name, "wb")
      file.setnchannels(1); file.setsampwidth(2); file.setframerate(rate)
      file.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
      file.close()
      print("made")
      """, in: self,
      [
        name, "\(rate)", "\(count)",
        spans.map { "\($0.lowerBound):\($0.upperBound)" }.joined(separator: " "),
      ])
    #expect(text == "made\n")
  }

  func ffmpeg(_ arguments: String...) throws {
    let result = try run(["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments, in: root)
    try #require(result.exitCode == 0, "\(result.errorText)")
  }
}
