package import Composition
import Vocabulary

extension PictureFilter {
  /// What the filter does, with its curve in the item's own time; tables are named by their content.
  package func text(_ tables: [LUT]) -> String {
    switch self {
    case .effect(let name, let curve): "\(name.rawValue) \(curve.text)"
    case .look(let index): "lut \(tables.indices.contains(index) ? tables[index].digest : "unknown")"
    case .ffmpeg(let filter): "ffmpeg \(filter)"
    }
  }
}

extension ChromaKey {
  /// With its curves in the item's own time.
  var text: String {
    "\(color.text) tolerance \(tolerance.text) softness \(softness.text) spill \(spill.text)"
  }
}
