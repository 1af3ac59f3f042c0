import Basics
import Composition
import Export
import FilmComparison
import Processes
import Workspace

/// Renders the films of a review, so small that they fit into it.
struct ReviewFilms {
  let store: SegmentStore
  let jobs: Int?
  let work: String
  let sandbox: SandboxPolicy
  let reporter: RenderReporter
  /// What was done to fit, in sentences.
  private(set) var notes: [String] = []

  init(
    store: SegmentStore, jobs: Int?, work: String, sandbox: SandboxPolicy, reporter: RenderReporter
  ) {
    self.store = store
    self.jobs = jobs
    self.work = work
    self.sandbox = sandbox
    self.reporter = reporter
  }

  /// The size and quality of films.
  private struct Level {
    let bounds: PixelSize
    let quality: Int
    /// Bytes compared with those of the first level, roughly.
    let share: Double

    init(_ width: Int, _ height: Int, quality: Int, share: Double) {
      bounds = PixelSize(width: width, height: height)
      self.quality = quality
      self.share = share
    }
  }

  /// From good to small: first the quality is lowered, then the size.
  private static let levels = [
    Level(640, 360, quality: 26, share: 1), Level(640, 360, quality: 30, share: 0.6),
    Level(640, 360, quality: 34, share: 0.35), Level(480, 270, quality: 34, share: 0.22),
    Level(320, 180, quality: 36, share: 0.11),
  ]
  /// The films of a side have at most this length in total, even if there is room: reviewers skim what is longer.
  private static let mostSeconds = 120.0
  /// Of the first level: a busy clip.
  private static let usualBytesPerSecond = 70_000.0
  private static let mostAttempts = 8

  /// Renders both films of each span. Returns the signal that interrupted this.
  mutating func render(
    _ outputs: inout ReviewedOutputs, within budget: Int64, signals: TerminationSignals
  ) throws -> Signal? {
    let spanSeconds = Self.seconds(of: outputs)
    if spanSeconds > Self.mostSeconds {
      shorten(&outputs, to: Self.mostSeconds / spanSeconds)
    }
    // Both sides of each second.
    let expected = 2 * Self.seconds(of: outputs) * Self.usualBytesPerSecond
    var level = Self.levels.firstIndex { expected * $0.share <= 2 * Double(budget) } ?? Self.levels.count - 1
    for attempt in 1...Self.mostAttempts {
      if let signal = try make(&outputs, Self.levels[level], signals) { return signal }
      let total = outputs.all.flatMap(\.films).flatMap(\.values).reduce(0) { $0 + $1.byteCount }
      if total <= budget || attempt == Self.mostAttempts { break }
      let needed = Double(budget) / Double(total)
      if level < Self.levels.count - 1 {
        let share = Self.levels[level].share
        level =
          Self.levels.indices.first { $0 > level && Self.levels[$0].share / share <= needed }
          ?? Self.levels.count - 1
      } else {
        shorten(&outputs, to: 0.9 * needed)
      }
    }
    note(level, outputs, budget)
    return nil
  }

  private static func seconds(of outputs: ReviewedOutputs) -> Double {
    outputs.all.reduce(0) { sum, pair in
      sum + pair.spans.reduce(0) { $0 + Double($1.columns.count) } * Double(pair.rate.seconds)
        / Double(pair.rate.frames)
    }
  }

  private mutating func shorten(_ outputs: inout ReviewedOutputs, to share: Double) {
    for index in outputs.all.indices {
      let columns = outputs.all[index].spans.reduce(0) { $0 + Double($1.columns.count) }
      outputs.change(index) { $0.spans = $0.spans.shortened(to: Int64(columns * share)) }
    }
  }

  private mutating func note(_ level: Int, _ outputs: ReviewedOutputs, _ budget: Int64) {
    if level > 0 {
      let bounds = Self.levels[level].bounds
      let size = bounds == Self.levels[0].bounds ? "" : " and at most \(bounds.width)x\(bounds.height)"
      notes.append("The films have a lower quality\(size), so that they fit into the size of the review.")
    }
    let count = outputs.all.flatMap(\.spans).count(where: \.isShortened)
    if count > 0 {
      notes.append("\(counted(count, "part")) of the film \(count == 1 ? "is" : "are") cut to the middle.")
    }
    let assumed = outputs.all.flatMap(\.alignment.pieces).filter { $0.state == .assumed }
      .reduce(0) { $0 + $1.count }
    if assumed > 0 {
      notes.append(
        "\(counted(assumed, "frame")) were not compared, because too much changed; they count as different.")
    }
  }

  // MARK: Rendering

  private func make(
    _ outputs: inout ReviewedOutputs, _ level: Level, _ signals: TerminationSignals
  ) throws -> Signal? {
    for output in outputs.all.indices {
      let pair = outputs.all[output]
      var films: [[ReviewSide: SpanFilm]] = []
      for (number, span) in pair.spans.enumerated() {
        var sides: [ReviewSide: SpanFilm] = [:]
        for side in ReviewSide.allCases {
          guard let frames = pair.frames(of: span, side) else { continue }
          let name = ReviewFolder.filmName(output: output, span: number + 1, side.rawValue)
          switch try film(of: pair[side], frames, level, name: name, signals) {
          case .interrupted(let signal): return signal
          case .finished(let facts):
            reporter.finish(facts)
            let identity = try FileIdentity.found(at: path(of: name))
            sides[side] = SpanFilm(
              name: name, frames: frames, byteCount: identity?.byteCount ?? 0,
              loudness: facts.sound?.loudness)
          }
        }
        films.append(sides)
      }
      outputs.change(output) { $0.films = films }
    }
    return nil
  }

  private func path(of name: String) -> String { work + "/" + name }

  private func film(
    of film: CompiledVersion.ReviewedFilm, _ frames: Range<Int64>, _ level: Level, name: String,
    _ signals: TerminationSignals
  ) throws -> RenderOutcome {
    let plan = try film.plan(ofPart: frames, within: level.bounds, quality: level.quality)
    reporter.begin(name)
    return try Export.render(
      store.marking(plan),
      RenderOptions(
        target: OutputTarget(path: path(of: name), replacesExisting: true), media: film.media, jobs: jobs,
        store: store, workFolder: work, sandbox: sandbox),
      signals: signals, onEvent: reporter.show)
  }

  /// The finished films, by their names.
  func files(of outputs: ReviewedOutputs) throws -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    for sides in outputs.all.flatMap(\.films) {
      for film in ReviewSide.allCases.compactMap({ sides[$0] }) {
        files.append((film.name, try readFile(path(of: film.name), limit: Int(film.byteCount))))
      }
    }
    return files
  }
}
