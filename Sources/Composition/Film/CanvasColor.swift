extension CanvasColor {
  /// The colour tags that files use for it.
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

extension JoinedCoding {
  /// The canvas colours that need no conversion of the samples; nil if there are none.
  package var canvasColor: CanvasColor? {
    switch (samples.matrix, samples.transfer) {
    case ("bt709", _): .bt709
    case ("smpte170m", _), ("bt470bg", _): .bt601
    case ("bt2020nc", "arib-std-b67"): .hlg
    case ("bt2020nc", "smpte2084"): .pq
    case ("bt2020nc", _): .bt2020
    default: nil
    }
  }
}

extension VideoEncoding {
  /// The colour tags of the encoded pictures.
  package var colorTags: ColorTags {
    if let joined { return joined.color }
    var tags = color.tags
    if codec.declaration?.hasJPEGColors == true { (tags.matrix, tags.isFullRange) = ("bt470bg", true) }
    return tags
  }
}
