import Basics
import EditScript
import Export
import Processes
import Workspace

enum StoreAction: String, CaseIterable, Sendable {
  case show, clean, verify
}

let storeActionArgument = Argument.positional(
  .word("ACTION", of: StoreAction.self),
  "`show` counts the entries, `clean` evicts the least recently used ones, `verify` reads all entries and "
    + "removes damaged ones.")

private let mediaArgument = Argument.flag(
  "media", "Lets `clean` also evict media that `editc fetch` can download again.")

let storeSizeArgument = Argument<Located<Int64>?>.option(
  "size", .scriptValue("SIZE", .byteCount), "Maximum size after `clean`, such as `500M`, `50GB` or `2T`."
)

extension Command {
  static let storeCare = Command(
    "store", "Shows, cleans or verifies stored segments and downloaded media.",
    details: """
      Can run during renders, including those of other machines that share the store. The store is a cache: \
      deleted entries are rendered again when needed. `clean` keeps entries that were read or written within \
      the last hour, and also removes leftovers of killed processes. Downloaded media count, but are evicted \
      only with --media: they cannot be rendered again. A render that loses an entry it had found ends with 75.

      Exits with 0 if everything was done, 1 if `verify` found damaged entries or `clean` could not reach \
      the size, 66 if the store cannot be read, and 74 if an entry cannot be removed.
      """,
    arguments: [storeActionArgument, storeSizeArgument, mediaArgument, cacheArgument, jsonArgument],
    examples: [
      Example("store show", "Shows the number and size of the entries."),
      Example("store clean --size 50G --cache /shared/editc", "Cleans a folder that a team shares."),
      Example("store verify", "Checks the store after disk errors."),
    ], settings: .workingFolder
  ) { values in
    let (action, limit, name) = (
      try values[storeActionArgument], try values[storeSizeArgument], try values.cache
    )
    let printsJSON = try values[jsonArgument]
    let size = limit?.value ?? values.settings.storeSize?.value
    if action == .clean, size == nil {
      throw UsageError(.other("clean: --size SIZE is required, such as --size 50G"), command: "store")
    }
    if action != .clean, limit != nil {
      throw UsageError(.other("--size is only for `clean`"), command: "store")
    }
    let evictsMedia = try values[mediaArgument]
    if evictsMedia, action != .clean {
      throw UsageError(.other("--media is only for `clean`"), command: "store")
    }
    let cache = try CacheFolder(named: name)
    let store = SegmentStore(folder: cache.segments)
    let media = ContentStore(folder: cache.media)
    let removed: [StoredEntry] =
      switch action {
      case .show: []
      case .clean: try store.clean(toBytes: size ?? 0, with: media, evictsMedia: evictsMedia)
      case .verify: try store.verify() + media.verify()
      }
    let left = try store.entries()
    let files = try media.entries()
    try report(action, removed, left, in: cache.segments, files, in: cache.media, asJSON: printsJSON)
    if action == .verify { return removed.isEmpty ? .done : .findings }
    let bytes = (left + files).reduce(0) { $0 + $1.byteCount }
    guard action == .clean, bytes > size ?? 0 else { return .done }
    let kept = "the remaining entries were used within the last hour and were kept"
    Console.complain(files.isEmpty || evictsMedia ? kept : "\(kept), or are media, which only --media evicts")
    return .findings
  }
}

private func report(
  _ action: StoreAction, _ removed: [StoredEntry], _ left: [StoredEntry], in folder: String,
  _ media: [StoredEntry], in mediaFolder: String, asJSON: Bool
) throws {
  let bytes = left.reduce(0) { $0 + $1.byteCount }
  let mediaBytes = media.reduce(0) { $0 + $1.byteCount }
  let removedBytes = removed.reduce(0) { $0 + $1.byteCount }
  if asJSON {
    let isShown = action == .show
    return try Console.print(
      JSONValue.membersPresent([
        "store": .string(folder), "entries": .integer(Int64(left.count)), "bytes": .integer(bytes),
        "media": .integer(Int64(media.count)), "mediaBytes": .integer(mediaBytes),
        "removed": isShown ? nil : .integer(Int64(removed.count)),
        "removedBytes": isShown ? nil : .integer(removedBytes),
      ]).indentedText)
  }
  let oldest = left.map(\.secondsUnused).max().map { ", least recently used \($0 / 86400) days ago" } ?? ""
  var text = "\(folder): \(count(left)), \(size(bytes))\(oldest)\n"
  if !media.isEmpty { text += "\(mediaFolder): \(count(media)), \(size(mediaBytes))\n" }
  if action != .show {
    text += "removed: \(count(removed)), \(size(removedBytes))\n"
    if action == .verify { text += removed.map { "damaged: \($0.path)\n" }.joined() }
  }
  try Console.print(text)
}

private func count(_ entries: [StoredEntry]) -> String {
  entries.count == 1 ? "1 entry" : "\(entries.count) entries"
}

/// The size in the largest unit with a whole number, with one decimal.
private func size(_ bytes: Int64) -> String {
  for (unit, name) in [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
  where bytes >= unit {
    return "\(bytes / Int64(unit)).\(bytes / Int64(unit / 10) % 10) \(name)"
  }
  return "\(bytes) bytes"
}
