package import Basics
package import Composition
package import Detection
package import LibAV

/// Decodes the pictures of a copy and of its master together, part by part, and compares them.
package final class CopyPictureReading {
  /// A part has as many pixels as 65 pictures of 1080p: less than a second of work.
  private static let pixelsOfPart = 1 << 27
  /// The longest gap of a copy, in frames.
  private static let longestGap: Int64 = 10_000

  private let copy: SmallPictures
  private let master: SmallPictures
  private let rate: FrameRate
  private let picturesOfPart: Int
  private var tracker = CopyTracker()
  private var reported = (pictures: 0, master: 0)
  private var start: RationalTime?
  private var last: [UInt8]?

  /// A film, its pictures and its own timestamp of media time 0.
  package struct Source: Hashable, Sendable, Codable {
    package let path: String
    let track: VideoTrackFacts
    let origin: RationalTime

    package init(path: String, track: VideoTrackFacts, origin: RationalTime) {
      self.path = path
      self.track = track
      self.origin = origin
    }
  }

  /// `rate` is that of the master.
  package init(of copy: Source, against master: Source, rate: FrameRate, threads: Int) throws(LibAVError) {
    self.copy = try SmallPictures(copy, threads: threads)
    self.master = try SmallPictures(master, threads: threads)
    self.rate = rate
    let pixels = [copy, master].map { $0.track.storedSize.width * $0.track.storedSize.height }.reduce(0, +)
    picturesOfPart = max(1, min(512, Self.pixelsOfPart / max(1, pixels)))
  }

  /// Reads the next part; `isLast` once both have ended.
  package func readPart() throws(LibAVError) -> (
    pictures: [CopiedPicture], master: [MasterPicture], isLast: Bool
  ) {
    var isLast = false
    for _ in 0..<picturesOfPart {
      while tracker.master.count < tracker.neededMasterCount, let picture = try master.next() {
        tracker.addMaster(picture.luma)
      }
      guard let picture = try copy.next() else {
        isLast = true
        break
      }
      try add(picture)
    }
    if isLast { while let picture = try master.next() { tracker.addMaster(picture.luma) } }
    defer { reported = (tracker.pictures.count, tracker.master.count) }
    return (
      Array(tracker.pictures[reported.pictures...]), Array(tracker.master[reported.master...]), isLast
    )
  }

  /// A frame without a picture shows the last one; of two pictures in one frame, the first counts.
  private func add(_ picture: SmallPictures.Picture) throws(LibAVError) {
    let start = start ?? picture.start
    self.start = start
    guard let passed = try? picture.start - start, let frame = rate.frame(at: passed)?.value else {
      throw failure("a time is out of range")
    }
    let next = Int64(tracker.pictures.count)
    guard frame - next < Self.longestGap else { throw failure("pictures are missing for too long") }
    if let last, frame > next {
      for _ in next..<frame {
        try readMaster()
        tracker.add(last, isHeld: true)
      }
    }
    last = picture.luma
    guard frame >= next else { return }
    try readMaster()
    tracker.add(picture.luma, isHeld: false)
  }

  private func readMaster() throws(LibAVError) {
    while tracker.master.count < tracker.neededMasterCount, let picture = try master.next() {
      tracker.addMaster(picture.luma)
    }
  }

  private func failure(_ reason: String) -> LibAVError {
    LibAVError(operation: "reading pictures", subject: copy.path, cause: .badData, reason: reason)
  }
}

/// The pictures of a film, each once, as 160x90 of luma.
private final class SmallPictures {
  struct Picture {
    let luma: [UInt8]
    /// In media time.
    let start: RationalTime
  }

  let path: String
  private let pictures: PictureSequence
  private let converter = PictureConverter(
    to: PictureTarget(
      size: PixelSize(width: CopyTracker.columns, height: CopyTracker.rows), layout: .gray8,
      color: ColorTags(), scaling: .area))

  init(_ source: CopyPictureReading.Source, threads: Int) throws(LibAVError) {
    path = source.path
    pictures = try PictureSequence(
      fileAt: source.path, streamIndex: source.track.streamIndex, origin: source.origin, threads: threads)
  }

  func next() throws(LibAVError) -> Picture? {
    guard let picture = try pictures.next() else { return nil }
    let small = try converter.convert(picture.frame)
    let luma = small.withPlanes { planes -> [UInt8] in
      guard let plane = planes.first else { return [] }
      return (0..<plane.height).flatMap { Array(plane.row($0, of: UInt8.self)) }
    }
    guard luma.count == CopyTracker.columns * CopyTracker.rows else {
      throw LibAVError(
        operation: "reading pictures", subject: path, cause: .limit,
        reason: "pictures of \(picture.frame.size) cannot be analysed")
    }
    return Picture(luma: luma, start: picture.start)
  }
}

/// Decodes a track of sound of a copy and of its master together, part by part, and compares them.
package final class CopySoundReading {
  private static let piecesOfPart = 16

  private let copy: AudioReader
  private let master: AudioReader
  private let count: Int64
  private let pieceLength: Int64
  /// By how many samples media time of the copy is later than that of the master.
  private let offset: Int64
  private var matcher: CopySoundMatcher
  private var position: Int64

  /// A film, a track of it and its own timestamp of media time 0.
  package struct Source: Hashable, Sendable, Codable {
    package let path: String
    let track: AudioTrackFacts
    let origin: RationalTime

    package init(path: String, track: AudioTrackFacts, origin: RationalTime) {
      self.path = path
      self.track = track
      self.origin = origin
    }
  }

  /// `offset` is the difference of the pictures' media times.
  package init(of copy: Source, against master: Source, offset: RationalTime) throws(LibAVError) {
    let rate = master.track.sampleRate
    let options = AudioReader.Options(rate: rate, channelCount: 1, onCorruption: .hold)
    self.copy = try AudioReader(
      fileAt: copy.path, streamIndex: copy.track.streamIndex, origin: copy.origin, options: options)
    self.master = try AudioReader(
      fileAt: master.path, streamIndex: master.track.streamIndex, origin: master.origin, options: options)
    matcher = CopySoundMatcher(sampleRate: rate)
    position = max(0, master.track.mediaRange.start.rounded(toUnits: Int64(rate))?.value ?? 0)
    let end = Self.comparedEnd(of: copy.track, against: master.track, offset: offset)
    count = max(0, (end ?? master.track.mediaRange.end).rounded(toUnits: Int64(rate))?.value ?? 0)
    // Behind the end of a copy that is cut, there is nothing to compare.
    pieceLength = end == nil ? Int64(matcher.pieceLength) : min(Int64(matcher.pieceLength), max(1, count))
    self.offset = offset.rounded(toUnits: Int64(rate))?.value ?? 0
  }

  /// Where the sound of a copy ends, in media time of the master, if it ends more than half a second early.
  package static func comparedEnd(
    of copy: AudioTrackFacts, against master: AudioTrackFacts, offset: RationalTime
  ) -> RationalTime? {
    guard let end = try? copy.mediaRange.end - offset, let missing = try? master.mediaRange.end - end,
      missing.inSeconds > 0.5
    else { return nil }
    return max(end, master.mediaRange.start)
  }

  /// Reads the next pieces; `isLast` at the end of the master.
  package func readPart() throws(LibAVError) -> (pieces: [CopySoundPiece], isLast: Bool) {
    var pieces: [CopySoundPiece] = []
    let length = pieceLength
    while position < count, pieces.count < Self.piecesOfPart {
      // What remains at the end is compared together with what is before it.
      let start = max(0, min(position, count - length))
      let own = try master.read(from: start, count: Int(length)).first ?? []
      let other = try copy.read(from: start + offset, count: Int(length)).first ?? []
      pieces.append(matcher.match(own, other))
      position += length
    }
    return (pieces, position >= count)
  }
}
