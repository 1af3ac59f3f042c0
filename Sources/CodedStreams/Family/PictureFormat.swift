/// What the SPS says about the pictures that a decoder gives.
package struct PictureFormat: Hashable, Sendable {
  /// In luma samples, before the crop.
  package var width: Int
  package var height: Int
  package var crop = Crop()
  /// Of a stored pixel; 1:1 where the stream does not say.
  package var aspectWidth = 1
  package var aspectHeight = 1
  /// `chroma_format_idc`: 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package var chroma: Int
  /// The three colours are coded like three grey pictures.
  package var hasSeparatePlanes: Bool
  package var lumaDepth: Int
  package var chromaDepth: Int
  package var color = CodedColor()
  package var buffering = DecoderBuffering.byLevel(references: 0)

  /// Luma samples that are not shown, at each side.
  package struct Crop: Hashable, Sendable {
    package var left = 0
    package var right = 0
    package var top = 0
    package var bottom = 0
  }

  package var shownWidth: Int { width - crop.left - crop.right }
  package var shownHeight: Int { height - crop.top - crop.bottom }

  init(
    width: Int, height: Int, chroma: Int, hasSeparatePlanes: Bool, lumaDepth: Int, chromaDepth: Int
  ) {
    self.width = width
    self.height = height
    self.chroma = chroma
    self.hasSeparatePlanes = hasSeparatePlanes
    self.lumaDepth = lumaDepth
    self.chromaDepth = chromaDepth
  }
}

/// Colour as the VUI tags it, by the numbers of ISO/IEC 23091-2; 2 where it says nothing.
package struct CodedColor: Hashable, Sendable {
  package var primaries = 2
  package var transfer = 2
  package var matrix = 2
  package var isFullRange = false
  /// Where chroma samples are, in the upper and the lower field; 0 (left) where the VUI says nothing.
  package var topChromaLocation = 0
  package var bottomChromaLocation = 0
}

/// How many pictures a decoder keeps, and how many it waits for before it shows one.
package enum DecoderBuffering: Hashable, Sendable {
  /// H.264 that says how far pictures are reordered.
  case stated(references: Int, reorder: Int, frames: Int)
  /// H.264 that does not: a decoder waits for as many frames as the level allows for the size.
  ///
  /// Streams with the same size get the same number when they get the same level.
  case byLevel(references: Int)
  /// HEVC, of its highest sub-layer. The latency is nil if there is no limit.
  case highest(pictures: Int, reorder: Int, latency: Int?)
}

extension BitReader {
  /// Offsets of the crop, in units that depend on chroma and fields.
  mutating func readCrop(
    _ format: inout PictureFormat, unitWidth: Int, unitHeight: Int
  ) throws(CodedStreamError) {
    let left = try unsigned() * unitWidth
    let right = try unsigned() * unitWidth
    let top = try unsigned() * unitHeight
    let bottom = try unsigned() * unitHeight
    guard left + right < format.width, top + bottom < format.height else {
      throw CodedStreamError("has \(part) that crops its whole picture away")
    }
    format.crop = PictureFormat.Crop(left: left, right: right, top: top, bottom: bottom)
  }

  /// The first fields of the VUI, the same in H.264 and HEVC: aspect, overscan, colour, place of chroma.
  mutating func readLook(into format: inout PictureFormat) throws(CodedStreamError) {
    if try flag() { try readAspect(into: &format) }
    if try flag() { try skip(1) }
    if try flag() {
      try skip(3)
      format.color.isFullRange = try flag()
      if try flag() {
        format.color.primaries = try number(8)
        format.color.transfer = try number(8)
        format.color.matrix = try number(8)
      }
    }
    if try flag() {
      format.color.topChromaLocation = try unsigned("chroma_sample_loc_type_top_field", atMost: 5)
      format.color.bottomChromaLocation = try unsigned("chroma_sample_loc_type_bottom_field", atMost: 5)
    }
  }

  private mutating func readAspect(into format: inout PictureFormat) throws(CodedStreamError) {
    let known = [
      (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11),
      (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]
    let index = try number(8)
    var aspect = (1, 1)
    if index == 255 { aspect = (try number(16), try number(16)) }
    if (1...known.count).contains(index) { aspect = known[index - 1] }
    // Zeros mean that the aspect is unknown, which players show as square.
    guard aspect.0 > 0, aspect.1 > 0 else { return }
    (format.aspectWidth, format.aspectHeight) = aspect
  }
}
