import Basics
internal import CFFmpeg
import Composition

/// The decoded pictures of one stream in presentation order, from the start or from a key frame.
///
/// After a seek, only pictures that do not depend on skipped ones are returned: a seek gives the same
/// pictures as reading from the start.
final class PictureSource {
  struct Picture {
    let frame: VideoFrame
    let tick: Int64
    /// Why the picture may look wrong.
    let damage: Damage?
    /// What could not be decoded between the previous picture and this one.
    let lossBefore: Damage?
  }

  /// Damage that the decoder or the container reports, from a tick on.
  struct Damage {
    let tick: Int64
    let reason: String
    /// How many packets were decoded before: pictures of later ones can depend on the damage, even if they
    /// are shown earlier. Nil if unknown.
    var packetNumber: Int?
  }

  let streamIndex: Int
  let clock: StreamClock
  let path: String
  private let limits: MediaLimits
  private var threads: Int
  private(set) var file: MediaFile
  private(set) var decoder: Decoder
  /// Whether the decoder has met damage.
  ///
  /// FFmpeg's H.264 decoder carries some of it past key frames and flushes: later pictures differ from the
  /// recorded ones, without an error. So a new decoder continues after the damage.
  private var decoderIsSpoilt = false
  private let packet: Packet
  private var run = Run()
  /// Set if the file has no key frame from which decoding can start.
  private var startsAnywhere = false
  /// Some files state only when a picture is decoded: then its place in the order determines its time.
  private var hasPresentationTimes: Bool?
  private let timesAreOfDecoding: Bool
  /// The container's description of the stream.
  let parameters: AVCodecParameters
  /// Pictures before this tick need not be decoded if no other picture depends on them.
  var unneededEnd: Int64?
  /// The size and format of the first picture, which all others must share.
  private var form: Form?

  private struct Form: Equatable {
    let size: PixelSize
    let format: Int32
  }

  /// The state since the last restart or seek.
  private struct Run {
    /// After a seek, the key frame's own time: nothing before it can be trusted.
    var keyTick: Int64?
    var isFromStart = true
    var waitsForKey = true
    var skippedPackets = 0
    var unrecoveredPictures = 0
    var isDraining = false
    var lastTick: Int64?
    var lastDuration: Int64 = 0
    var sentTick: Int64?
    var firstSentTick: Int64?
    /// Decoding times of packets whose pictures have not come out, for streams without presentation times.
    var decodingTicks: [Int64] = []
    /// The number of packets sent, and the number of each by its time, until its picture comes out.
    var sentPackets = 0
    var packetNumbers: [Int64: Int] = [:]
    /// Since the last key frame that came out: later pictures depend on the damaged ones.
    var damages: [Damage] = []
    /// Whether the key frame that was read last waits until the decoder has returned its remaining pictures.
    var isRenewing = false
    /// Those that no picture has followed yet.
    var losses: [Damage] = []
    /// Why the stream ends here although it should continue.
    var earlyEnd: String?
    var hasPicture = false
    var lastFailure: String?
    var failuresInARow = 0
    /// The latest picture that may have been skipped because no other depends on it.
    var lastLeftOut: Int64?
  }

  init(
    file: MediaFile, streamIndex: Int, origin: RationalTime = .zero, threads: Int = 1
  ) throws(LibAVError) {
    guard let stream = file.stream(streamIndex),
      let parameters = stream.pointee.codecpar?.pointee, parameters.codec_type == AVMEDIA_TYPE_VIDEO,
      let clock = StreamClock(stream.pointee.time_base, origin: origin)
    else {
      throw LibAVError(
        operation: "opening", subject: file.path, cause: .badData,
        reason: "stream \(streamIndex) has no pictures")
    }
    self.file = file
    self.streamIndex = streamIndex
    self.clock = clock
    self.parameters = parameters
    self.threads = threads
    path = file.path
    limits = file.limits
    packet = try Packet()
    timesAreOfDecoding = try file.onlyTellsDecodingTimes(ofStream: streamIndex)
    decoder = try Decoder(stream, threads: threads, limits: limits, subject: file.path)
    file.readOnly(streams: [streamIndex])
  }

  /// Whether timestamps after a seek are the same as when read from the start.
  var canSeek: Bool {
    let trusted: Set = ["mov", "matroska", "mpegts", "mpeg", "avi", "flv", "asf", "mxf"]
    return (trusted.contains(file.container) || file.raw != nil) && !startsAnywhere
      && (hasPresentationTimes ?? (file.container != "avi" && !timesAreOfDecoding))
  }

  /// Whether nothing has been read since the file was opened.
  var isUntouched: Bool {
    run.isFromStart && run.sentTick == nil && run.skippedPackets == 0 && !run.isDraining
  }

  /// Starts over as if the file had just been opened: some demuxers cannot return to their initial state.
  func restart() throws(LibAVError) {
    let reopened = try file.reopened()
    guard let stream = reopened.stream(streamIndex) else {
      throw LibAVError(
        operation: "opening", subject: path, cause: .badData, reason: "the file has changed while in use")
    }
    decoder = try Decoder(stream, threads: threads, limits: limits, subject: path)
    decoderIsSpoilt = false
    file = reopened
    file.readOnly(streams: [streamIndex])
    run = Run()
  }

  /// Continues with one thread after the next restart or seek, because several report damage late. Returns false if there
  /// was only one.
  func useOneThread() throws(LibAVError) -> Bool {
    guard threads > 1 else { return false }
    threads = 1
    try renewDecoder()
    return true
  }

  private func renewDecoder() throws(LibAVError) {
    guard let stream = file.stream(streamIndex) else { return }
    decoder = try Decoder(stream, threads: threads, limits: limits, subject: path)
    decoderIsSpoilt = false
  }

  /// Seeks to a key frame at or before `tick`, as far as the container knows; the first picture shows where.
  func seek(to tick: Int64) throws(LibAVError) -> Bool {
    guard file.seek(stream: streamIndex, to: tick) else { return false }
    if decoderIsSpoilt { try renewDecoder() } else { decoder.flush() }
    run = Run()
    run.isFromStart = false
    return true
  }

  /// Returns the next picture, or nil after the last one.
  func next() throws(LibAVError) -> Picture? {
    while true {
      switch try decoder.receive() {
      case .frame(let frame):
        run.failuresInARow = 0
        noteComplaint()
        if let picture = try accept(frame) { return picture }
      case .needsInput:
        noteComplaint()
        try feed()
      case .failed(let reason):
        noteFailure(reason)
        run.failuresInARow += 1
        // A decoder that never reports its end must not block the reader forever.
        if run.failuresInARow > 1000 {
          run.earlyEnd = run.earlyEnd ?? reason
          return nil
        }
      case .ended:
        noteComplaint()
        if try renewed() { continue }
        if try beganWithoutKey() { continue }
        return nil
      }
    }
  }

  /// Starts over if no key frame can be decoded: then everything that can be decoded counts.
  private func beganWithoutKey() throws(LibAVError) -> Bool {
    let leftOut = run.skippedPackets + run.unrecoveredPictures
    guard run.isFromStart, !run.hasPicture, leftOut > 0, !startsAnywhere else { return false }
    startsAnywhere = true
    try restart()
    return true
  }
}

// MARK: - Packets in

extension PictureSource {
  private func feed() throws(LibAVError) {
    while try file.read(into: packet) {
      guard packet.streamIndex == streamIndex, isUsable(packet) else { continue }
      let tick = packet.presentation ?? packet.decoding
      let before = run.sentTick
      run.sentTick = tick
      run.firstSentTick = run.firstSentTick ?? tick
      // A packet that an edit list hides is decoded, but its picture never comes out.
      if hasPresentationTimes == false, !packet.isDiscarded, let decoding = packet.decoding {
        run.decodingTicks.append(decoding)
      }
      if let complaint = file.takeComplaint(), !isBeforeRecording {
        // The damage is between the packets, or in this one.
        noteDamage(complaint, at: before.map { min($0 + 1, tick ?? $0 + 1) } ?? tick)
      }
      if packet.isCorrupt { noteDamage("the packet is incomplete") }
      if packet.isKey, decoderIsSpoilt, run.sentPackets > 0 {
        run.isRenewing = true
        if let reason = try decoder.send(nil) { noteFailure(reason) }
        return
      }
      try sendPacket()
      return
    }
    guard !run.isDraining else { return }
    run.isDraining = true
    run.earlyEnd = file.reasonOfEarlyEnd(ofStream: streamIndex)
    if let reason = try decoder.send(nil) { noteFailure(reason) }
    noteComplaint()
  }

  private func sendPacket() throws(LibAVError) {
    leaveOut(packet)
    numberPacket(at: packet.presentation)
    if let reason = try decoder.send(packet) { noteFailure(reason) }
    noteComplaint()
  }

  /// Continues with the waiting key frame, once the decoder has returned all pictures before it.
  private func renewed() throws(LibAVError) -> Bool {
    guard run.isRenewing else { return false }
    run.isRenewing = false
    try renewDecoder()
    try sendPacket()
    return true
  }

  private func numberPacket(at tick: Int64?) {
    run.sentPackets += 1
    guard let tick else { return }
    // Numbers of pictures that never come out would accumulate.
    if run.packetNumbers.count > 256 { run.packetNumbers = [:] }
    run.packetNumbers[tick] = run.sentPackets
  }

  private func leaveOut(_ packet: Packet) {
    guard let unneededEnd, let tick = packet.presentation, tick < unneededEnd else {
      decoder.decodesAll = true
      return
    }
    decoder.decodesAll = false
    if !packet.isKey { run.lastLeftOut = max(run.lastLeftOut ?? tick, tick) }
  }

  /// Whether a picture after a tick may have been skipped.
  func mayHaveLeftOut(after tick: Int64) -> Bool { run.lastLeftOut.map { $0 > tick } ?? false }

  private func isUsable(_ packet: Packet) -> Bool {
    guard run.waitsForKey, !startsAnywhere else { return true }
    let isStart = packet.isKey && (run.isFromStart || packet.presentation != nil)
    guard isStart else {
      if !isBeforeRecording, run.isFromStart, run.skippedPackets == 0, !packet.isDiscarded {
        noteDamage("the stream does not begin with a key frame", at: packet.presentation ?? packet.decoding)
      }
      run.skippedPackets += 1
      return false
    }
    run.waitsForKey = false
    if run.isFromStart { hasPresentationTimes = packet.presentation != nil && !timesAreOfDecoding }
    if !run.isFromStart { run.keyTick = packet.presentation }
    return true
  }

  private func noteFailure(_ reason: String) {
    run.lastFailure = reason
    if !isBeforeRecording { noteDamage(reason) }
  }

  /// Until the first picture, failures belong to the broken start of a recording, which is not shown.
  private var isBeforeRecording: Bool { !run.hasPicture && run.isFromStart && file.canBeginAnywhere }

  /// Notes what the decoder logged about a picture that it nevertheless returns, or returned.
  private func noteComplaint() {
    if let complaint = decoder.takeComplaint() { noteDamage(complaint) }
  }

  /// With several threads a failure is reported late: then it counts from the last good picture on.
  private func noteDamage(_ reason: String) {
    let undecided = run.lastTick.map { $0 + 1 } ?? run.firstSentTick
    noteDamage(reason, at: threads > 1 ? undecided : run.sentTick)
  }

  private func noteDamage(_ reason: String, at tick: Int64?) {
    decoderIsSpoilt = true
    let damage = Damage(
      tick: tick ?? Int64.min, reason: reason, packetNumber: threads > 1 ? nil : run.sentPackets)
    // Pictures from before a seek's key frame are not returned.
    if let keyTick = run.keyTick, damage.tick < keyTick { return }
    if run.damages.last?.tick != damage.tick { run.damages.append(damage) }
    if run.losses.last?.tick != damage.tick { run.losses.append(damage) }
  }

  /// Whether reading started with the file, so that everything that pictures depend on was decoded.
  var isFromStart: Bool { run.isFromStart }

  /// What is missing after the last picture; nil if the stream ends normally.
  func damage(afterLast last: Picture) -> Damage? {
    if let loss = run.losses.first { return loss }
    return run.earlyEnd.map { Damage(tick: last.tick, reason: $0) }
  }

  /// Why no picture could be decoded.
  var lastFailure: String? { run.lastFailure }
}

// MARK: - Pictures out

extension PictureSource {
  private func accept(_ frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> Picture? {
    let tick = presentationTick(frame)
    let time = try? clock.mediaTime(tick)
    let picture = VideoFrame(owning: frame, presentationTime: time)
    let before = run.lastTick
    run.lastTick = tick
    run.lastDuration = plausibleDuration(frame.pointee.pkt_duration)
    if let keyTick = run.keyTick, tick < keyTick { return nil }
    if isUnrecovered(frame) {
      run.unrecoveredPictures += 1
      return nil
    }
    // With broken timestamps that go back, "the last picture before" would depend on where reading started.
    if let before, tick <= before, run.hasPicture { return nil }
    try checkForm(picture)
    let damage = damage(frame, tick)
    let loss = run.losses.first { $0.tick < tick }
    run.losses.removeAll { $0.tick <= tick }
    run.hasPicture = true
    return Picture(frame: picture, tick: tick, damage: damage, lossBefore: loss)
  }

  private func presentationTick(_ frame: UnsafeMutablePointer<AVFrame>) -> Int64 {
    if hasPresentationTimes != false, let tick = plausibleTick(frame.pointee.pts) { return tick }
    if !run.decodingTicks.isEmpty, let first = run.decodingTicks.indices.min(by: earlierDecoding) {
      return run.decodingTicks.remove(at: first)
    }
    if let last = run.lastTick { return last + max(1, run.lastDuration) }
    return plausibleTick(frame.pointee.pkt_dts) ?? 0
  }

  private func earlierDecoding(_ a: Int, _ b: Int) -> Bool {
    run.decodingTicks[a] < run.decodingTicks[b]
  }

  /// Whether a picture is still being assembled from partial refreshes. After the first whole one, all are
  /// whole.
  private func isUnrecovered(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 && !run.hasPicture && !startsAnywhere
  }

  private func damage(_ frame: UnsafeMutablePointer<AVFrame>, _ tick: Int64) -> Damage? {
    if frame.pointee.key_frame == 1 { run.damages.removeAll { $0.tick < tick } }
    let number = run.packetNumbers.removeValue(forKey: tick)
    let isMarked = run.hasPicture && frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    if frame.pointee.decode_error_flags != 0 || isMarked {
      run.damages.append(
        Damage(tick: tick, reason: "parts of the picture could not be decoded", packetNumber: number))
    }
    return run.damages.first { $0.tick <= tick || isDecoded(number, after: $0) }
  }

  private func isDecoded(_ number: Int?, after damage: Damage) -> Bool {
    guard let number, let damaged = damage.packetNumber else { return false }
    return number > damaged
  }

  private func checkForm(_ picture: VideoFrame) throws(LibAVError) {
    let found = Form(size: picture.size, format: picture.pointer.pointee.format)
    guard let form else {
      form = found
      return
    }
    guard found != form else { return }
    let time = picture.presentationTime.map { " at \($0.clockReading)" } ?? ""
    throw LibAVError(
      operation: "decoding", subject: path, cause: .badData,
      reason: "the picture changes from \(form.size) to \(found.size) (\(picture.formatName))\(time)")
  }
}

/// Queries of the container's index, before anything is decoded.
extension PictureSource {
  /// Whether a key frame lies between a picture and a later time, so that a seek saves work.
  func isFarAhead(_ tick: Int64, of picture: Picture) -> Bool {
    guard canSeek, tick > picture.tick, let stream = file.stream(streamIndex) else { return false }
    let entry = avformat_index_get_entry_from_timestamp(stream, tick, AVSEEK_FLAG_BACKWARD)
    if let entry = entry?.pointee, indexIsComplete {
      // Entries contain decoding times, which are a little earlier; a second is a sufficient margin.
      return entry.timestamp > picture.tick + clock.ticks(inSeconds: 1)
    }
    return tick - picture.tick > clock.ticks(inSeconds: 10)
  }

  /// MP4 and Matroska list their key frames; other containers find them while reading.
  var indexIsComplete: Bool { file.container == "mov" || file.container == "matroska" }
}

/// Skipping what no wanted picture depends on.
extension PictureSource {
  /// From now on, skips pictures clearly before a tick unless later ones depend on them; nil decodes all.
  func leaveOutUnneeded(before tick: Int64?) {
    guard let tick, tellsNeeded, let margin else {
      unneededEnd = nil
      return
    }
    unneededEnd = tick - margin
  }

  /// Whether pictures can be skipped: with decoders that do so at once, formats whose packets state whether
  /// others depend on them, and containers that time every packet. Otherwise the times of pictures would
  /// follow from those skipped.
  private var tellsNeeded: Bool {
    indexIsComplete && !timesAreOfDecoding
      && [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG4, AV_CODEC_ID_MPEG2VIDEO].contains(
        parameters.codec_id)
  }

  /// A few frames: the picture on screen at a tick is seldom further away.
  private var margin: Int64? {
    guard let rate = file.stream(streamIndex)?.pointee.avg_frame_rate, rate.num > 0, rate.den > 0 else {
      return nil
    }
    let ticks =
      4 * Int128(rate.den) * Int128(clock.denominator) / (Int128(rate.num) * Int128(clock.numerator))
    return Int64(clamping: ticks + 1)
  }
}
