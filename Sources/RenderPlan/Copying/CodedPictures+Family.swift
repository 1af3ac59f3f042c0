import CodedStreams
import Composition

extension CodedPictures {
  /// What streams must have in common to be joined; nil for codecs whose pictures are self-contained, and if
  /// the header is unknown.
  var streamFamily: StreamCompatibility? {
    get throws(CodedStreamError) {
      guard !record.isEmpty, let codec = StreamCodec(streamNamed: track.codec) else { return nil }
      return try CodedSource(StreamHeader(record, codec: codec)).family
    }
  }
}

extension StreamCompatibility {
  /// Why no available encoder produces pictures that can share a stream with these; nil if one does.
  var encodingObstacle: String? {
    if !hasOnlyFrames { return "may be interlaced" }
    if profile.hasSuffix("Intra") { return "has the profile \(profile)" }
    if format.hasSeparatePlanes || format.chroma == 0 { return "has no luma and chroma in one picture" }
    if format.lumaDepth != format.chromaDepth { return "has luma and chroma of different depths" }
    if format.crop.left != 0 || format.crop.top != 0 { return "is cropped at the left or top" }
    switch codec {
    case .h264:
      if references == 0 { return "has no pictures that refer to others" }
      if format.width - format.shownWidth > 15 || format.height - format.shownHeight > 15 {
        return "is cropped by more than its blocks require"
      }
    case .hevc:
      if format.width - format.shownWidth > 7 || format.height - format.shownHeight > 7 {
        return "is cropped by more than its blocks require"
      }
      // Two earlier pictures and the one being decoded, as in the encoder.
      if case .highest(let pictures, _, _) = format.buffering, pictures < 3 {
        return "needs a buffer of fewer than three pictures"
      }
      if format.color.topChromaLocation != 0 || format.color.bottomChromaLocation != 0 {
        return "has chroma samples that are not at the left"
      }
    }
    return nil
  }

  /// The number of reference pictures, which H.264 states; nil for HEVC.
  var references: Int? {
    switch format.buffering {
    case .stated(let references, _, _), .byLevel(let references): references
    case .highest: nil
    }
  }
}
