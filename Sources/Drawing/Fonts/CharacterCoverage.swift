internal import CPangoCairo

/// A set of characters that fontconfig found in a font.
final class CharacterCoverage: @unchecked Sendable {  // Never changed after it was made.
  private let set: OpaquePointer?

  /// Takes a copy of its own.
  init(_ set: OpaquePointer?) {
    self.set = set.flatMap { FcCharSetCopy($0) }
  }

  deinit {
    if let set { FcCharSetDestroy(set) }
  }

  func contains(_ character: Unicode.Scalar) -> Bool {
    set.map { FcCharSetHasChar($0, character.value) != 0 } ?? false
  }
}
