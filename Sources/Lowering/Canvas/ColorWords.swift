package import Composition
package import EditScript

extension CanvasColor {
  /// The colours of this name.
  package init(_ name: ColorSpaceName) {
    self =
      switch name {
      case .bt709: .bt709
      case .bt601: .bt601
      case .bt2020: .bt2020
      case .hlg: .hlg
      case .pq: .pq
      }
  }
}

extension CanvasDepth {
  init(_ depth: BitDepth) {
    self =
      switch depth {
      case .eight: .eight
      case .ten: .ten
      }
  }
}
