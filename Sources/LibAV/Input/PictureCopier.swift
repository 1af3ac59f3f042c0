package import Basics
internal import CFFmpeg
package import Composition

/// Copies the packets of some pictures of a file for another file, without decoding.
///
/// Times count from the first picture, in frames of a constant rate or else in ticks of the file. The
/// pictures found must be exactly the planned ones, each once, and decoding must be able to start with the
/// first.
package final class PictureCopier {
  /// Some pictures of a stream.
  package struct Stretch: Sendable {
    package var track: VideoTrackFacts
    /// The file's own timestamp of media time 0.
    package var origin: RationalTime
    /// Counted from the first picture of the stream, in presentation order.
    package var pictures: Range<Int64>
    /// Their start times, if they have no constant rate.
    package var times: PictureTimes?
    /// How much longer the first and last one are shown than in the file.
    package var held: HeldPictures?
    /// The reorder depth of the stream.
    package var reorderDelay: Int

    package init(
      track: VideoTrackFacts, origin: RationalTime, pictures: Range<Int64>, times: PictureTimes?,
      held: HeldPictures?, reorderDelay: Int
    ) {
      self.held = held
      self.track = track
      self.origin = origin
      self.pictures = pictures
      self.times = times
      self.reorderDelay = reorderDelay
    }
  }

  /// The description for the other file.
  package let stream: EncodedStream
  private var file: MediaFile
  private let limits: MediaLimits
  private let streamIndex: Int
  private let times: CopiedTimes
  private let sets: ParameterSets?
  private let packet: Packet
  private var count = 0
  /// Whether a packet was read while searching for the first picture.
  private var hasPacket = false

  package init(
    fileAt path: String, _ stretch: Stretch, limits: MediaLimits = .standard
  ) throws(LibAVError) {
    let file = try MediaFile(path: path, limits: limits)
    let track = stretch.track
    guard let stream = file.stream(track.streamIndex), let parameters = stream.pointee.codecpar?.pointee,
      let times = CopiedTimes(stretch, stream.pointee.time_base)
    else {
      throw LibAVError(
        operation: "copying", subject: path, cause: .badData,
        reason: "stream \(track.streamIndex) has no pictures with times")
    }
    self.file = file
    self.limits = limits
    self.times = times
    streamIndex = track.streamIndex
    sets = ParameterSets(parameters)
    packet = try Packet()
    self.stream = EncodedStream(
      codec: codecName(parameters.codec_id), tick: times.tick, configuration: parameters.configurationBytes,
      content: .video(
        EncodedStream.VideoContent(
          size: PixelSize(width: Int(parameters.width), height: Int(parameters.height)),
          pixelAspect: track.pixelAspect, color: ColorCodes(parameters).tags,
          rate: stretch.times == nil ? track.rate : nil, reorderDelay: stretch.reorderDelay)),
      copied: CopiedForm(stream, parameters))
    file.readOnly(streams: [streamIndex])
    try findBeginning(isFirst: stretch.pictures.lowerBound == 0)
  }

  /// Returns the next packet in decoding order, or nil after the last one.
  package func next() throws(LibAVError) -> EncodedPacket? {
    guard count < times.count else { return nil }
    repeat {
      if !hasPacket, try !read() {
        throw failure(file.reasonOfEarlyEnd(ofStream: streamIndex) ?? "the file ends too early")
      }
      hasPacket = false
      if let complaint = file.takeComplaint() { throw failure(complaint) }
      if packet.isCorrupt { throw failure("the packet is incomplete") }
    } while isLeftOut
    guard !packet.isDiscarded, let place = packet.presentation.flatMap(times.place(ofTick:)),
      let data = packet.pointer.pointee.data
    else { throw failure("there is another picture than was planned") }
    let (presentation, duration) = times.interval(at: place)
    let decode = times.decode(at: count)
    let isLast = count + 1 == times.count
    guard decode <= presentation else { throw failure("pictures are decoded later than was planned") }
    var bytes = Array(UnsafeBufferPointer(start: data, count: Int(packet.pointer.pointee.size)))
    if count == 0, let sets { bytes = sets.beginning(bytes) }
    count += 1
    return EncodedPacket(
      bytes: bytes, presentation: presentation, decode: decode,
      duration: isLast ? max(duration, times.lengthOfLastDecoded(at: place)) : duration, isKey: packet.isKey)
  }

  /// Whether the packet contains a leading picture of the first picture.
  private var isLeftOut: Bool {
    count > 0 && packet.presentation.map(times.isBeforeFirst) ?? false
      && sets?.look(at: packet)?.isLeading ?? false
  }

  private func findBeginning(isFirst: Bool) throws(LibAVError) {
    if !isFirst, let tick = times.firstTick, file.seek(stream: streamIndex, to: tick) {
      if try readUpToBeginning() { return }
      file = try file.reopened()
      file.readOnly(streams: [streamIndex])
    }
    guard try readUpToBeginning() else { throw failure("the first picture is missing") }
  }

  private func readUpToBeginning() throws(LibAVError) -> Bool {
    while try read() {
      guard packet.isKey, !packet.isDiscarded, packet.presentation.flatMap(times.place(ofTick:)) == 0 else {
        continue
      }
      hasPacket = true
      return true
    }
    return false
  }

  private func read() throws(LibAVError) -> Bool {
    while try file.read(into: packet) {
      if packet.streamIndex == streamIndex { return true }
    }
    return false
  }

  private func failure(_ reason: String) -> LibAVError {
    LibAVError(operation: "copying", subject: file.path, cause: .badData, reason: reason)
  }
}

/// The presentation and decoding times of a stretch in the other file.
private struct CopiedTimes {
  /// Seconds per tick of the other file.
  let tick: RationalTime
  let count: Int
  private let first: Int64
  private let reorderDelay: Int
  private let grid: FrameTimeGrid?
  private let times: PictureTimes?
  private let held: HeldPictures?
  private let places: [Int64: Int]

  init?(_ stretch: PictureCopier.Stretch, _ timeBase: AVRational) {
    count = stretch.pictures.count
    first = stretch.pictures.lowerBound
    reorderDelay = stretch.reorderDelay
    times = stretch.times
    held = stretch.held
    if let times = stretch.times {
      guard times.ticks.count == count, count > 0, times.tick > .zero else { return nil }
      grid = nil
      tick = times.tick
      places = Dictionary(times.ticks.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    } else {
      guard let grid = FrameTimeGrid(stretch.track, timeBase, origin: stretch.origin),
        let rate = stretch.track.rate, let tick = RationalTime(rate.seconds, rate.frames)
      else { return nil }
      self.grid = grid
      self.tick = tick
      places = [:]
    }
  }

  /// A tick of the source at or in the first picture.
  var firstTick: Int64? { times?.ticks.first ?? grid?.tick(in: first) }

  /// The index of the picture that is shown at a tick of the source.
  func place(ofTick tick: Int64) -> Int? {
    guard let grid else { return places[tick] }
    guard let number = grid.number(ofTick: tick), (first..<first + Int64(count)).contains(number) else {
      return nil
    }
    return Int(number - first)
  }

  func isBeforeFirst(_ tick: Int64) -> Bool {
    grid.map { $0.number(ofTick: tick).map { $0 < first } ?? false }
      ?? (times.map { tick < $0.ticks[0] } ?? false)
  }

  func interval(at place: Int) -> (start: Int64, length: Int64) {
    var (start, length) = interval(inFileAt: place)
    if let held {
      if place == 0 { length += held.before } else { start += held.before }
      if place + 1 == count { length += held.after }
    }
    return (start, length)
  }

  /// QuickTime files count how long their pictures last in decoding order, so the last one decoded must also
  /// state how long the last one shown is held.
  func lengthOfLastDecoded(at place: Int) -> Int64 {
    interval(inFileAt: place).length + (held?.after ?? 0)
  }

  private func interval(inFileAt place: Int) -> (start: Int64, length: Int64) {
    guard let times else { return (Int64(place), 1) }
    let next = place + 1 < count ? times.ticks[place + 1] : times.end
    return (times.ticks[place] - times.ticks[0], max(1, next - times.ticks[place]))
  }

  /// The decoding time of the packet at an index in decoding order: the presentation time of the picture
  /// `reorderDelay` places earlier.
  func decode(at index: Int) -> Int64 {
    let place = index - reorderDelay
    guard place < 0 else { return interval(at: place).start }
    return Int64(place) * interval(inFileAt: 0).length
  }
}
