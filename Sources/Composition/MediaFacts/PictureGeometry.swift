/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package var turned: PixelSize { PixelSize(width: height, height: width) }
  package var description: String { "\(width)x\(height)" }

  /// Whether untagged video of this size counts as BT.709 rather than BT.601, as in players.
  package var impliesHDColor: Bool { height >= 720 || width >= 1280 }

  package var shape: PictureShape {
    width > height ? .landscape : width < height ? .portrait : .square
  }
}

/// Whether a picture is wider than high.
package enum PictureShape: String, Hashable, Sendable, CaseIterable {
  case landscape
  case portrait
  case square
}

/// The width of a stored pixel divided by its height, always positive.
package struct PixelAspect: Hashable, Sendable, Codable, CustomStringConvertible {
  package let horizontal: Int
  package let vertical: Int

  package static let square = PixelAspect(1, 1)

  /// Anything but a positive fraction counts as square; files use 0:1 for "unknown".
  package init(_ horizontal: Int, _ vertical: Int) {
    let isValid = horizontal > 0 && vertical > 0
    self.horizontal = isValid ? horizontal : 1
    self.vertical = isValid ? vertical : 1
  }

  package var isSquare: Bool { horizontal == vertical }
  package var description: String { "\(horizontal):\(vertical)" }

  /// The size with the aspect applied to the width, rounded to whole pixels, halves up.
  ///
  /// A size that is not positive, or whose width would overflow, is returned unchanged.
  package func displaySize(of stored: PixelSize) -> PixelSize {
    guard stored.width > 0, stored.height > 0 else { return stored }
    // 2 * width * horizontal has at most 127 bits.
    let doubled = 2 * Int128(stored.width) * Int128(horizontal) + Int128(vertical)
    guard let width = Int(exactly: doubled / (2 * Int128(vertical))) else { return stored }
    return PixelSize(width: max(1, width), height: stored.height)
  }
}

extension PixelAspect {
  private enum CodingKeys: String, CodingKey {
    case horizontal
    case vertical
  }

  /// Decodes through the same initialiser as files do, so that the aspect stays positive.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try members.decode(Int.self, forKey: .horizontal), try members.decode(Int.self, forKey: .vertical))
  }
}

/// How a stored picture is brought upright: first mirrored left to right, then turned clockwise.
package struct PictureOrientation: Hashable, Sendable, Codable, CustomStringConvertible {
  /// A rotation by a multiple of 90 degrees.
  package enum QuarterTurns: Int, Hashable, Sendable, Codable {
    case none = 0
    case once = 1
    case twice = 2
    case thrice = 3
  }

  package var isMirrored: Bool
  package var clockwiseTurns: QuarterTurns

  package static let upright = PictureOrientation(isMirrored: false, clockwiseTurns: .none)

  package init(isMirrored: Bool, clockwiseTurns: QuarterTurns) {
    self.isMirrored = isMirrored
    self.clockwiseTurns = clockwiseTurns
  }

  package var swapsAxes: Bool { clockwiseTurns == .once || clockwiseTurns == .thrice }
  package var degrees: Int { clockwiseTurns.rawValue * 90 }

  package var description: String {
    "\(degrees)°" + (isMirrored ? " mirrored" : "")
  }
}

/// Which field of an interlaced picture comes first.
package enum FieldOrder: String, Hashable, Sendable, Codable {
  case progressive
  case topFirst = "top-first"
  case bottomFirst = "bottom-first"
}

/// The colour tags of a file, in FFmpeg's names; nil if untagged.
package struct ColorTags: Hashable, Sendable, Codable {
  package var primaries: String?
  package var transfer: String?
  package var matrix: String?
  /// Whether luma uses all codes (`pc`) instead of 16 to 235; nil if untagged.
  package var isFullRange: Bool?

  package init(
    primaries: String? = nil, transfer: String? = nil, matrix: String? = nil, isFullRange: Bool? = nil
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// Whether light is encoded for HDR displays: HLG or PQ.
  package var isHighDynamicRange: Bool {
    transfer == "arib-std-b67" || transfer == "smpte2084"
  }
}

extension CleanAperture {
  /// The shares of a displayed picture that are outside of it, at the left, top, right and bottom.
  package func insets(in track: VideoTrackFacts) -> (left: Double, top: Double, right: Double, bottom: Double)
  {
    let (width, height) = (Double(track.storedSize.width), Double(track.storedSize.height))
    var sides = [
      Double(x) / width, Double(y) / height, 1 - Double(x + size.width) / width,
      1 - Double(y + size.height) / height,
    ]
    if track.orientation.isMirrored { sides.swapAt(0, 2) }
    // A quarter turn clockwise brings the bottom to the left.
    for _ in 0..<track.orientation.degrees / 90 { sides.insert(sides.removeLast(), at: 0) }
    return (sides[0], sides[1], sides[2], sides[3])
  }
}
