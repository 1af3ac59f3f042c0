import Basics
internal import CFFmpeg

/// The decoded sound of one stream, in pieces, each with its position in samples of the stream's own rate.
final class SoundSource {
  struct Piece {
    /// The position of the first sample, counted from media time 0.
    var position: Int64
    /// One array per channel, all of one length.
    var channels: [[Float]]

    var count: Int64 { Int64(channels.first?.count ?? 0) }
    var end: Int64 { position + count }

    mutating func removeFirst(_ count: Int64) {
      let count = Int(min(count, self.count))
      position += Int64(count)
      for index in channels.indices { channels[index].removeFirst(count) }
    }
  }

  /// Samples that could not be decoded, counted from media time 0.
  struct Damage {
    var samples: Range<Int64>
    let reason: String
  }

  let streamIndex: Int
  let clock: StreamClock
  let path: String
  /// The stream's own sample rate.
  let rate: Int
  /// As decoded; known once the first sound came out.
  private(set) var channelLayout = ""
  private(set) var channelsInFile = 0
  private let limits: MediaLimits
  private(set) var file: MediaFile
  private var decoder: Decoder
  private let packet: Packet
  private let converter: SoundConverter
  private(set) var placement: SoundPlacement
  /// Whether the file contains plain samples, which are located by counting bytes.
  let countsBytes: Bool
  private var isDraining = false
  private var isFromStart = true
  private var hasSound = false
  /// The report since the last piece.
  private var report: Report?
  private var earlyEnd: String?
  /// Damage since the last restart or seek, in ascending order.
  private(set) var damages: [Damage] = []
  /// Where undecodable sound starts before the first decodable sound; nil if the stream starts well.
  private(set) var lostStart: Int64?
  private var failuresInARow = 0
  /// Where the sound returned so far ends; an overlapping piece loses its beginning.
  private var end = Int64.min
  /// After a seek, samples before this were decoded only to warm up the decoder.
  private var warmUpEnd: Int64?
  /// The newest piece, withheld until another follows: only the last one is shortened to its packet's length.
  private var held: Piece?
  private var heldLength: Int64?
  /// A report of the decoder or the container about packets.
  private struct Report {
    let reason: String
    /// Where the first of the packets starts, if it states it.
    var start: Int64?
    /// Whether the next piece is damaged too: its packet was decoded, with errors.
    var spoilsNext = false
  }

  /// Where the first frame of the file starts, for counting frames from there.
  private var firstFrame: Int64?
  /// How many of the file's junk ranges were noted since the last restart or seek.
  private var notedJunk = 0

  /// Why no sound could be decoded.
  private(set) var lastFailure: String?

  /// Where decoding started after the last restart or seek.
  private(set) var runStart: Int64?
  /// The same as the stream's own timestamp.
  private(set) var runStartTick: Int64?

  init(
    file: MediaFile, streamIndex: Int, origin: RationalTime = .zero, channelCount: Int,
    keepsChannels: Bool = false
  ) throws(LibAVError) {
    guard let stream = file.stream(streamIndex), let parameters = stream.pointee.codecpar?.pointee,
      parameters.codec_type == AVMEDIA_TYPE_AUDIO, (1000...1_536_000).contains(parameters.sample_rate),
      let clock = StreamClock(stream.pointee.time_base, origin: origin)
    else {
      throw LibAVError(
        operation: "opening", subject: file.path, cause: .badData,
        reason: "stream \(streamIndex) has no sound of a usable rate")
    }
    self.file = file
    self.streamIndex = streamIndex
    self.clock = clock
    path = file.path
    limits = file.limits
    rate = Int(parameters.sample_rate)
    packet = try Packet()
    decoder = try Decoder(stream, threads: 1, limits: limits, subject: file.path)
    converter = SoundConverter(
      channelCount: channelCount, keepsChannels: keepsChannels, subject: file.path)
    countsBytes =
      (file.raw != nil || ["wav", "w64", "aiff", "caf", "au"].contains(file.container))
      && av_get_exact_bits_per_sample(parameters.codec_id) > 0
    placement = SoundPlacement(
      clock: clock, rate: rate, container: file.container,
      jitter: parameters.codec_id == AV_CODEC_ID_VORBIS ? vorbisJitter(in: file.container) : 0,
      countsBytes: countsBytes)
    file.readOnly(streams: [streamIndex])
  }

  /// Whether timestamps after a seek are the same as when read from the start.
  var canSeek: Bool {
    let trusted: Set = [
      "mov", "matroska", "mpegts", "mpeg", "flv", "asf", "mxf", "wav", "w64", "aiff", "caf", "au", "flac",
      "mp3", "ogg",
    ]
    return file.raw != nil || trusted.contains(file.container)
  }

  /// Starts over as if the file had just been opened.
  func restart() throws(LibAVError) {
    let reopened = try file.reopened()
    guard let stream = reopened.stream(streamIndex) else {
      throw LibAVError(
        operation: "opening", subject: path, cause: .badData, reason: "the file has changed while in use")
    }
    decoder = try Decoder(stream, threads: 1, limits: limits, subject: path)
    file = reopened
    file.readOnly(streams: [streamIndex])
    begin(fromStart: true)
  }

  /// Seeks to `lead` samples before a position, or earlier; half of the lead warms up the decoder.
  func seek(to position: Int64, lead: Int64) -> Bool {
    let seconds = RationalTime(position - lead, Int64(rate))
    guard let seconds, let tick = try? clock.lastTick(notAfter: seconds),
      file.seek(stream: streamIndex, to: tick)
    else { return false }
    decoder.flush()
    begin(fromStart: false)
    warmUpEnd = position - lead / 2
    return true
  }

  private func begin(fromStart: Bool) {
    placement.jump()
    isDraining = false
    isFromStart = fromStart
    hasSound = false
    report = nil
    earlyEnd = nil
    damages = []
    lostStart = nil
    failuresInARow = 0
    end = Int64.min
    warmUpEnd = nil
    held = nil
    heldLength = nil
    notedJunk = 0
    runStart = nil
    runStartTick = nil
  }

  /// Returns the next piece, or nil after the last one.
  func next() throws(LibAVError) -> Piece? {
    while true {
      switch try decoder.receive() {
      case .frame(let frame):
        failuresInARow = 0
        noteComplaint()
        if let piece = try accept(frame) { return piece }
      case .needsInput:
        noteComplaint()
        try feed()
      case .failed(let reason):
        noteFailure(reason)
        failuresInARow += 1
        if failuresInARow > 1000 {
          noteEnd()
          return takeLast()
        }
      case .ended:
        noteComplaint()
        noteEnd()
        return takeLast()
      }
    }
  }

  /// Returns the last piece. In MP4, the last packet's length states where the encoded sound ends; the rest
  /// is padding.
  private func takeLast() -> Piece? {
    guard var last = held else { return nil }
    held = nil
    if let heldLength, heldLength < last.count {
      for index in last.channels.indices { last.channels[index].removeLast(Int(last.count - heldLength)) }
    }
    return trimmed(last)
  }

  private func feed() throws(LibAVError) {
    while try file.read(into: packet) {
      guard packet.streamIndex == streamIndex else { continue }
      if let complaint = file.takeComplaint() { noteFailure(complaint) }
      if packet.isCorrupt { noteFailure("the packet is incomplete") }
      if let reason = try decoder.send(packet) { noteFailure(reason) }
      noteComplaint()
      return
    }
    guard !isDraining else { return }
    isDraining = true
    earlyEnd = file.reasonOfEarlyEnd(ofStream: streamIndex)
    if let reason = try decoder.send(nil) { noteFailure(reason) }
    noteComplaint()
  }

  /// Notes that a packet gave no sound. In files that can start midway, it counts only after good sound.
  private func noteFailure(_ reason: String) {
    lastFailure = reason
    guard hasSound || !isFromStart || !file.canBeginAnywhere else { return }
    let stamped = packet.presentation.flatMap { try? placement.stampedPosition(of: $0) }
    let start = stamped.map { $0 + packet.skippedSamples.start }
    if !hasSound, isFromStart, !packet.isDiscarded { lostStart = lostStart ?? start }
    report = report ?? Report(reason: reason, start: start)
  }

  /// Notes that a packet gave sound about which the decoder logged a complaint.
  private func noteComplaint() {
    guard let complaint = decoder.takeComplaint() else { return }
    noteFailure(complaint)
    report?.spoilsNext = true
  }

  /// Reports about packets after the last sound concern its end. Files without an index end in tags, which no
  /// decoder accepts.
  private func noteEnd() {
    let counts = hasSound ? !endsInTags : !file.canBeginAnywhere
    guard let reason = earlyEnd ?? (counts ? report?.reason : nil) ?? missingEnd else { return }
    // A take that plays the last sample plays sound whose end is not known.
    var last = held.map { $0.end - 1 } ?? report?.start ?? 0
    if let earlyEnd, let damage = damages.last, damage.samples.contains(last) {
      // A decoder's report about half a packet is an effect of the early end.
      damages.removeLast()
      damages.append(Damage(samples: damage.samples, reason: earlyEnd))
      last = damage.samples.lowerBound
    }
    damages.append(Damage(samples: min(last, Int64.max - 1)..<Int64.max, reason: reason))
    report = nil
    earlyEnd = nil
  }

  /// The reason if the header of a sound file claims more than a second beyond the last piece.
  private var missingEnd: String? {
    guard let held, let claimed = file.claimedSoundEnd(ofStream: streamIndex),
      let end = RationalTime(held.end, Int64(rate)), let missing = try? claimed - clock.origin - end,
      missing > RationalTime(seconds: 1)
    else { return nil }
    return "the file is cut short: its header claims \(missing.clockReading) more"
  }

  private var endsInTags: Bool {
    ["mp3", "aac", "ac3", "eac3", "dts", "truehd", "mlp", "amr"].contains(file.container)
  }

  private func accept(_ frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) -> Piece? {
    var owned: UnsafeMutablePointer<AVFrame>? = frame
    defer { av_frame_free(&owned) }
    channelLayout = usualLayoutName(frame.pointee.ch_layout)
    channelsInFile = Int(frame.pointee.ch_layout.nb_channels)
    let count = Int64(frame.pointee.nb_samples)
    guard count > 0 else { return nil }
    guard Int(frame.pointee.sample_rate) == rate else {
      throw LibAVError(
        operation: "decoding", subject: path, cause: .badData,
        reason: "the sample rate changes from \(rate) to \(frame.pointee.sample_rate)")
    }
    let before = held?.end
    var piece = Piece(position: 0, channels: try converter.convert(frame))
    do {
      piece.position = try placement.place(tick: plausibleTick(frame.pointee.pts), count: count)
    } catch {
      throw LibAVError(
        operation: "decoding", subject: path, cause: .badData, reason: "a timestamp is out of range")
    }
    if frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 {
      noteFailure("parts of the sound could not be decoded")
      report?.spoilsNext = true
    }
    noteDamage(before: piece, after: before)
    noteJunk(upTo: piece)
    hasSound = true
    if runStart == nil {
      runStart = piece.position
      runStartTick = plausibleTick(frame.pointee.pts)
    }
    let earlier = held
    held = piece
    heldLength = statedLength(frame)
    return earlier.flatMap(trimmed)
  }

  /// Notes the reported damage, from where the sound was intact to where it is intact again.
  private func noteDamage(before piece: Piece, after end: Int64?) {
    guard let report else { return }
    self.report = nil
    let start = min(end ?? report.start ?? piece.position, piece.position)
    let end = max(start + 1, report.spoilsNext ? piece.end : piece.position)
    damages.append(Damage(samples: start..<end, reason: report.reason))
  }

  /// Notes the junk between the frames of a file without a container, up to a piece.
  private func noteJunk(upTo piece: Piece) {
    if isFromStart, !hasSound { firstFrame = firstFrame ?? piece.position }
    let junk = file.junk
    guard let firstFrame, notedJunk < junk.count else { return }
    let length = placement.gridLength ?? piece.count
    while notedJunk < junk.count {
      // Decoders drop frames at the start, so one or two are counted too many.
      let frames = junk[notedJunk].framesBefore
      let samples = firstFrame + max(0, frames - 2) * length..<firstFrame + (frames + 1) * length
      guard samples.lowerBound <= piece.end + length else { return }
      damages.append(Damage(samples: samples, reason: junk[notedJunk].reason))
      notedJunk += 1
    }
  }

  /// The packet's duration in samples; nil if it is not exact.
  private func statedLength(_ frame: UnsafeMutablePointer<AVFrame>) -> Int64? {
    let duration = plausibleDuration(frame.pointee.pkt_duration)
    guard placement.timestampsAreExact, duration > 0 else { return nil }
    return roundHalfUp(
      Int128(duration) * Int128(clock.numerator) * Int128(rate), over: Int128(clock.denominator))?.value
  }

  private func trimmed(_ piece: Piece) -> Piece? {
    var piece = piece
    let start = max(end, warmUpEnd ?? Int64.min)
    end = max(end, piece.end)
    guard piece.end > start else { return nil }
    if piece.position < start {
      piece.removeFirst(start - piece.position)
    }
    return piece
  }
}

/// The number of samples by which the start of a Vorbis block may be wrong where short and long blocks meet.
private func vorbisJitter(in container: String) -> Int64 {
  // FFmpeg takes the first block on each page of Ogg for a short one, however long blocks can be.
  if container == "ogg" { return 8192 / 4 }
  // Other containers store what the muxer stated for each block. Encoders use blocks of up to 2,048 samples.
  return 2048 / 4
}
