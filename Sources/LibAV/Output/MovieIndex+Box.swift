extension MovieIndex {
  /// The `moov` box of the ordinary file.
  package var box: [UInt8] {
    let scale = timescale(of: movie.first("mvhd")) ?? 1
    let lengths = tracks.map { $0.heard(at: scale, $0.duration - $0.priming, timescale(of: $0) ?? scale) }
    var content: [UInt8] = []
    var track = 0
    for part in movie.boxes() {
      switch part.kind {
      case "mvhd": content += part.withDuration(lengths.max() ?? 0, behind: 4)
      case "trak":
        content += trackBox(part, tracks[track], length: lengths[track])
        track += 1
      // It announces fragments.
      case "mvex": break
      default: content += part.bytes
      }
    }
    return [UInt8](box: "moov", content)
  }

  private func timescale(of header: Box?) -> Int64? {
    header.flatMap { $0.number(at: $0.content.first == 1 ? 20 : 12, 4) }
  }

  private func timescale(of track: Track) -> Int64? {
    let box = movie.boxes().filter { $0.kind == "trak" }.first {
      $0.first("tkhd").flatMap { $0.number(at: $0.content.first == 1 ? 20 : 12, 4) } == track.number
    }
    return timescale(of: box?.first("mdia", "mdhd"))
  }

  private func trackBox(_ box: Box, _ track: Track, length: Int64) -> [UInt8] {
    [UInt8](
      box: "trak",
      box.boxes().flatMap { part -> [UInt8] in
        switch part.kind {
        case "tkhd": part.withDuration(length, behind: 8) + track.editList(length: length)
        case "edts": []
        case "mdia": mediaBox(part, track)
        default: part.bytes
        }
      })
  }

  private func mediaBox(_ box: Box, _ track: Track) -> [UInt8] {
    [UInt8](
      box: box.kind,
      box.boxes().flatMap { part -> [UInt8] in
        switch part.kind {
        case "mdhd": part.withDuration(track.duration, behind: 4)
        case "minf": mediaBox(part, track)
        case "stbl":
          [UInt8](
            box: "stbl", part.boxes().filter { $0.kind == "stsd" }.flatMap(\.bytes) + track.sampleTables)
        default: part.bytes
        }
      })
  }
}

extension MovieIndex.Track {
  /// A duration in the movie's timescale, rounded up.
  fileprivate func heard(at scale: Int64, _ duration: Int64, _ own: Int64) -> Int64 {
    let product = Int128(max(0, duration)) * Int128(scale)
    return Int64(clamping: (product + Int128(max(1, own)) - 1) / Int128(max(1, own)))
  }

  /// The part of the track that is played: without priming, if it has any.
  fileprivate func editList(length: Int64) -> [UInt8] {
    guard priming > 0 else { return [] }
    let entry =
      [UInt8](bigEndian: length, count: 8) + [UInt8](bigEndian: priming, count: 8)
      + [UInt8](bigEndian: 0x10000, count: 4)
    return [UInt8](box: "edts", [UInt8](box: "elst", [1, 0, 0, 0, 0, 0, 0, 1] + entry))
  }

  fileprivate var sampleTables: [UInt8] {
    var tables = [UInt8](
      table: "stts", durations.map { [$0.count, $0.duration] })
    if keys.count < sizes.count { tables += [UInt8](table: "stss", keys.map { [Int64($0)] }) }
    tables += [UInt8](table: "stsc", chunkRuns)
    var sizeTable: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](bigEndian: Int64(sizes.count), count: 4)
    sizeTable.reserveCapacity(12 + 4 * sizes.count)
    for size in sizes { sizeTable += [UInt8](bigEndian: Int64(size), count: 4) }
    tables += [UInt8](box: "stsz", sizeTable)
    let isFar = chunks.contains { $0.place > UInt32.max }
    tables += [UInt8](
      table: isFar ? "co64" : "stco", chunks.map { [$0.place] }, byteCount: isFar ? 8 : 4)
    return tables
  }

  /// The first chunk of each run of chunks with as many packets, that number, and the description.
  private var chunkRuns: [[Int64]] {
    var runs: [[Int64]] = []
    for (index, chunk) in chunks.enumerated() where runs.last?[1] != chunk.count {
      runs.append([Int64(index) + 1, chunk.count, 1])
    }
    return runs
  }
}

extension [UInt8] {
  /// A box of version 0 with a table of numbers.
  fileprivate init(table kind: String, _ rows: [[Int64]], byteCount: Int = 4) {
    var content: [UInt8] = [0, 0, 0, 0] + [UInt8](bigEndian: Int64(rows.count), count: 4)
    for number in rows.joined() { content += [UInt8](bigEndian: number, count: byteCount) }
    self.init(box: kind, content)
  }
}

extension Box {
  /// The box itself, with a header of 8 bytes.
  fileprivate var bytes: [UInt8] { [UInt8](box: kind, Array(content)) }

  /// The header of a movie, a track or its media with another duration; `middle` bytes are between the times of
  /// its making and the duration.
  fileprivate func withDuration(_ duration: Int64, behind middle: Int) -> [UInt8] {
    let isLong = content.first == 1
    let isLongNow = isLong || duration > UInt32.max
    let (old, new) = (isLong ? 8 : 4, isLongNow ? 8 : 4)
    var result: [UInt8] = [isLongNow ? 1 : 0] + content.dropFirst().prefix(3)
    for time in 0..<2 { result += [UInt8](bigEndian: number(at: 4 + time * old, old) ?? 0, count: new) }
    result += content.dropFirst(4 + 2 * old).prefix(middle)
    result += [UInt8](bigEndian: duration, count: new)
    result += content.dropFirst(4 + 3 * old + middle)
    return [UInt8](box: kind, result)
  }
}
