import Basics
import Composition
import ContentDigest
import Export
import FilmComparison
import Lowering
import Processes
import RenderPlan
import Workspace

/// The outputs that both versions of a film have, side by side.
struct ReviewedOutputs {
  private(set) var all: [ReviewedPair] = []
  /// Outputs of which no films are shown, with the reason.
  private(set) var notes: [String] = []

  /// More frames than these are not compared, one side and output after the other: they count as different.
  private static let mostCompared: Int64 = 3000

  init(_ compared: ComparedFilms, _ before: CompiledVersion, _ after: CompiledVersion) throws {
    if let shortcoming = compared.shortcoming {
      notes.append("There are no films to see, because \(shortcoming).")
      return
    }
    for change in compared.changes.outputs where change.kind == .kept {
      guard let oldIndex = change.indices.old, let newIndex = change.indices.new else { continue }
      switch (try before.reviewedOutput(oldIndex), try after.reviewedOutput(newIndex)) {
      case (.film(let old), .film(let new)):
        let pair = ReviewedPair(file: change.file, old: old, new: new)
        if let other = all.first(where: { $0.showsSame(as: pair) }) {
          notes.append("\(change.file) shows the same as \(other.file).")
        } else {
          all.append(pair)
        }
      case (.withoutMedia(let file), _):
        notes.append("\(change.file) is not shown: the old content of \(file) is not here.")
      case (_, .withoutMedia(let file)):
        notes.append("\(change.file) is not shown: \(file) is not here.")
      case (.noPictures, _), (_, .noPictures):
        notes.append("\(change.file) is not shown: it has no moving pictures.")
      case (.unknown, _), (_, .unknown): notes.append("\(change.file) is not shown: its film is not known.")
      }
    }
  }

  /// The films whose frames are read: the old and the new one of each output.
  var readFilms: [FrameReading.Film] {
    all.flatMap { pair in
      [pair.old, pair.new].map { film in
        FrameReading.Film(plan: film.readPlan(as: pair.form, file: pair.file), media: film.media)
      }
    }
  }

  /// The orders for the frames that may differ, film by film.
  var digestOrders: [[FrameOrder]] {
    var left = Self.mostCompared
    return all.flatMap { pair -> [[FrameOrder]] in
      var orders: [[FrameOrder]] = [[], []]
      for gap in pair.gaps where pair.isComparable && !gap.old.isEmpty && !gap.new.isEmpty {
        let most = Int64(max(gap.old.count, gap.new.count))
        // Gaps of the same length are compared from their start, others from both ends.
        guard left > 0, left >= most || gap.old.count == gap.new.count else { continue }
        let count = min(left, most)
        left -= count
        for (side, frames) in [gap.old, gap.new].enumerated() {
          orders[side].append(
            .digests(frames.clamped(to: frames.lowerBound..<frames.lowerBound + count)))
        }
      }
      return orders
    }
  }

  mutating func align(with digests: [[Int64: ContentDigest]]) {
    for index in all.indices { all[index].align(digests[2 * index], digests[2 * index + 1]) }
  }

  mutating func change(_ index: Int, _ change: (inout ReviewedPair) -> Void) { change(&all[index]) }
}

/// An output of both versions.
struct ReviewedPair {
  let file: String
  let old: CompiledVersion.ReviewedFilm
  let new: CompiledVersion.ReviewedFilm
  /// The encoding for which frames of both films are compared.
  let form: VideoEncoding
  let gaps: [FilmAlignment.Gap]
  private let same: [FilmAlignment.Piece]
  private(set) var alignment = FilmAlignment()
  var spans: [ReviewSpan] = []
  /// The films of each span.
  var films: [[ReviewSide: SpanFilm]] = []
  /// Why nothing is shown; nil if the reason is that nothing differs.
  private(set) var note: String?

  /// A changed sound alone is shown for ten seconds, with half a second on either side.
  private static let mostSecondsOfSound: Int64 = 11

  init(file: String, old: CompiledVersion.ReviewedFilm, new: CompiledVersion.ReviewedFilm) {
    self.file = file
    self.old = old
    self.new = new
    form =
      new.plan.settings.video ?? new.atoms.settings.video ?? VideoEncoding(rateControl: .quality(20))
    (same, gaps) = FilmAlignment.gaps(between: old.atoms.segments, and: new.atoms.segments)
    if old.rate != new.rate {
      note =
        "The frame rate changed from \(old.rate.spellingForPeople) to \(new.rate.spellingForPeople), so no frame is beside another one."
    }
  }

  subscript(side: ReviewSide) -> CompiledVersion.ReviewedFilm { side == .old ? old : new }

  var rate: FrameRate { new.rate }

  /// Whether pictures of both can be equal.
  var isComparable: Bool { note == nil && old.composition.canvas.size == new.composition.canvas.size }

  func showsSame(as other: ReviewedPair) -> Bool {
    func keys(_ film: CompiledVersion.ReviewedFilm) -> [ContentDigest] { film.atoms.keys }
    return keys(old) == keys(other.old) && keys(new) == keys(other.new) && rate == other.rate
  }

  fileprivate mutating func align(_ old: [Int64: ContentDigest], _ new: [Int64: ContentDigest]) {
    guard note == nil else { return }
    alignment = FilmAlignment(
      same: same, gaps: gaps, old: old, new: new, isComparable: isComparable)
    let hasOtherSound = self.old.atoms.soundTracks.map(\.key) != self.new.atoms.soundTracks.map(\.key)
    let sounds =
      hasOtherSound
      ? alignment.soundColumns(old: self.old.sounds, new: self.new.sounds, rate: rate) : []
    let most = rate.frame(at: RationalTime(seconds: Self.mostSecondsOfSound))?.value ?? 250
    spans = alignment.spans(sounds: sounds, rate: rate).shorteningSounds(to: most)
    if spans.isEmpty, hasOtherSound {
      note = "No picture differs. The sound of the whole film does, through its ducking, mix or loudness."
    }
  }

  /// The frames of a side in a span; nil if it has none there.
  func frames(of span: ReviewSpan, _ side: ReviewSide) -> Range<Int64>? {
    let ranges = alignment.pieces(in: span.columns).compactMap { $0[side] }
    guard let first = ranges.first, let last = ranges.last else { return nil }
    return first.lowerBound..<last.upperBound
  }
}

/// The film of one side of a span.
struct SpanFilm {
  let name: String
  let frames: Range<Int64>
  let byteCount: Int64
  /// In LUFS; nil for silence.
  let loudness: Double?
}

extension CompiledVersion.ReviewedFilm {
  var rate: FrameRate { composition.canvas.rate }

  /// The sounds that are compared.
  fileprivate var sounds: [ReviewSound] {
    zip(soundKeys, composition.sounds).map { ReviewSound(key: $0, timelineRange: $1.timelineRange) }
  }

  /// The plan for a process that only reads frames, as an encoder gets them.
  fileprivate func readPlan(as form: VideoEncoding, file: String) -> RenderPlan {
    var plan = atoms
    plan.settings.file = file
    plan.settings.video = form
    plan.segments = []
    plan.soundTrack = nil
    plan.otherTracks = []
    return plan
  }
}
