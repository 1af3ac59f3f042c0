import Glibc

/// Reports when files may have changed, appeared or disappeared.
///
/// Folders are watched, not files, because editors save by renaming a new file. A file in a missing folder is
/// watched for in the nearest folder that exists.
package final class FileWatch {
  private let queue: Descriptor
  /// The watched folders with the awaited names in each; all names if a folder below it is missing.
  private var folders: [Int32: Watched] = [:]

  private struct Watched {
    var path: String
    /// Nil for every name.
    var names: Set<String>?
  }

  package init() throws(SystemError) {
    let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard number >= 0 else { throw SystemError("watch files") }
    queue = Descriptor(owning: number)
  }

  /// For an event loop: readable after a change.
  package var descriptor: Int32 { queue.number }

  /// Watches these files instead of the previous ones. Files that cannot be watched are skipped: there may be
  /// too many.
  package func watch(_ files: some Sequence<String>) {
    var wanted: [String: Set<String>?] = [:]
    for file in files {
      var (folder, name) = (Processes.folder(of: file), Optional(lastComponent(of: file)))
      while !isThere(folder), folder != ".", folder != "/" {
        folder = Processes.folder(of: folder)
        name = nil
      }
      if let name, let known = wanted[folder] ?? .some([]) {
        wanted[folder] = known.union([name])
      } else {
        wanted[folder] = .some(nil)
      }
    }
    for (number, watched) in folders where wanted[watched.path] == nil {
      inotify_rm_watch(queue.number, number)
      folders[number] = nil
    }
    let mask =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
      | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
    for (path, names) in wanted {
      let number = inotify_add_watch(queue.number, path, mask)
      if number >= 0 { folders[number] = Watched(path: path, names: names) }
    }
  }

  /// Reads the pending changes, and returns whether they may affect one of the files.
  package func takeChanges() -> Bool {
    var concerns = false
    while case .bytes(let bytes) = readOnce(queue.number, upTo: 65536) {
      var start = 0
      let head = MemoryLayout<inotify_event>.size
      while start + head <= bytes.count {
        let event = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self) }
        let name = bytes[(start + head)..<min(bytes.count, start + head + Int(event.len))].prefix { $0 != 0 }
        let watched = folders[event.wd]
        start += head + Int(event.len)
        if event.mask & UInt32(IN_IGNORED) != 0 {
          folders[event.wd] = nil
          continue
        }
        // After an overflow, anything may have happened; likewise if a folder itself disappeared.
        if name.isEmpty {
          concerns = true
        } else if let watched {
          concerns = concerns || watched.names?.contains(String(decoding: name, as: UTF8.self)) ?? true
        }
      }
    }
    return concerns
  }
}
