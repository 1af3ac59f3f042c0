internal import Basics

extension MovieIndex {
  /// The `moov` box of the ordinary file.
  package var box: [UInt8] {
    let scale = timescale(of: movie.first("mvhd")) ?? 1
    let zero = zero
    let plays = tracks.map { track in track.plays(from: zero, scale, timescale(of: track) ?? scale) }
    let lengths = plays.map { $0.delay + $0.length }
    var content: [UInt8] = []
    var track = 0
    for part in movie.boxes() {
      switch part.kind {
      case "mvhd": content += part.withDuration(lengths.max() ?? 0, behind: 4)
      case "trak":
        content += trackBox(part, tracks[track], plays[track])
        track += 1
      // It announces fragments.
      case "mvex": break
      default: content += part.bytes
      }
    }
    return [UInt8](box: "moov", content)
  }

  /// When the film begins, on the clock of the packets: with its picture, or with the earliest sound.
  private var zero: RationalTime {
    let starts = tracks.map { track in
      (
        isSound: track.isSound,
        time: timescale(of: track).flatMap { RationalTime(track.start + track.firstShown, $0) }
      )
    }
    let pictures = starts.filter { !$0.isSound }
    return (pictures.isEmpty ? starts : pictures).compactMap(\.time).min() ?? .zero
  }

  private func timescale(of header: Box?) -> Int64? {
    header.flatMap { $0.number(at: $0.content.first == 1 ? 20 : 12, 4) }
  }

  func timescale(of track: Track) -> Int64? {
    let box = movie.boxes().filter { $0.kind == "trak" }.first {
      $0.first("tkhd").flatMap { $0.number(at: $0.content.first == 1 ? 20 : 12, 4) } == track.number
    }
    return timescale(of: box?.first("mdia", "mdhd"))
  }

  private func trackBox(_ box: Box, _ track: Track, _ play: Track.Play) -> [UInt8] {
    [UInt8](
      box: "trak",
      box.boxes().flatMap { part -> [UInt8] in
        switch part.kind {
        case "tkhd": part.withDuration(play.delay + play.length, behind: 8) + play.editList
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
  /// The part of a track that is played.
  fileprivate struct Play {
    /// How long after the film's start it begins, and how long it is, in the movie's timescale.
    var delay: Int64 = 0
    var length: Int64
    /// What is left out at its start, in ticks of the track.
    var skipped: Int64

    fileprivate var editList: [UInt8] {
      guard delay > 0 || skipped > 0 else { return [] }
      let pause = delay > 0 ? entry(length: delay, from: -1) : []
      let count: [UInt8] = [1, 0, 0, 0, 0, 0, 0, delay > 0 ? 2 : 1]
      return [UInt8](box: "edts", [UInt8](box: "elst", count + pause + entry(length: length, from: skipped)))
    }

    private func entry(length: Int64, from place: Int64) -> [UInt8] {
      [UInt8](bigEndian: length, count: 8) + [UInt8](bigEndian: place, count: 8)
        + [UInt8](bigEndian: 0x10000, count: 4)
    }
  }

  /// What is played of it in a film that begins at a time: without priming, if it has any.
  fileprivate func plays(from zero: RationalTime, _ scale: Int64, _ own: Int64) -> Play {
    let begin = roundHalfUp(Int128(zero.value) * Int128(own), over: Int128(zero.timescale))?.value ?? 0
    let late = start + firstShown - begin
    let skipped = firstShown + priming + max(0, -late)
    return Play(
      delay: rounded(max(0, late), at: scale, own),
      length: rounded(duration + firstShown - skipped, at: scale, own), skipped: skipped)
  }

  /// A duration in the movie's timescale, rounded up.
  private func rounded(_ duration: Int64, at scale: Int64, _ own: Int64) -> Int64 {
    let product = Int128(max(0, duration)) * Int128(scale)
    return Int64(clamping: (product + Int128(max(1, own)) - 1) / Int128(max(1, own)))
  }

  fileprivate var sampleTables: [UInt8] {
    var tables = [UInt8](
      table: "stts", durations.map { [$0.count, $0.duration] })
    if shifts.contains(where: { $0.shift > 0 }) {
      tables += [UInt8](table: "ctts", shifts.map { [$0.count, $0.shift] })
    }
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
