import Composition
import Drawing
import Export
import FilmComparison
import LibAV
import Lowering
import Processes
import Workspace

/// The drawing of a comparison: two timelines, one above the other.
struct ComparisonPicture {
  private let path: String
  private let replacesExisting: Bool
  private let style: TimelineStyle
  private let sandbox: SandboxPolicy

  /// Nil if no drawing is requested; its options are then an error.
  init?(_ values: ParsedArguments, path: String?) throws(UsageError) {
    guard let path else {
      let others: [any DeclaredArgument] = [themeArgument, pictureWidthArgument, forceArgument]
      if let other = others.first(where: { values.wasGiven($0) }) {
        throw UsageError(
          .other("\(other.declaration.label) needs --picture FILE"),
          command: "diff")
      }
      return nil
    }
    self.path = path
    replacesExisting = try values[forceArgument]
    style = TimelineStyle(
      theme: try values[themeArgument].theme, width: Double(try values[pictureWidthArgument]),
      showsPictures: try !values[noMediaArgument])
    sandbox = try values[sandboxArgument]
  }

  /// The file of the drawing, checked before anything is compared.
  func file() throws -> SceneFile {
    let file = try SceneFile(path: path, replacesExisting: replacesExisting)
    try file.target.check(sparing: [])
    return file
  }

  func draw(_ films: ComparedFilms, into file: SceneFile) throws {
    let compositions = [films.old.film.composition, films.new.film.composition].compactMap(\.self)
    try Confinement.enter(sandbox, reading: compositions, writing: [file.target])
    let fonts = try sceneFonts()
    let (old, new) = timelines(of: films)
    let comparison = TimelineComparison(
      old: old.content, new: new.content, changes: films.changes.timelineLines,
      summary: films.changes.shortSummary(shortcoming: films.shortcoming))
    let scene = comparison.scene(style, ruler: fonts.ruler)
    var thumbnails = TimelineThumbnails()
    for (timeline, film) in [(old, films.old.film), (new, films.new.film)] {
      guard let composition = film.composition else { continue }
      thumbnails.add(scene.images, of: composition, from: timeline.pictures)
    }
    for problem in thumbnails.problems { Console.complain(problem) }
    // Media of the films are never overwritten, even with --force.
    try file.target.check(sparing: films.media.flatMap(\.identities.values))
    try file.write(scene, pictures: thumbnails.pictures, fonts: fonts)
  }

  private func timelines(of films: ComparedFilms) -> (old: TimelineFilm, new: TimelineFilm) {
    let marks = films.changes.timelineMarks
    let old = TimelineFilm(
      films.old.film, name: films.oldName, plan: nil, changes: marks.old)
    let plan = films.changes.keptPieces.flatMap { words in
      films.new.outputs.first.flatMap(\.plan).map { (plan: $0, words: words) }
    }
    let new = TimelineFilm(
      films.new.film, name: films.newName, plan: plan?.plan, renderWords: plan?.words ?? .reuse,
      changes: marks.new, firstPicture: (old.pictures.keys.max() ?? 0) + 2)
    return (old.named(films.oldName), new.named(films.newName))
  }
}
