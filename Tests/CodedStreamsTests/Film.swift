import CodedStreams
import Foundation
import TestSupport

/// Pieces of several clips in one stream, and the frames that a decoder must give for it.
struct Film {
  var codec: StreamCodec
  var record: [UInt8]
  /// With lengths of 4 bytes.
  var packets: [Clip.Packet] = []
  var expected: [String] = []

  /// Pieces are runs of packets from one start to before another.
  init(_ clips: [Clip], pieces: [(clip: Int, run: Range<Int>)], renames: Bool = true) throws {
    let joined = try JoinedStream(clips.map { try $0.source() })
    codec = joined.codec
    record = renames ? joined.record : clips[0].record
    var lastID: Int?
    for (clip, run) in pieces {
      let renaming = joined.renamings[clip]
      let order = run.sorted { clips[clip].packets[$0].time < clips[clip].packets[$1].time }
      let base = packets.count
      for (place, index) in run.enumerated() {
        var packet = clips[clip].packets[index]
        let next =
          index + 1 < run.upperBound ? try renaming.facts(of: clips[clip].packets[index + 1].data) : nil
        if renames {
          if place == 0 {
            let avoided = Set([lastID, next?.idrPictureID].compactMap(\.self))
            packet.data = try renaming.renamedStart(packet.data, avoiding: avoided)
          } else {
            packet.data = try renaming.renamed(packet.data)
          }
        }
        packet.time = base + (order.firstIndex(of: index) ?? 0)
        lastID = try renaming.facts(of: clips[clip].packets[index].data).idrPictureID
        packets.append(packet)
      }
      expected += clips[clip].shown(run)
    }
  }

  /// Packets one after the other with start codes, parameter sets first.
  func annexB() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let units = try StreamUnits(record: record, codec: codec)
    for unit in units.sets { bytes += [0, 0, 0, 1] + unit }
    for packet in packets { bytes += StreamUnits.annexB(packet.data) }
    return bytes
  }
}

/// Units of records and packets, read apart from the library.
struct StreamUnits {
  var sets: [[UInt8]] = []

  init(record: [UInt8], codec: StreamCodec) throws {
    var place = codec == .h264 ? 5 : 22
    func number(_ count: Int) -> Int {
      defer { place += count }
      return record[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func take(_ count: Int, into sets: inout [[UInt8]]) {
      for _ in 0..<count {
        let length = number(2)
        sets.append(Array(record[place..<place + length]))
        place += length
      }
    }
    if codec == .h264 {
      take(number(1) & 31, into: &sets)
      take(number(1), into: &sets)
    } else {
      for _ in 0..<number(1) {
        _ = number(1)
        take(number(2), into: &sets)
      }
    }
  }

  /// The units of a packet with lengths of 4 bytes.
  static func split(_ packet: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var place = 0
    while place + 4 <= packet.count {
      let length = packet[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      units.append(Array(packet[place + 4..<place + 4 + length]))
      place += 4 + length
    }
    return units
  }

  static func annexB(_ packet: [UInt8]) -> [UInt8] { split(packet).flatMap { [0, 0, 0, 1] + $0 } }
}

extension Film {
  /// A file with one track, as plain as can be, that holds the record and the packets as they are.
  func mp4(width: Int, height: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
      let contents = parts.flatMap(\.self)
      return number(contents.count + 8) + Array(name.utf8) + contents
    }
    let count = packets.count
    let delay = packets.enumerated().map { $0.offset - $0.element.time }.max() ?? 0
    let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap { number($0) }
    let entry = box(
      codec == .h264 ? "avc1" : "hvc1", number(0, 6), number(1, 2), number(0, 16), number(width, 2),
      number(height, 2), number(0x48_0000), number(0x48_0000), number(0), number(1, 2), number(0, 32),
      number(24, 2), number(0xFFFF, 2), box(codec == .h264 ? "avcC" : "hvcC", record))
    let type = box("ftyp", Array("isom".utf8), number(0), Array("isomiso4".utf8))
    let sync = packets.indices.filter { packets[$0].isKey }
    func table(_ offset: Int) -> [UInt8] {
      box(
        "stbl", box("stsd", number(0), number(1), entry),
        box("stts", number(0), number(1), number(count), number(1)),
        box(
          "ctts", number(0), number(count),
          packets.enumerated().flatMap { number(1) + number($0.element.time + delay - $0.offset) }),
        box("stss", number(0), number(sync.count), sync.flatMap { number($0 + 1) }),
        box("stsc", number(0), number(1), number(1), number(count), number(1)),
        box("stsz", number(0), number(0), number(count), packets.flatMap { number($0.data.count) }),
        box("stco", number(0), number(1), number(offset)))
    }
    func movie(_ offset: Int) -> [UInt8] {
      box(
        "moov",
        box(
          "mvhd", number(0), number(0), number(0), number(25), number(count), number(0x10000),
          number(0x100, 2),
          number(0, 10), matrix, number(0, 24), number(2)),
        box(
          "trak",
          box(
            "tkhd", number(3), number(0), number(0), number(1), number(0), number(count), number(0, 8),
            number(0, 8), matrix, number(width << 16), number(height << 16)),
          box(
            "edts",
            box("elst", number(0), number(1), number(count), number(delay), number(0x10000))),
          box(
            "mdia",
            box(
              "mdhd", number(0), number(0), number(0), number(25), number(count), number(0x55C4, 2),
              number(0, 2)),
            box("hdlr", number(0), number(0), Array("vide".utf8), number(0, 12), [0]),
            box(
              "minf", box("vmhd", number(1), number(0, 8)),
              box("dinf", box("dref", number(0), number(1), box("url ", number(1)))), table(offset)))))
    }
    let offset = type.count + movie(0).count + 8
    return type + movie(offset) + box("mdat", packets.flatMap(\.data))
  }
}
