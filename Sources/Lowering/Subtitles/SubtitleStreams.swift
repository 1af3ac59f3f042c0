import Basics
import Composition
import EditScript

// Subtitle streams of another script follow the items that play it.

extension SubtitleBuilding {
  /// Appends the first stream of a language in another script to the film's first one of that language, and
  /// so on; adds missing streams.
  mutating func addStreamsOfScripts() {
    var touched: Set<Int> = []
    for item in items where item.list == .timeline && !item.isFrozen {
      // An item without a place or a known take has a finding.
      guard let film = item.source.film, !media.films[film].subtitles.isEmpty, let playing = item.playing,
        let range = item.timelineRange, let length = item.length,
        let takes = takes(playing.clock, from: range.start, lasting: length, at: item.item.kindRange)
      else { continue }
      var seen: [String?: Int] = [:]
      for stream in media.films[film].subtitles {
        let number = seen[stream.language, default: 0]
        seen[stream.language] = number + 1
        let index = place(ofStream: number, in: stream.language, label: stream.label)
        do throws(TimeOverflow) {
          for take in takes {
            for cue in stream.cues {
              guard let times = try take.times(of: cue.timelineRange) else { continue }
              streams[index].cues.append(.init(timelineRange: times.shown, text: cue.text))
            }
          }
        } catch { reportOverflow(at: item.item.kindRange) }
        touched.insert(index)
      }
    }
    for index in touched.sorted() { streams[index].sortCues() }
  }

  private mutating func place(ofStream number: Int, in language: String?, label: String) -> Int {
    let known = streams.indices.filter { streams[$0].language == language }
    if number < known.count { return known[number] }
    streams.append(SubtitleStream(label: label, language: language, cues: []))
    return streams.count - 1
  }
}

extension SubtitleStream {
  /// Sorts its cues by their starts. If some begin together, their order in the film decides.
  mutating func sortCues() {
    let sorted = cues.enumerated().sorted {
      ($0.element.timelineRange.start, $0.offset) < ($1.element.timelineRange.start, $1.offset)
    }
    cues = sorted.map(\.element)
  }
}
