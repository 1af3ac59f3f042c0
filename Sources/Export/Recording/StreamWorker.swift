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

  package init(address: StreamAddress, container: Container, fragment: RationalTime) {
    self.address = address
    self.container = container
    self.fragment = fragment
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
    let input = try StreamInput(address.url, by: address.transport, name: address.name) {
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
    try pass(input, to: muxer, ring, stream.fragment)
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
  _ input: StreamInput, to muxer: FragmentMuxer, _ ring: SharedRing, _ length: RationalTime
) throws(LibAVError) {
  var alignment = StreamAlignment(input.tracks)
  let leader = input.tracks.firstIndex(where: \.isPicture) ?? 0
  let tick = input.tracks[leader].stream.tick
  var begin: Int64 = 0
  var counts = alignment.counts
  func add(_ packets: [(track: Int, packet: EncodedPacket)]) throws(LibAVError) {
    for (track, packet) in packets {
      let passed = try? tick.scaled(by: packet.decode - begin, over: 1)
      if track == leader, passed.map({ $0 >= length }) ?? true {
        begin = packet.decode
        ring.send(try muxer.endFragment())
      }
      try muxer.add(packet, stream: track)
    }
  }
  var failure: LibAVError?
  do throws(LibAVError) {
    while let packet = try input.next() {
      let packets: [(track: Int, packet: EncodedPacket)]
      do throws(TimeOverflow) { packets = try alignment.add(packet) } catch {
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
