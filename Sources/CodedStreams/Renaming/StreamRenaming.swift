/// Gives the packets of one source the names of the joined stream.
///
/// Packets have lengths as the source has them, and lengths of 4 bytes afterwards.
/// * Slices get a new PPS id; all that follows it stays.
/// * Parameter sets that the record has are left out. Others are refused, as they would change a name's meaning.
/// * SEI stays, unless it names an SPS or VPS: buffering periods do, and only a hypothetical decoder needs them.
/// * Access unit delimiters stay: they name no set, and what they say about their picture stays true.
/// * Ends of sequences and streams are left out: the joined stream goes on.
/// * In HEVC of several sources, each start has its sets before it (`setsAtStarts`).
package struct StreamRenaming: Hashable, Sendable {
  let source: CodedSource
  package let names: SetNames
  /// The parameter sets under their new names, repeated in packets in which decoding can begin. Firefox takes one set of each
  /// kind from the record of HEVC, and replaces them with those that it finds there.
  var setsAtStarts: [[UInt8]] = []

  init(source: CodedSource, names: SetNames) {
    self.source = source
    self.names = names
  }

  /// A packet inside a piece.
  package func renamed(_ packet: [UInt8]) throws(CodedStreamError) -> [UInt8] {
    try renamed(packet, start: nil)
  }

  /// The first packet of a piece, which begins with a start.
  ///
  /// All earlier pictures are shown: `no_output_of_prior_pics_flag` becomes 0. A CRA becomes a BLA, as the pictures
  /// before it are not those of its source; the caller leaves out RASL pictures after it, which cannot be decoded.
  /// - Parameter avoiding: `idr_pic_id` of the packets right before and after it, if they are IDR pictures:
  ///   the standard (H.264, 7.4.3) wants them to differ from one IDR picture to the next, even if the PPS ids differ.
  package func renamedStart(
    _ packet: [UInt8], avoiding: Set<Int> = []
  ) throws(CodedStreamError) -> [UInt8] {
    try renamed(packet, start: StartRules(avoidedIDs: avoiding))
  }

  /// What a packet says about its picture.
  package func facts(of packet: [UInt8]) throws(CodedStreamError) -> PacketFacts {
    var facts = PacketFacts()
    for range in try NALUnits.ranges(in: packet, lengthBytes: source.header.lengthBytes) {
      switch source.sets {
      case .h264(let sets): try H264Renaming(sets: sets, names: names).look(at: packet, range, into: &facts)
      case .hevc(let sets): try HEVCRenaming(sets: sets, names: names).look(at: packet, range, into: &facts)
      }
    }
    return facts
  }

  private func renamed(
    _ packet: [UInt8], start: StartRules?
  ) throws(CodedStreamError) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(packet.count + 64)
    let ranges = try NALUnits.ranges(in: packet, lengthBytes: source.header.lengthBytes)
    var repeated = isStart(packet, ranges) ? setsAtStarts : []
    for range in ranges {
      // A delimiter is always the first unit of its packet.
      if HEVCUnit.kind(packet[range.lowerBound]) != HEVCUnit.delimiter {
        for set in repeated { NALUnits.append(to: &output) { $0 += set } }
        repeated = []
      }
      switch try fate(of: packet, range, start: start) {
      case .dropped: break
      case .kept: NALUnits.append(to: &output) { $0.append(contentsOf: packet[range]) }
      case .set: try checkSet(NALUnits.trimmed(Array(packet[range])))
      case .message:
        let unit = SupplementalMessages.kept(of: Array(packet[range]), codec: source.header.codec)
        if let unit { NALUnits.append(to: &output) { $0.append(contentsOf: unit) } }
      case .slice(let headerBytes, let kind, let replacements):
        NALUnits.append(to: &output) {
          let header = $0.count
          appendUnit(packet, in: range, headerBytes: headerBytes, replacing: replacements, to: &$0)
          if let kind { $0[header] = $0[header] & 0x81 | UInt8(kind << 1) }
        }
      }
    }
    return output
  }

  /// Whether decoding can begin with a packet of HEVC.
  private func isStart(_ packet: [UInt8], _ ranges: [Range<Int>]) -> Bool {
    source.header.codec == .hevc
      && ranges.contains { HEVCUnit.isRandomAccess(HEVCUnit.kind(packet[$0.lowerBound])) }
  }

  private func fate(
    of packet: [UInt8], _ range: Range<Int>, start: StartRules?
  ) throws(CodedStreamError) -> UnitFate {
    switch source.sets {
    case .h264(let sets): try H264Renaming(sets: sets, names: names).fate(of: packet, range, start: start)
    case .hevc(let sets): try HEVCRenaming(sets: sets, names: names).fate(of: packet, range, start: start)
    }
  }

  private func checkSet(_ unit: [UInt8]) throws(CodedStreamError) {
    _ = try source.header.units.check(unit, codec: source.header.codec)
  }
}

/// What is different in the first packet of a piece.
struct StartRules {
  var avoidedIDs: Set<Int>
}

/// What becomes of a unit.
enum UnitFate {
  case kept
  case dropped
  /// A parameter set: dropped if the record has it.
  case set
  case message
  /// A slice, with new bits after its header; `kind` replaces the NAL unit type of HEVC.
  case slice(headerBytes: Int, kind: Int?, [BitReplacement])
}
