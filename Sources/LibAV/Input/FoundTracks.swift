import Basics
internal import CFFmpeg
import Composition

/// The usable streams of a file, with the file's own timestamps, and remarks about the others.
struct FoundTracks {
  private(set) var video: [FoundVideo] = []
  private(set) var audio: [FoundAudio] = []
  private(set) var others: [OtherTrackFacts] = []
  private(set) var remarks: [String] = []
  private let file: MediaFile

  init(_ file: MediaFile, _ scan: PacketScan) throws(LibAVError) {
    self.file = file
    var firstFailure: LibAVError?
    for index in scan.streams.indices {
      guard let stream = file.stream(index) else { continue }
      do throws(LibAVError) {
        try add(stream, index, scan.streams[index])
      } catch {
        guard isMissing(stream, error) else { throw error }
        firstFailure = firstFailure ?? error
        leaveOut(stream, index, "stream \(index) cannot be used: \(error.reason)")
      }
    }
    if file.allStreamCount > scan.streams.count {
      remarks.append("only the first \(scan.streams.count) of \(file.allStreamCount) streams are read")
    }
    guard video.isEmpty, audio.isEmpty else { return }
    throw firstFailure
      ?? LibAVError(
        operation: "probing", subject: file.path, cause: .badData, reason: "it has neither picture nor sound")
  }

  private mutating func add(
    _ stream: UnsafeMutablePointer<AVStream>, _ index: Int, _ scan: PacketScan.Stream
  ) throws(LibAVError) {
    let type = stream.pointee.codecpar?.pointee.codec_type
    let isCover = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    guard type == AVMEDIA_TYPE_VIDEO || type == AVMEDIA_TYPE_AUDIO else {
      others.append(other(stream, index))
      return
    }
    guard scan.packetCount > 0 || isCover else {
      leaveOut(stream, index, "stream \(index) is empty")
      return
    }
    if type == AVMEDIA_TYPE_VIDEO {
      video.append(try FoundVideo(file, stream, index, scan, isCover: isCover))
    } else {
      audio.append(try FoundAudio(file, stream, index, scan))
    }
  }

  /// Whether a stream may be left out: editc has no decoder for it, or a recorded broadcast declares it and
  /// contains nothing usable of it. Damage is an error; otherwise a film would silently lack sound.
  private func isMissing(_ stream: UnsafeMutablePointer<AVStream>, _ error: LibAVError) -> Bool {
    switch error.cause {
    case .limit, .outOfMemory, .input, .output: false
    case .notAvailable: true
    case .badData, .damage, .lfsPointer, .other:
      file.canBeginAnywhere || stream.pointee.codecpar?.pointee.codec_id == AV_CODEC_ID_NONE
    }
  }

  private mutating func leaveOut(
    _ stream: UnsafeMutablePointer<AVStream>, _ index: Int, _ remark: String
  ) {
    others.append(other(stream, index))
    remarks.append(remark)
  }

  private func other(_ stream: UnsafeMutablePointer<AVStream>, _ index: Int) -> OtherTrackFacts {
    let parameters = stream.pointee.codecpar?.pointee
    let type = parameters?.codec_type ?? AVMEDIA_TYPE_UNKNOWN
    let kind = av_get_media_type_string(type).map { String(cString: $0) } ?? "data"
    return OtherTrackFacts(
      streamIndex: index, kind: kind, codec: codecName(parameters?.codec_id ?? AV_CODEC_ID_NONE),
      language: spokenLanguage(stream))
  }
}

// MARK: - One clock

extension FoundTracks {
  /// Media time 0 in the file's clock.
  var origin: RationalTime {
    let starts = video.filter { !$0.isStill }.map(\.start) + audio.map(\.start)
    return starts.min() ?? .zero
  }

  /// Returns the tracks without the streams that run on another clock than the main picture.
  ///
  /// A recorded multiplex contains programmes whose clocks are hours apart; on one timeline, a file of two
  /// seconds would last a day.
  func onOneClock() throws(LibAVError) -> FoundTracks {
    guard file.container == "mpegts" || file.container == "mpeg",
      let main = video.first(where: { !$0.isStill })?.range ?? audio.first?.range
    else { return self }
    var kept = self
    kept.video = video.filter { $0.isStill || isNear($0.range, main) }
    kept.audio = audio.filter { isNear($0.range, main) }
    let left = Set(video.map(\.streamIndex) + audio.map(\.streamIndex))
      .subtracting(kept.video.map(\.streamIndex) + kept.audio.map(\.streamIndex)).sorted()
    for index in left {
      guard let stream = file.stream(index) else { continue }
      kept.others.append(other(stream, index))
    }
    if !left.isEmpty {
      let list = left.map(String.init).joined(separator: ", ")
      kept.remarks.append("streams \(list) belong to programmes with another clock and are left out")
    }
    kept.others.sort { $0.streamIndex < $1.streamIndex }
    return kept
  }

  private func isNear(_ range: TimeRange, _ main: TimeRange) -> Bool {
    let margin = RationalTime(seconds: 10)
    guard let start = try? main.start - margin, let end = try? main.end + margin else { return false }
    return range.start <= end && start <= range.end
  }
}

/// The tags and chapters of a file.
package struct FoundLabels: Hashable, Sendable {
  /// By their names in lower case.
  package let values: [String: String]
  package let chapters: [ChapterMark]

  package init(ofFileAt path: String) throws(LibAVError) {
    let file = try MediaFile(path: path)
    var found = tags(file.context.pointee.metadata)
    // Ogg has only the tags of its streams.
    if file.container == "ogg", let first = file.stream(0) { found += tags(first.pointee.metadata) }
    values = Dictionary(
      found.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    var marks: [ChapterMark] = []
    for index in 0..<Int(file.context.pointee.nb_chapters) {
      guard let chapter = file.context.pointee.chapters[index]?.pointee else { continue }
      let thousandth = AVRational(num: 1, den: 1000)
      marks.append(
        ChapterMark(
          name: tag("title", chapter.metadata) ?? "",
          start: av_rescale_q(chapter.start, chapter.time_base, thousandth),
          end: av_rescale_q(chapter.end, chapter.time_base, thousandth)))
    }
    chapters = marks.sorted { $0.start < $1.start }
  }
}
