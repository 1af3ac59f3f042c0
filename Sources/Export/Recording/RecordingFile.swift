import Basics
import Glibc
import LibAV
import Processes
import Synchronization

/// The file of a recording: it grows by whole fragments, has its name from the first one on, and becomes an ordinary
/// file at the end.
///
/// This is the one film that has its name before it is whole: after a crash, people look for it. Until it is
/// finished, its lock shows that it is still recorded.
final class RecordingFile {
  private let target: OutputTarget
  private let file: AtomicFile
  let head: [UInt8]
  private var index: MovieIndex
  private let syncing: FileSyncing
  /// The end of the last whole fragment; 0 before the first one.
  private(set) var end: Int64 = 0
  private(set) var fragmentCount = 0
  private var largestFragment: Int64 = 0

  init(_ target: OutputTarget, head: [UInt8]) throws(ExportError) {
    guard let index = MovieIndex(head: head) else {
      throw ExportError(.engine, "\(target.path): the start of the file has an unexpected form")
    }
    self.target = target
    self.head = head
    self.index = index
    file = try target.begin()
    syncing = FileSyncing(file.descriptor, path: target.path)
  }

  deinit { syncing.stop() }

  var path: String { target.path }
  var pictureCount: Int { index.pictureCount }
  var length: RationalTime { index.length }
  /// When the last packet of each track ends, on the clock of the packets.
  var ends: [RationalTime] { index.ends }
  /// When the first packet of the latest fragment is decoded, on the same clock; nil before the first fragment.
  var fragmentStart: RationalTime? { index.fragmentStart }

  /// The size that the file has at most if it is finished after one more fragment.
  var byteCountAfterNextFragment: Int64 {
    end + 2 * largestFragment + indexByteCountAfterNextFragment
  }

  private var indexByteCountAfterNextFragment: Int64 {
    index.byteCount + index.byteCount / Int64(max(1, fragmentCount)) + 4096
  }

  /// Checks that this process may write a file of a size (`ulimit -f`): space for the index cannot be reserved then.
  private func checkSizeLimit(_ byteCount: Int64) throws(ExportError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
      UInt64(byteCount) > UInt64(limit.rlim_cur)
    else { return }
    throw ExportError(FileError(.write, target.path, .system(errno: EFBIG)))
  }

  /// Adds a fragment. It is written to disk soon; a process that is killed loses nothing that was added.
  func add(_ fragment: [UInt8]) throws(ExportError) {
    guard !fragment.isEmpty else { return }
    let isFirst = fragmentCount == 0
    let start = isFirst ? Int64(head.count) : end
    let after = start + Int64(fragment.count)
    try checkSizeLimit(after + indexByteCountAfterNextFragment)
    try asExportError { () throws(FileError) in try file.write(isFirst ? head + fragment : fragment) }
    guard index.add(fragment: fragment, at: start, to: after) else {
      throw ExportError(.engine, "\(target.path): a fragment has an unexpected form")
    }
    if isFirst { try target.commit(file) }
    end = after
    fragmentCount += 1
    largestFragment = max(largestFragment, Int64(fragment.count))
    file.reserveSpace(end..<byteCountAfterNextFragment)
    if !isFirst { try syncing.start() }
  }

  /// Makes an ordinary file of the whole fragments, after what ended the recording. Returns its size.
  func finish(after failure: ExportError?) throws(ExportError) -> Int64 {
    syncing.stop()
    do throws(FileError) {
      return try finishRecording(file.descriptor, path: target.path, index, end: end)
    } catch {
      let error = ExportError(error)
      throw ExportError(
        error.kind,
        "\(failure?.message ?? error.message); \(path) is playable; `editc record --finish` makes an ordinary file of it"
      )
    }
  }
}

/// Writes the index behind the last whole fragment and makes one `mdat` of all before it. Until the last write, which
/// changes 16 bytes in place, the file is a recording whose end can be cut off. Returns its size.
func finishRecording(
  _ descriptor: Int32, path: String, _ index: MovieIndex, end: Int64
) throws(FileError) -> Int64 {
  let box = index.box
  try write(box, to: descriptor, at: end, path)
  // Behind it may be the rest of a fragment, of another index, or reserved space.
  guard ftruncate(descriptor, Int(end) + box.count) == 0 else {
    throw FileError(.write, path, .system(errno: errno))
  }
  let header = RecordingFront.mediaData(over: index.front..<end)
  try write(header, to: descriptor, at: index.front, path)
  return end + Int64(box.count)
}

/// Writes bytes at a place, and waits until they are on the disk.
private func write(
  _ bytes: [UInt8], to descriptor: Int32, at place: Int64, _ path: String
) throws(FileError) {
  var done = 0
  while done < bytes.count {
    let written = bytes.withUnsafeBytes {
      pwrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, Int(place) + done)
    }
    if written < 0, errno == EINTR { continue }
    guard written > 0 else { throw FileError(.write, path, .system(errno: written < 0 ? errno : EIO)) }
    done += written
  }
  guard fdatasync(descriptor) == 0 else { throw FileError(.write, path, .system(errno: errno)) }
}

/// Returns the result; an error with a file becomes one of the recording.
func asExportError<Result>(_ work: () throws(FileError) -> Result) throws(ExportError) -> Result {
  do throws(FileError) { return try work() } catch { throw ExportError(error) }
}

/// Writes a growing file to disk on a thread of its own, so that the recorder never waits for the disk.
private final class FileSyncing {
  private let queue: ItemQueue<Void>
  private let isWaiting: WaitingFlag

  init(_ descriptor: Int32, path: String) {
    let isWaiting = WaitingFlag()
    self.isWaiting = isWaiting
    queue = ItemQueue(places: 4) { (_: Void) throws(ExportError) in
      isWaiting.clear()
      guard fdatasync(descriptor) == 0 else {
        throw ExportError(FileError(.write, path, .system(errno: errno)))
      }
    }
  }

  /// Starts writing what was added; does nothing if that is still to come for an earlier call.
  func start() throws(ExportError) {
    if isWaiting.set() { try queue.send(()) }
  }

  /// Waits until the thread has ended.
  func stop() { try? queue.finish() }
}

/// Whether a call waits.
private final class WaitingFlag: Sendable {
  private let value = Mutex(false)

  /// False if it is set already.
  func set() -> Bool {
    value.withLock { value in
      defer { value = true }
      return !value
    }
  }

  func clear() { value.withLock { $0 = false } }
}
