import Basics
import Composition

extension MediaFacts {
  /// What an author wants to know of a file: `1920x1080, h264, 25 frames per second, 12s`.
  var inOneLine: String {
    var parts: [String] = []
    if let video = mainVideo {
      parts.append("\(video.displaySize)")
      if let rate = video.rate, !video.isStill { parts.append("\(rate.spelling) fps") }
    } else if let audio = mainAudio {
      parts.append("\(audio.sampleRate) Hz")
    }
    if case .finite(let time) = extent { parts.append("\(time)") }
    return parts.joined(separator: ", ")
  }

  /// The same with codecs, timecode and rotation, as lines of Markdown.
  var lines: [String] {
    var lines: [String] = []
    if case .finite(let time) = extent { lines.append("lasts `\(time)` (\(time.clockReading))") }
    for track in video.prefix(3) {
      var words = ["\(track.displaySize)", track.codec]
      if track.isStill {
        words.append("a still picture")
      } else {
        words.append(
          track.rate.map { "\($0.spellingForPeople) frames per second" } ?? "a variable frame rate")
        words.append("\(track.frameCount) frames")
      }
      if track.bitDepth != 8 { words.append("\(track.bitDepth) bits") }
      if track.hasAlpha { words.append("with alpha") }
      if track.fieldOrder != .progressive { words.append("interlaced") }
      if track.orientation != .upright { words.append("rotated \(track.orientation)") }
      if let timecode = track.timecode { words.append("timecode \(timecode)") }
      lines.append("picture: " + words.joined(separator: ", "))
    }
    for track in audio.prefix(8) {
      let language = track.language.map { ", \($0)" } ?? ""
      lines.append(
        "sound: \(track.codec), \(track.sampleRate) Hz, \(counted(track.channelCount, "channel"))" + language)
    }
    lines += notes.prefix(5).map { "note: \($0)" }
    return lines
  }
}
