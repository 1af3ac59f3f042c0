package import Basics

/// One change to a sound; what moves over time is in the item's own time.
package struct SoundFilter: Hashable, Sendable, Codable {
  /// A number of the filter.
  package struct Number: Hashable, Sendable, Codable {
    package var parameter: SoundParameterName
    package var curve: Curve

    package init(_ parameter: SoundParameterName, _ curve: Curve) {
      self.parameter = parameter
      self.curve = curve
    }
  }

  package var name: SoundFilterName
  /// In the order of the declaration; numbers that are nothing by default may be missing.
  package var numbers: [Number]

  package init(_ name: SoundFilterName, _ numbers: [Number]) {
    self.name = name
    self.numbers = numbers
  }

  /// Nil if the filter does not have this number.
  package subscript(parameter: SoundParameterName) -> Curve? {
    numbers.first { $0.parameter == parameter }?.curve
  }

  /// The same filter with its times counted from `offset` earlier.
  package func shifted(by offset: RationalTime) throws(TimeOverflow) -> SoundFilter {
    var shifted = self
    for index in numbers.indices {
      shifted.numbers[index].curve = try numbers[index].curve.shifted(by: offset)
    }
    return shifted
  }

  /// The highest level that comes of this one.
  package func peak(of level: Double) -> Double {
    switch name.declaration.peak {
    case .unchanged: level
    case .raised(let parameter): level * max(1, greatest(parameter))
    case .multiplied(let parameter): level * greatest(parameter)
    case .capped(let parameter): min(level, greatest(parameter))
    }
  }

  /// The greatest value at the keys; easings that overshoot go a little further.
  private func greatest(_ parameter: SoundParameterName) -> Double {
    self[parameter]?.keys.map(\.value).max() ?? 0
  }
}
