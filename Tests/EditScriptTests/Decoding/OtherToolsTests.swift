import Basics
import Diagnostics
import EditScript
import Testing

@Suite("Words of other tools")
struct OtherToolsTests {
  @Test(
    "lead to the key that does their work",
    arguments: [
      // editly
      ("script", "outPath", "outputs"), ("script", "clips", "timeline"), ("script", "audioTracks", "audio"),
      ("script", "audioFilePath", "audio"), ("clip", "cutFrom", "take"), ("clip", "cutTo", "take"),
      ("clip", "mixVolume", "volume"), ("clip", "resizeMode", "fit"), ("clip", "duration", "take"),
      ("still", "duration", "for"),
      ("overlay", "start", "at"), ("overlay", "left", "place"), ("clip", "speedFactor", "speed"),
      ("text", "fontPath", "font"), ("text", "fontFamily", "font"), ("text", "textColor", "color"),
      // MoviePy
      ("clip", "subclip", "take"), ("clip", "subclipped", "take"), ("overlay", "with_start", "at"),
      ("overlay", "set_start", "at"), ("clip", "with_duration", "take"), ("still", "with_duration", "for"),
      ("overlay", "set_position", "place"),
      ("clip", "with_opacity", "opacity"), ("clip", "volumex", "volume"), ("clip", "speedx", "speed"),
      ("clip", "multiply_volume", "volume"), ("clip", "fadein", "fade"), ("clip", "fadeout", "fade"),
      ("clip", "crossfadein", "fade"), ("text", "fontsize", "size"), ("text", "font_size", "size"),
      ("text", "stroke_color", "stroke"), ("clip", "mask_color", "chroma-key"),
      ("output", "filename", "file"), ("output", "fps", "rate"),
      // melt
      ("item", "resource", "clip"), ("item", "producer", "clip"), ("clip", "in", "take"),
      ("clip", "out", "take"),
      ("clip", "length", "take"), ("item", "blank", "gap"), ("script", "playlist", "timeline"),
      ("script", "multitrack", "overlays"), ("script", "profile", "canvas"),
      ("script", "consumer", "outputs"),
      ("audio", "ab", "bitrate"), ("video", "vb", "bitrate"), ("video", "vcodec", "codec"),
      // ffmpeg
      ("item", "i", "clip"), ("clip", "ss", "take"), ("clip", "t", "take"), ("overlay", "itsoffset", "at"),
      ("clip", "vf", "filters"), ("clip", "filter_complex", "filters"), ("clip", "atempo", "speed"),
      ("video", "crf", "quality"), ("video", "b:v", "bitrate"), ("video", "c:v", "codec"),
      ("video", "pix_fmt", "pixel-format"), ("video", "g", "keyframes"), ("video", "preset", "speed"),
      ("audio", "b:a", "bitrate"), ("audio", "ar", "rate"), ("audio", "ac", "channels"),
      ("output", "r", "rate"),
      ("output", "s", "size"), ("output", "movflags", "faststart"), ("output", "c:v", "video"),
      // Remotion
      ("item", "src", "clip"), ("overlay", "from", "at"), ("clip", "durationInFrames", "take"),
      ("still", "durationInFrames", "for"),
      ("clip", "startFrom", "take"), ("clip", "endAt", "take"), ("clip", "trimBefore", "take"),
      ("clip", "trimAfter", "take"), ("clip", "playbackRate", "speed"), ("clip", "muted", "audio"),
      ("clip", "objectFit", "fit"), ("canvas", "fps", "rate"),
      // Shotstack
      ("item", "asset", "clip"), ("clip", "trim", "take"), ("overlay", "position", "place"),
      ("clip", "chromaKey", "chroma-key"), ("clip", "filter", "filters"), ("script", "soundtrack", "audio"),
      ("script", "tracks", "timeline"), ("script", "merge", "vars"), ("output", "resolution", "size"),
      ("output", "poster", "still"), ("output", "thumbnail", "still"), ("canvas", "resolution", "size"),
      ("canvas", "backgroundColor", "background"),
    ])
  func leads(context: String, word: String, key: String) throws {
    let text = try #require(Self.scripts[context]).replacing("%", with: "\(word): 1")
    let found = read(text).diagnostics.first { $0.id == .unknownKey }
    // A value that the key cannot have leaves only the hint.
    let isOffered = found?.fixes.first?.title.hasPrefix("write `\(key)") == true
    #expect(
      isOffered || found?.hint?.contains("`\(key)`") == true || found?.hint?.hasPrefix("`\(key)`") == true,
      "\(word): \(found?.message ?? "accepted")")
  }

  private static let scripts = [
    "script": "edit: 1\n%\n",
    "canvas": "edit: 1\ncanvas: {%}\ntimeline: [{clip: a.mp4}]\n",
    "item": "edit: 1\ntimeline:\n  - %\n",
    "clip": "edit: 1\ntimeline:\n  - clip: a.mp4\n    %\n",
    "still": "edit: 1\ntimeline:\n  - image: a.png\n    %\n",
    "overlay": "edit: 1\noverlays:\n  - clip: a.mp4\n    %\n",
    "text": "edit: 1\noverlays:\n  - text: a\n    %\n",
    "output": "edit: 1\noutputs:\n  - %\n",
    "video": "edit: 1\noutputs:\n  - file: a.mp4\n    video:\n      %\n",
    "audio": "edit: 1\noutputs:\n  - file: a.mp4\n    audio:\n      %\n",
  ]
}
