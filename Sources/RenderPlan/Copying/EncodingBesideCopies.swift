import Composition

extension VideoTrackFacts {
  /// The encoding of pictures that share a stream with the track's; nil if there is none.
  ///
  /// `edges` provides whatever the track leaves open.
  func encodingBeside(_ edges: VideoEncoding, references: Int?) -> VideoEncoding? {
    guard let codec = VideoCodec.allCases.first(where: { $0.declaration?.streamName == self.codec }),
      let declaration = codec.declaration, let (depth, sampling) = form,
      let profile = profileBeside(codec, declaration, depth, sampling)
    else { return nil }
    var encoding = edges
    encoding.codec = codec
    encoding.profile = profile.isEmpty ? nil : profile
    encoding.depth = depth
    encoding.sampling = sampling
    encoding.joined = JoinedCoding(color: color, of: storedSize, references: references)
    if declaration.qualities == nil { encoding.rateControl = .quality(0) }
    if declaration.speeds.isEmpty { encoding.speed = "" }
    if declaration.isIntraOnly { encoding.keyFrameInterval = 1 }
    return encoding
  }

  /// The profile of the encoded pictures, empty for a codec without profiles; nil if there is none.
  private func profileBeside(
    _ codec: VideoCodec, _ declaration: VideoCodecDeclaration, _ depth: CanvasDepth,
    _ sampling: ChromaSampling
  ) -> String? {
    if declaration.profiles.isEmpty { return "" }
    let name = profile == nil ? declaration.smallestProfile(depth, sampling)?.name : profileName(in: codec)
    return declaration.profiles.first { $0.name == name && $0.holds(depth, sampling) }?.name
  }

  /// Depth and chroma sampling of the pictures, if an encoder supports them.
  private var form: (CanvasDepth, ChromaSampling)? {
    switch pixelFormat {
    case "yuv420p", "yuvj420p": (.eight, .quarter)
    case "yuv422p", "yuvj422p": (.eight, .half)
    case "yuv444p", "yuvj444p": (.eight, .full)
    case "yuv420p10le": (.ten, .quarter)
    case "yuv422p10le": (.ten, .half)
    case "yuv444p10le": (.ten, .full)
    case "yuv444p12le" where codec == "prores": (.ten, .full)
    default: nil
    }
  }

  /// The profile's name in scripts, from FFmpeg's name.
  private func profileName(in codec: VideoCodec) -> String? {
    switch (codec, profile) {
    case (.h264, "Constrained Baseline"), (.h264, "Baseline"): "baseline"
    case (.h264, "Main"), (.hevc, "Main"): "main"
    case (.h264, "High"): "high"
    case (.h264, "High 10"): "high10"
    case (.h264, "High 4:2:2"): "high422"
    case (.h264, "High 4:4:4 Predictive"): "high444"
    case (.hevc, "Main 10"): "main10"
    case (.prores, "Proxy"): "proxy"
    case (.prores, "LT"): "lt"
    case (.prores, "Standard"): "standard"
    case (.prores, "HQ"): "hq"
    case (.prores, "4444"): "4444"
    case (.prores, "XQ"), (.prores, "4444XQ"): "4444xq"
    case (.dnxhr, "DNXHR LB"): "lb"
    case (.dnxhr, "DNXHR SQ"): "sq"
    case (.dnxhr, "DNXHR HQ"): "hq"
    case (.dnxhr, "DNXHR HQX"): "hqx"
    case (.dnxhr, "DNXHR 444"): "444"
    case (.mjpeg, _): "baseline"
    case (.av1, "Main"): "main"
    case (.vp9, "Profile 0"): "0"
    case (.vp9, "Profile 1"): "1"
    case (.vp9, "Profile 2"): "2"
    case (.vp9, "Profile 3"): "3"
    default: nil
    }
  }
}
