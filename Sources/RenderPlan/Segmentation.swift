import Composition
import ContentDigest
import EditTime

/// Where a film is cut into segments: at places that depend on its content, never on its position.
///
/// Edit points (where a layer starts or ends) cut the film into atoms; a long atom is cut again at a steady
/// interval from the start of the item underneath. Short neighbours then share a segment, and where such a
/// group ends is decided by the media underneath the atom at its end. An insertion therefore changes the groups
/// around it and no others: as soon as a long atom or the same deciding atom comes, both films are in step.
struct Segmentation {
  let composition: Composition
  let describer: SliceDescriber
  let index: LayerIndex
  private let shortest: Int64
  private let longest: Int64
  private let interval: Int64
  /// Where layers show whose filters remember what they saw: nothing is cut within, or it would all be made twice.
  private let wholes: [Range<Int64>]

  init(of composition: Composition, describer: SliceDescriber, index: LayerIndex) {
    self.composition = composition
    self.describer = describer
    self.index = index
    let rate = composition.canvas.rate
    let frames = { (seconds: Int64) in
      max(1, rate.frame(at: RationalTime(seconds: seconds))?.value ?? 1)
    }
    shortest = frames(2)
    interval = frames(5)
    longest = frames(10)
    wholes = composition.layers.filter { $0.filters.contains(where: \.hasMemory) }.map(\.frames)
  }

  /// The segments' frames, in order and without gaps.
  func stretches() throws(PlanningError) -> [Range<Int64>] {
    let groups = try grouped(index.atoms.flatMap(pieces(of:)))
    // What is left over at the film's end joins the group before it where there is room.
    guard let last = groups.last, Int64(last.count) < shortest, let before = groups.dropLast().last,
      last.upperBound - before.lowerBound <= longest
    else { return groups }
    return groups.dropLast(2) + [before.lowerBound..<last.upperBound]
  }

  /// A long atom cut at the steady interval of the item underneath, no piece shorter than the shortest.
  private func pieces(of atom: Range<Int64>) -> [Range<Int64>] {
    let base =
      index.lowestLayer(ofAtomAt: atom.lowerBound).map { composition.layers[$0].frames.lowerBound }
      ?? atom.lowerBound
    var pieces: [Range<Int64>] = []
    var start = atom.lowerBound
    var cut = base + ((start - base) / interval + 1) * interval
    while cut <= atom.upperBound - shortest {
      if cut - start >= shortest, canCut(at: cut) {
        pieces.append(start..<cut)
        start = cut
      }
      cut += interval
    }
    return pieces + [start..<atom.upperBound]
  }

  private func canCut(at frame: Int64) -> Bool {
    !wholes.contains { $0.lowerBound < frame && frame < $0.upperBound }
  }

  /// Short pieces together; a long one always ends its group, a short one where its content says so.
  private func grouped(_ pieces: [Range<Int64>]) throws(PlanningError) -> [Range<Int64>] {
    var groups: [Range<Int64>] = []
    var group: Range<Int64>?
    for piece in pieces {
      if let open = group, piece.upperBound - open.lowerBound > longest, canCut(at: open.upperBound) {
        groups.append(open)
        group = nil
      }
      let open = (group?.lowerBound ?? piece.lowerBound)..<piece.upperBound
      if Int64(open.count) >= shortest, canCut(at: open.upperBound), try endsGroup(piece) {
        groups.append(open)
        group = nil
      } else {
        group = open
      }
    }
    return groups + (group.map { [$0] } ?? [])
  }

  /// About one short piece in three ends its group, chosen by which part of which media lies underneath.
  ///
  /// Looks do not count (opacity, boxes, what lies above): changing them must not move the cuts around them.
  private func endsGroup(_ piece: Range<Int64>) throws(PlanningError) -> Bool {
    if Int64(piece.count) >= shortest { return true }
    let content = try describer.content(of: piece, layer: index.lowestLayer(ofAtomAt: piece.lowerBound))
    let lastDigit = try digest(of: content).hex.last?.hexDigitValue ?? 0
    return lastDigit % 3 == 0
  }
}
