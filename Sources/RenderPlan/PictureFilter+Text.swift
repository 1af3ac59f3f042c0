package import Composition
import EditTime
import PictureEffects

extension PictureFilter {
  /// What the filter does, with its curve in the item's own time; tables are named by their content.
  package func text(_ tables: [LookTable]) -> String {
    switch self {
    case .effect(let name, let curve): "\(name.rawValue) \(curve.text)"
    case .look(let index): "lut \(tables.indices.contains(index) ? tables[index].digest : "unknown")"
    case .ffmpeg(let filter): "ffmpeg \(filter)"
    }
  }
}

extension ChromaKey {
  /// With its curves in the item's own time.
  package var text: String {
    "\(color.text) tolerance \(tolerance.text) softness \(softness.text) spill \(spill.text)"
  }
}

extension Layer {
  /// What the pixels of a slice depend on for its filters; empty where it has none.
  ///
  /// `offset` is where the layer starts, counted from the slice's start, `slice` the slice in the layer's own time,
  /// `frame` the layer's frame that the slice shows first. What filters that remember have seen begins with the
  /// layer, not with the slice.
  func filtersText(
    _ tables: [LookTable], _ engine: EngineVersion, offset: RationalTime, slice: TimeRange, frame: Int64
  ) throws(TimeOverflow) -> String {
    var text = ""
    let hasMemory = filters.contains(where: \.hasMemory)
    let seen = hasMemory ? TimeRange(start: min(.zero, slice.start), end: slice.end) ?? slice : slice
    if let key = chromaKey {
      text += " chroma-key \(try key.restricted(to: seen, shiftedBy: offset).text)"
    }
    for filter in filters {
      text += " filter \(try filter.restricted(to: seen, shiftedBy: offset).text(tables))"
    }
    if filters.contains(where: \.countsFrames) { text += " frame \(frame)" }
    // Those that remember are FFmpeg's own.
    if hasMemory { text += " from \(offset) by \(engine.filterLibrary())" }
    return text
  }
}

extension PictureFilter {
  fileprivate func restricted(
    to slice: TimeRange, shiftedBy offset: RationalTime
  ) throws(TimeOverflow) -> PictureFilter {
    guard case .effect(let name, let curve) = self else { return self }
    return .effect(name, try curve.restricted(to: slice).shifted(by: offset))
  }
}

extension ChromaKey {
  fileprivate func restricted(
    to slice: TimeRange, shiftedBy offset: RationalTime
  ) throws(TimeOverflow) -> ChromaKey {
    ChromaKey(
      color: color, tolerance: try tolerance.restricted(to: slice).shifted(by: offset),
      softness: try softness.restricted(to: slice).shifted(by: offset),
      spill: try spill.restricted(to: slice).shifted(by: offset))
  }
}
