package import Basics
package import Composition
import Glibc
import LibAV
import Network
package import Processes

/// A stream and the file that is made of it.
package struct RecordedStream: Hashable, Sendable {
  package var address: StreamAddress
  package var container: Container
  /// The least length of a fragment.
  package var fragment: RationalTime

  /// Nil for a film that begins.
  package var continuation: StreamContinuation?

  package init(
    address: StreamAddress, container: Container, fragment: RationalTime,
    continuation: StreamContinuation? = nil
  ) {
    self.address = address
    self.container = container
    self.fragment = fragment
    self.continuation = continuation
  }
}

/// Where a film continues when its stream is received again.
package struct StreamContinuation: Hashable, Sendable {
  /// The end of each track.
  package var ends: [RationalTime]
  /// When that had arrived, on the clock that is never set.
  package var moment: Int64
  /// What the sender's clock showed at the film's start; nil if it starts again with each connection.
  package var zero: RationalTime?

  package init(ends: [RationalTime], moment: Int64, zero: RationalTime?) {
    self.ends = ends
    self.moment = moment
    self.zero = zero
  }

  /// The place in the film of what arrives now.
  func place(at now: Int64) throws(TimeOverflow) -> RationalTime {
    guard let passed = RationalTime(max(0, now - moment), 1_000_000_000) else { throw TimeOverflow() }
    return try (ends.max() ?? .zero) + passed
  }

  /// For another process.
  package var text: String {
    let parts =
      [ends.map(\.spelling).joined(separator: ","), "\(moment)"] + (zero.map { [$0.spelling] } ?? [])
    return parts.joined(separator: "@")
  }

  /// Nil for other texts.
  package init?(text: String) {
    let parts = text.split(separator: "@").map(String.init)
    guard (2...3).contains(parts.count), let moment = Int64(parts[1]) else { return nil }
    let ends = parts[0].split(separator: ",").map { RationalTime(spelling: String($0)) }
    guard !ends.contains(nil) else { return nil }
    let zero = parts.count > 2 ? RationalTime(spelling: parts[2]) : nil
    guard parts.count == 2 || zero != nil else { return nil }
    self.init(ends: ends.compactMap(\.self), moment: moment, zero: zero)
  }
}

/// The places for the parts of a film between a stream's process and its recorder.
enum StreamRing {
  static let slots = 64
  static let slotBytes = 1 << 20
}

/// A process that confines itself to sockets, receives a stream, and writes the start of a film and its fragments into
/// shared memory.
package func runStreamWorker(_ stream: RecordedStream, parent: Int32, sandbox: SandboxPolicy) {
  // Of the last request; nil if FFmpeg talks to the server.
  var refusal: NetworkFailure?
  var isOpen = false
  do {
    guard try dieWithParent(parent) else { return }
    ReportChannel.open()
    signal(SIGPIPE, SIG_IGN)
    try EngineLibraries.load(withFilters: false)
    let address = stream.address
    if address.transport == .hls { try EngineLibraries.loadNetwork() }
    let client = address.transport == .hls ? PieceClient(startingAt: address.url) : nil
    let ring = try SharedRing(slotCount: StreamRing.slots, slotBytes: StreamRing.slotBytes)
    // RTSP may, and SRT must, receive datagrams.
    let receives = address.transport == .srt || address.transport == .rtsp
    _ = try Sandbox.enter(.connecting(sandbox, receives: receives))
    let age = stream.continuation.map { max(0, monotonicNanoseconds() - $0.moment) } ?? 0
    let input = try StreamInput(address.url, by: address.transport, name: address.name, since: age) {
      url throws(LibAVError) in
      do throws(NetworkFailure) {
        guard let client else { throw NetworkFailure(.refused, "this is not a URL") }
        refusal = nil
        return try client.bytes(of: url)
      } catch {
        refusal = error
        throw LibAVError(operation: "receiving", subject: address.name, cause: .other, reason: error.reason)
      }
    }
    let streams = input.tracks.map(\.stream)
    let muxer: FragmentMuxer
    do throws(LibAVError) {
      muxer = try FragmentMuxer(container: stream.container, streams: streams)
    } catch {
      // QuickTime's own form holds more.
      guard stream.container == .mp4, (try? FragmentMuxer(container: .mov, streams: streams)) != nil else {
        throw error
      }
      throw LibAVError(
        operation: error.operation, subject: error.subject, cause: error.cause,
        reason: error.reason + "; record a .mov")
    }
    let words = streams.map(\.wordsForPeople)
    try ReportChannel.send(SourceReport.stream(ring: ring.descriptor, words.joined(separator: ", ")).text)
    ring.send(muxer.head)
    isOpen = true
    try pass(input, to: muxer, ring, stream)
    try ReportChannel.send(SourceReport.ended.text)
    // Its parent still reads.
    while true { sleep(60) }
  } catch let error as LibAVError {
    let report = SourceReport.failed(
      kind(of: error, refusal, isOpen: isOpen), refusal?.reason ?? error.reason)
    try? ReportChannel.send(report.text)
  } catch {
    try? ReportChannel.send(failure(error).text)
  }
}

private func kind(
  of error: LibAVError, _ refusal: NetworkFailure?, isOpen: Bool
) -> ExportError.Kind {
  switch refusal?.kind {
  case .missing?: return .inputMissing
  case .refused?: return .refusedByPolicy
  case .otherBytes?: return .badData
  case .denied?, .unavailable?, .file?, nil: break
  }
  if error.cause == .badData { return .badData }
  return isOpen ? .inputOutput : .unavailable
}

private func pass(
  _ input: StreamInput, to muxer: FragmentMuxer, _ ring: SharedRing, _ stream: RecordedStream
) throws(LibAVError) {
  var alignment = StreamAlignment(input.tracks)
  let leader = input.tracks.firstIndex(where: \.isPicture) ?? 0
  let tick = input.tracks[leader].stream.tick
  var begin: Int64 = 0
  var counts = alignment.counts
  func add(_ packets: [(track: Int, packet: EncodedPacket)]) throws(LibAVError) {
    for (track, packet) in packets {
      let passed = try? tick.scaled(by: packet.decode - begin, over: 1)
      if track == leader, passed.map({ $0 >= stream.fragment }) ?? true {
        begin = packet.decode
        ring.send(try muxer.endFragment())
      }
      try muxer.add(packet, stream: track)
    }
  }
  var failure: LibAVError?
  var arrival = PacketArrival()
  let opened = monotonicNanoseconds() - input.age
  var first: RationalTime?
  /// Where in the film a packet is, if the first one arrived when the server had answered, and the others as fast as the
  /// sender's clock goes.
  func expected(
    _ packet: StreamPacket, _ continuation: StreamContinuation
  ) throws(TimeOverflow) -> RationalTime {
    let tick = input.tracks[packet.track].arrivingTick
    let time = try tick.scaled(by: packet.decode ?? packet.presentation ?? 0, over: 1)
    let begin = first ?? time
    first = begin
    return try continuation.place(at: opened) + time - begin
  }
  do throws(LibAVError) {
    while let packet = try input.next() {
      let packets: [(track: Int, packet: EncodedPacket)]
      if packet.track == leader, let decode = packet.decode ?? packet.presentation,
        let clock = try? input.tracks[leader].arrivingTick.scaled(by: decode, over: 1)
          .rounded(toUnits: 1_000_000_000)
      {
        arrival.add(clock: clock.value, at: monotonicNanoseconds())
      }
      do throws(TimeOverflow) {
        let hadStarted = alignment.start != nil
        if let continuation = stream.continuation, !hadStarted {
          alignment.continuation = StreamAlignment.Continuation(
            ends: continuation.ends, expected: try expected(packet, continuation), zero: continuation.zero)
        }
        packets = try alignment.add(packet)
        if !hadStarted, let start = alignment.start {
          try? ReportChannel.send(SourceReport.began(start).text)
        }
      } catch {
        throw LibAVError(
          operation: "receiving", subject: "stream", cause: .badData, reason: "a time is out of range")
      }
      try add(packets)
      guard alignment.counts != counts else { continue }
      counts = alignment.counts
      try? ReportChannel.send(SourceReport.streamCounts(counts).text)
    }
  } catch { failure = error }
  // What has arrived is in the film, however the stream ended.
  try add(alignment.finish())
  ring.send(try muxer.endFragment())
  if let arrival = arrival.moment { try? ReportChannel.send(SourceReport.lastPacket(at: arrival).text) }
  if let failure { throw failure }
}

extension SharedRing {
  /// Writes bytes in parts, each with the number of those that follow, and waits while there is no place.
  fileprivate func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(StreamRing.slotBytes)
      let isWritten = write { slot in
        part.withUnsafeBytes { slot.copyMemory(from: $0) }
        return (time: Int64(rest.count - part.count), byteCount: part.count)
      }
      if isWritten { rest = rest.dropFirst(part.count) } else { usleep(5000) }
    }
  }
}

extension EncodedStream {
  /// The codec, and the size or the sample rate.
  fileprivate var wordsForPeople: String {
    switch content {
    case .video(let video): "\(codec) \(video.size)"
    case .audio(let audio): "\(codec) \(audio.sampleRate) Hz \(audio.channelLayout)"
    case .subtitle: codec
    }
  }
}
