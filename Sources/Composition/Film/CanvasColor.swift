package import MediaFacts
package import Vocabulary

extension CanvasColor {
  /// As files tag it.
  package var tags: ColorTags {
    switch self {
    case .bt709: tags("bt709", "bt709", "bt709")
    case .bt601: tags("smpte170m", "smpte170m", "smpte170m")
    case .bt2020: tags("bt2020", "bt2020-10", "bt2020nc")
    case .hlg: tags("bt2020", "arib-std-b67", "bt2020nc")
    case .pq: tags("bt2020", "smpte2084", "bt2020nc")
    }
  }

  private func tags(_ primaries: String, _ transfer: String, _ matrix: String) -> ColorTags {
    ColorTags(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: false)
  }
}

extension VideoEncoding {
  /// As files tag the encoded pictures.
  package var colorTags: ColorTags {
    var tags = color.tags
    if codec.declaration?.hasJPEGColors == true { (tags.matrix, tags.isFullRange) = ("bt470bg", true) }
    return tags
  }
}
