/// How pictures of a file are read where that is not what the file itself says.
package struct MediaReading: Hashable, Sendable, Codable {
  /// What decoded pictures are tagged with; nil members leave what the file says.
  package var color: ColorTags
  package var deinterlacing: Deinterlacing
  /// Whether colours were multiplied by alpha when the file was made.
  package var isPremultiplied: Bool
  package var damage: Damage

  package init(
    color: ColorTags = ColorTags(), deinterlacing: Deinterlacing = .marked, isPremultiplied: Bool = false,
    damage: Damage = .error
  ) {
    self.color = color
    self.deinterlacing = deinterlacing
    self.isPremultiplied = isPremultiplied
    self.damage = damage
  }

  /// What takes the place of pictures and sound that cannot be decoded.
  package enum Damage: String, Hashable, Sendable, Codable {
    case error
    /// The last whole picture before, and silence.
    case hold
    /// Black, and silence.
    case black
  }

  /// Which pictures are taken for two half-pictures, each shown for half of the time.
  package enum Deinterlacing: String, Hashable, Sendable, Codable {
    /// Those that are marked as such, by themselves or, where the codec cannot, by the file.
    case marked
    case all
    case none
  }
}
