import Basics
import Composition
import ContentDigest
import FoundationEssentials
import LibAV
import Processes
import TestSupport
import Testing

@testable import Export
@testable import RenderPlan

/// Six seconds in red, green and blue at five frames per second, with a tone: a plan of three segments of ten frames.
struct SmallFilm {
  let folder: TemporaryFolder
  let store: SegmentStore
  var plan: RenderPlan

  static let size = PixelSize(width: 64, height: 36)

  init() throws {
    folder = try TemporaryFolder()
    store = SegmentStore(folder: folder.path("store"))
    let rate = try #require(FrameRate(5))
    let box = PixelBox(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
    let colors = [
      Color(red: 200, green: 0, blue: 0), Color(red: 0, green: 200, blue: 0),
      Color(red: 0, green: 0, blue: 200),
    ]
    let layers = try colors.enumerated().map { index, color in
      let range = try #require(
        TimeRange(
          start: RationalTime(seconds: 2 * Int64(index)), end: RationalTime(seconds: 2 * Int64(index) + 2)))
      let first = 10 * Int64(index)
      return Layer(
        label: "color \(index)", timelineRange: range, frames: first..<first + 10, picture: .color(color),
        contentBox: box, visibleBox: box)
    }
    let whole = try #require(TimeRange(start: .zero, end: RationalTime(seconds: 6)))
    let tone = Sound(
      label: "tone", timelineRange: whole,
      content: .tone(Tone(waveform: .sine, frequency: 440)), gain: .constant(0.1))
    let film = Composition(
      canvas: Canvas(size: Self.size, rate: rate), duration: whole.end, frameCount: 30, media: [],
      layers: layers, sounds: [tone])
    let settings = OutputSettings(
      file: "film.mp4", container: .mp4, video: VideoEncoding(rateControl: .quality(20)),
      audio: AudioEncoding())
    plan = try RenderPlan(
      film, settings: settings, mediaDigests: [], engine: EngineVersion("test", filterLibrary: "none"))
    // Short items would share segments.
    plan.segments = try layers.indices.map { index in
      Segment(
        index: index, frames: layers[index].frames, layers: [index],
        key: try ContentDigest.of(text: "segment \(index)"))
    }
  }

  /// The file of the store that holds a segment.
  func path(ofSegment index: Int) -> String { store.path(of: plan.segments[index].key) }

  /// With all of its entries in the store. They are encoded once for all tests.
  static func made() throws -> SmallFilm {
    let film = try SmallFilm()
    for (key, bytes) in try entries.get() {
      let path = film.store.path(of: key)
      try makeFolder(Processes.folder(of: path))
      try Data(bytes).write(to: URL(filePath: path))
    }
    return film
  }

  private static let entries = Result {
    let film = try SmallFilm()
    try film.makeEntries()
    return try film.plan.keys.map { ($0, try readFile(film.store.path(of: $0), limit: 1 << 20)) }
  }

  /// For workers that are shell scripts: `ready` and `say` report, `order` waits for an order, `make` makes what was ordered
  /// as an empty file, `finish` reports it.
  var workerFunctions: String {
    let places =
      plan.segments.map { (WorkOrder.segment($0.index), store.path(of: $0.key)) }
      + [plan.soundTrack].compactMap(\.self).map { (.soundTrack, store.path(of: $0.key)) }
    let cases = places.map { "'\($0.line)') place=\($1) ;;" }.joined(separator: "\n")
    return """
      say() { printf '%s\\n' "$1"; }
      ready() { say '{"ready":{"shortcomings":[]}}'; }
      frame() { say "{\\"frame\\":{\\"_0\\":$1}}"; }
      samples() { say "{\\"samples\\":{\\"_0\\":$1}}"; }
      order() { read -r order || return 1; case $order in \(cases) esac; }
      make() { : > $place; }
      finish() { say "{\\"finished\\":{\\"_0\\":$order}}"; }

      """
  }

  /// The entries of a plan that are all in the store.
  func entries(of plan: RenderPlan? = nil) -> PlanEntries {
    let plan = plan ?? self.plan
    return PlanEntries(
      plan.marking(inStore: Set(plan.keys)), store, announcedOn: -1, named: "<announcements>")
  }

  /// Encodes all of the plan, as workers would.
  func makeEntries() throws {
    let maker = StoreEntryMaker(
      plan: plan, media: PlannedMedia(references: [], identities: []), store: store, owner: TemporaryOwner(),
      report: { _ in })
    let encoding = try #require(plan.settings.video)
    for segment in plan.segments { try maker.makeSegment(segment, encoding) }
    try maker.makeSoundTrack(try #require(plan.soundTrack))
  }
}
