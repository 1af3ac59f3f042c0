package import Basics

/// The index of a recording: what the fragments of `FragmentMuxer` contain, as one ordinary `moov` box.
///
/// It is built from the heads of the fragments, while they are written or when they are read again.
package struct MovieIndex: Sendable {
  /// Where the bytes are that `RecordingFront` describes.
  package let front: Int64
  /// The `moov` box of the start of the file.
  let movie: Box
  private(set) var tracks: [Track] = []
  /// When the first packet of the latest fragment is decoded, on the clock of the packets; nil before the first fragment.
  package private(set) var fragmentStart: RationalTime?

  /// A track and its packets.
  struct Track: Sendable {
    let number: Int64
    let isSound: Bool
    /// Samples before the first one that is heard.
    let priming: Int64
    let defaults: Defaults
    /// When the first packet is decoded, in ticks of the track.
    var start: Int64 = 0
    var sizes: [UInt32] = []
    /// Packets of equal duration.
    var durations: [(count: Int64, duration: Int64)] = []
    var duration: Int64 = 0
    /// How much later than they are decoded packets are shown, and for how many in a row.
    var shifts: [(count: Int64, shift: Int64)] = []
    /// When the earliest of the first packets is shown, after `start`.
    var firstShown: Int64 = 0
    /// The numbers of packets at which decoding can start, from 1.
    var keys: [UInt32] = []
    var chunks: [(place: Int64, count: Int64)] = []
  }

  /// The properties of packets that their fragments do not state.
  struct Defaults: Sendable {
    var duration: Int64
    var size: Int64
    var flags: Int64
  }

  /// Nil unless `head` is the start of a recording, up to its `moov` box.
  package init?(head: [UInt8]) {
    let boxes = Box.all(in: head[...])
    guard boxes.map(\.kind) == ["ftyp", "free", "moov"], let priming = RecordingFront.priming(in: boxes[1]),
      boxes[2].content.endIndex == head.endIndex
    else { return nil }
    front = Int64(boxes[0].content.endIndex)
    movie = boxes[2]
    let extensions = movie.first("mvex")?.boxes().filter { $0.kind == "trex" } ?? []
    for track in movie.boxes() where track.kind == "trak" {
      guard let header = track.first("tkhd"), let handler = track.first("mdia", "hdlr"),
        let number = header.number(at: header.content.first == 1 ? 20 : 12, 4),
        let usual = extensions.first(where: { $0.number(at: 4, 4) == number }),
        let duration = usual.number(at: 12, 4), let size = usual.number(at: 16, 4),
        let flags = usual.number(at: 20, 4)
      else { return nil }
      let isSound = handler.content.dropFirst(8).prefix(4).elementsEqual("soun".utf8)
      tracks.append(
        Track(
          number: number, isSound: isSound, priming: isSound ? priming : 0,
          defaults: Defaults(duration: duration, size: size, flags: flags)))
    }
    guard !tracks.isEmpty else { return nil }
  }

  /// How long its longest track is.
  package var length: RationalTime {
    tracks.compactMap { track in timescale(of: track).flatMap { RationalTime(track.duration, $0) } }.max()
      ?? .zero
  }

  /// When the last packet of each track ends, on the clock of the packets; zero for a track without packets.
  package var ends: [RationalTime] {
    tracks.map { track in
      let end = track.start.addingReportingOverflow(track.duration)
      return timescale(of: track).flatMap { end.overflow ? nil : RationalTime(end.partialValue, $0) } ?? .zero
    }
  }

  /// The pictures so far.
  package var pictureCount: Int { tracks.filter { !$0.isSound }.map(\.sizes.count).max() ?? 0 }

  /// About the bytes of `box`.
  package var byteCount: Int64 {
    tracks.reduce(Int64(movie.content.count)) { sum, track in
      sum + Int64(4 * track.sizes.count + 4 * track.keys.count + 16 * track.chunks.count) + 256
    }
  }

  /// Adds the packets of a fragment that is at a place in the file and ends at `end`; the bytes after its `moof` box
  /// are not needed. False, with nothing added, if it is not a whole fragment.
  package mutating func add(fragment bytes: [UInt8], at place: Int64, to end: Int64) -> Bool {
    guard let fragment = Box.all(in: bytes[...]).first, fragment.kind == "moof" else { return false }
    let start = place + Int64(fragment.content.endIndex)
    guard start <= end else { return false }
    var runs: [(track: Int, decode: Int64, run: FragmentRun)] = []
    for part in fragment.boxes() where part.kind == "traf" {
      guard let header = part.first("tfhd"), let number = header.number(at: 4, 4),
        let track = tracks.firstIndex(where: { $0.number == number }),
        let defaults = tracks[track].defaults.changed(by: header), let decode = part.decodeTime
      else { return false }
      for run in part.boxes() where run.kind == "trun" {
        guard let run = FragmentRun(run, defaults, at: place, within: start..<end) else {
          return false
        }
        runs.append((track, decode, run))
      }
    }
    guard !runs.isEmpty else { return false }
    fragmentStart = runs.compactMap { run in
      timescale(of: tracks[run.track]).flatMap { RationalTime(run.decode, $0) }
    }.min()
    for (track, decode, run) in runs { tracks[track].add(run, from: decode) }
    return true
  }
}

extension MovieIndex.Track {
  /// A packet lasts until the next one, so a gap between two fragments stays one.
  private mutating func lengthenLastPacket(until start: Int64) {
    let gap = Int128(start) - Int128(self.start) - Int128(duration)
    // A table of durations has no room for longer ones, which recordings do not have.
    guard let last = durations.indices.last, gap > 0, gap + Int128(durations[last].duration) <= UInt32.max
    else {
      return
    }
    let length = durations[last].duration + Int64(gap)
    if durations[last].count > 1 {
      durations[last].count -= 1
      durations.append((1, length))
    } else {
      durations[last].duration = length
    }
    duration += Int64(gap)
  }

  /// No codec shows a picture earlier than so many that are decoded before it.
  private static let mostReordered = 32

  fileprivate mutating func add(_ run: FragmentRun, from start: Int64) {
    if sizes.isEmpty {
      self.start = start
      firstShown = run.packets[0].shift
    } else {
      lengthenLastPacket(until: start)
    }
    chunks.append((run.place, Int64(run.packets.count)))
    for packet in run.packets {
      sizes.append(UInt32(clamping: packet.size))
      if packet.isKey { keys.append(UInt32(clamping: sizes.count)) }
      if sizes.count <= Self.mostReordered { firstShown = min(firstShown, duration + packet.shift) }
      if let last = shifts.indices.last, shifts[last].shift == packet.shift {
        shifts[last].count += 1
      } else {
        shifts.append((1, packet.shift))
      }
      duration += packet.duration
      if let last = durations.indices.last, durations[last].duration == packet.duration {
        durations[last].count += 1
      } else {
        durations.append((1, packet.duration))
      }
    }
  }
}

extension MovieIndex.Defaults {
  /// The defaults of one fragment, from its `tfhd` box; nil for a form that recordings do not have.
  fileprivate func changed(by header: Box) -> MovieIndex.Defaults? {
    // Places count from the start of the `moof` box.
    guard let flags = header.number(at: 1, 3), flags & 0x20000 != 0, flags & 0x1 == 0 else { return nil }
    var result = self
    var offset = 8
    func next(_ bit: Int64) -> Int64?? {
      guard flags & bit != 0 else { return .some(nil) }
      defer { offset += 4 }
      return header.number(at: offset, 4).map { .some($0) }
    }
    guard next(0x2) != nil, let duration = next(0x8), let size = next(0x10), let usual = next(0x20) else {
      return nil
    }
    result.duration = duration ?? result.duration
    result.size = size ?? result.size
    result.flags = usual ?? result.flags
    return result
  }
}

extension Box {
  /// When the first packet of a part of a fragment is decoded, in ticks of its track; nil if it is not stated.
  fileprivate var decodeTime: Int64? {
    guard let box = first("tfdt") else { return nil }
    return box.content.first == 1 ? box.number(at: 4, 8) : box.number(at: 4, 4)
  }
}

/// Consecutive packets of one track in a fragment, from a `trun` box.
private struct FragmentRun {
  let place: Int64
  var packets: [(size: Int64, duration: Int64, shift: Int64, isKey: Bool)] = []

  /// Nil if it is damaged, or its packets are not in the range.
  init?(_ box: Box, _ defaults: MovieIndex.Defaults, at fragment: Int64, within data: Range<Int64>) {
    guard let flags = box.number(at: 1, 3), let count = box.number(at: 4, 4), flags & 0x1 != 0, count > 0,
      let distance = box.number(at: 8, 4)
    else { return nil }
    place = fragment + distance
    var offset = 12
    var first: Int64?
    if flags & 0x4 != 0 {
      first = box.number(at: offset, 4)
      offset += 4
    }
    var end = place
    guard place >= data.lowerBound else { return nil }
    for index in 0..<count {
      func next(_ bit: Int64, or usual: Int64) -> Int64? {
        guard flags & bit != 0 else { return usual }
        defer { offset += 4 }
        return box.number(at: offset, 4)
      }
      guard let duration = next(0x100, or: defaults.duration), let size = next(0x200, or: defaults.size),
        let state = next(0x400, or: index == 0 ? first ?? defaults.flags : defaults.flags),
        let shift = next(0x800, or: 0), shift <= Int32.max, size > 0
      else { return nil }
      end += size
      guard end <= data.upperBound else { return nil }
      packets.append((size, duration, shift, state & 0x10000 == 0))
    }
  }
}
