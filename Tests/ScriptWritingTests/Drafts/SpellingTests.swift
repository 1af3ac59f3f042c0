import Basics
import Composition
import ScriptWriting
import TestSupport
import Testing

@Suite struct SpellingTests {
  static let paths = [
    "a b.mp4", "it's.mp4", "say \"hi\".mp4", "-dash.mp4", "- dash.mp4", "#1.mp4", "a #1.mp4", "a: b.mp4",
    "ключ.mp4",
    "漢字.mp4", "na\u{EF}ve.mp4", "*.mp4", "&x.mp4", "!x.mp4", "%41.mp4", "@x.mp4", "`x`.mp4", "{a}.mp4",
    "[a].mp4",
    "a,b.mp4", "a\nb.mp4", "a\tb.mp4", "tail .mp4", " head.mp4", "${name}.mp4", "$${name}.mp4", "$$${a}.mp4",
    "c:\\x.mp4",
    "null.mp4", "~.mp4", "2024-05-01.mp4", "1:30.mp4", ".mp4", "...mp4", "a\u{1}b.mp4", "e\u{301}.mp4",
    "👩\u{200D}👧.mp4",
    "?.mp4", "|.mp4", ">.mp4", "no.mp4", "a=b+c(1).mp4",
  ]

  @Test("every path comes back as it was, and every file has a name of its own that is one", arguments: paths)
  func path(path: String) throws {
    let facts = MediaFacts(
      container: "mov", extent: .finite(RationalTime(seconds: 3)),
      video: [
        VideoTrackFacts(
          streamIndex: 0, codec: "h264", storedSize: PixelSize(width: 640, height: 360),
          rate: FrameRate(30))
      ])
    let media = [DraftMedia(path: path, facts: facts), DraftMedia(path: "x/" + path, facts: facts)]
    let script = FirstScript(named: "film.edit", from: media).text
    let scratch = try TemporaryFolder()
    let written = try scratch.write("film.edit", script)
    // `$${` is the language's own, which Python does not know.
    let program = """
      import sys, yaml, json
      loaded = yaml.load(open(sys.argv[1], encoding='utf-8'), Loader=yaml.BaseLoader)
      names = list(loaded['media'])
      assert [item['clip'] for item in loaded['timeline']] == names, loaded
      sys.stdout.buffer.write('\\0'.join(v.replace('$${', '${') for v in loaded['media'].values()).encode())
      sys.stdout.buffer.write(b'\\0' + ' '.join(names).encode())
      """
    let result = try run(["/usr/bin/python3", "-c", program, written])
    #expect(result.exitCode == 0, "\(result.errorText)")
    let parts = result.text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    #expect(Array(parts.prefix(2)) == [path, "x/" + path])
    let names = (parts.last ?? "").split(separator: " ")
    #expect(Set(names).count == 2)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[\p{L}_][\p{L}\p{M}0-9_\-]*/) != nil }, "\(names)")
  }
}
