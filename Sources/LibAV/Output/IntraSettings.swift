package import Basics
internal import CFFmpeg
package import Composition

/// All settings of encoders whose pictures are all key frames: ProRes and DNxHR, whose profile determines
/// their size, and the lossless FFV1.
package struct IntraSettings: EncodingSettings, Hashable {
  package let encoding: VideoEncoding
  package let size: PixelSize
  package let rate: FrameRate
  package let color: ColorTags

  package var reorderDelay: Int64? { 0 }

  package func write(to prepared: EncoderContext) throws(LibAVError) {
    try writePicture(to: prepared, keyFrameInterval: 1, threads: intraThreads)
    if codec == .ffv1 {
      // Version 3, with a checksum in each slice; the number of slices follows from the size.
      prepared.pointer.pointee.level = 3
      return try prepared.set([("slicecrc", "1")], "preparing ffv1")
    }
    guard let profile = encoding.chosenProfile, profile.holds(encoding.depth, encoding.sampling) else {
      throw refused("\(codec.rawValue) cannot hold pictures of the format \(layout.rawValue)")
    }
    try prepared.set(options(profile.name), "preparing \(codec.rawValue)")
  }

  /// Corrects the colours in DNxHR: FFmpeg writes BT.709 into each picture, and readers trust the picture
  /// more than the file.
  package func corrected(_ packet: [UInt8]) -> [UInt8] {
    // Two bits of its header state its colours.
    let place = 0x2C
    guard codec == .dnxhr, color.matrix != "bt709", packet.count > place else { return packet }
    let colors: UInt8 = color.matrix == "bt2020nc" ? 1 : 3
    var packet = packet
    packet[place] = packet[place] & ~6 | colors << 1
    return packet
  }

  private func options(_ profile: String) -> [(name: String, value: String)] {
    switch codec {
    // Some editing programs accept only files with Apple's name.
    case .prores:
      [("profile", profile), ("vendor", "apl0"), ("alpha_bits", encoding.hasAlpha == true ? "16" : "0")]
    default: [("profile", "dnxhr_" + profile)]
    }
  }
}
