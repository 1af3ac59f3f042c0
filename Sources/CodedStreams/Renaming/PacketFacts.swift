/// Facts about the picture of a packet, as far as joining requires them.
package struct PacketFacts: Hashable, Sendable {
  /// The ways in which decoding can start at a picture.
  package enum Start: Hashable, Sendable {
    /// IDR: no later picture needs an earlier one.
    case instantaneous
    /// BLA of HEVC: leading pictures that need earlier pictures are not shown.
    case brokenLink
    /// CRA of HEVC: leading pictures may need earlier pictures.
    case cleanAccess
  }

  /// Nil if decoding cannot start here.
  package var start: Start?
  package var sliceCount = 0
  /// `first_mb_in_slice` of the first slice of H.264: 0 unless slices are in arbitrary order.
  package var firstMacroblock: Int?
  /// Whether other pictures may refer to this one, by `nal_ref_idc` or the NAL unit type.
  package var isReference = false
  /// The `idr_pic_id` of an IDR picture of H.264.
  package var idrPictureID: Int?
  /// `no_output_of_prior_pics_flag`: decoders discard earlier pictures that they have not shown yet.
  package var discardsPriorPictures = false
  /// RASL or RADL of HEVC: shown before the start that it follows in the stream.
  package var isLeading = false
  /// RASL of HEVC: not shown if decoding starts at the preceding start.
  package var needsEarlierPictures = false
  /// Whether the packet ends a sequence. Renaming removes the mark, so a later CRA must be in another piece.
  package var endsSequence = false
  /// The old ids of the PPS that the slices name.
  package var pictureSets: Set<Int> = []
}
