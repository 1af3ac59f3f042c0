/// One change to a layer's picture; filters are applied in order.
package enum PictureFilter: Hashable, Sendable, Codable {
  /// The amount in the item's own time; lengths are in pixels of the canvas, angles in degrees.
  case effect(EffectName, Curve)
  /// The index of a LUT of the composition.
  case look(Int)
  case ffmpeg(FFmpegFilter)

  /// Whether its pictures depend on the pictures before them.
  package var hasMemory: Bool {
    if case .ffmpeg = self { true } else { false }
  }

  /// Whether its pictures depend on which frame of the item they are.
  package var countsFrames: Bool {
    switch self {
    case .effect(let name, _): name == .grain
    case .look: false
    case .ffmpeg: true
    }
  }
}

/// A file that maps colours to colours.
package struct LUT: Hashable, Sendable, Codable {
  /// As the script names it.
  package var spelling: String
  /// The path on this machine.
  package var path: String
  /// The digest of the file's bytes, in hexadecimal.
  package var digest: String

  package init(spelling: String, path: String, digest: String) {
    self.spelling = spelling
    self.path = path
    self.digest = digest
  }
}

/// A filter of FFmpeg with its options, one picture in and one out.
package struct FFmpegFilter: Hashable, Sendable, Codable {
  package struct Option: Hashable, Sendable, Codable {
    /// Nil for a positional option, in FFmpeg's own order.
    package var name: String?
    package var value: String

    package init(name: String?, value: String) {
      self.name = name
      self.value = value
    }
  }

  package var name: String
  package var options: [Option]

  package init(name: String, options: [Option] = []) {
    self.name = name
    self.options = options
  }
}

extension FFmpegFilter: CustomStringConvertible {
  /// The filter in FFmpeg's syntax, with special characters escaped.
  package var description: String {
    guard !options.isEmpty else { return name }
    return name + "="
      + options.map { option in (option.name.map { $0 + "=" } ?? "") + escaped(option.value) }
      .joined(separator: ":")
  }

  private func escaped(_ value: String) -> String {
    var text = ""
    for character in value {
      if "\\':,;[]".contains(character) { text.append("\\") }
      text.append(character)
    }
    return text
  }
}

/// Makes one colour of a picture transparent.
///
/// Without a tolerance, a pixel is as transparent as its share of the key's colour, and that share is removed
/// from it. With a tolerance, distances between colour differences decide, each from -0.5 to 0.5. All amounts
/// are in the item's own time.
package struct ChromaKey: Hashable, Sendable, Codable {
  package var color: Color
  /// Colours nearer than this are transparent; nil if shares decide.
  package var tolerance: Curve?
  /// The additional distance at which colours are opaque; nil if shares decide.
  package var softness: Curve?
  /// How much of the key's colour is removed from what remains: 0 nothing, 1 all.
  package var spill: Curve
  /// How far the opaque part shrinks from its edge, in pixels of the canvas.
  package var choke: Curve
  /// The width of the soft edge on its inner side, in pixels of the canvas.
  package var feather: Curve

  package init(
    color: Color, tolerance: Curve? = nil, softness: Curve? = nil, spill: Curve = .constant(1),
    choke: Curve = .constant(0), feather: Curve = .constant(0)
  ) {
    self.color = color
    self.tolerance = tolerance
    self.softness = softness
    self.spill = spill
    self.choke = choke
    self.feather = feather
  }

  /// Whether one of its amounts changes over time.
  package var isMoving: Bool {
    [tolerance, softness, spill, choke, feather].contains { $0 != nil && $0?.constantValue == nil }
  }
}
