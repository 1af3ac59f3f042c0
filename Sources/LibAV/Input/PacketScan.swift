import Basics
internal import CFFmpeg

/// The properties of a file's streams according to all of its packets, without decoding: headers lie, packets
/// do not.
struct PacketScan {
  struct Stream {
    /// Presentation times of the packets that are shown or heard, in the order of the file.
    private(set) var ticks = CompactNumbers()
    /// As long as `ticks`; zero if the file does not state a duration.
    private(set) var durations = CompactNumbers()
    /// Skipped samples at the start and end of a packet, by its index in `ticks`.
    private(set) var skips: [Int: (start: Int64, end: Int64)] = [:]
    private(set) var packetCount = 0
    /// Of all packets, including those that are not shown.
    private(set) var byteCount: Int64 = 0
    /// From the start of the first packet to the end of the last one; nil without times.
    private(set) var allTicks: (start: Int64, end: Int64)?
    /// Packets without a time, between others that have one.
    private(set) var untimedCount = 0
    /// Incomplete packets, and the time of the first one.
    private(set) var incompleteCount = 0
    private(set) var firstIncomplete: Int64?
    private var decodingTicks = CompactNumbers()
    private var decodingDurations = CompactNumbers()
    fileprivate var timesAreOfDecoding = false

    mutating func count(_ packet: Packet, _ parameters: AVCodecParameters?) {
      let codec = parameters?.codec_id ?? AV_CODEC_ID_NONE
      let isSound = parameters?.codec_type == AVMEDIA_TYPE_AUDIO
      packetCount += 1
      if packet.isCorrupt {
        incompleteCount += 1
        firstIncomplete = firstIncomplete ?? packet.presentation ?? packet.decoding
      }
      byteCount += Int64(packet.byteCount)
      if let start = packet.presentation ?? packet.decoding {
        let (end, known) = (start + packet.duration, allTicks)
        allTicks = (min(known?.start ?? start, start), max(known?.end ?? end, end))
      }
      guard !packet.isDiscarded, !packet.isHiddenPicture(codec) else { return }
      if !timesAreOfDecoding, let tick = packet.presentation {
        let skipped = isSound ? packet.skippedSamples : (0, 0)
        if skipped != (0, 0) { skips[ticks.count] = skipped }
        ticks.append(tick)
        durations.append(packet.duration)
      } else if ticks.isEmpty, let tick = packet.decoding {
        decodingTicks.append(tick)
        decodingDurations.append(packet.duration)
      } else {
        untimedCount += 1
      }
    }

    /// Uses the decoding times of a stream without presentation times.
    mutating func finish() {
      if ticks.isEmpty {
        ticks = decodingTicks
        durations = decodingDurations
      }
      decodingTicks = CompactNumbers()
      decodingDurations = CompactNumbers()
    }
  }

  private(set) var streams: [Stream]
  private(set) var earlyEnd: String?
  /// A message that FFmpeg logged about the container, and the packet that it was reading; nil for the end of
  /// the file.
  struct Complaint {
    let reason: String
    var stream: Int?
    var tick: Int64?
  }

  /// The first one.
  private(set) var complaint: Complaint?

  init(_ file: MediaFile) throws(LibAVError) {
    streams = Array(repeating: Stream(), count: file.streamCount)
    let packet = try Packet()
    var packetCount = 0
    while try file.read(into: packet) {
      packetCount += 1
      guard packetCount <= file.limits.packets else {
        throw LibAVError(
          operation: "counting packets", subject: file.path, cause: .limit,
          reason: "more than \(file.limits.packets) packets")
      }
      // Streams can appear while reading.
      let index = packet.streamIndex
      if complaint == nil, let reason = file.takeComplaint() {
        complaint = Complaint(reason: reason, stream: index, tick: packet.presentation ?? packet.decoding)
      }
      while streams.count <= min(index, file.streamCount - 1) { streams.append(Stream()) }
      guard streams.indices.contains(index), let stream = file.stream(index) else { continue }
      if streams[index].packetCount == 0 {
        streams[index].timesAreOfDecoding = try file.onlyTellsDecodingTimes(ofStream: index)
      }
      streams[index].count(packet, stream.pointee.codecpar?.pointee)
    }
    for index in streams.indices { streams[index].finish() }
    earlyEnd = file.earlyEnd
    complaint = complaint ?? file.takeComplaint().map { Complaint(reason: $0) }
  }
}
