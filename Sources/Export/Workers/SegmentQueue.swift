/// The remaining segments, assigned so that each worker continues where its reader is.
///
/// Reading on costs nothing; a seek decodes from the previous key frame. So a worker gets the segment after
/// its last one if it is left, else the longest free run, else the second half of another worker's longest
/// run.
struct SegmentQueue {
  /// Consecutive segments, of which one worker renders the first one next.
  private struct Run {
    var segments: ArraySlice<Int>
    /// Whether a worker is rendering them in order.
    var isTaken = false
  }

  private var runs: [Run]

  /// `segments` are in film order.
  init(_ segments: [Int]) {
    runs = []
    var start = segments.startIndex
    for index in segments.indices
    where index + 1 == segments.endIndex || segments[index + 1] != segments[index] + 1 {
      runs.append(Run(segments: segments[start...index]))
      start = index + 1
    }
  }

  var isEmpty: Bool { runs.isEmpty }
  var count: Int { runs.reduce(0) { $0 + $1.segments.count } }

  /// Returns the segment that a worker renders after its last one.
  mutating func next(after last: Int? = nil) -> Int? {
    if let last, let own = runs.firstIndex(where: { $0.isTaken && $0.segments.first == last + 1 }) {
      return takeFirst(of: own)
    }
    if let free = longest(where: { !$0.isTaken }) { return takeFirst(of: free) }
    guard let shared = longest(where: \.isTaken) else { return nil }
    let segments = runs[shared].segments
    let middle = segments.startIndex + segments.count / 2
    runs[shared].segments = segments[..<middle]
    runs.insert(Run(segments: segments[middle...]), at: shared + 1)
    let taken = takeFirst(of: shared + 1)
    runs.removeAll(where: \.segments.isEmpty)
    return taken
  }

  /// Puts back a segment that was assigned but not rendered.
  mutating func putBack(_ segment: Int) {
    let place = runs.firstIndex { ($0.segments.first ?? 0) > segment } ?? runs.endIndex
    runs.insert(Run(segments: [segment]), at: place)
  }

  private mutating func takeFirst(of run: Int) -> Int? {
    let segment = runs[run].segments.popFirst()
    runs[run].isTaken = true
    if runs[run].segments.isEmpty { runs.remove(at: run) }
    return segment
  }

  /// The first of the longest runs.
  private func longest(where isWanted: (Run) -> Bool) -> Int? {
    runs.indices.filter { isWanted(runs[$0]) }.max { a, b in
      (runs[a].segments.count, b) < (runs[b].segments.count, a)
    }
  }
}
