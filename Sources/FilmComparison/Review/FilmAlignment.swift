import Basics
package import ContentDigest
package import RenderPlan

/// The frames of two films side by side.
///
/// Columns count through both films: a column has a frame of the old film, of the new one, or of both. Frames of
/// segments with the same key are in the same column. Between them, films of the same length are compared frame
/// by frame; of different lengths, from both ends, then by runs of equal frames, and what remains of the longer one
/// stands alone.
package struct FilmAlignment: Hashable, Sendable {
  package private(set) var pieces: [Piece] = []

  /// A run of columns.
  package struct Piece: Hashable, Sendable {
    /// Nil where the old film has no frames.
    package var old: Range<Int64>?
    /// Nil where the new film has no frames. With both, they have equally many.
    package var new: Range<Int64>?
    package var state: State

    package enum State: String, Hashable, Sendable {
      /// Each frame is equal to the one beside it.
      case same
      /// Each frame differs from the one beside it, or stands alone.
      case different
      /// Counts as different because it was not compared.
      case assumed
    }

    package var count: Int64 { Int64(max(old?.count ?? 0, new?.count ?? 0)) }
  }

  package init(pieces: [Piece] = []) { self.pieces = pieces }

  /// The number of columns.
  package var columnCount: Int64 { pieces.reduce(0) { $0 + $1.count } }

  /// The columns that do not show the same in both films.
  package var differentColumns: [Range<Int64>] {
    var runs: [Range<Int64>] = []
    var column: Int64 = 0
    for piece in pieces {
      defer { column += piece.count }
      guard piece.state != .same, piece.count > 0 else { continue }
      if let last = runs.last, last.upperBound == column {
        runs[runs.count - 1] = last.lowerBound..<column + piece.count
      } else {
        runs.append(column..<column + piece.count)
      }
    }
    return runs
  }

  /// The pieces within some columns.
  package func pieces(in columns: Range<Int64>) -> [Piece] {
    var found: [Piece] = []
    var column: Int64 = 0
    for piece in pieces {
      defer { column += piece.count }
      let part = (column..<column + piece.count).clamped(to: columns)
      guard !part.isEmpty else { continue }
      found.append(piece.part(part.lowerBound - column..<part.upperBound - column))
    }
    return found
  }

  /// The columns of some frames of the old or the new film; nil if it has none of them.
  package func columns(of frames: Range<Int64>, in side: ReviewSide) -> Range<Int64>? {
    var found: Range<Int64>?
    var column: Int64 = 0
    for piece in pieces {
      defer { column += piece.count }
      guard let own = piece[side] else { continue }
      let part = own.clamped(to: frames)
      guard !part.isEmpty else { continue }
      let first = column + part.lowerBound - own.lowerBound
      let end = first + Int64(part.count)
      found = min(found?.lowerBound ?? first, first)..<max(found?.upperBound ?? end, end)
    }
    return found
  }

  /// How many frames later the new film shows what the old one shows at a frame of the new one; nil for a frame
  /// that only the new film has.
  package func shift(at frame: Int64) -> Int64? {
    guard let piece = pieces.first(where: { $0.new?.contains(frame) == true }), let new = piece.new,
      let old = piece.old
    else { return nil }
    return new.lowerBound - old.lowerBound
  }
}

/// One of the two films of a review.
package enum ReviewSide: String, Hashable, Sendable, CaseIterable {
  case old
  case new
}

extension FilmAlignment.Piece {
  package subscript(side: ReviewSide) -> Range<Int64>? { side == .old ? old : new }

  fileprivate func part(_ columns: Range<Int64>) -> FilmAlignment.Piece {
    func cut(_ frames: Range<Int64>?) -> Range<Int64>? {
      frames.map { $0.lowerBound + columns.lowerBound..<$0.lowerBound + columns.upperBound }
    }
    return FilmAlignment.Piece(old: cut(old), new: cut(new), state: state)
  }
}

// MARK: - From keys and digests

extension FilmAlignment {
  /// Frames between segments with equal keys, of both films.
  package struct Gap: Hashable, Sendable {
    package var old: Range<Int64>
    package var new: Range<Int64>
  }

  /// The segments that both films have in the same order, as pieces, and what is between them.
  package static func gaps(
    between old: [Segment], and new: [Segment]
  ) -> (same: [Piece], gaps: [Gap]) {
    var numbers: [ContentDigest: Int] = [:]
    func tokens(_ segments: [Segment]) -> [Int] {
      segments.map { segment in
        if let number = numbers[segment.key] { return number }
        numbers[segment.key] = numbers.count
        return numbers.count - 1
      }
    }
    var (same, gaps): ([Piece], [Gap]) = ([], [])
    var (oldEnd, newEnd) = (old.first?.frames.lowerBound ?? 0, new.first?.frames.lowerBound ?? 0)
    func close(_ oldStart: Int64, _ newStart: Int64) {
      if oldEnd < oldStart || newEnd < newStart {
        gaps.append(Gap(old: oldEnd..<max(oldEnd, oldStart), new: newEnd..<max(newEnd, newStart)))
      }
    }
    for match in commonSubsequence(tokens(old), tokens(new)) {
      let (before, after) = (old[match.old].frames, new[match.new].frames)
      guard before.count == after.count else { continue }
      close(before.lowerBound, after.lowerBound)
      if let last = same.last, last.old?.upperBound == before.lowerBound,
        last.new?.upperBound == after.lowerBound, let first = last.old?.lowerBound,
        let start = last.new?.lowerBound
      {
        same[same.count - 1] = Piece(
          old: first..<before.upperBound, new: start..<after.upperBound, state: .same)
      } else {
        same.append(Piece(old: before, new: after, state: .same))
      }
      (oldEnd, newEnd) = (before.upperBound, after.upperBound)
    }
    close(old.last?.frames.upperBound ?? oldEnd, new.last?.frames.upperBound ?? newEnd)
    return (same, gaps)
  }

  /// The alignment of two films, with what the pictures in the gaps are. A frame without a digest counts as
  /// different; if pictures cannot be equal because their sizes differ, that is certain.
  package init(
    same: [Piece], gaps: [Gap], old: [Int64: ContentDigest], new: [Int64: ContentDigest],
    isComparable: Bool = true
  ) {
    let unknown = isComparable ? Piece.State.assumed : .different
    var (sames, waiting) = (same[...], gaps[...])
    while let gap = waiting.first {
      while let piece = sames.first, let frames = piece.old, let others = piece.new,
        frames.upperBound <= gap.old.lowerBound, others.upperBound <= gap.new.lowerBound
      {
        append(piece)
        sames.removeFirst()
      }
      fill(gap, old, new, unknown)
      waiting.removeFirst()
    }
    for piece in sames { append(piece) }
  }

  private mutating func append(_ piece: Piece) {
    guard piece.count > 0 else { return }
    guard let last = pieces.last, last.state == piece.state, (last.old == nil) == (piece.old == nil),
      (last.new == nil) == (piece.new == nil)
    else {
      pieces.append(piece)
      return
    }
    func joined(_ a: Range<Int64>?, _ b: Range<Int64>?) -> Range<Int64>?? {
      guard let a, let b else { return .some(nil) }
      return a.upperBound == b.lowerBound ? .some(a.lowerBound..<b.upperBound) : nil
    }
    if let old = joined(last.old, piece.old), let new = joined(last.new, piece.new) {
      pieces[pieces.count - 1] = Piece(old: old, new: new, state: piece.state)
    } else {
      pieces.append(piece)
    }
  }

  private mutating func fill(
    _ gap: Gap, _ old: [Int64: ContentDigest], _ new: [Int64: ContentDigest], _ unknown: Piece.State
  ) {
    let (oldCount, newCount) = (Int64(gap.old.count), Int64(gap.new.count))
    func state(_ before: Int64, _ after: Int64) -> Piece.State {
      guard let a = old[before], let b = new[after] else { return unknown }
      return a == b ? .same : .different
    }
    func pair(_ before: Int64, _ after: Int64) {
      append(Piece(old: before..<before + 1, new: after..<after + 1, state: state(before, after)))
    }
    guard oldCount != newCount else {
      for offset in 0..<oldCount { pair(gap.old.lowerBound + offset, gap.new.lowerBound + offset) }
      return
    }
    let most = min(oldCount, newCount)
    var head: Int64 = 0
    while head < most, state(gap.old.lowerBound + head, gap.new.lowerBound + head) == .same { head += 1 }
    var tail: Int64 = 0
    while head + tail < most, state(gap.old.upperBound - 1 - tail, gap.new.upperBound - 1 - tail) == .same {
      tail += 1
    }
    for offset in 0..<head { pair(gap.old.lowerBound + offset, gap.new.lowerBound + offset) }
    var rest = Gap(
      old: gap.old.lowerBound + head..<gap.old.upperBound - tail,
      new: gap.new.lowerBound + head..<gap.new.upperBound - tail)
    /// Frames begin together; the longer side ends alone.
    func close(_ oldEnd: Int64, _ newEnd: Int64) {
      let common = min(oldEnd - rest.old.lowerBound, newEnd - rest.new.lowerBound)
      for offset in 0..<common { pair(rest.old.lowerBound + offset, rest.new.lowerBound + offset) }
      let (oldRest, newRest) = (rest.old.lowerBound + common..<oldEnd, rest.new.lowerBound + common..<newEnd)
      if !oldRest.isEmpty { append(Piece(old: oldRest, new: nil, state: .different)) }
      if !newRest.isEmpty { append(Piece(old: nil, new: newRest, state: .different)) }
    }
    for run in equalRuns(in: rest, old, new) {
      close(run.old.lowerBound, run.new.lowerBound)
      append(Piece(old: run.old, new: run.new, state: .same))
      rest = Gap(
        old: run.old.upperBound..<rest.old.upperBound, new: run.new.upperBound..<rest.new.upperBound)
    }
    close(rest.old.upperBound, rest.new.upperBound)
    for offset in stride(from: tail, to: 0, by: -1) {
      pair(gap.old.upperBound - offset, gap.new.upperBound - offset)
    }
  }

  /// Shorter runs of equal frames are not moved: a single black frame says nothing.
  private static let shortestRun = 6

  /// Runs of equal frames that both sides of a gap have in the same order; none if a frame was not compared.
  private func equalRuns(
    in gap: Gap, _ old: [Int64: ContentDigest], _ new: [Int64: ContentDigest]
  ) -> [Gap] {
    var numbers: [ContentDigest: Int] = [:]
    func tokens(_ frames: Range<Int64>, _ digests: [Int64: ContentDigest]) -> [Int]? {
      var tokens: [Int] = []
      for frame in frames {
        guard let digest = digests[frame] else { return nil }
        let number = numbers[digest] ?? numbers.count
        numbers[digest] = number
        tokens.append(number)
      }
      return tokens
    }
    guard let before = tokens(gap.old, old), let after = tokens(gap.new, new) else { return [] }
    var runs: [Gap] = []
    for match in commonSubsequence(before, after) {
      let (one, other) = (gap.old.lowerBound + Int64(match.old), gap.new.lowerBound + Int64(match.new))
      if let last = runs.last, last.old.upperBound == one, last.new.upperBound == other {
        runs[runs.count - 1] = Gap(old: last.old.lowerBound..<one + 1, new: last.new.lowerBound..<other + 1)
      } else {
        runs.append(Gap(old: one..<one + 1, new: other..<other + 1))
      }
    }
    return runs.filter { $0.old.count >= Self.shortestRun }
  }
}
