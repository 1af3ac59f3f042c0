import FoundationEssentials
import Glibc
import Processes

/// Where editc keeps what it could make again: segments and what it knows of media.
struct CacheFolder {
  let path: String

  /// The folder somebody named, else `editc` below `XDG_CACHE_HOME`, else below `~/.cache`.
  init(named path: String?) throws(CommandFailure) {
    let environment = ProcessInfo.processInfo.environment
    if let path {
      self.path = path
    } else if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") {
      self.path = base + "/editc"
    } else if let home = environment["HOME"], !home.isEmpty {
      self.path = home + "/.cache/editc"
    } else {
      throw CommandFailure(
        .configuration,
        "there is no folder for the cache: set XDG_CACHE_HOME, or say --cache DIR or --no-cache")
    }
  }

  /// For commands that also work without a cache: nil where none is wanted or there is no place for one.
  init?(ifWanted isWanted: Bool, named path: String?) {
    guard isWanted, let folder = try? CacheFolder(named: path) else { return nil }
    self = folder
  }

  var segments: String { path + "/segments" }
  var digests: String { path + "/digests" }
  var facts: FactsCache { FactsCache(folder: path + "/facts") }
}

/// A folder of one command's own, removed with everything in it when the command is done.
final class WorkFolder {
  let path: String

  init() throws(CommandFailure) {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let base = named.isEmpty ? "/tmp" : named
    var template = Array("\(base)/editc-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        .ioError, "cannot make a work folder in \(base): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Before the process ends without tidying up by itself.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
