import Basics
import Composition
import LibAV
package import RenderPlan

/// A finished film in playlists, with the properties that they state.
package struct PlaylistMember: Sendable {
  /// The path given to the command.
  package let path: String
  /// The name of the file without its extension: the name of its sound in players if the script states no
  /// title.
  let name: String
  let index: FragmentIndex
  /// Nil for an audio-only film.
  let picture: Picture?
  /// Nil without sound.
  let sound: Sound?
  /// The files next to it that players support.
  let subtitles: [PlaylistSubtitles]

  struct Picture: Sendable {
    let size: PixelSize
    let rate: FrameRate
    /// The dynamic range in the words of playlists.
    let range: String
  }

  struct Sound: Sendable {
    let channelCount: Int
    let sampleRate: Int
    let title: String?
    /// Three letters of ISO 639-2.
    let language: String?
  }

  /// Nil for a film in one piece, which playlists do not support.
  package init?(_ plan: RenderPlan, made film: FilmFacts, at path: String) {
    guard let index = film.fragments else { return nil }
    self.path = path
    self.index = index
    let file = path.split(separator: "/").last.map(String.init) ?? path
    name = file.split(separator: ".").dropLast().joined(separator: ".")
    let canvas = plan.composition.canvas
    picture = plan.settings.video.map { encoding in
      let range =
        switch encoding.colorTags.transfer {
        case "smpte2084": "PQ"
        case "arib-std-b67": "HLG"
        default: "SDR"
        }
      return Picture(size: canvas.size, rate: canvas.rate, range: range)
    }
    let labels = plan.settings.labels
    sound = film.facts.mainAudio.map {
      Sound(
        channelCount: $0.channelCount, sampleRate: $0.sampleRate,
        title: plan.settings.tracks?.first?.name ?? labels.audioTitle,
        language: $0.language)
    }
    subtitles = plan.composition.sidecars.filter { $0.format == .webVTT }.map {
      PlaylistSubtitles($0.subtitles, at: $0.path(besideFilm: path))
    }
  }

  var duration: RationalTime {
    (try? index.fragments.reduce(RationalTime.zero) { try $0 + $1.duration }) ?? .zero
  }

  /// Bits per second: of the whole file, and the most in any stretch about as long as a fragment.
  var bitRates: (average: Int64, peak: Int64) {
    let longest = index.fragments.map(\.duration).max() ?? .zero
    let spans = index.fragments.map { (bytes: Int64($0.place.count), seconds: $0.duration.inSeconds) }
    func rate(_ bytes: Int64, _ seconds: Double) -> Int64 {
      seconds > 0 ? Int64(clamping: Int128((Double(bytes) * 8 / seconds).rounded(.up))) : 0
    }
    let average = rate(spans.reduce(0) { $0 + $1.bytes }, duration.inSeconds)
    var peak = average
    for start in spans.indices {
      var (bytes, seconds) = (Int64(0), 0.0)
      for span in spans[start...] {
        bytes += span.bytes
        seconds += span.seconds
        if seconds > 1.5 * longest.inSeconds { break }
        if seconds >= 0.5 * longest.inSeconds { peak = max(peak, rate(bytes, seconds)) }
      }
    }
    return (average, peak)
  }
}
