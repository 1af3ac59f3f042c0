/// One stream from the packets of several sources: the record with all parameter sets, and the renaming of
/// the packets of each source.
///
/// A slice names its PPS by a number in a variable-length code, right at its start. With a number whose code
/// is exactly one byte longer, everything after it moves by a whole byte, so no other field of the slice has
/// to be read.
package struct JoinedStream: Hashable, Sendable {
  /// An `avcC` or `hvcC` with lengths of 4 bytes.
  package let record: [UInt8]
  package let codec: StreamCodec
  package let level: StreamLevel
  /// The renaming of each source, in their order. Sources with the same sets share their names.
  package let renamings: [StreamRenaming]

  package init(_ sources: [CodedSource]) throws(JoinError) {
    guard let first = sources.first else {
      throw JoinError(source: 0, reason: CodedStreamError("does not exist"))
    }
    for (index, source) in sources.enumerated() {
      if let difference = source.family.difference(from: first.family) {
        throw JoinError(source: index, reason: CodedStreamError(difference))
      }
    }
    let level = sources.reduce(first.level) { $0.joined(with: $1.level) }

    // For each source, the first source with the same sets.
    let owners = sources.map { source in sources.firstIndex { $0.header.units == source.header.units } ?? 0 }
    let distinct = sources.indices.filter { owners[$0] == $0 }
    let names: [SetNames]
    do throws(JoinError) {
      names = try SetNames.assign(distinct.map { sources[$0].sets }, codec: first.header.codec)
    } catch { throw JoinError(source: distinct[error.source], reason: error.reason) }
    let namesByOwner = Dictionary(uniqueKeysWithValues: zip(distinct, names))

    var units = SetUnits()
    var renamings: [StreamRenaming] = []
    for (index, source) in sources.enumerated() {
      let names = namesByOwner[owners[index]] ?? SetNames()
      var renaming = StreamRenaming(source: source, names: names)
      do throws(CodedStreamError) {
        let own = try source.renamed(names, level: level)
        if first.header.codec == .hevc, distinct.count > 1 { renaming.setsAtStarts = own.all }
        units.merge(own)
      } catch { throw JoinError(source: index, reason: error) }
      renamings.append(renaming)
    }
    do throws(CodedStreamError) {
      record = try Self.record(of: sources, codec: first.header.codec, units: units)
    } catch { throw JoinError(source: sources.count - 1, reason: error) }
    codec = first.header.codec
    self.level = level
    self.renamings = renamings
  }

  private static func record(
    of sources: [CodedSource], codec: StreamCodec, units: SetUnits
  ) throws(CodedStreamError) -> [UInt8] {
    if codec == .h264 { return try StreamHeader.h264Record(units) }
    let headers = sources.map(\.header)
    guard let first = headers.first else { throw .lacksSets("SPS") }
    let hints = headers.dropFirst().reduce(first.hints) { $0.joined(with: $1.hints) }
    // Messages apply to the whole stream, so only those that all sources share remain.
    let messages = first.messages.filter { unit in headers.allSatisfy { $0.messages.contains(unit) } }
    return try StreamHeader.hevcRecord(
      units, hints: hints, messages: messages.compactMap { SupplementalMessages.kept(of: $0, codec: codec) })
  }
}
