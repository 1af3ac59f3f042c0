package import Basics

/// One change to a sound; animated numbers are in the item's own time.
package struct SoundFilter: Hashable, Sendable, Codable {
  /// A parameter of the filter with its value.
  package struct Number: Hashable, Sendable, Codable {
    package var parameter: SoundParameterName
    package var curve: Curve

    package init(_ parameter: SoundParameterName, _ curve: Curve) {
      self.parameter = parameter
      self.curve = curve
    }
  }

  package var name: SoundFilterName
  /// In the order of the declaration; numbers whose default is no value may be missing.
  package var numbers: [Number]

  package init(_ name: SoundFilterName, _ numbers: [Number]) {
    self.name = name
    self.numbers = numbers
  }

  /// Nil if the filter does not have this parameter.
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

  /// The highest output level for an input level.
  package func peak(of level: Double) -> Double {
    switch name.declaration.peak {
    case .unchanged: level
    case .raised(let parameter): level * max(1, greatest(parameter))
    case .multiplied(let parameter): level * greatest(parameter)
    case .capped(let parameter): min(level, greatest(parameter))
    }
  }

  /// The greatest value at the keys; easings that overshoot slightly exceed it.
  private func greatest(_ parameter: SoundParameterName) -> Double {
    self[parameter]?.keys.map(\.value).max() ?? 0
  }
}
