import Basics
import Composition
import LibAV

/// The streams whose takes return to earlier positions, as in films of many short takes: for them, pictures
/// that a decoder passes between a key frame and a take are worth caching.
struct SourceReusePlan {
  /// The parts of these streams that takes show, in order of the takes' first frames.
  private var parts: [StreamID: [PartInTurn]] = [:]

  /// For all streams together.
  private static let byteLimit = 288 << 20
  /// How far before the start of an earlier take a returning take may begin; further back, another key frame
  /// precedes it.
  private static let reach = RationalTime(seconds: 10)
  /// More caches at once would use more memory than the time they save is worth.
  private static let mostStreams = 16

  init(_ film: Composition) {
    var takes: [StreamID: (parts: [PartInTurn], returns: Int)] = [:]
    for layer in film.layers {
      guard let id = StreamID(layer), case .moving(_, _, let clock) = layer.picture,
        let start = clock.plainStart, let end = try? start + layer.timelineRange.duration(),
        let range = TimeRange(start: start, end: end)
      else { continue }
      var known = takes[id] ?? ([], 0)
      // Comparing with the last takes is enough; a film can have many.
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

  /// The cache size for a stream.
  func keptBytes(_ stream: StreamID) -> Int {
    parts[stream] == nil ? 0 : Self.byteLimit / parts.count
  }

  /// The parts of a stream that takes show; nil if the stream is not cached.
  func parts(of stream: StreamID) -> [PartInTurn]? { parts[stream] }
}
