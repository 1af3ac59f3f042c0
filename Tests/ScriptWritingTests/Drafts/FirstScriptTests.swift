import Basics
import Composition
import ScriptWriting
import Testing

@Suite struct FirstScriptTests {
  static let listings: [String] = [
    "beach.mp4  video 1280x720 30 12s  audio 48000 stereo",
    "beach.mp4  video 1280x720 30 12s\npark.mov  video 1920x1080 25 8s  audio 44100 mono",
    "wide.mp4  video 1920x1080 29.97 1001/30s\nphone.mp4  video 1920x1080 variable 12s  turned 90  audio 48000 stereo",
    "phone.mp4  video 1080x1920 30 3s\nwide.mp4  video 1920x1080 30 3s\nother.mp4  video 1080x1920 60 3s",
    "odd.webm  video 331x91 24 2s\nsquare.mp4  video 641x641 24 2s",
    "logo.png  still 640x160  alpha\nphoto.jpg  still 4000x6000",
    "photo.jpg  still 6001x4003\nbeach.mp4  video 640x360 23.976 2s",
    "song.m4a  audio 44100 stereo 31.5s",
    "song.m4a  audio 44100 stereo 31.57s\nvoice.wav  audio 8000 mono 4.2s\nend.wav  audio 8000 mono 1s",
    "beach.mp4  video 1280x720 30 12s\nsong.m4a  audio 44100 stereo 5.5s\nvoice.wav  audio 8000 mono 60s\nend.wav  audio 8000 mono 1s",
    "short.mp4  video 1280x720 30 1/30s\nblip.wav  audio 8000 mono 1/8s",
    "slow.mp4  video 1280x720 240 3s  audio 48000 stereo\nother.mp4  video 1280x720 960 3s",
    "huge.mov  video 7680x4320 24 3s  depth 10\ntall.mov  video 720x5760 24 3s",
    "dv.avi  video 720x576 25 9s  pixels 16:15  interlaced  color bt601",
    "beach.mp4  video 1280x720 59.94 20s\na.wav  audio 8000 mono 4.2s\nb.wav  audio 8000 mono 4.2s\nc.jpg  still 800x600",
    "out/film.mp4  video 1280x720 30 12s",
    "beach.mp4  video 1280x720 30 12s\nday-1/beach.mp4  video 1280x720 30 12s\nday-2/Beach!.MOV  video 1280x720 30 12s",
  ]

  @Test("has no finding, whatever the media are", arguments: listings)
  func lintsClean(listing: String) throws {
    let drafts = try Drafts(listing)
    let script = FirstScript(named: "film.edit", from: drafts.media).text
    #expect(drafts.findings(script) == [], "\(script)")
  }

  @Test("is in the usual form, and so is what is proposed", arguments: listings)
  func usualForm(listing: String) throws {
    let drafts = try Drafts(listing)
    let script = FirstScript(named: "film.edit", from: drafts.media).text
    #expect(try format(SourceText(name: "film.edit", script)).text == script)
    let block = SuggestedOutput.script(SuggestedOutput.outputs(for: drafts.media, named: "out/film"))
    #expect(try format(SourceText(name: "film.edit", "edit: 1\n\n" + block)).text == "edit: 1\n\n" + block)
  }

  @Test("has no finding for the same file twice")
  func twice() throws {
    let drafts = try Drafts("beach.mp4  video 1280x720 30 12s\nsong.m4a  audio 44100 stereo 5.5s")
    let script = FirstScript(named: "film.edit", from: drafts.media + drafts.media).text
    #expect(drafts.findings(script) == [], "\(script)")
    #expect(script.lines.count { $0.hasPrefix("  beach: beach.mp4") } == 1)
    #expect(script.lines.count { $0.hasPrefix("  - clip: beach") } == 2)
  }

  @Test("proposes only what works: each thing to try, and all of them together", arguments: listings)
  func thingsToTry(listing: String) throws {
    let drafts = try Drafts(listing)
    let lines = FirstScript(named: "film.edit", from: drafts.media).text.lines
    let blocks = blocksToTry(lines)
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(drafts.findings(trying(block, of: lines)) == [], "\(lines[block])")
    }
    // Everything at once, but for two lines that set the same thing.
    let all = blocks.filter { !lines[$0].contains { $0.contains("# take:") } }
    #expect(drafts.findings(trying(all.flatMap { $0 }, of: lines)) == [])
  }

  @Test("plays recordings alone one after the other, into a file without a picture")
  func podcast() throws {
    let drafts = try Drafts("song.m4a  audio 44100 stereo 31.57s\nvoice.wav  audio 8000 mono 4.2s")
    let lines = FirstScript(named: "film.edit", from: drafts.media).text.lines
      .map { String($0.prefix { $0 != "#" }.drop { $0 == "#" }) }.map { $0.split(separator: "  ").joined() }
    for line in ["timeline:", "- clip: song", "- clip: voice", "- file: out/film.m4a"] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(!lines.contains { $0.hasPrefix("canvas") || $0.hasPrefix("audio") || $0.contains("color") })
  }

  @Test("says on each line what it does")
  func comments() throws {
    let drafts = try Drafts(Self.listings[2])
    let lines = FirstScript(named: "film.edit", from: drafts.media).text.lines
    let silent = lines.filter { !$0.isEmpty && !$0.contains("# ") && $0 != "#" }
    #expect(silent == ["  - clip: phone"])
    #expect(lines.allSatisfy { $0.count <= 110 }, "\(lines.filter { $0.count > 110 })")
  }

  /// Lines with a key behind a `#`; a commented list or mapping goes with what is indented below it.
  private func blocksToTry(_ lines: [String]) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    for (index, line) in lines.enumerated() where isToTry(line) {
      if let last = blocks.last, last.upperBound == index, line.hasPrefix("#  ") {
        blocks[blocks.count - 1] = last.lowerBound..<index + 1
      } else {
        blocks.append(index..<index + 1)
      }
    }
    return blocks
  }

  private func isToTry(_ line: String) -> Bool {
    line.wholeMatch(of: /\s*# +(- )?[a-z-]+:( .*)?/) != nil
  }

  private func trying(_ block: some Sequence<Int>, of lines: [String]) -> String {
    var lines = lines
    for index in block { lines[index] = lines[index].replacing("# ", with: "", maxReplacements: 1) }
    return lines.joined(separator: "\n")
  }
}
