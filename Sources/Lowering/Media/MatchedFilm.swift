import Basics
import Composition
import Diagnostics
import EditScript

/// The items and transitions with the files and films that they read.
struct MatchedFilm {
  var items: [MatchedItem]
  let transitions: [MatchedTransition]
  var media: FilmMedia
}

/// Where something is read from.
enum MatchedSource: Hashable {
  /// It reads no file and plays no film.
  case nothing
  /// A file, by its place among the film's media.
  case medium(Int)
  /// A film, by its place among the films that this one plays.
  case film(Int)
  /// A file or a film about which nothing is known. A finding says why.
  case unknown

  var medium: Int? { if case .medium(let index) = self { index } else { nil } }
  var film: Int? { if case .film(let index) = self { index } else { nil } }
}

/// An item with what it plays.
struct MatchedItem: PhaseItem {
  let written: WrittenItem
  var source = MatchedSource.nothing
  /// The picture of its mask.
  var mask = MatchedSource.nothing
  /// The stream of sound that it plays; nil if it plays no stream of a file.
  @Boxed var soundTrack: AudioTrackFacts?
}

/// A transition with the picture that it follows.
struct MatchedTransition {
  let written: WrittenTransition
  var picture = MatchedSource.nothing
}

/// The files and films that a film reads.
struct FilmMedia {
  private(set) var references: [MediaReference] = []
  /// Where the script names each of them: the declaration, or else the first item.
  private(set) var places: [SourceRange] = []
  private var positions: [MediaReference: Int] = [:]
  /// The films that items play, each once.
  private(set) var films: [LoweredSequence] = []
  /// What those of them resolved to that are sequences and other scripts.
  private(set) var playedFilms: [PlayedName: LoweredFilm] = [:]
  /// The words in them and in those that they play.
  private(set) var wantedTexts: [TextPicture] = []
  /// What drawn subtitles in them ask of fonts.
  private(set) var wantedSubtitles: [SubtitleLetters] = []
  /// The pictures of image sequences and other scripts, for a canvas that is as large and as fast as its clips.
  var tracks: [VideoTrackFacts] = []
  /// The picture that players show for the file, by its place among the references; nil for films that other ones play.
  var cover: Int?
  /// Files that are not here and that a lock describes.
  var recordedFiles: [Located<String>] = []

  /// Adds a file, also when it is there already: it may be read in another way.
  mutating func add(_ reference: MediaReference, at place: SourceRange) -> Int {
    references.append(reference)
    places.append(place)
    return references.count - 1
  }

  /// The place of a file of a nested film among the film's own.
  mutating func place(of reference: MediaReference, at place: SourceRange) -> Int {
    if positions.count != references.count {
      positions = Dictionary(
        references.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    if let known = positions[reference] { return known }
    positions[reference] = references.count
    return add(reference, at: place)
  }

  mutating func add(_ film: LoweredSequence) -> Int {
    films.append(film)
    return films.count - 1
  }

  /// Adds a film that was resolved. Its files are named at `place`, or where it names them itself.
  mutating func add(_ nested: ResolvedFilm, as name: PlayedName, at place: SourceRange? = nil) -> Int {
    let timed = nested.timed
    recordedFiles += timed.media.recordedFiles.map { Located($0.value, at: place ?? $0.range) }
    wantedTexts += timed.wantedTexts
    wantedSubtitles += timed.media.wantedSubtitles + nested.subtitled.wantedLetters
    let film = nested.film()
    playedFilms[name] = film
    let hasPicture = timed.canvas.canvas?.hasPicture ?? true
    var sequence = LoweredSequence(
      name: name.text, composition: film.composition, duration: timed.timelineEnd,
      size: hasPicture ? timed.canvas.canvas?.size : nil, rate: timed.canvas.rate, hasPicture: hasPicture,
      hasSound: !nested.heard.sounds.isEmpty,
      subtitles: nested.subtitled.streams)
    sequence.media = zip(timed.media.references, timed.media.places).map {
      self.place(of: $0, at: place ?? $1)
    }
    return add(sequence)
  }

  /// The track of a still picture, which may be an attached one.
  func stillTrack(of medium: Int) -> VideoTrackFacts? {
    references[medium].facts.mainVideo ?? references[medium].facts.video.first
  }
}
