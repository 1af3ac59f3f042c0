import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing

@Suite("Channels of an item's sound")
struct ChannelTests {
  private func script(_ channels: String, mix: String = "stereo", file: String = "song.m4a") -> LoweredScript
  {
    let tracks = [
      ("many.wav", 12, "12 channels"), ("six.wav", 6, "5.1(side)"), ("four.wav", 4, "4 channels"),
    ]
    var media = Shelf.standard
    for (name, count, layout) in tracks {
      let end = RationalTime(seconds: 60)
      let track = AudioTrackFacts(
        streamIndex: 0, codec: "pcm_s16le", sampleRate: 48000, channelCount: count, channelLayout: layout,
        mediaRange: TimeRange(start: .zero, end: end) ?? .zero, sampleCount: 60 * 48000)
      media[name] = .known(
        MediaFacts(container: "wav", extent: .finite(end), audio: [track]), path: "/" + name)
    }
    return LoweredScript(
      head
        + "mix: {channels: \(mix)}\ntimeline: [{color: red, for: 9s}]\naudio: [{clip: \(file), channels: \(channels)}]\n",
      media: media)
  }

  private func gains(_ channels: String, mix: String = "stereo", file: String = "song.m4a") throws
    -> [[Double]]?
  {
    let film = script(channels, mix: mix, file: file)
    #expect(film.messages.isEmpty)
    return try film.composition().sounds.first?.channels?.gains
  }

  @Test("one channel is heard as a file of one channel is")
  func one() throws {
    #expect(try gains("left") == [[1, 0], [1, 0]])
    #expect(try gains("1", mix: "mono") == [[0, 1]])
    #expect(try gains("mono", mix: "5.1")?[2] == [0.5, 0.5])
    #expect(try gains("back-right", file: "six.wav")?[0] == [0, 0, 0, 0, 0, 1])
    #expect(try gains("3", file: "four.wav")?[1] == [0, 0, 0, 1])
  }

  @Test("a mapping says what is heard from each place, also from places that the mix lacks")
  func places() throws {
    let half = 0.5.squareRoot()
    #expect(try gains("{left: right, right: left}") == [[0, 1], [1, 0]])
    #expect(try gains("{center: left}") == [[half, 0], [half, 0]])
    #expect(try gains("{center: left, left: right}", mix: "mono") == [[0.5, 0.5]])
    #expect(
      try gains("{center: mono, lfe: 0}", mix: "5.1") == [
        [0, 0], [0, 0], [0.5, 0.5], [1, 0], [0, 0], [0, 0],
      ])
  }

  @Test("what is not there is reported where it is written")
  func missing() throws {
    let center = script("center")
    #expect(
      try center.finding(.unknownStream).message == "'song.m4a' has 2 channels (stereo), but no `center`")
    #expect(try center.guilty(center.finding(.unknownStream)) == "center")
    #expect(script("{left: 2}").has(.unknownStream))
    #expect(script("{left: 0, lfe: left}").has(.noEffect))
    #expect(script("{}").has(.emptyValue))
    #expect(script("0", file: "many.wav").has(.overLimit))
    #expect(script("surround").has(.unknownValue))
  }
}
