import Basics
import Composition

/// The streams whose takes come back to where earlier ones were, as in films of many short takes: there, what a decoder passes
/// on its way from a key frame is worth keeping.
struct Revisits {
  private var streams: Set<StreamID> = []

  /// For all streams together.
  private static let byteLimit = 192 << 20
  /// How far behind the end of what was shown a take begins that comes back: beyond, the key frame is another one.
  private static let reach = RationalTime(seconds: 10)
  /// More readers at once would take more memory than they save time.
  private static let mostStreams = 16

  init(_ film: Composition) {
    var takes: [StreamID: (count: Int, returns: Int, shown: [TimeRange])] = [:]
    for layer in film.layers {
      guard case .moving(let media, let stream, let clock) = layer.picture, let start = clock.plainStart,
        let end = try? start + layer.timelineRange.duration(),
        let range = TimeRange(start: start, end: end)
      else { continue }
      let id = StreamID(media: media, stream: stream)
      var known = takes[id] ?? (0, 0, [])
      let comesBack = known.shown.contains { shown in
        guard shown.end > start, let reached = try? shown.start - Self.reach else { return false }
        return reached < start
      }
      known.count += 1
      if comesBack { known.returns += 1 }
      // The last ones say enough, and a film can have many takes.
      known.shown = known.shown.suffix(15) + [range]
      takes[id] = known
    }
    let returning = takes.filter { $0.value.returns >= 4 && $0.value.returns * 4 >= $0.value.count }
    if returning.count <= Self.mostStreams { streams = Set(returning.keys) }
  }

  var streamCount: Int { streams.count }

  /// How much is kept of a stream.
  func keptBytes(_ stream: StreamID) -> Int {
    streams.contains(stream) ? Self.byteLimit / streams.count : 0
  }
}
