import Composition

/// Which layers show something when, found without asking every layer.
///
/// The film falls into atoms: stretches between neighbouring edit points, over which the same layers show.
struct LayerIndex {
  /// In order, without gaps, from the film's first frame to its last.
  let atoms: [Range<Int64>]
  /// For each atom the layers that show something in it, in drawing order.
  private let layers: [[Int]]

  init(_ composition: Composition) {
    let film = 0..<max(0, composition.frameCount)
    let shown = composition.layers.map { $0.frames.clamped(to: film) }
    let points = Set(shown.filter { !$0.isEmpty }.flatMap { [$0.lowerBound, $0.upperBound] })
      .union([film.lowerBound, film.upperBound]).sorted()
    let atoms = zip(points, points.dropFirst()).map { $0..<$1 }
    let positions = Dictionary(uniqueKeysWithValues: zip(points, points.indices))
    var layers: [[Int]] = Array(repeating: [], count: atoms.count)
    for (layer, frames) in shown.enumerated() where !frames.isEmpty {
      guard let first = positions[frames.lowerBound], let end = positions[frames.upperBound] else { continue }
      for atom in first..<end { layers[atom].append(layer) }
    }
    self.atoms = atoms
    self.layers = layers
  }

  /// The layers that show something in these frames, in drawing order.
  func layers(showing frames: Range<Int64>) -> [Int] {
    guard !frames.isEmpty, let first = atom(holding: frames.lowerBound),
      let last = atom(holding: frames.upperBound - 1)
    else { return [] }
    if first == last { return layers[first] }
    return Set(layers[first...last].joined()).sorted()
  }

  /// The lowest layer of the atom that begins here.
  func lowestLayer(at frame: Int64) -> Int? {
    atom(holding: frame).flatMap { layers[$0].first }
  }

  private func atom(holding frame: Int64) -> Int? {
    var (low, high) = (0, atoms.count)
    while low < high {
      let middle = low + (high - low) / 2
      if atoms[middle].upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    return low < atoms.count && atoms[low].contains(frame) ? low : nil
  }
}
