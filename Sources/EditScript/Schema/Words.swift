/// The colours of a canvas.
package enum ColorSpaceName: String, Hashable, Sendable, CaseIterable {
  case bt709
  case bt601
  case bt2020
  case hlg
  case pq

  static let words = allCases.map(\.rawValue)
}

/// Bits of each colour channel.
package enum BitDepth: String, Hashable, Sendable, CaseIterable {
  case eight = "8"
  case ten = "10"
}

/// What `checks.audio` asks for.
enum AudioCheck: String, Hashable, Sendable, CaseIterable {
  case required
}
