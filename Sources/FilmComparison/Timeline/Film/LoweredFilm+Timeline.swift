import Basics
import Composition
import EditScript
import Lowering

extension LoweredFilm {
  /// Length, frame count and canvas.
  var facts: [String] {
    if canvas?.hasPicture == false {
      return [duration.map { "\($0)" } ?? "unknown length", "sound only"]
    }
    let frames = composition?.frameCount ?? duration.flatMap { length in rate?.frame(at: length)?.value }
    let size = composition?.canvas.size ?? canvas?.size
    return [
      duration.map { "\($0)" } ?? "unknown length", frames.map { "\($0) frame\($0 == 1 ? "" : "s")" },
      size.map { "\($0.width) × \($0.height)" }, rate.map { "\($0.spellingForPeople) frames per second" },
    ].compactMap(\.self)
  }

  /// Every subtitle track that shows something.
  var subtitleLanes: [TimelineContent.SubtitleLane] {
    let lanes = subtitles.compactMap { track -> TimelineContent.SubtitleLane? in
      let cues = track.cues.flatMap { cue in
        cue.shown.map { range in
          let words = oneLine(cue.cue.text.plain)
          let manner =
            switch track.track.mode?.value ?? .burn {
            case .burn: "drawn into the picture"
            case .stream: "a stream of the file"
            case .sidecar: "a separate file"
            }
          let language = track.track.language.map { ", \($0.value)" } ?? ""
          return TimelineEntry(
            kind: .cue, title: words,
            tooltip: "\(words)\n\(range.start)..\(range.end)\n\(oneLine(track.label))\(language): \(manner)",
            start: range.start.inSeconds, end: range.end.inSeconds)
        }
      }
      let label = track.track.language.map { oneLine($0.value) } ?? "Subtitles"
      return cues.isEmpty ? nil : TimelineContent.SubtitleLane(label: label, cues: cues)
    }
    guard lanes.count == 1, let only = lanes.first else { return lanes }
    return [TimelineContent.SubtitleLane(label: "Subtitles", cues: only.cues)]
  }
}
