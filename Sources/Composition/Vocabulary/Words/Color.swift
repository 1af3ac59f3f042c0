/// A colour as scripts write it: eight bits per channel in sRGB, alpha not premultiplied.
package struct Color: Hashable, Sendable, Codable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}
