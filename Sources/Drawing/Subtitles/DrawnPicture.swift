/// Words as a picture: a rectangle of the canvas, alpha multiplied into the colours.
package struct DrawnPicture: Hashable, Sendable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// Four bytes a pixel: red, green, blue, alpha.
  package let pixels: [UInt8]
}
