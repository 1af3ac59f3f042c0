import Processes
import TestSupport
import Testing

@Suite("editc add")
struct TemplateTests {
  @Test("lists each template with a sentence, and copies it once, byte for byte, without overwriting")
  func copies() throws {
    let place = try Workplace()
    let list = try place.editc("add")
    #expect(list.exitCode == 0 && list.errorText == "")
    let names = list.text.split(separator: "\n").compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(names.count == 12)
    for name in names {
      let added = try place.editc("add", name)
      #expect(added.exitCode == 0, "\(added.errorText)")
      let shipped = packageRoot + "/Sources/Templates/Files/\(name).edit"
      #expect(try place.bytes("titles/\(name).edit") == readFile(shipped, limit: 1 << 20))
    }
    let again = try place.editc("add", "quote")
    #expect(again.exitCode == 0)
    #expect(again.errorText == "editc: titles/quote.edit is there already, unchanged\n")
    try place.write("titles/quote.edit", "edit: 1\n")
    let other = try place.editc("add", "quote")
    #expect(other.exitCode == 73)
    #expect(try place.shell("cat titles/quote.edit").text == "edit: 1\n")
    let difference = try place.editc("add", "quote", "--diff")
    #expect(difference.exitCode == 1)
    try place.write("patch", difference.text)
    #expect(try place.shell("git apply --unsafe-paths patch").exitCode == 0)
    #expect(try place.editc("add", "quote", "--diff").text == "")
    let nothing = try place.editc("add", "countdown", "--diff", "--to", "elsewhere")
    #expect(nothing.exitCode == 66)
    let unknown = try place.editc("add", "lower-thrid")
    #expect(unknown.exitCode == 2)
    #expect(unknown.errorText == "editc: there is no template 'lower-thrid'; did you mean 'lower-third'?\n")
  }

  @Test("The sample call of each template plays it in films of three shapes, without findings")
  func calls() throws {
    let place = try Workplace()
    // What the examples of `media` parameters name.
    let media = try place.shell(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=1920x1080:r=30:d=12 -pix_fmt yuv420p \
      -vf scale=out_color_matrix=bt709:out_range=tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 \
      -c:v libx264 -preset ultrafast before.mp4 && cp before.mp4 after.mp4 && cp before.mp4 presenter.mp4 && \
      ffmpeg -v error -f lavfi -i color=white:s=1200x1200 -frames:v 1 logo.png && \
      printf 'WEBVTT\n\n00:00.500 --> 00:03.000\nThe engine weaves patterns.\n' > captions.vtt
      """)
    try #require(media.exitCode == 0, "\(media.errorText)")
    let list = try place.editc("add")
    for line in list.text.split(separator: "\n") {
      let name = String(try #require(line.split(separator: " ").first))
      let added = try place.editc("add", name)
      let call = String(try #require(added.text.split(separator: "\n").first))
      for size in ["1920x1080", "1080x1920", "1080x1080"] {
        try place.write("\(name).edit", "edit: 1\ncanvas: {size: \(size), rate: 30}\ntimeline:\n  \(call)\n")
        let lint = try place.editc("lint", "\(name).edit")
        #expect(lint.exitCode == 0 && !lint.text.contains("error:"), "\(size): \(call)\n\(lint.text)")
        for problem in ["text-overflow", "text-outside-safe-area", "missing-glyph", "never-visible"] {
          #expect(!lint.text.contains(problem), "\(size): \(call)\n\(lint.text)")
        }
      }
    }
  }
}
