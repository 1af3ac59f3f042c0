/// Words as they stand in XML, in an attribute or between tags.
///
/// What XML forbids even as a reference stands as U+FFFD, so that no name can break a drawing.
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

/// A length as SVG takes it: at most two decimals, none that say nothing.
func svgNumber(_ value: Double) -> String {
  guard let hundredths = Int64(exactly: (value * 100).rounded()) else { return "0" }
  let sign = hundredths < 0 ? "-" : ""
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  if rest == 0 { return "\(sign)\(whole)" }
  let decimals = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
  return "\(sign)\(whole).\(decimals)"
}

/// Bytes as text of 64 letters, with padding.
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
