import Basics
import Composition
import LibAV

/// The streams whose takes come back to where earlier ones were, as in films of many short takes: there, what a decoder passes
/// on its way from a key frame is worth keeping.
struct SourceReusePlan {
  /// What takes show of these streams, by the first frame of each take.
  private var parts: [StreamID: [PartInTurn]] = [:]

  /// For all streams together.
  private static let byteLimit = 288 << 20
  /// How far behind the end of what was shown a take begins that comes back: beyond, the key frame is another one.
  private static let reach = RationalTime(seconds: 10)
  /// More readers at once would take more memory than they save time.
  private static let mostStreams = 16

  init(_ film: Composition) {
    var takes: [StreamID: (parts: [PartInTurn], returns: Int)] = [:]
    for layer in film.layers {
      guard let id = StreamID(layer), case .moving(_, _, let clock) = layer.picture,
        let start = clock.plainStart, let end = try? start + layer.timelineRange.duration(),
        let range = TimeRange(start: start, end: end)
      else { continue }
      var known = takes[id] ?? ([], 0)
      // The last ones say enough, and a film can have many takes.
      let comesBack = known.parts.suffix(15).contains { shown in
        guard shown.range.end > start, let reached = try? shown.range.start - Self.reach else { return false }
        return reached < start
      }
      known.parts.append(PartInTurn(range, turn: layer.frames.lowerBound))
      if comesBack { known.returns += 1 }
      takes[id] = known
    }
    let returning = takes.filter { $0.value.returns >= 4 && $0.value.returns * 4 >= $0.value.parts.count }
    if returning.count <= Self.mostStreams {
      parts = returning.mapValues { $0.parts.sorted { $0.turn < $1.turn } }
    }
  }

  var streamCount: Int { parts.count }

  /// How much is kept of a stream.
  func keptBytes(_ stream: StreamID) -> Int {
    parts[stream] == nil ? 0 : Self.byteLimit / parts.count
  }

  /// What is shown of a stream; nil where nothing is kept of it.
  func parts(of stream: StreamID) -> [PartInTurn]? { parts[stream] }
}
