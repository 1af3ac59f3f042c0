import Basics

/// A property of a layer that changes its picture, with the words for it wherever people read about films: in
/// listings, in refusals to copy, in losses of exports, and in comparisons.
package struct LayerAspect: Sendable {
  /// The name of the property of `Layer`.
  package let property: String
  /// The keys of items that set this and nothing else.
  package let keys: [String]
  /// The change, as the rest of a sentence; nil if only drawn pictures have it.
  package let words: String?
  /// Whether the layer has the usual value.
  package let isUsual: @Sendable (Layer) -> Bool
  package let isSame: @Sendable (Layer, Layer) -> Bool
  /// The line of a listing; nil if the value is usual, or if the line is elsewhere in the listing.
  package let line: @Sendable (Layer) -> String?
  /// What an export shows instead; nil if the value is usual or the export can express it.
  package let loss: @Sendable (Layer, Composition) -> String?

  fileprivate init<Value: Equatable & Sendable>(
    _ property: String, _ path: any KeyPath<Layer, Value> & Sendable, unless usual: Value,
    keys: [String] = [],
    _ words: String?, line: (@Sendable (Value) -> String)? = nil,
    loss: (@Sendable (Value, Composition) -> String)? = nil
  ) {
    self.init(
      property, path, unless: { $0 == usual }, keys: keys, words, line: line, loss: loss)
  }

  fileprivate init<Value: Equatable & Sendable>(
    _ property: String, _ path: any KeyPath<Layer, Value> & Sendable,
    unless isUsual: @escaping @Sendable (Value) -> Bool, keys: [String] = [],
    _ words: String?, line: (@Sendable (Value) -> String)? = nil,
    loss: (@Sendable (Value, Composition) -> String?)? = nil
  ) {
    self.property = property
    self.keys = keys
    self.words = words
    self.isUsual = { isUsual($0[keyPath: path]) }
    isSame = { $0[keyPath: path] == $1[keyPath: path] }
    self.line = { isUsual($0[keyPath: path]) ? nil : line?($0[keyPath: path]) }
    self.loss = { isUsual($0[keyPath: path]) ? nil : loss?($0[keyPath: path], $1) }
  }

  /// The same for a property that is nil by default.
  fileprivate init<Value: Equatable & Sendable>(
    _ property: String, _ path: any KeyPath<Layer, Value?> & Sendable, keys: [String] = [],
    _ words: String?, line: (@Sendable (Value) -> String)? = nil,
    loss: (@Sendable (Value, Composition) -> String?)? = nil
  ) {
    self.init(
      property, path, unless: { $0 == nil }, keys: keys, words,
      line: line.map { line in { @Sendable in $0.map(line) ?? "" } },
      loss: loss.map { loss in { @Sendable value, film in value.flatMap { loss($0, film) } } })
  }

  /// Whether both look the same in this respect; a missing layer has the usual value.
  package func isSame(_ a: Layer?, _ b: Layer?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): isSame(a, b)
    case (let one?, nil), (nil, let one?): isUsual(one)
    }
  }
}

extension LayerAspect {
  /// All aspects, in the order in which people read about them.
  package static let all = [
    LayerAspect(
      "changes", \.changes, nil,
      line: { "changes \($0.text)" }, loss: { _, _ in "colours and lines are not animated" }),
    LayerAspect(
      "between", \.between, unless: .repeated, keys: ["between"],
      "has interpolated pictures",
      line: { "between \($0.rawValue)" },
      loss: { between, _ in "pictures are repeated, not `\(between.rawValue)`" }),
    LayerAspect(
      "stabilization", \.stabilization, keys: ["stabilize"], "is stabilised",
      line: { "stabilized over \($0.smoothing.spelling) enlarged \($0.zoom) times" },
      loss: { _, _ in "stabilisation is not exported" }),
    LayerAspect(
      "opacity", \.opacity, unless: { $0.constantValue == 1 }, keys: ["opacity"],
      "is not fully opaque"),
    LayerAspect(
      "movement", \.movement, keys: ["scale", "rotate", "skew", "motion"],
      "is moved, rotated, skewed or scaled",
      line: { "moves \($0.layout.text) drawn \($0.drawnSize)" },
      loss: { movement, _ in movement.layout.skew == nil ? nil : "the skew is not exported" }),
    LayerAspect(
      "flip", \.flip, unless: .none, keys: ["flip"], "is flipped",
      line: { "flip" + ($0.isHorizontal ? " horizontal" : "") + ($0.isVertical ? " vertical" : "") },
      loss: { _, _ in "the picture is not flipped" }),
    LayerAspect(
      "blend", \.blend, unless: .normal, keys: ["blend"], "is blended with the layers below",
      line: { "blend \($0.rawValue)" },
      loss: { blend, _ in "it covers the layers below instead of `\(blend.rawValue)`" }),
    LayerAspect(
      "mask", \.mask, keys: ["mask"], "has a mask",
      line: { "mask \($0.text)" }, loss: { _, _ in "the mask is not exported" }),
    LayerAspect(
      "blurredFrame", \.blurredFrame, "is in front of a blurred copy of itself",
      line: { "before a blurred copy \($0.size)" + ($0.crop.map { " \($0.text)" } ?? "") },
      loss: { _, _ in "the blurred copy behind it is not exported" }),
    LayerAspect(
      "filters", \.filters, unless: [], "is filtered",
      loss: { filters, film in filters.map { $0.name(film.luts) }.joined(separator: ", ") }),
    LayerAspect(
      "chromaKey", \.chromaKey, keys: ["chroma-key"], "is keyed",
      loss: { key, _ in "the chroma key \(key.color.spelling) is not exported" }),
  ]
}

extension Layer {
  /// All changes to its pictures, each as the rest of a sentence; empty if there are none.
  package var changesInWords: [String] {
    LayerAspect.all.compactMap { $0.isUsual(self) ? nil : $0.words }
  }

  /// The lines of a listing for everything but picture, box and opacity; empty for a plain layer.
  package var lookLines: [String] { LayerAspect.all.compactMap { $0.line(self) } }
}

extension PictureFilter {
  /// The name of the filter for people; `tables` are those of its film.
  fileprivate func name(_ tables: [LUT]) -> String {
    switch self {
    case .effect(let name, _): name.rawValue
    case .look(let number): tables.indices.contains(number) ? "look \(tables[number].spelling)" : "look"
    case .ffmpeg(let filter): "FFmpeg's \(filter.name)"
    }
  }
}
