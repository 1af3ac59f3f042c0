import TestSupport
import Testing

@Suite("Recordings one after the other")
struct PodcastTests {
  @Test("three recordings of 9.407 s have every sample of theirs, in wav and in m4a")
  func samples() throws {
    let folder = try TemporaryFolder()
    let lengths = [3.136, 4, 3.271]
    let paths = lengths.indices.map { folder.path("\($0).wav") }
    for (path, (number, length)) in zip(paths, lengths.enumerated()) {
      try ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=\(length):a=0.5:s=\(number + 1)", "-c:a", "pcm_s16le", path,
      ])
    }
    let script = """
      edit: 1
      mix: {channels: mono}
      markers: {second: {at: 3.136s, chapter: true}}
      timeline:
        - clip: \(paths[0])
        - clip: \(paths[1])
          take: 500ms..3.5s
        - clip: \(paths[2])
      outputs:
        - {file: podcast.wav, chapters: false}
        - file: podcast.m4a
      """
    try editc(["render", folder.write("podcast.edit", script), "--no-cache"])
    let parts = try paths.map { try decodedSamples($0) }
    let expected = parts[0] + parts[1][24000..<168_000] + parts[2]
    #expect(expected.count == 451_536)
    let samples = try decodedSamples(folder.path("podcast.wav"))
    #expect(samples.count == expected.count)
    let differing = zip(samples, expected).count(where: !=)
    #expect(differing == 0)
    let found = try run([
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries",
      "stream=duration_ts:chapter=start_time,end_time", "-of", "csv=p=0",
      folder.path("podcast.m4a"),
    ])
    #expect(
      Set(found.text.split(separator: "\n")) == ["0.000000,3.136000", "3.136000,9.407000", "451536"])
  }
}
