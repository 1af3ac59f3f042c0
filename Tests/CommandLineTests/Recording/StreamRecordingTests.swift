import TestSupport
import Testing

@Suite struct StreamRecordingTests {
  @Test(
    "A stream is recorded bit for bit, with the sound that belongs to its pictures",
    arguments: ["srt", "rtmp", "hls", "encrypted", "rtsp", "refusals", "kill", "reconnect", "outage"])
  func streams(_ kind: String) throws {
    let place = try Workplace()
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/record_streams.py"
    let result = try run(["/usr/bin/python3", judge, builtEditc, place.root + "/streams", kind])
    #expect(result.exitCode == 0 && result.text.hasSuffix("done\n"), "\(result.errorText)\(result.text)")
  }
}
