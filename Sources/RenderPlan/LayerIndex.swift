import Composition

/// Which layers show something when, found without asking every layer.
///
/// The film falls into atoms: stretches between neighbouring edit points, over which the same layers show. No
/// list of layers is kept for each atom: thousands of overlays that all last to the end would fill the memory.
struct LayerIndex {
  /// In order, without gaps, from the film's first frame to its last.
  let atoms: [Range<Int64>]
  /// What each layer shows of the film; empty for those that show nothing.
  private let shown: [Range<Int64>]
  /// The lowest layer of each atom, where there is one.
  private let lowest: [Int64: Int]

  init(_ composition: Composition) {
    let film = 0..<max(0, composition.frameCount)
    shown = composition.layers.map { $0.frames.clamped(to: film) }
    let edges = shown.lazy.filter { !$0.isEmpty }.flatMap { [$0.lowerBound, $0.upperBound] }
    let points = Set(edges).union([film.lowerBound, film.upperBound]).sorted()
    atoms = zip(points, points.dropFirst()).map { $0..<$1 }
    lowest = lowestLayers(of: atoms, points: points, shown: shown)
  }

  /// The lowest layer that shows something in the atom that begins here.
  func lowestLayer(ofAtomAt frame: Int64) -> Int? { lowest[frame] }

  /// For each stretch the layers that show something in it, in drawing order; the stretches follow each other.
  func layers(showing stretches: [Range<Int64>]) -> [[Int]] {
    let order = shown.indices.filter { !shown[$0].isEmpty }
      .sorted { shown[$0].lowerBound < shown[$1].lowerBound }
    var upcoming = order[...]
    var active: [Int] = []
    return stretches.map { stretch in
      while let next = upcoming.first, shown[next].lowerBound < stretch.upperBound {
        active.append(upcoming.removeFirst())
      }
      active.removeAll { shown[$0].upperBound <= stretch.lowerBound }
      return stretch.isEmpty ? [] : active.sorted()
    }
  }
}

/// By the first frame of each atom: the layers, lowest first, take the atoms that none has taken yet.
private func lowestLayers(
  of atoms: [Range<Int64>], points: [Int64], shown: [Range<Int64>]
) -> [Int64: Int] {
  let positions = Dictionary(uniqueKeysWithValues: zip(points, points.indices))
  // For each atom the next one, itself included, that may still be free.
  var free = Array(0...atoms.count)
  func nextFree(_ atom: Int) -> Int {
    var end = atom
    while free[end] != end { end = free[end] }
    var passed = atom
    while free[passed] != end { (passed, free[passed]) = (free[passed], end) }
    return end
  }
  var lowest: [Int64: Int] = [:]
  for (layer, frames) in shown.enumerated() where !frames.isEmpty {
    guard let first = positions[frames.lowerBound], let end = positions[frames.upperBound] else { continue }
    var atom = nextFree(first)
    while atom < end {
      lowest[atoms[atom].lowerBound] = layer
      free[atom] = atom + 1
      atom = nextFree(atom)
    }
  }
  return lowest
}
