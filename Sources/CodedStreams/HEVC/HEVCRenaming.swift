/// Decides what happens to the units of a packet of HEVC.
struct HEVCRenaming {
  let sets: HEVCSets
  let names: SetNames

  func fate(
    of packet: [UInt8], _ range: Range<Int>, start: StartRules?
  ) throws(CodedStreamError) -> UnitFate {
    let kind = try kind(of: packet, range)
    switch kind {
    case HEVCUnit.prefixMessage, HEVCUnit.suffixMessage: return .message
    case HEVCUnit.video, HEVCUnit.sequence, HEVCUnit.picture: return .set
    case HEVCUnit.endOfSequence, HEVCUnit.endOfStream: return .dropped
    case _ where HEVCUnit.isSlice(kind):
      let slice = try slice(of: packet, range, kind)
      guard let name = names.pictures[slice.picture] else {
        throw .isMissing("PPS \(slice.picture)", namedBy: "a slice")
      }
      let rename = BitReplacement.unsigned(name, in: slice.pictureBits)
      guard start != nil, let discards = slice.discardsPriorPictures else {
        return .slice(headerBytes: 2, kind: nil, [rename])
      }
      let bit = HEVCSlice.discardBit
      let flag = BitReplacement(range: bit..<bit + 1, value: 0, length: 1)
      let isCleanAccess = kind == HEVCUnit.cleanRandomAccess
      return .slice(
        headerBytes: 2, kind: isCleanAccess ? HEVCUnit.brokenLink : nil, discards ? [flag, rename] : [rename])
    // Delimiters, fillers, and types that the standard leaves unspecified, such as Dolby Vision's.
    default: return .kept
    }
  }

  func look(
    at packet: [UInt8], _ range: Range<Int>, into facts: inout PacketFacts
  ) throws(CodedStreamError) {
    let kind = try kind(of: packet, range)
    if kind == HEVCUnit.endOfSequence || kind == HEVCUnit.endOfStream { facts.endsSequence = true }
    guard HEVCUnit.isSlice(kind) else { return }
    let slice = try slice(of: packet, range, kind)
    facts.sliceCount += 1
    facts.pictureSets.insert(slice.picture)
    switch kind {
    case 16...18: facts.start = .brokenLink
    case 19, 20: facts.start = .instantaneous
    case 21: facts.start = .cleanAccess
    default: break
    }
    // Pictures of the same sub-layer do not refer to even types below 16.
    if kind >= 16 || kind % 2 == 1 { facts.isReference = true }
    if (6...9).contains(kind) { facts.isLeading = true }
    if kind == 8 || kind == 9 { facts.needsEarlierPictures = true }
    if slice.discardsPriorPictures == true { facts.discardsPriorPictures = true }
  }

  private func kind(of packet: [UInt8], _ range: Range<Int>) throws(CodedStreamError) -> Int {
    guard range.count >= 2 else { throw .endsEarly("a NAL unit") }
    let kind = HEVCUnit.kind(packet[range.lowerBound])
    let layer = HEVCUnit.layer(packet[range.lowerBound], packet[range.lowerBound + 1])
    // Types from 48 on are outside the standard, and so are their layers.
    guard layer == 0 || kind >= 48 else { throw .otherLayer(layer) }
    guard kind > 31 && kind < 41 || kind >= 48 || HEVCUnit.isSlice(kind) else {
      throw .hasUnit("NAL units of the reserved type \(kind)")
    }
    return kind
  }

  private func slice(
    of packet: [UInt8], _ range: Range<Int>, _ kind: Int
  ) throws(CodedStreamError) -> HEVCSlice {
    let head = unescaped(packet, in: range.lowerBound + 2..<range.upperBound, limit: HEVCSlice.headBytes)
    return try HEVCSlice(head, kind: kind, pictures: sets.pictures)
  }
}
