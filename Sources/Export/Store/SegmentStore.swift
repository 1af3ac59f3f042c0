import Composition
package import ContentDigest
import LibAV
import Processes
package import RenderPlan

/// The folder of finished entries, each named by the key that covers all that its bytes depend on.
///
/// Files appear whole or not at all, so any number of processes can share a store. It is a cache: removing
/// files only makes the next render longer.
package struct SegmentStore: Hashable, Sendable {
  /// Where new entries are written.
  package let folder: String
  /// A store that cannot be written, but whose entries are read.
  let readFolder: String?

  package init(folder: String, over readFolder: String? = nil) {
    self.folder = folder
    self.readFolder = readFolder
  }

  /// The same store with new entries in another folder.
  func writing(into folder: String) -> SegmentStore { SegmentStore(folder: folder, over: self.folder) }

  /// Spread over 256 folders, which suits file systems better.
  func path(of key: ContentDigest) -> String { path(of: key, in: folder) }

  private func path(of key: ContentDigest, in folder: String) -> String {
    "\(folder)/\(key.hex.prefix(2))/\(key.hex)"
  }

  /// The file of an entry, wherever it is.
  func place(of key: ContentDigest) -> String {
    let own = path(of: key)
    guard let readFolder, !isThere(own) else { return own }
    return path(of: key, in: readFolder)
  }

  /// Each folder for entries of the plan, once.
  func folders(of plan: RenderPlan) -> [String] {
    Set(plan.keys.map { Processes.folder(of: path(of: $0)) }).sorted()
  }

  /// Returns the plan with its intact entries in the store marked; a damaged file counts as missing.
  ///
  /// If the store contains the whole first pass of a film, this is the plan of the second one.
  package func marking(_ plan: RenderPlan) -> RenderPlan {
    let marked = markingEntries(plan)
    guard marked.isFirstPass, marked.segments.allSatisfy(\.isInStore) else { return marked }
    // An error in planning it is reported when it is rendered.
    return (try? secondPass(of: marked)) ?? marked
  }

  /// The plans of all passes that are known, with their entries in the store marked.
  func passes(of plan: RenderPlan) throws(ExportError) -> [RenderPlan] {
    let marked = markingEntries(plan)
    guard marked.isFirstPass, marked.segments.allSatisfy(\.isInStore) else { return [marked] }
    return [marked, try secondPass(of: marked)]
  }

  /// The plan of the second pass, based on the first one in the store.
  func secondPass(of plan: RenderPlan) throws(ExportError) -> RenderPlan {
    let bits = try plan.segments.map { segment throws(ExportError) in
      let entry = try reader(for: segment.key)
      while try entry.next() != nil {}
      guard let bits = entry.ending.bits else {
        throw ExportError(.engine, "the store has pictures in the place of statistics")
      }
      return bits
    }
    do throws(PlanningError) { return markingEntries(try plan.secondPass(after: bits)) } catch {
      throw ExportError(.badData, "\(error)")
    }
  }

  private func markingEntries(_ plan: RenderPlan) -> RenderPlan {
    let keys = Array(Set(plan.keys))
    let intact = onThreads(2, count: keys.count) { isIntact(keys[$0]) }
    return plan.marking(inStore: Set(zip(keys, intact).compactMap { $1 ? $0 : nil }))
  }

  /// The bytes of the packets of each entry that the plan marks as stored.
  package func packetBytes(of plan: RenderPlan) -> [ContentDigest: Int64] {
    var bytes: [ContentDigest: Int64] = [:]
    for segment in plan.segments where segment.isInStore {
      bytes[segment.key] = packetBytes(of: segment.key, packets: segment.pictureCount)
    }
    for (index, track) in plan.soundTracks.enumerated() where track.isInStore {
      bytes[track.key] = packetBytes(of: track.key, packets: plan.packetCount(ofTrack: index, track))
    }
    for (copied, other) in plan.otherVideos where other.track.isInStore {
      bytes[other.track.key] = packetBytes(of: other.track.key, packets: copied.pictures.count)
    }
    return bytes
  }

  private func packetBytes(of key: ContentDigest, packets: Int) -> Int64? {
    StoreEntryReader.packetBytes(in: place(of: key), key: key, packets: packets)
  }

  /// Whether the store contains an intact entry.
  func isIntact(_ key: ContentDigest) -> Bool { StoreEntryReader.isIntact(place(of: key), key: key) }

  func reader(for key: ContentDigest) throws(ExportError) -> StoreEntryReader {
    try StoreEntryReader(at: place(of: key), key: key)
  }

  /// The entry is in the store once its writer has finished.
  func writer(
    for key: ContentDigest, owner: TemporaryOwner, stream: EncodedStream
  ) throws(ExportError) -> StoreEntryWriter {
    let path = path(of: key)
    do throws(FileError) { try makeFolder(Processes.folder(of: path)) } catch {
      throw ExportError(inStore: error)
    }
    return try StoreEntryWriter(at: path, key: key, owner: owner, stream: stream)
  }
}

extension RenderPlan {
  /// The approximate number of packets of an audio track, which determines only the store's overhead.
  fileprivate func packetCount(ofTrack index: Int, _ track: SoundTrack) -> Int {
    if let copied = track.copied { return copied.samples.count / Int(max(1, copied.packetLength)) + 1 }
    let samplesInPacket =
      switch settings.encoding(ofTrack: index)?.codec {
      case .mp3: 1152
      case .opus: 960
      case .flac, .alac: 4096
      default: 1024
      }
    return track.samples.count / samplesInPacket + 1
  }
}
