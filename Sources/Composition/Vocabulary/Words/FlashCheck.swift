/// The limits for flashes that a film can be checked against.
package enum FlashCheck: String, Hashable, Sendable, Codable, CaseIterable {
  /// BT.1702, and a warning for films that meet only that.
  case noFlashes = "none"
  /// WCAG 2.2: flashes of a quarter of any part of the picture that is a third as wide and as high.
  case wcag
  /// ITU-R BT.1702: flashes of a quarter of the picture.
  case bt1702
}
