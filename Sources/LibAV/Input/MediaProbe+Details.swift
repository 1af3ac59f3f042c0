import Basics
internal import CFFmpeg
package import Composition

extension MediaDetails {
  /// Reads the details of a file's tracks, with the packet counts of `scan`.
  init(_ file: MediaFile, _ scan: PacketScan) throws(TimeOverflow) {
    self.init()
    let groups = alternateGroups(in: file)
    for index in 0..<file.allStreamCount {
      guard let stream = file.stream(index) else { continue }
      let counted = scan.streams.indices.contains(index) ? scan.streams[index] : nil
      var track = try TrackDetails(stream, index, counted)
      track.alternateGroup = groups[Int64(stream.pointee.id)]
      tracks.append(track)
    }
  }
}

/// The chapters of a file whose ranges are plausible.
func chapters(of file: MediaFile, origin: RationalTime) throws(TimeOverflow) -> [MediaChapter] {
  var chapters: [MediaChapter] = []
  for index in 0..<Int(file.context.pointee.nb_chapters) {
    guard let chapter = file.context.pointee.chapters[index]?.pointee else { continue }
    if let found = try MediaChapter(chapter, origin: origin) { chapters.append(found) }
  }
  return chapters
}

private func timestampOutOfRange(_ path: String) -> LibAVError {
  LibAVError(operation: "probing", subject: path, cause: .badData, reason: "a timestamp is out of range")
}

extension TrackDetails {
  fileprivate init(
    _ stream: UnsafeMutablePointer<AVStream>, _ index: Int, _ counted: PacketScan.Stream?
  ) throws(TimeOverflow) {
    let named = stream.pointee.metadata
    let name = tag("title", named) ?? tag("name", named)
    var duration = RationalTime.zero
    if let clock = StreamClock(stream.pointee.time_base), let ticks = counted?.allTicks {
      duration = try clock.fileTime(ticks.end - ticks.start)
    }
    self.init(
      streamIndex: index, name: name == "" ? nil : name, handler: tag("handler_name", named),
      characteristics: usesOfTrack(stream.pointee.disposition), timecode: tag("timecode", named),
      tags: otherTags(named), packetCount: Int64(counted?.packetCount ?? 0),
      byteCount: counted?.byteCount ?? 0,
      duration: duration)
  }
}

/// The tags of a track that have no members of their own.
private func otherTags(_ dictionary: OpaquePointer?) -> [MediaTag] {
  let known: Set = ["title", "name", "handler_name", "timecode", "language"]
  return tags(dictionary).filter { !known.contains($0.name.lowercased()) }
}

/// The alternate groups of a file of QuickTime's family, by the numbers of its tracks. FFmpeg does not read them.
private func alternateGroups(in file: MediaFile) -> [Int64: Int] {
  guard file.container == "mov" else { return [:] }
  var boxes = BoxReader(file)
  return boxes.alternateGroups()
}

extension MediaChapter {
  /// Nil for a chapter that ends before it starts.
  fileprivate init?(_ chapter: AVChapter, origin: RationalTime) throws(TimeOverflow) {
    guard let clock = StreamClock(chapter.time_base, origin: origin),
      let first = plausibleTick(chapter.start),
      let last = plausibleTick(chapter.end),
      let range = TimeRange(start: try clock.mediaTime(first), end: try clock.mediaTime(last))
    else { return nil }
    self.init(name: tag("title", chapter.metadata), range: range)
  }
}

/// The uses of a track in FFmpeg's words, of which two are spelled out.
func usesOfTrack(_ flags: Int32) -> [String] {
  (0..<31).compactMap { bit in
    guard flags & (1 << bit) != 0, let word = av_disposition_to_string(1 << bit) else { return nil }
    switch String(cString: word) {
    case "comment": return "commentary"
    case "attached_pic": return "attached-picture"
    case let word: return word.replacing("_", with: "-")
    }
  }
}

/// Lists the packets of a file in its order, some at a time.
package final class PacketListing {
  private let file: MediaFile
  private let packet: Packet
  private var isAtEnd = false

  package init(ofFileAt path: String) throws(LibAVError) {
    file = try MediaFile(path: path)
    packet = try Packet()
  }

  /// Returns the next packets; fewer than `count` at the end of the file.
  package func next(_ count: Int) throws(LibAVError) -> [PacketDetails] {
    var packets: [PacketDetails] = []
    while packets.count < count, !isAtEnd {
      guard try file.read(into: packet) else {
        isAtEnd = true
        if let reason = file.earlyEnd {
          throw LibAVError(operation: "reading", subject: file.path, cause: .badData, reason: reason)
        }
        break
      }
      do throws(TimeOverflow) { packets.append(try details(packet)) } catch {
        throw timestampOutOfRange(file.path)
      }
    }
    return packets
  }

  private func details(_ packet: Packet) throws(TimeOverflow) -> PacketDetails {
    let clock = file.stream(packet.streamIndex).flatMap { StreamClock($0.pointee.time_base) }
    let time = { (tick: Int64?) throws(TimeOverflow) -> RationalTime? in
      guard let clock, let tick else { return nil }
      return try clock.fileTime(tick)
    }
    return PacketDetails(
      streamIndex: packet.streamIndex, presentation: try time(packet.presentation),
      decoding: try time(packet.decoding), duration: try time(packet.duration > 0 ? packet.duration : nil),
      byteCount: packet.byteCount, isKey: packet.isKey)
  }
}
