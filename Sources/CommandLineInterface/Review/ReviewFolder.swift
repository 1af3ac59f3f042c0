import Basics
import Export
import Processes

/// The folder of a review: it appears whole or not at all, and replaces nothing but an earlier review.
struct ReviewFolder {
  let path: String
  let replaces: Bool
  private let root: RootFolder?

  static let dataFile = "review.json"
  static let pageFile = "index.html"
  static let contactFile = "contact.jpg"
  /// The first member of `review.json`.
  static let mark = "editcReview"
  private static let largestData = 64 << 20

  /// The root counts only for a folder in it: the command line may name any other.
  init(path: String, replaces: Bool, root: RootFolder?) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    self.replaces = replaces
    self.root = root?.names(path) == true ? root : nil
  }

  /// The name of the film of a span.
  static func filmName(output: Int, span: Int, _ side: String) -> String {
    output == 0 ? "span-\(span)-\(side).mp4" : "output-\(output + 1)-span-\(span)-\(side).mp4"
  }

  /// Checks that the folder can be written, before anything is rendered. Leaves nothing behind.
  func check() throws {
    _ = try replacedFiles()
    let folders = MissingFolders(above: path + "/x", in: root)
    defer { folders.remove() }
    _ = try begin()
  }

  func write(_ files: [(name: String, bytes: [UInt8])]) throws {
    let folders = MissingFolders(above: path + "/x", in: root)
    // Folders that contain the page are not empty, and stay.
    defer { folders.remove() }
    let set = try begin()
    for (name, bytes) in files { try createFile(set.temporaryFolder + "/" + name, bytes) }
    let old = try replacedFiles()
    do throws(FileError) { try set.commit(inPlaceOf: old) } catch {
      guard error.kind == .alreadyExists else { throw error }
      throw CommandFailure(
        .cannotCreate, "\(path) has a file with the name of a part of the page; name a new or empty folder")
    }
  }

  private func begin() throws -> AtomicFileSet {
    do throws(FileError) {
      if root == nil { try makeFolder(path) }
      return try AtomicFileSet(in: path, named: "review", beneath: root)
    } catch {
      switch error.kind {
      case .noSpace, .noResources, .outsideRoot: throw error
      default: throw CommandFailure(.cannotCreate, "\(error)")
      }
    }
  }

  /// The files of an earlier review in the folder; empty if it has none. Throws if it may not be replaced.
  private func replacedFiles() throws -> [String] {
    switch FileKind(at: path, followsLinks: true) {
    case nil: return []
    case .folder: break
    default: throw CommandFailure(.cannotCreate, "\(path) is a file; name a folder")
    }
    let names = try listFolder(path).filter { !$0.hasPrefix(".") }
    if names.isEmpty { return [] }
    guard names.contains(Self.dataFile), let files = try filesOfReview() else {
      throw CommandFailure(
        .cannotCreate, "\(path) has files that are no review; name a new or empty folder")
    }
    guard replaces else {
      throw CommandFailure(.cannotCreate, "\(path) has a review already; use --force to replace it")
    }
    return files.filter { names.contains($0) }
  }

  /// The files that an earlier review lists; nil if it is none.
  private func filesOfReview() throws -> [String]? {
    let path = path + "/" + Self.dataFile
    let bytes =
      try root.map { root throws(FileError) in try root.read(path, limit: Self.largestData) }
      ?? readFile(path, limit: Self.largestData)
    guard let review = try? JSONValue.parse(bytes: bytes), review[Self.mark]?.integerValue != nil,
      let files = review["contents"]?.elements
    else { return nil }
    return files.compactMap(\.stringValue).filter(Self.isOwn)
  }

  /// Whether a review can have a file of this name: a list of names from elsewhere removes no others.
  private static func isOwn(_ name: String) -> Bool {
    [dataFile, pageFile, contactFile].contains(name)
      || name.hasSuffix(".mp4") && (name.hasPrefix("span-") || name.hasPrefix("output-"))
        && !name.contains("/")
  }
}
