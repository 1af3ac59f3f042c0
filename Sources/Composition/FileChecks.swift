package import Basics

/// What must be true of a finished file besides its sound; a render looks at what it made.
package struct FileChecks: Hashable, Sendable, Codable {
  /// The most bytes that it may have.
  package var largest: Int64?
  /// The longest stretch of black.
  package var black: RationalTime?

  package init(largest: Int64? = nil, black: RationalTime? = nil) {
    self.largest = largest
    self.black = black
  }
}
