package import Basics
internal import CFFmpeg
package import Composition

/// Copies the packets of a stretch of a file's sound for another file, without decoding.
///
/// Times count samples from the first audible one. Earlier samples are decoded and discarded.
package final class SoundCopier {
  /// The sound to copy; positions are samples, counted from media time 0.
  package struct Stretch: Hashable, Sendable {
    /// The audible samples.
    package var samples: Range<Int64>
    /// Where the first packet starts.
    package var first: Int64
    /// Samples per packet; 1 if packets can be cut anywhere.
    package var packetLength: Int64
    /// Samples of silence before the sound.
    package var delay: Int64

    package init(samples: Range<Int64>, first: Int64, packetLength: Int64, delay: Int64) {
      self.samples = samples
      self.first = first
      self.packetLength = packetLength
      self.delay = delay
    }
  }

  /// The description for the other file.
  package let stream: EncodedStream
  private let file: MediaFile
  private let streamIndex: Int
  private let clock: StreamClock
  private let rate: Int64
  private let stretch: Stretch
  /// Bytes per sample of all channels if packets can be cut; otherwise zero.
  private let sampleBytes: Int
  private let packet: Packet
  private var position: Int64?
  private var hasBegun = false

  package init(
    fileAt path: String, track: AudioTrackFacts, origin: RationalTime, stretch: Stretch,
    limits: MediaLimits = .standard
  ) throws(LibAVError) {
    file = try MediaFile(path: path, limits: limits)
    guard let stream = file.stream(track.streamIndex), let parameters = stream.pointee.codecpar?.pointee,
      let clock = StreamClock(stream.pointee.time_base, origin: origin),
      let tick = RationalTime(1, Int64(track.sampleRate)), stretch.packetLength > 0
    else {
      throw LibAVError(
        operation: "copying", subject: path, cause: .badData,
        reason: "stream \(track.streamIndex) has no sound")
    }
    self.clock = clock
    self.stretch = stretch
    rate = Int64(track.sampleRate)
    streamIndex = track.streamIndex
    sampleBytes =
      stretch.packetLength == 1
      ? Int(av_get_bits_per_sample(parameters.codec_id)) / 8 * Int(parameters.ch_layout.nb_channels) : 0
    packet = try Packet()
    var content = EncodedStream.AudioContent(
      sampleRate: track.sampleRate, channelLayout: track.channelLayout,
      frameLength: stretch.packetLength == 1 ? 0 : Int(clamping: stretch.packetLength),
      priming: Int(clamping: stretch.samples.lowerBound - stretch.first))
    content.title = tag("title", stream.pointee.metadata)
    self.stream = EncodedStream(
      codec: codecName(parameters.codec_id), tick: tick,
      configuration: configuration(parameters, holding: Int64(stretch.samples.count)),
      bitsPerSecond: max(0, parameters.bit_rate), content: .audio(content),
      copied: CopiedForm(stream, parameters))
    file.readOnly(streams: [streamIndex])
  }

  /// Returns the next packet, or nil after the last one.
  package func next() throws(LibAVError) -> EncodedPacket? {
    while try file.read(into: packet) {
      guard packet.streamIndex == streamIndex else { continue }
      try failIfDamaged()
      let start = try place()
      let bytes = packetBytes
      let length = sampleBytes > 0 ? Int64(bytes.count / sampleBytes) : stretch.packetLength
      position = start + length
      guard start + length > stretch.first else { continue }
      guard start < stretch.samples.upperBound else { return nil }
      return try encoded(bytes, from: start, length: length)
    }
    if let reason = file.reasonOfEarlyEnd(ofStream: streamIndex) { throw damage(reason) }
    guard let position, position >= stretch.samples.upperBound else {
      throw damage("the file ends too early")
    }
    return nil
  }

  private func failIfDamaged() throws(LibAVError) {
    if let complaint = file.takeComplaint() { throw damage(complaint) }
    if packet.isCorrupt { throw damage("the packet is incomplete") }
  }

  private func damage(_ reason: String) -> LibAVError {
    LibAVError(operation: "copying", subject: file.path, cause: .badData, reason: reason)
  }

  private func encoded(
    _ bytes: [UInt8], from start: Int64, length: Int64
  ) throws(LibAVError) -> EncodedPacket {
    var (bytes, first) = (bytes, start)
    let end = min(start + length, stretch.samples.upperBound)
    if sampleBytes > 0 {
      first = max(start, stretch.first)
      bytes = Array(bytes[Int(first - start) * sampleBytes..<Int(end - start) * sampleBytes])
    } else if !hasBegun, start != stretch.first {
      throw LibAVError(
        operation: "copying", subject: file.path, cause: .badData,
        reason: "a packet starts at another time than planned")
    }
    hasBegun = true
    let presentation = first - stretch.samples.lowerBound + stretch.delay
    return EncodedPacket(
      bytes: bytes, presentation: presentation, decode: presentation, duration: end - first, isKey: true)
  }

  /// Where the packet starts. Only the first packet's time is used: the scan has found that packets follow
  /// each other without gaps.
  private func place() throws(LibAVError) -> Int64 {
    if let position { return position }
    guard let tick = packet.presentation,
      let found = (try? clock.mediaTime(tick))?.rounded(toUnits: rate)?.value
    else {
      throw LibAVError(
        operation: "copying", subject: file.path, cause: .badData, reason: "a packet has no time")
    }
    let isRounded =
      sampleBytes == 0 && (found - stretch.first).magnitude <= roundedTimes(at: Int(clamping: rate))
    return isRounded ? stretch.first : found
  }

  private var packetBytes: [UInt8] {
    guard let data = packet.pointer.pointee.data else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(packet.pointer.pointee.size)))
  }
}

/// The codec's configuration. That of FLAC also states the number and the digest of all samples, which are
/// other ones in a part of the stream: zero leaves them open.
private func configuration(_ parameters: AVCodecParameters, holding count: Int64) -> [UInt8] {
  var bytes = parameters.configurationBytes
  guard parameters.codec_id == AV_CODEC_ID_FLAC, bytes.count >= 34 else { return bytes }
  let stated = bytes[14..<18].reduce(Int64(bytes[13] & 15)) { $0 << 8 | Int64($1) }
  guard stated != count else { return bytes }
  bytes[13] &= 0xF0
  for place in 14..<34 { bytes[place] = 0 }
  return bytes
}
