import LibAV
import Processes
import RenderPlan

/// The segments of a plan as one stream.
final class PictureChain {
  let stream: EncodedStream
  private let plan: RenderPlan
  private let entries: PlanEntries
  /// Joins several streams into one, for a film that is copied in part.
  private let joining: StreamJoining?
  private var index = 0
  private var reader: StoreEntryReader
  private var packetsInSegment: Int64 = 0
  private var check: SegmentCheck?
  /// The packet after the one returned last, or the end, if joining has read it.
  private var ahead: EncodedPacket??
  /// The `idr_pic_id` of the packet returned last, if it is an IDR picture of H.264.
  private var lastStart: Int?
  /// The damage that the segments read so far report.
  private(set) var concealed: [Concealment] = []
  /// Their pictures' digests, by the frames of the film.
  private(set) var samples: [ComparedPicture] = []

  init(_ plan: RenderPlan, _ entries: PlanEntries) throws(ExportError) {
    self.plan = plan
    self.entries = entries
    joining = try plan.smart.flatMap { film throws(ExportError) in
      film.edges == nil ? nil : try StreamJoining(of: plan, from: entries)
    }
    reader = try entries.reader(for: plan.segments[0].key)
    stream = joining?.stream ?? reader.stream
    try beginSegment()
  }

  /// Checks the stream of the segment that is read next.
  private func beginSegment() throws(ExportError) {
    let segment = plan.segments[index]
    if let problem = SegmentCheck.problem(with: reader.stream, segment, of: plan) {
      throw refusal(ofSegment: index, problem)
    }
    check = segment.copied == nil ? SegmentCheck(segment, reader.stream) : nil
  }

  /// The error about an entry that is intact, has the right key, and is wrong. It is removed: left in the
  /// store, it would stop every render that needs it.
  private func refusal(ofSegment index: Int, _ problem: String) -> ExportError {
    let key = plan.segments[index].key
    // The digest is at the end: a damaged entry looks wrong before it is read.
    guard entries.store.isIntact(key) else { return StoreEntryReader.damaged(entries.store.path(of: key)) }
    try? removeFile(entries.store.path(of: key))
    return ExportError(
      .temporary, "segment \(index + 1) \(problem); run the command again to replace it")
  }

  /// Of segments with different streams, the one that differs from most others: the current one, or the
  /// first.
  private var oddSegment: Int {
    let streams = plan.segments.compactMap { try? entries.store.reader(for: $0.key).stream }
    let alike = streams.count { $0 == reader.stream }
    return alike > streams.count { $0 == stream } ? 0 : index
  }

  func next() throws(ExportError) -> EncodedPacket? {
    let segment = plan.segments[index]
    let first = segment.frames.lowerBound - plan.frames.lowerBound
    if var packet = try nextOfSegment() {
      if let problem = check?.problem(with: packet) { throw refusal(ofSegment: index, problem) }
      if let joining {
        if packetsInSegment == 0 { ahead = .some(try reader.next()) }
        packet = try joining.joined(
          packet, of: reader.stream, number: packetsInSegment, next: ahead ?? nil, lastStart: &lastStart)
      }
      packetsInSegment += 1
      do { return try packet.shifted(by: first) } catch {
        throw ExportError(.engine, "the film is too long for its container")
      }
    }
    guard packetsInSegment == Int64(segment.pictureCount) else {
      throw refusal(ofSegment: index, "has \(packetsInSegment) frames, the plan \(segment.pictureCount)")
    }
    concealed += reader.ending.concealed ?? []
    guard (reader.ending.samples ?? []).map(\.frame) == segment.comparedFrames else {
      throw refusal(ofSegment: index, "does not say what its pictures show")
    }
    samples += (reader.ending.samples ?? []).map { $0.later(by: first) }
    index += 1
    guard index < plan.segments.count else { return nil }
    packetsInSegment = 0
    reader = try entries.reader(for: plan.segments[index].key)
    try beginSegment()
    guard joining != nil || reader.stream == stream else {
      throw refusal(ofSegment: oddSegment, "was encoded with another configuration")
    }
    return try next()
  }

  private func nextOfSegment() throws(ExportError) -> EncodedPacket? {
    guard let read = ahead else { return try reader.next() }
    ahead = nil
    return read
  }
}
