extension Scene {
  /// The scene as a self-contained SVG file: no scripts, no styles, nothing to load.
  ///
  /// `images` are JPEG files by the ids of the pictures.
  package func svg(images: [Int: [UInt8]] = [:]) -> String {
    var writer = SVGWriter(images: images)
    writer.write(self)
    return writer.text
  }
}

/// Writes one element per line, so that changes to a drawing are readable.
private struct SVGWriter {
  let images: [Int: [UInt8]]
  private(set) var text = ""
  private var clipCount = 0
  private var depth = 0

  /// Fonts that common systems use for interfaces, then fonts that every system has.
  private static let family =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"

  init(images: [Int: [UInt8]]) {
    self.images = images
  }

  mutating func write(_ scene: Scene) {
    let (width, height) = (svgNumber(scene.width), svgNumber(scene.height))
    line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
        + " viewBox=\"0 0 \(width) \(height)\" font-family=\"\(Self.family)\" role=\"img\">")
    depth += 1
    if !scene.title.isEmpty { line("<title>\(xmlText(scene.title))</title>") }
    line("<rect width=\"\(width)\" height=\"\(height)\"\(fill(scene.background))/>")
    for element in scene.elements { write(element) }
    depth -= 1
    line("</svg>")
  }

  private mutating func write(_ element: SceneElement) {
    switch element {
    case .rectangle(let rectangle):
      line(shape(rectangle) + "\(fill(rectangle.fill))\(stroke(rectangle.stroke))/>")
    case .path(let path): write(path)
    case .text(let words): write(words)
    case .image(let image): write(image)
    case .group(let group): write(group)
    }
  }

  private mutating func write(_ group: SceneGroup) {
    var attributes = ""
    if group.opacity < 1 { attributes += " opacity=\"\(svgNumber(group.opacity))\"" }
    if let clip = group.clip {
      clipCount += 1
      line("<clipPath id=\"c\(clipCount)\">\(shape(clip))/></clipPath>")
      attributes += " clip-path=\"url(#c\(clipCount))\""
    }
    line("<g\(attributes)>")
    depth += 1
    if let title = group.title { line("<title>\(xmlText(title))</title>") }
    for element in group.elements { write(element) }
    depth -= 1
    line("</g>")
  }

  /// The tag of a rectangle, without its paint and its end.
  private func shape(_ rectangle: SceneRectangle) -> String {
    let box = rectangle.box
    let (left, right) = rectangle.fittingRadii
    if left == right {
      let radius = left > 0 ? " rx=\"\(svgNumber(left))\"" : ""
      return "<rect\(attributes(of: box))\(radius)"
    }
    let n = svgNumber
    let data = [
      "M\(n(box.x + left)) \(n(box.y))", "H\(n(box.right - right))", arc(right, to: box.right, box.y + right),
      "V\(n(box.bottom - right))", arc(right, to: box.right - right, box.bottom), "H\(n(box.x + left))",
      arc(left, to: box.x, box.bottom - left), "V\(n(box.y + left))", arc(left, to: box.x + left, box.y), "Z",
    ]
    return "<path d=\"\(data.joined())\""
  }

  private func arc(_ radius: Double, to x: Double, _ y: Double) -> String {
    radius > 0 ? "A\(svgNumber(radius)) \(svgNumber(radius)) 0 0 1 \(svgNumber(x)) \(svgNumber(y))" : ""
  }

  private mutating func write(_ path: ScenePath) {
    guard let first = path.points.first else { return }
    let point = { (point: ScenePoint) in "\(svgNumber(point.x)) \(svgNumber(point.y))" }
    let data =
      "M" + point(first) + path.points.dropFirst().map { "L" + point($0) }.joined()
      + (path.isClosed ? "Z" : "")
    let joins = path.stroke == nil ? "" : " stroke-linejoin=\"round\" stroke-linecap=\"round\""
    line("<path d=\"\(data)\"\(fill(path.fill))\(stroke(path.stroke))\(joins)/>")
  }

  private mutating func write(_ words: SceneText) {
    let weight = words.style.weight == 400 ? "" : " font-weight=\"\(words.style.weight)\""
    let family = words.style.family.map { " font-family=\"\(xmlText("'\($0)', sans-serif"))\"" } ?? ""
    let anchor = words.anchor == .start ? "" : " text-anchor=\"\(words.anchor.rawValue)\""
    line(
      "<text x=\"\(svgNumber(words.x))\" y=\"\(svgNumber(words.baseline))\""
        + " font-size=\"\(svgNumber(words.style.size))\"\(family)\(weight)\(anchor)\(fill(words.color))>"
        + xmlText(words.words) + "</text>")
  }

  private mutating func write(_ image: SceneImage) {
    guard let bytes = images[image.id] else { return }
    line(
      "<image\(attributes(of: image.box)) preserveAspectRatio=\"none\""
        + " href=\"data:image/jpeg;base64,\(base64(bytes))\"/>")
  }

  private func attributes(of box: SceneBox) -> String {
    " x=\"\(svgNumber(box.x))\" y=\"\(svgNumber(box.y))\""
      + " width=\"\(svgNumber(max(0, box.width)))\" height=\"\(svgNumber(max(0, box.height)))\""
  }

  private func fill(_ color: SceneColor?) -> String {
    guard let color else { return " fill=\"none\"" }
    return " fill=\"\(color.hexadecimal)\"" + opacity(color, "fill-opacity")
  }

  private func stroke(_ stroke: SceneStroke?) -> String {
    guard let stroke else { return "" }
    let dashes = stroke.dashes.map(svgNumber).joined(separator: " ")
    return " stroke=\"\(stroke.color.hexadecimal)\"" + opacity(stroke.color, "stroke-opacity")
      + (stroke.width == 1 ? "" : " stroke-width=\"\(svgNumber(stroke.width))\"")
      + (dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\"")
  }

  private func opacity(_ color: SceneColor, _ name: String) -> String {
    color.alpha == 255 ? "" : " \(name)=\"\(svgNumber(Double(color.alpha) / 255))\""
  }

  private mutating func line(_ words: String) {
    text += String(repeating: " ", count: depth) + words + "\n"
  }
}

/// Text as XML writes it, in an attribute or between tags.
///
/// Characters that XML forbids even as references become U+FFFD, so that no name can break a drawing.
func xmlText(_ words: String) -> String {
  var text = ""
  for scalar in words.unicodeScalars {
    switch scalar {
    case "&": text += "&amp;"
    case "<": text += "&lt;"
    case ">": text += "&gt;"
    case "\"": text += "&quot;"
    case "\n", "\t", "\r": text += "&#\(scalar.value);"
    default: text.unicodeScalars.append(isForbidden(scalar) ? "\u{FFFD}" : scalar)
    }
  }
  return text
}

private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0...0x1F, 0x7F...0x9F, 0xFFFE, 0xFFFF: true
  default: false
  }
}

/// A length in SVG's syntax: at most two decimals, without trailing zeros.
func svgNumber(_ value: Double) -> String {
  guard let hundredths = Int64(exactly: (value * 100).rounded()) else { return "0" }
  let sign = hundredths < 0 ? "-" : ""
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  if rest == 0 { return "\(sign)\(whole)" }
  let decimals = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
  return "\(sign)\(whole).\(decimals)"
}

/// The bytes in base64, with padding.
func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  var index = 0
  while index < bytes.count {
    let group = bytes[index..<min(index + 3, bytes.count)]
    var bits: UInt32 = 0
    for byte in group { bits = bits << 8 | UInt32(byte) }
    bits <<= 8 * UInt32(3 - group.count)
    for place in 0..<4 {
      let letter = letters[Int(bits >> (18 - 6 * UInt32(place)) & 63)]
      text.append(place <= group.count ? letter : UInt8(ascii: "="))
    }
    index += 3
  }
  return String(decoding: text, as: UTF8.self)
}
