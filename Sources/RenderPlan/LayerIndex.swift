import Composition

/// Finds the layers that are visible at a time, without checking every layer.
///
/// The film is divided into atoms: ranges between neighbouring edit points, with the same layers throughout.
/// Atoms have no lists of their layers: thousands of overlays that all last to the end would fill the memory.
struct LayerIndex {
  /// In order and without gaps, from the film's first frame to its last.
  let atoms: [Range<Int64>]
  /// The film's frames in which each layer is visible; empty for those that are not.
  private let shown: [Range<Int64>]
  /// The bottom layer of each atom that has one, by the atom's first frame.
  private let lowest: [Int64: Int]

  init(_ composition: Composition) {
    let film = 0..<max(0, composition.frameCount)
    shown = composition.layers.map { $0.frames.clamped(to: film) }
    let edges = shown.lazy.filter { !$0.isEmpty }.flatMap { [$0.lowerBound, $0.upperBound] }
    let points = Set(edges).union([film.lowerBound, film.upperBound]).sorted()
    atoms = zip(points, points.dropFirst()).map { $0..<$1 }
    lowest = lowestLayers(of: atoms, points: points, shown: shown)
  }

  /// The bottom layer of the atom that begins at this frame.
  func lowestLayer(ofAtomAt frame: Int64) -> Int? { lowest[frame] }

  /// The visible layers of each range, in drawing order. The ranges are consecutive.
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

/// The bottom layers, by the first frames of atoms: from the bottom up, each layer takes the atoms that are
/// still free.
private func lowestLayers(
  of atoms: [Range<Int64>], points: [Int64], shown: [Range<Int64>]
) -> [Int64: Int] {
  let positions = Dictionary(uniqueKeysWithValues: zip(points, points.indices))
  // For each atom, the next one, itself included, that may still be free.
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
