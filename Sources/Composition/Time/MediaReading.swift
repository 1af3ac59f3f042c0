/// How pictures of a file are read if not as the file specifies.
package struct MediaReading: Hashable, Sendable, Codable {
  /// Tags that replace those of decoded pictures; nil members keep the file's.
  package var color: ColorTags
  package var deinterlacing: Deinterlacing
  /// Whether colours in the file are premultiplied by alpha.
  package var isPremultiplied: Bool
  package var damage: Damage
  /// What a file without a header contains; nil for other files.
  package var raw: RawForm?

  package init(
    color: ColorTags = ColorTags(), deinterlacing: Deinterlacing = .marked, isPremultiplied: Bool = false,
    damage: Damage = .error, raw: RawForm? = nil
  ) {
    self.color = color
    self.deinterlacing = deinterlacing
    self.isPremultiplied = isPremultiplied
    self.damage = damage
    self.raw = raw
  }

  /// The replacement for pictures and sound that cannot be decoded.
  package enum Damage: String, Hashable, Sendable, Codable {
    case error
    /// The last intact picture, and silence.
    case hold
    /// Black, and silence.
    case black
  }

  /// Which pictures are treated as two fields, each shown for half of the time.
  package enum Deinterlacing: String, Hashable, Sendable, Codable {
    /// Those that are marked as interlaced, by themselves or, if the codec has no mark, by the file.
    case marked
    case all
    case none
  }
}
