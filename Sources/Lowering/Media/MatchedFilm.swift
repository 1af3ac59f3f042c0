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

/// The source of an item, a mask or a transition.
enum MatchedSource: Hashable {
  /// It reads no file and plays no film.
  case nothing
  /// A file, by its index in the film's media.
  case medium(Int)
  /// A film, by its index among the films that this one plays.
  case film(Int)
  /// An unknown file or film; a finding reports why.
  case unknown

  var medium: Int? { if case .medium(let index) = self { index } else { nil } }
  var film: Int? { if case .film(let index) = self { index } else { nil } }
}

/// An item with what it plays.
struct MatchedItem: PhaseItem {
  var written: WrittenItem
  var source = MatchedSource.nothing
  /// The picture of its mask.
  var mask = MatchedSource.nothing
  /// The audio track that it plays; nil if it plays none of a file.
  @Boxed var soundTrack: AudioTrackFacts?
  /// The sound of all the clips of its `angles`, if it is the first of them.
  @Boxed var angleSound: AngleSound?
  /// Whether the file of that sound is unknown; a finding reports why.
  var lacksAngleSound = false
}

/// A transition with the picture that controls it.
struct MatchedTransition {
  var written: WrittenTransition
  var picture = MatchedSource.nothing
}

/// The files and films that a film reads.
struct FilmMedia {
  private(set) var references: [MediaReference] = []
  /// Where the script names each of them: its declaration, or the first item that uses it.
  private(set) var places: [SourceRange] = []
  private var positions: [MediaReference: Int] = [:]
  /// The films that items play, each once.
  private(set) var films: [LoweredSequence] = []
  /// The resolved sequences and other scripts among them.
  private(set) var playedFilms: [PlayedName: LoweredFilm] = [:]
  /// The text in them and in the films that they play.
  private(set) var wantedTexts: [TextPicture] = []
  /// The letters of drawn subtitles in them.
  private(set) var wantedSubtitles: [SubtitleLetters] = []
  /// The video tracks of image sequences and other scripts, for a canvas with the size and rate of its clips.
  var tracks: [VideoTrackFacts] = []
  /// The cover, as an index into the references; nil for films that others play.
  var cover: Int?
  /// Missing files that a lock describes.
  var recordedFiles: [Located<String>] = []

  /// Adds a file, even if it exists already: it may be read differently.
  mutating func add(_ reference: MediaReference, at place: SourceRange) -> Int {
    references.append(reference)
    places.append(place)
    return references.count - 1
  }

  /// The index of a nested film's file in the film's own media.
  mutating func place(of reference: MediaReference, at place: SourceRange) -> Int {
    if positions.count != references.count {
      positions = Dictionary(
        references.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    if let known = positions[reference] { return known }
    positions[reference] = references.count
    return add(reference, at: place)
  }

  /// Adds texts to measure.
  mutating func want(_ texts: [TextPicture]) { wantedTexts += texts }

  mutating func add(_ film: LoweredSequence) -> Int {
    films.append(film)
    return films.count - 1
  }

  /// Adds a resolved film. Its files are reported at `place`, or where the film itself names them.
  mutating func add(_ nested: ResolvedFilm, as name: PlayedName, at place: SourceRange? = nil) -> Int {
    let timed = nested.timed
    recordedFiles += timed.media.recordedFiles.map { Located($0.value, at: place ?? $0.range) }
    wantedTexts += timed.wantedTexts(nested.context.table)
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
