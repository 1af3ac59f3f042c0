import TestSupport
import Testing

@Suite("A track of timecode")
struct TimecodeTests {
  @Test(
    "is that of the first frame of the file, as ffprobe reads it",
    arguments: cases(
      [("mov", "29.97", "00:00:59;28", "00:01:00;02"), ("mp4", "25", "09:59:59:24", "10:00:00:01")], quick: 1)
  )
  func track(ending: String, rate: String, start: String, ofPart: String) throws {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: \(rate)}
      timeline: [{color: navy, for: 10f}]
      audio: [{tone: sine, volume: 0.1}]
      outputs:
        - {file: whole.\(ending), timecode: \(start), video: {speed: ultrafast}}
        - {file: part.\(ending), timecode: \(start), range: 2f..8f, video: {speed: ultrafast}}
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache", "--force"])
    for (name, timecode, count) in [("whole", start, 10), ("part", ofPart, 6)] {
      let path = folder.path("\(name).\(ending)")
      let found = try run([
        "ffprobe", "-v", "error", "-show_entries",
        "stream=codec_type,codec_tag_string,nb_frames:stream_tags=timecode",
        "-of", "csv=p=0", path,
      ])
      let lines = found.text.split(separator: "\n").map(String.init)
      #expect(lines.first == "video,avc1,\(count),\(timecode)")
      #expect(lines.last == "data,tmcd,1,\(timecode)")
      // What plays beside it is as without.
      #expect(try grayPictures(path).count == count * 64 * 64)
    }
  }
}
