import Basics
internal import CFFmpeg
package import Composition

/// Finds the facts of a media file: counts its packets and decodes the beginning of each stream.
package enum MediaProbe {
  /// Returns the facts of a file.
  package static func facts(
    ofFileAt path: String, limits: MediaLimits = .standard, raw: RawForm? = nil
  ) throws(LibAVError) -> MediaFacts {
    try found(inFileAt: path, limits: limits, raw: raw).facts
  }

  /// Returns the facts of a file and its details.
  package static func found(
    inFileAt path: String, limits: MediaLimits = .standard, raw: RawForm? = nil
  ) throws(LibAVError) -> ProbedMedia {
    let file = try MediaFile(path: path, limits: limits, raw: raw)
    try file.refuseReferences()
    let scan = try PacketScan(file)
    let found = try FoundTracks(file, scan)
    let tracks = try found.onOneClock()
    let media: ProbedMedia
    do {
      media = ProbedMedia(facts: try facts(file, scan, tracks), details: try MediaDetails(file, scan))
    } catch {
      throw LibAVError(
        operation: "probing", subject: path, cause: .badData, reason: "a timestamp is out of range")
    }
    try file.checkReads()
    return media
  }

  private static func facts(
    _ file: MediaFile, _ scan: PacketScan, _ tracks: FoundTracks
  ) throws(TimeOverflow) -> MediaFacts {
    let origin = tracks.origin
    let video = try tracks.video.map { track throws(TimeOverflow) in try track.facts(origin: origin) }
    let audio = try tracks.audio.map { track throws(TimeOverflow) in try track.facts(origin: origin) }
    let extent = extent(video, audio)
    return MediaFacts(
      container: file.container, extent: extent, origin: origin, video: video, audio: audio,
      otherTracks: tracks.others, tags: tags(file.context.pointee.metadata),
      chapterCount: Int(file.context.pointee.nb_chapters),
      chapters: try chapters(of: file, origin: origin), byteCount: file.byteCount,
      isUnfinishedRecording: file.isUnfinishedRecording,
      remarks: tracks.remarks + endRemarks(file, scan, tracks, extent))
  }

  private static func extent(_ video: [VideoTrackFacts], _ audio: [AudioTrackFacts]) -> Extent {
    let ends = video.filter { !$0.isStill }.map(\.mediaRange.end) + audio.map(\.mediaRange.end)
    return ends.max().map { .finite($0) } ?? .infinite
  }
}

/// Remarks about odd samples, damage and the end of the file.
private func endRemarks(
  _ file: MediaFile, _ scan: PacketScan, _ tracks: FoundTracks, _ extent: Extent
) -> [String] {
  guard let end = extent.finite else { return [] }
  var remarks = tracks.audio.compactMap(\.remark)
  let readable = tracks.video.map(\.streamIndex) + tracks.audio.map(\.streamIndex)
  if readable.contains(where: file.isCutShort) {
    remarks.append(
      "the file is cut short: its index claims more than the \(end.clockReading) that can be read")
  }
  remarks += damageRemarks(file, scan, tracks)
  if let remark = file.endRemark { remarks.append(remark) }
  if let reason = scan.earlyEnd { remarks.append("reading stopped at \(end.clockReading): \(reason)") }
  let claimed = RationalTime(max(0, file.context.pointee.duration), Int64(AV_TIME_BASE)) ?? .zero
  // The claim of an MP4 that starts late includes the time before its start.
  let least = try? end + RationalTime(seconds: 1) + max(.zero, tracks.origin)
  if let least, claimed > least, tracks.others.isEmpty {
    remarks.append("the header claims \(claimed.clockReading), the content lasts \(end.clockReading)")
  }
  return remarks
}

/// Remarks about the damage that reading the packets showed, each with its place. Nothing is decoded for
/// them.
private func damageRemarks(_ file: MediaFile, _ scan: PacketScan, _ tracks: FoundTracks) -> [String] {
  func time(_ stream: Int?, _ tick: Int64?) -> String? {
    guard let stream = stream.flatMap(file.stream), let tick,
      let clock = StreamClock(stream.pointee.time_base, origin: tracks.origin)
    else { return nil }
    return (try? clock.mediaTime(tick))?.clockReading
  }
  var remarks: [String] = []
  if let complaint = scan.complaint {
    let place = time(complaint.stream, complaint.tick).map { " at \($0)" } ?? ""
    remarks.append("the file is damaged\(place): \(complaint.reason)")
  }
  if let junk = file.junk.first {
    let others = file.junk.count > 1 ? ", and more in \(file.junk.count - 1) other places" : ""
    remarks.append("the file is damaged: \(junk.reason)\(others)")
  }
  for track in tracks.video.map(\.streamIndex) + tracks.audio.map(\.streamIndex) {
    guard scan.streams.indices.contains(track), scan.streams[track].incompleteCount > 0 else { continue }
    let stream = scan.streams[track]
    let packets = stream.incompleteCount == 1 ? "a packet is" : "\(stream.incompleteCount) packets are"
    let place = time(track, stream.firstIncomplete).map {
      stream.incompleteCount == 1 ? " at \($0)" : " from \($0) on"
    }
    remarks.append("\(packets) incomplete in track \(track)\(place ?? "")")
  }
  return remarks
}

/// All entries of a dictionary, in its order.
func tags(_ dictionary: OpaquePointer?) -> [MediaTag] {
  var tags: [MediaTag] = []
  var entry: UnsafeMutablePointer<AVDictionaryEntry>?
  while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
    tags.append(
      MediaTag(name: String(cString: next.pointee.key), value: String(cString: next.pointee.value)))
    entry = next
  }
  return tags
}

func tag(_ name: String, _ dictionary: OpaquePointer?) -> String? {
  av_dict_get(dictionary, name, nil, 0).map { String(cString: $0.pointee.value) }
}

/// The language in ISO 639-2; nil if it is undetermined.
func spokenLanguage(_ stream: UnsafeMutablePointer<AVStream>) -> String? {
  let language = tag("language", stream.pointee.metadata)
  return language == "und" || language == "" ? nil : language
}

/// Limits for what a file may claim: media can come from strangers.
package struct MediaLimits: Hashable, Sendable {
  /// Streams of a file that are read; the others are only listed.
  package var readStreams = 64
  /// A file with so many streams is an attack, not a film.
  package var streams = 1000
  /// Pixels of one picture: 8192 x 8192, a quarter of a gigabyte in RGBA.
  package var pixels = 67_108_864
  /// Packets that a probe counts before it gives up: 60 frames per second for over three days.
  package var packets = 20_000_000

  package static let standard = MediaLimits()

  package init() {}
}
