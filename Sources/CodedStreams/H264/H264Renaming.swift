/// Decides what happens to the units of a packet of H.264.
struct H264Renaming {
  let sets: H264Sets
  let names: SetNames

  func fate(
    of packet: [UInt8], _ range: Range<Int>, start: StartRules?
  ) throws(CodedStreamError) -> UnitFate {
    let kind = H264Unit.kind(packet[range.lowerBound])
    if let obstacle = H264Unit.obstacle(kind) { throw .hasUnit(obstacle) }
    switch kind {
    case H264Unit.message: return .message
    case H264Unit.sequence, H264Unit.picture: return .set
    case H264Unit.endOfSequence, H264Unit.endOfStream: return .dropped
    case _ where H264Unit.isSlice(kind):
      let slice = try slice(of: packet, range, kind)
      guard let name = names.pictures[slice.picture] else {
        throw .isMissing("PPS \(slice.picture)", namedBy: "a slice")
      }
      var replacements = [BitReplacement.unsigned(name, in: slice.pictureBits)]
      if let start, let refresh = slice.refresh { replacements += try start.replacements(refresh) }
      return .slice(headerBytes: 1, kind: nil, replacements)
    // Delimiters, fillers, and types that the standard leaves unspecified.
    default: return .kept
    }
  }

  func look(
    at packet: [UInt8], _ range: Range<Int>, into facts: inout PacketFacts
  ) throws(CodedStreamError) {
    let header = packet[range.lowerBound]
    let kind = H264Unit.kind(header)
    if let obstacle = H264Unit.obstacle(kind) { throw .hasUnit(obstacle) }
    if kind == H264Unit.endOfSequence || kind == H264Unit.endOfStream { facts.endsSequence = true }
    guard H264Unit.isSlice(kind) else { return }
    let slice = try slice(of: packet, range, kind)
    facts.sliceCount += 1
    facts.pictureSets.insert(slice.picture)
    facts.firstMacroblock = facts.firstMacroblock ?? slice.firstMacroblock
    if H264Unit.importance(header) > 0 { facts.isReference = true }
    guard let refresh = slice.refresh else { return }
    facts.start = .instantaneous
    facts.idrPictureID = refresh.identifier
    if refresh.discardsPriorPictures { facts.discardsPriorPictures = true }
  }

  private func slice(
    of packet: [UInt8], _ range: Range<Int>, _ kind: Int
  ) throws(CodedStreamError) -> H264Slice {
    let head = unescaped(packet, in: range.lowerBound + 1..<range.upperBound, limit: H264Slice.headBytes)
    return try H264Slice(head, isRefresh: kind == H264Unit.refresh, sets: sets)
  }
}

extension StartRules {
  /// Replaces `idr_pic_id` if necessary, by one whose code has the same length or one more byte, and clears
  /// the flag that discards earlier pictures.
  func replacements(_ refresh: H264Slice.Refresh) throws(CodedStreamError) -> [BitReplacement] {
    var replacements: [BitReplacement] = []
    if avoidedIDs.contains(refresh.identifier) {
      let bits = refresh.identifierBits
      let candidates = [bits.count, bits.count + 8].lazy.flatMap { length in
        let count = 1 << (length / 2)
        return count - 1..<max(count - 1, min(2 * count - 1, 65536))
      }
      guard let other = candidates.first(where: { !avoidedIDs.contains($0) }) else {
        throw .noIDRPictureIDLeft
      }
      replacements.append(.unsigned(other, in: bits))
    }
    if refresh.discardsPriorPictures {
      let bit = refresh.discardBit
      replacements.append(BitReplacement(range: bit..<bit + 1, value: 0, length: 1))
    }
    return replacements
  }
}
