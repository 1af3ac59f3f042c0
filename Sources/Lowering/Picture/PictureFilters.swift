import Basics
package import Composition
import Diagnostics
package import EditScript

extension PictureBuilding {
  /// The filters of an item's picture, in its own time; without a canvas they are only checked.
  mutating func pictureFilters(
    of item: Item, length: RationalTime, on canvas: ResolvedCanvas?
  ) -> [PictureFilter] {
    (item.filters?.value ?? []).compactMap { entry in
      let filter = entry.value
      switch filter.value {
      case .effect(let name, let amount):
        return .effect(name, curve(of: name, amount, at: entry.range, length: length, rate: rate, canvas))
      case .look(let file): return lut(file).map { .look($0) }
      case .ffmpeg(let text): return entry.value.sense == .sound ? nil : .ffmpeg(FFmpegFilter(text))
      case .sound: return nil
      }
    }
  }

  /// The amounts of the key, in the item's own time.
  mutating func chromaKey(
    of item: Item, length: RationalTime, rate: FrameRate?, on canvas: ResolvedCanvas?
  ) -> ChromaKey? {
    guard let written = item.chromaKey?.value else { return nil }
    let color = written.color.value
    let parts = [color.red, color.green, color.blue].map { Int($0) }
    if (parts.max() ?? 0) - (parts.min() ?? 0) < 32 {
      report(
        .keyColorIsGrey(at: written.color.range))
    }
    func amount(_ written: Located<Animated<Double>>?, _ usual: Double) -> Curve {
      curve(written, initial: usual, itemLength: length, rate: rate, number: { $0 })
    }
    var key = ChromaKey(color: color, spill: amount(written.spill, 1))
    if written.tolerance != nil || written.softness != nil {
      key.tolerance = amount(written.tolerance, 0.15)
      key.softness = amount(written.softness, 0.1)
    }
    if let edge = written.edge?.value {
      key.choke = edgeLength(edge.choke, "choke", most: 32, length, rate, canvas)
      key.feather = edgeLength(edge.feather, "feather", most: 64, length, rate, canvas)
    }
    return key
  }

  /// A length at the edge of a key, in pixels of the canvas.
  private mutating func edgeLength(
    _ written: Located<Animated<Length>>?, _ name: String, most: Double, _ length: RationalTime,
    _ rate: FrameRate?,
    _ canvas: ResolvedCanvas?
  ) -> Curve {
    guard let written else { return .constant(0) }
    let pixels = { (length: Length) in canvas.map { Ruler($0).alongHeight(length) } ?? length.amount }
    if canvas != nil, written.value.values.contains(where: { !(0...most).contains(pixels($0)) }) {
      report(.keyEdgeOutOfRange(name, most: most, at: written.range))
    }
    return curve(written, initial: 0, itemLength: length, rate: rate, number: pixels)
  }

  // MARK: LUTs

  /// The index of a LUT in the film; nil after a finding, which is reported once per file.
  private mutating func lut(_ file: Located<String>) -> Int? {
    if file.value.isURL { return nil }
    if let known = lookIndices[file.value] { return known }
    let index = newLUT(file)
    lookIndices[file.value] = .some(index)
    return index
  }

  private mutating func newLUT(_ file: Located<String>) -> Int? {
    switch table.looks[file.value] {
    case .known(let path, let digest):
      luts.append(LUT(spelling: file.value, path: path, digest: digest))
      return luts.count - 1
    case .failed(let failure):
      report(failed(file, failure, nearby: nil))
    case .malformed(let problem):
      report(
        .lookIsMalformed(file, problem))
    case nil:
      hasUnknownLooks = true
      report(
        .lookIsUnchecked(file, isError: table.requiresMedia))
    }
    return nil
  }
}

extension LoweringPhase {
  /// The amount of a filter in its item's own time.
  mutating func curve(
    of name: EffectName, _ amount: FilterAmount?, at place: SourceRange, length: RationalTime,
    rate: FrameRate?, _ canvas: ResolvedCanvas?
  ) -> Curve {
    let declaration = name.effect.declaration
    let initial = declaration.standard ?? declaration.neutral
    switch amount {
    case nil: return .constant(initial)
    case .number(let value):
      return curve(Located(value, at: place), initial: initial, itemLength: length, rate: rate) { $0 }
    case .angle(let value):
      return curve(Located(value, at: place), initial: initial, itemLength: length, rate: rate) { $0.degrees }
    case .length(let value):
      return curve(Located(value, at: place), initial: initial, itemLength: length, rate: rate) {
        canvas?.radius($0) ?? $0.amount
      }
    }
  }
}

extension ResolvedCanvas {
  /// A radius in pixels of the canvas; percentages refer to its shorter side.
  fileprivate func radius(_ length: Length) -> Double {
    switch length.unit {
    case .pixels: length.amount * pixelScale
    case .percent, .vmin: length.amount / 100 * Double(min(size.width, size.height))
    }
  }
}

extension FFmpegFilter {
  /// A written filter as a value of the film.
  package init(_ text: FFmpegFilterText) {
    self.init(
      name: text.name.value,
      options: text.options.map { Option(name: $0.name?.value, value: $0.value.value) })
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func keyEdgeOutOfRange(_ name: String, most: Double, at place: SourceRange) -> Diagnostic
  {
    Diagnostic(
      .sizeOutOfRange, "the `\(name)` of a chroma key must be 0 to \(Int(most)) pixels of the canvas",
      at: place)
  }

  fileprivate static func keyColorIsGrey(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongColor, "a chroma key needs a saturated colour; this one is nearly grey",
      at: place,
      hint: "write the colour of the screen, such as `lime` or `#00b140`")
  }

  fileprivate static func lookIsMalformed(_ file: Located<String>, _ problem: CubeProblem) -> Diagnostic {
    Diagnostic(
      .unreadableFile,
      "'\(file.value)' is not a colour lookup table: line \(problem.line): \(problem.reason)", at: file.range,
      hint: "export it again as a `.cube` file")
  }

  fileprivate static func lookIsUnchecked(_ file: Located<String>, isError: Bool) -> Diagnostic {
    Diagnostic(
      .mediaNotChecked, severity: isError ? .error : nil,
      "'\(file.value)' was not read, so rules that depend on it are not checked", at: file.range)
  }
}
