/// The properties that must be equal if packets are joined into one stream, so that no decoder loses or
/// reorders frames.
///
/// A decoder preserves its buffer at a joint only if nothing that it depends on changes. OpenH264 drops the
/// last frames before a joint if the number of references differs, and shows them in the wrong order if the
/// reorder depth does. The level is not included, because all SPS of a joined stream get the highest one.
package struct StreamCompatibility: Hashable, Sendable {
  package let codec: StreamCodec
  /// The profile as the standard names it: "Constrained Baseline".
  package let profile: String
  package let format: PictureFormat
  /// Whether nothing in the stream is coded as fields (PAFF, MBAFF, or HEVC's fields).
  package let hasOnlyFrames: Bool
  /// The HDR metadata of the record as SEI messages: mastering display, light levels, ambience.
  package let light: Set<SupplementalMessage>

  /// The difference from another source, as the rest of a sentence about this one; nil if they are equal.
  ///
  /// "has 4 reference frames, not 3"
  package func difference(from other: StreamCompatibility) -> String? {
    if self == other { return nil }
    if codec != other.codec { return "is \(codec.rawValue), not \(other.codec.rawValue)" }
    if profile != other.profile { return "has the profile \(profile), not \(other.profile)" }
    if hasOnlyFrames != other.hasOnlyFrames {
      return hasOnlyFrames ? "has only frames, no fields" : "may have fields, not only frames"
    }
    return format.difference(from: other.format) ?? "has other HDR metadata in its header"
  }
}

extension PictureFormat {
  func difference(from other: PictureFormat) -> String? {
    let comparisons = [
      ("has pictures of", size, other.size),
      ("codes pictures of", coded, other.coded),
      ("is cropped (left, right, top, bottom) by", offsets, other.offsets),
      ("has the pixel aspect", aspect, other.aspect),
      ("has", chromaName, other.chromaName),
      ("has", depth, other.depth),
      ("has the color primaries", "\(color.primaries)", "\(other.color.primaries)"),
      ("has the color transfer", "\(color.transfer)", "\(other.color.transfer)"),
      ("has the color matrix", "\(color.matrix)", "\(other.color.matrix)"),
      ("has", color.range, other.color.range),
      ("has the chroma location", color.location, other.color.location),
    ]
    for (words, mine, others) in comparisons where mine != others { return "\(words) \(mine), not \(others)" }
    return buffering.difference(from: other.buffering)
  }

  private var size: String { "\(shownWidth)x\(shownHeight)" }
  private var coded: String { "\(width)x\(height)" }
  private var offsets: String { "\(crop.left), \(crop.right), \(crop.top), \(crop.bottom)" }
  private var aspect: String { "\(aspectWidth):\(aspectHeight)" }

  private var chromaName: String {
    let names = ["gray", "4:2:0", "4:2:2", "4:4:4"]
    return (names.indices.contains(chroma) ? names[chroma] : "\(chroma)")
      + (hasSeparatePlanes ? " in separate planes" : "")
  }

  private var depth: String {
    lumaDepth == chromaDepth ? "\(lumaDepth) bits" : "\(lumaDepth) bits of luma and \(chromaDepth) of chroma"
  }
}

extension CodedColor {
  fileprivate var range: String { isFullRange ? "full range" : "limited range" }
  fileprivate var location: String {
    topChromaLocation == bottomChromaLocation
      ? "\(topChromaLocation)" : "\(topChromaLocation)/\(bottomChromaLocation)"
  }
}

extension DecoderBuffering {
  func difference(from other: DecoderBuffering) -> String? {
    if self == other { return nil }
    if references != other.references {
      let noun = references == 1 ? "reference frame" : "reference frames"
      return "has \(references) \(noun), not \(other.references)"
    }
    guard let mine = reorder else { return "does not state its reorder depth" }
    guard let others = other.reorder else { return "states its reorder depth" }
    if mine != others { return "reorders pictures by \(mine), not \(others)" }
    if frames != other.frames { return "needs a buffer of \(frames) frames, not \(other.frames)" }
    return "has another limit on how long a picture waits"
  }

  private var references: Int {
    switch self {
    case .stated(let references, _, _), .byLevel(let references): references
    // HEVC counts the pictures of the buffer, including the current one.
    case .highest: 0
    }
  }

  private var reorder: Int? {
    switch self {
    case .stated(_, let reorder, _), .highest(_, let reorder, _): reorder
    case .byLevel: nil
    }
  }

  private var frames: Int {
    switch self {
    case .stated(_, _, let frames), .highest(let frames, _, _): frames
    case .byLevel: 0
    }
  }
}
