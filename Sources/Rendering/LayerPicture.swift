import LibAV

/// What one layer contributes to one frame, in the canvas's own pixels.
enum LayerPicture {
  /// A 4:2:0 picture without alpha whose pixels and chroma samples lie on the canvas's; `offset` is where the
  /// layer's box begins in it, in even pixels.
  case aligned(VideoFrame, offset: (x: Int, y: Int))
  /// Anything else: alpha, or odd positions.
  case blended(BlendedPicture)

  var isOpaque: Bool {
    switch self {
    case .aligned: true
    case .blended(let picture): picture.isOpaque
    }
  }
}
