/// What a packet says about its picture, as far as a joint has to know it.
package struct PacketFacts: Hashable, Sendable {
  /// How decoding can begin with a picture.
  package enum Start: Hashable, Sendable {
    /// IDR: nothing after it needs anything before it.
    case instantaneous
    /// BLA, of HEVC: leading pictures that need earlier ones are not shown.
    case brokenLink
    /// CRA, of HEVC: leading pictures may need earlier ones.
    case cleanAccess
  }

  /// Nil if decoding cannot begin here.
  package var start: Start?
  package var sliceCount = 0
  /// `first_mb_in_slice` of the first slice, of H.264: 0 unless slices are in an arbitrary order.
  package var firstMacroblock: Int?
  /// Whether other pictures may refer to this one: `nal_ref_idc` is not 0, or the NAL unit type says so.
  package var isReference = false
  /// `idr_pic_id`, of IDR pictures of H.264.
  package var idrPictureID: Int?
  /// `no_output_of_prior_pics_flag`: decoders throw away earlier pictures that they have not shown yet.
  package var discardsPriorPictures = false
  /// RASL or RADL, of HEVC: shown before the start that it follows in the stream.
  package var isLeading = false
  /// RASL, of HEVC: not shown if decoding begins with the start before it.
  package var needsEarlierPictures = false
  /// The packet ends a sequence. Renaming removes the mark, so a CRA after it must not be in the same piece.
  package var endsSequence = false
  /// PPS that the slices name, with their old ids.
  package var pictureSets: Set<Int> = []
}
