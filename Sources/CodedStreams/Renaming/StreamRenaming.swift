/// Renames the packets of one source for the joined stream.
///
/// Input packets have the lengths of the source, output packets lengths of 4 bytes.
/// * Slices get a new PPS id; everything after it remains.
/// * Parameter sets that are in the record are removed. Others are rejected, because they would redefine a
///   name.
/// * SEI remains, unless it names an SPS or VPS: buffering periods do, and only a hypothetical decoder needs
///   them.
/// * Access unit delimiters remain: they name no set, and remain true of their picture.
/// * Ends of sequences and streams are removed, because the joined stream continues.
/// * In HEVC from several sources, each start is preceded by its sets (`setsAtStarts`).
package struct StreamRenaming: Hashable, Sendable {
  let source: CodedSource
  package let names: SetNames
  /// The parameter sets under their new names, repeated in packets at which decoding can start. Firefox reads
  /// one set of each kind from an HEVC record and replaces them with those that it finds in packets.
  var setsAtStarts: [[UInt8]] = []

  init(source: CodedSource, names: SetNames) {
    self.source = source
    self.names = names
  }

  /// Renames a packet inside a piece.
  package func renamed(_ packet: [UInt8]) throws(CodedStreamError) -> [UInt8] {
    try renamed(packet, start: nil)
  }

  /// Renames the first packet of a piece, at which decoding can start.
  ///
  /// All earlier pictures are shown: `no_output_of_prior_pics_flag` becomes 0. A CRA becomes a BLA, because
  /// the pictures before it are not those of its source; the caller removes later RASL pictures, which cannot
  /// be decoded.
  /// - Parameter avoiding: The `idr_pic_id` of the adjacent packets that are IDR pictures: the standard
  ///   (H.264, 7.4.3) requires them to differ between consecutive IDR pictures, even if the PPS ids differ.
  package func renamedStart(
    _ packet: [UInt8], avoiding: Set<Int> = []
  ) throws(CodedStreamError) -> [UInt8] {
    try renamed(packet, start: StartRules(avoidedIDs: avoiding))
  }

  /// The facts about the picture of a packet.
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

  /// Whether decoding can start at a packet of HEVC.
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

/// The rules for the first packet of a piece.
struct StartRules {
  var avoidedIDs: Set<Int>
}

/// What happens to a unit.
enum UnitFate {
  case kept
  case dropped
  /// A parameter set: dropped if it is in the record.
  case set
  case message
  /// A slice, with new bits after its header; `kind` replaces the NAL unit type of HEVC.
  case slice(headerBytes: Int, kind: Int?, [BitReplacement])
}
