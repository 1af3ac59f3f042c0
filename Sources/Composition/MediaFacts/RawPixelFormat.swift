/// A pixel format of pictures without a header: its name in FFmpeg, and what a picture in it consists of.
///
/// All that FFmpeg's scaler reads, but palettes, single bits, sensors (Bayer) and XYZ, whose colours no key describes,
/// and the deprecated names that mean "full range".
package struct RawPixelFormat: Hashable, Sendable {
  package let name: String
  /// Bits of the first component.
  package let bitDepth: Int
  package let hasAlpha: Bool
  private let planes: [Plane]

  /// What is stored as a whole: some bytes for a group of pixels.
  struct Plane: Hashable {
    var bytes: Int
    var width = 1
    var height = 1
  }

  fileprivate init(_ name: String, _ bitDepth: Int, alpha: Bool = false, _ planes: [Plane]) {
    (self.name, self.bitDepth, hasAlpha, self.planes) = (name, bitDepth, alpha, planes)
  }

  /// The bytes of a picture: its rows without padding, plane after plane.
  package func byteCount(of size: PixelSize) -> Int64 {
    planes.reduce(0) { sum, plane in
      let across = Int64((size.width + plane.width - 1) / plane.width)
      let down = Int64((size.height + plane.height - 1) / plane.height)
      return sum + across * down * Int64(plane.bytes)
    }
  }

  /// Nil if no format has this name.
  package init?(named name: String) {
    guard let format = Self.byName[name] else { return nil }
    self = format
  }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The formats that programs write most often first.
  package static let all: [RawPixelFormat] = {
    let eight = ordinary + planar(depth: 8, ending: "")
    let deeper = [9, 10, 12, 14, 16].flatMap { depth in
      ["le", "be"].flatMap { planar(depth: depth, ending: "\(depth)\($0)") }
    }
    return eight + deeper + ["le", "be"].flatMap(ordered) + littleEndianOnly
  }()

  private static func packed(
    _ name: String, _ bytes: Int, _ depth: Int, alpha: Bool = false
  ) -> RawPixelFormat {
    RawPixelFormat(name, depth, alpha: alpha, [Plane(bytes: bytes)])
  }

  private static let ordinary: [RawPixelFormat] =
    [
      packed("rgb24", 3, 8), packed("rgba", 4, 8, alpha: true), packed("gray", 1, 8), packed("bgr24", 3, 8),
      packed("bgra", 4, 8, alpha: true), packed("argb", 4, 8, alpha: true),
      packed("abgr", 4, 8, alpha: true), packed("ya8", 2, 8, alpha: true), packed("rgb8", 1, 2),
      packed("bgr8", 1, 3), packed("rgb4_byte", 1, 1), packed("bgr4_byte", 1, 1),
    ] + ["rgb0", "bgr0", "0rgb", "0bgr"].map { packed($0, 4, 8) }
    + ["yuyv422", "uyvy422", "yvyu422"].map { RawPixelFormat($0, 8, [Plane(bytes: 4, width: 2)]) }
    + ["nv12", "nv21"].map { RawPixelFormat($0, 8, [Plane(bytes: 1), Plane(bytes: 2, width: 2, height: 2)]) }
    + ["nv24", "nv42"].map { RawPixelFormat($0, 8, [Plane(bytes: 1), Plane(bytes: 2)]) }

  /// The sizes of the groups of pixels that share a chroma sample.
  private static let subsamplings: [(name: String, width: Int, height: Int)] = [
    ("420", 2, 2), ("422", 2, 1), ("444", 1, 1), ("440", 1, 2), ("411", 4, 1), ("410", 4, 4),
  ]

  /// Formats with a plane for each component.
  private static func planar(depth: Int, ending: String) -> [RawPixelFormat] {
    let bytes = depth == 8 ? 1 : 2
    let luma = Plane(bytes: bytes)
    var formats: [RawPixelFormat] = []
    for (name, width, height) in subsamplings {
      let chroma = Plane(bytes: bytes, width: width, height: height)
      let isOdd = ["411", "410"].contains(name)
      if depth == 8 || !isOdd && name != "440" || name == "440" && [10, 12].contains(depth) {
        formats.append(RawPixelFormat("yuv\(name)p\(ending)", depth, [luma, chroma, chroma]))
      }
      let depthsWithAlpha = name == "420" ? [8, 9, 10, 16] : [8, 9, 10, 12, 16]
      if ["420", "422", "444"].contains(name), depthsWithAlpha.contains(depth) {
        formats.append(
          RawPixelFormat("yuva\(name)p\(ending)", depth, alpha: true, [luma, chroma, chroma, luma]))
      }
    }
    formats.append(RawPixelFormat("gbrp\(ending)", depth, [luma, luma, luma]))
    if [8, 10, 12, 16].contains(depth) {
      formats.append(RawPixelFormat("gbrap\(ending)", depth, alpha: true, [luma, luma, luma, luma]))
    }
    if depth > 8 { formats.append(packed("gray\(ending)", 2, depth)) }
    return formats
  }

  /// Formats of two bytes and more, in one order of bytes.
  private static func ordered(_ order: String) -> [RawPixelFormat] {
    let float = Plane(bytes: 4)
    let double = [
      packed("rgb48\(order)", 6, 16), packed("bgr48\(order)", 6, 16),
      packed("rgba64\(order)", 8, 16, alpha: true), packed("bgra64\(order)", 8, 16, alpha: true),
      packed("ya16\(order)", 4, 16, alpha: true), packed("grayf32\(order)", 4, 32),
      RawPixelFormat("gbrpf32\(order)", 32, [float, float, float]),
      RawPixelFormat("gbrapf32\(order)", 32, alpha: true, [float, float, float, float]),
    ]
    let short = ["rgb", "bgr"].flatMap { colors in
      [
        packed("\(colors)565\(order)", 2, 5), packed("\(colors)555\(order)", 2, 5),
        packed("\(colors)444\(order)", 2, 4),
      ]
    }
    let joint = [(0, 2, 2), (2, 2, 1), (4, 1, 1)].flatMap { first, width, height in
      [10, 16].map { depth in
        RawPixelFormat(
          "p\(first)\(depth)\(order)", depth,
          [Plane(bytes: 2), Plane(bytes: 4, width: width, height: height)])
      }
    }
    return double + joint + short
  }

  private static let littleEndianOnly = [
    packed("ayuv64le", 8, 16, alpha: true), packed("x2rgb10le", 4, 10), packed("x2bgr10le", 4, 10),
    RawPixelFormat("y210le", 10, [Plane(bytes: 8, width: 2)]),
  ]
}
