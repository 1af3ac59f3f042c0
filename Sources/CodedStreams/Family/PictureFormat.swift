/// The properties of the decoded pictures, from the SPS.
package struct PictureFormat: Hashable, Sendable {
  /// Width in luma samples, before cropping.
  package var width: Int
  package var height: Int
  package var crop = Crop()
  /// The aspect of a stored pixel; 1:1 if the stream does not state it.
  package var aspectWidth = 1
  package var aspectHeight = 1
  /// `chroma_format_idc`: 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package var chroma: Int
  /// Whether the three colours are coded like three grey pictures.
  package var hasSeparatePlanes: Bool
  package var lumaDepth: Int
  package var chromaDepth: Int
  package var color = CodedColor()
  package var buffering = DecoderBuffering.byLevel(references: 0)

  /// The number of hidden luma samples at each side.
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

/// Colour as tagged in the VUI, with the numbers of ISO/IEC 23091-2; 2 if it is not stated.
package struct CodedColor: Hashable, Sendable {
  package var primaries = 2
  package var transfer = 2
  package var matrix = 2
  package var isFullRange = false
  /// The location of chroma samples in the upper and the lower field; 0 (left) if the VUI does not state it.
  package var topChromaLocation = 0
  package var bottomChromaLocation = 0
}

/// The number of pictures that a decoder buffers, and how long it waits before it outputs one.
package enum DecoderBuffering: Hashable, Sendable {
  /// H.264 that states its reorder depth.
  case stated(references: Int, reorder: Int, frames: Int)
  /// H.264 that does not: a decoder waits for as many frames as the level allows for the picture size.
  ///
  /// The number is the same for streams with equal sizes and levels.
  case byLevel(references: Int)
  /// The highest sub-layer of HEVC. The latency is nil if there is no limit.
  case highest(pictures: Int, reorder: Int, latency: Int?)
}

extension BitReader {
  /// Reads the offsets of the crop, in units that depend on chroma and fields.
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

  /// Reads the first fields of the VUI, which H.264 and HEVC share: aspect, overscan, colour, chroma
  /// location.
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
    // Zeros mean an unknown aspect, which players display as square.
    guard aspect.0 > 0, aspect.1 > 0 else { return }
    (format.aspectWidth, format.aspectHeight) = aspect
  }
}
