/// The share of red and blue in luma; green has the rest.
package struct MatrixWeights: Hashable, Sendable {
  let red: Double
  let blue: Double

  package init(red: Double, blue: Double) {
    self.red = red
    self.blue = blue
  }
}
