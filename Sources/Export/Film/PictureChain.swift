import LibAV
import Processes
import RenderPlan

/// The segments of a plan as one stream.
final class PictureChain {
  let stream: EncodedStream
  private let plan: RenderPlan
  private let entries: PlanEntries
  /// What makes one stream of several, for a film that is copied in part.
  private let joining: StreamJoining?
  private var index = 0
  private var reader: StoreEntryReader
  private var packetsInSegment: Int64 = 0
  /// What was read beyond the packet that was given last, where joining looks at it: another packet, or the end.
  private var ahead: EncodedPacket??
  /// The `idr_pic_id` of the packet that was given last, if it is an IDR picture of H.264.
  private var lastStart: Int?
  /// What the segments that were read say of damage.
  private(set) var concealed: [Concealment] = []
  /// What they say of their pictures, by the frames of the film.
  private(set) var samples: [ComparedPicture] = []

  init(_ plan: RenderPlan, _ entries: PlanEntries) throws(ExportError) {
    self.plan = plan
    self.entries = entries
    joining = try plan.smart.flatMap { film throws(ExportError) in
      film.edges == nil ? nil : try StreamJoining(of: plan, from: entries)
    }
    reader = try entries.reader(for: plan.segments[0].key)
    stream = joining?.stream ?? reader.stream
  }

  func next() throws(ExportError) -> EncodedPacket? {
    let segment = plan.segments[index]
    let first = segment.frames.lowerBound - plan.frames.lowerBound
    if var packet = try nextOfSegment() {
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
      // It is whole and has the right key: left in the store, it would stop every render that needs it.
      try? removeFile(entries.store.path(of: segment.key))
      throw ExportError(
        .temporary,
        "segment \(index + 1) has \(packetsInSegment) frames, the plan \(segment.pictureCount); run the command again to"
          + " replace it")
    }
    concealed += reader.ending.concealed ?? []
    samples += (reader.ending.samples ?? []).map { $0.later(by: first) }
    index += 1
    guard index < plan.segments.count else { return nil }
    packetsInSegment = 0
    reader = try entries.reader(for: plan.segments[index].key)
    guard joining != nil || reader.stream == stream else {
      throw ExportError(.engine, "segment \(index + 1) was encoded with another configuration")
    }
    return try next()
  }

  private func nextOfSegment() throws(ExportError) -> EncodedPacket? {
    guard let read = ahead else { return try reader.next() }
    ahead = nil
    return read
  }
}
