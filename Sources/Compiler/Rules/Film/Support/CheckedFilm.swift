import Basics
package import Composition
import EditScript
package import Lowering

/// The input of a film rule: a resolved film, the settings of its output, and the encoders of this machine.
package struct CheckedFilm: Sendable {
  package let film: LoweredFilm
  /// Nil without an output, or if it cannot be made.
  package let settings: OutputSettings?
  /// The frames that the output contains; nil for all of them.
  package let part: Range<Int64>?
  package let encoders: EncoderList
  package let filters: FilterCatalogue
  /// What is required of the rendered film, also of the films that it plays.
  let checks: Checks
  /// The media whose pictures are visible, each once, in order of first use.
  let seenMedia: [SeenMedium]
  /// The media whose sound is audible, each once, in order of first use.
  let heardMedia: [HeardMedium]
  /// The media that are visible or audible, each once, in order of first use.
  let playedMedia: [PlayedMedium]
  /// The media of this film and of those checked before it, so that findings about a file are reported once.
  private let known: KnownMedia

  package init(
    _ film: LoweredFilm, settings: OutputSettings? = nil, part: Range<Int64>? = nil,
    encoders: EncoderList = .unknown, filters: FilterCatalogue = .unknown
  ) {
    self.init(
      film, settings, part, encoders, filters, film.script.checks, KnownMedia(), isPart: false)
  }

  /// A film that another one plays, rendered into the same file by the same machine.
  init(part: LoweredFilm, of film: CheckedFilm) {
    self.init(
      part, film.settings, nil, film.encoders, film.filters, film.checks, film.known, isPart: true)
  }

  private init(
    _ film: LoweredFilm, _ settings: OutputSettings?, _ part: Range<Int64>?, _ encoders: EncoderList,
    _ filters: FilterCatalogue, _ checks: Checks, _ known: KnownMedia, isPart: Bool
  ) {
    self.part = part
    self.checks = checks
    self.film = film
    self.settings = settings
    self.encoders = encoders
    self.filters = filters
    var known = known
    var seen: [SeenMedium] = []
    var heard: [HeardMedium] = []
    var played: [PlayedMedium] = []
    var (seenIndices, heardIndices): (Set<Int>, Set<Int>) = ([], [])
    for item in film.items {
      for index in item.playedMedia where film.media.indices.contains(index) {
        let medium = film.media[index]
        let file = medium.reference.spelling
        if known.played.insert(file).inserted {
          played.append(
            PlayedMedium(
              file: file, remarks: medium.reference.facts.remarks,
              isUnfinishedRecording: medium.reference.facts.isUnfinishedRecording,
              damage: medium.reference.reading.damage, place: medium.place))
        }
        if index == item.medium, let track = item.seenTrack(of: medium.reference.facts),
          seenIndices.insert(index).inserted, known.seen.insert(file).inserted || !isPart
        {
          seen.append(SeenMedium(file: file, track: track, place: medium.place))
        }
        if index == item.heardMedium, item.isHeard, let track = item.heardTrack,
          heardIndices.insert(index).inserted, known.heard.insert(file).inserted || !isPart
        {
          heard.append(HeardMedium(file: file, track: track, place: medium.place))
        }
      }
    }
    seenMedia = seen
    heardMedia = heard
    playedMedia = played
    self.known = known
  }

  /// The file that an item shows or plays.
  func medium(of item: ResolvedItem) -> ResolvedMedium? {
    guard let index = item.medium, film.media.indices.contains(index) else { return nil }
    return film.media[index]
  }
}

/// The media that earlier checks have reported, as the script spells them.
private struct KnownMedia {
  var seen: Set<String> = []
  var heard: Set<String> = []
  var played: Set<String> = []
}

/// A file whose pictures or sound are played.
struct PlayedMedium: Sendable {
  /// As the script spells it.
  let file: String
  /// The remarks of the probe.
  let remarks: [String]
  let isUnfinishedRecording: Bool
  /// The replacement for pictures or sound that cannot be decoded.
  let damage: MediaReading.Damage
  /// The first place in the script that names it.
  let place: SourceRange
}

/// A file whose pictures are visible.
struct SeenMedium: Sendable {
  /// As the script spells it.
  let file: String
  let track: VideoTrackFacts
  /// The first place in the script that names it.
  let place: SourceRange
}

/// A file whose sound is audible.
struct HeardMedium: Sendable {
  /// As the script spells it.
  let file: String
  let track: AudioTrackFacts
  /// The first place in the script that names it.
  let place: SourceRange
}

extension ResolvedItem {
  /// The file that it shows, and another one that it plays.
  fileprivate var playedMedia: [Int] {
    [medium, heardMedium == medium ? nil : heardMedium].compactMap(\.self)
  }

  /// Whether any of it is audible.
  var isHeard: Bool { gain.map { $0.constantValue != 0 } ?? false }

  /// The video track that it shows, if this is of the kind that the item needs.
  func seenTrack(of facts: MediaFacts) -> VideoTrackFacts? {
    guard list != .audio, let track = facts.mainVideo ?? facts.video.first else { return nil }
    switch item.kind {
    case .clip: return track.isStill ? nil : track
    case .image: return track.isStill ? track : nil
    default: return nil
    }
  }
}
