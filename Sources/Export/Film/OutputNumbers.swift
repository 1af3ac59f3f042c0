package import Composition
package import Processes

/// Gives files with `%n` in their name the next free number: one more than the highest that is there.
///
/// A render reserves its numbers: two renders at the same time never get the same one. A reservation is a
/// locked file, so that of a killed render counts no more.
package final class OutputNumbers {
  private let reserves: Bool
  /// By the path of their file.
  private var reservations: [String: Reservation] = [:]

  package init(reserving: Bool = false) { reserves = reserving }

  deinit { release() }

  /// The number of each name, whose folder is given as this process opens it; nil for nil. Names of a folder with
  /// the same beginning get the same number. With `root`, nothing outside it is read or written.
  package func numbers(of names: [NumberedName?], root: RootFolder? = nil) -> [Int64?] {
    var numbers: [String: Int64] = [:]
    for name in names.compactMap(\.self) where numbers[name.start] == nil {
      let group = names.compactMap(\.self).filter { $0.start == name.start }
      numbers[name.start] = number(of: group, root)
    }
    return names.map { name in name.flatMap { numbers[$0.start] } }
  }

  /// Gives up all reservations, after the films have their names, and removes the folders made for them if they
  /// are still empty.
  package func release() {
    for reservation in reservations.values { reservation.end() }
    reservations = [:]
  }

  private func number(of group: [NumberedName], _ root: RootFolder?) -> Int64 {
    var number = nextNumber(of: group, root)
    while true {
      switch attempt(number, of: group[0], root) {
      case .held: number += 1
      case .impossible: return number
      case .taken(let path):
        // Between the two, another render may have finished a film and given up its number.
        let next = nextNumber(of: group, root)
        guard next > number else { return number }
        reservations.removeValue(forKey: path)?.end()
        number = next
      case .free: return number
      }
    }
  }

  /// One more than the highest number in the folder; 1 if the folder cannot be read.
  private func nextNumber(of group: [NumberedName], _ root: RootFolder?) -> Int64 {
    let folder = group[0].folderPath
    guard root.map({ $0.holds(folder) == true }) != false else { return 1 }
    let names = (try? listFolder(folder)) ?? []
    return 1 + (names.flatMap { name in group.compactMap { $0.number(in: name) } }.max() ?? 0)
  }

  private enum Attempt {
    /// Reserved now, by the file at this path.
    case taken(String)
    /// Reserved by another process.
    case held
    /// Reserved earlier by this one, or not reserved by anyone.
    case free
    /// The folder is not writable, which a later check reports.
    case impossible
  }

  private func attempt(_ number: Int64, of name: NumberedName, _ root: RootFolder?) -> Attempt {
    let path = name.folderPath + "/" + name.reservation(of: number)
    guard reserves else { return Lease.isHeld(path) ? .held : .free }
    if reservations[path] != nil { return .free }
    // Another render that ends may remove the new folder while it is still empty.
    for _ in 0..<10 {
      let folders = MissingFolders(above: path, in: root)
      var held: HeldPath?
      do throws(FileError) {
        if let root { held = try root.hold(folderOf: path).folder } else { try makeFolder(name.folderPath) }
      } catch {
        return .impossible
      }
      let place = held.map { $0.path + "/" + name.reservation(of: number) } ?? path
      switch Lease.take(place, abandonedAfter: Self.abandonedAfter) {
      case .taken(let lease):
        reservations[path] = Reservation(lease: lease, folder: held, folders: folders)
        return .taken(path)
      case .held: return .held
      case .impossible:
        let isThere = isThere(name.folderPath)
        folders.remove()
        if isThere { return .impossible }
      }
    }
    return .impossible
  }

  /// Only for renders of other machines, whose locks may be invisible here: longer than any of them takes.
  private static let abandonedAfter: Int64 = 30 * 86400
}

/// A number that this process has reserved.
private final class Reservation {
  private var lease: Lease?
  /// The folder of the lease's path, if it is held open.
  private let folder: HeldPath?
  private let folders: MissingFolders

  init(lease: Lease, folder: HeldPath?, folders: MissingFolders) {
    (self.lease, self.folder, self.folders) = (lease, folder, folders)
  }

  func end() {
    lease = nil
    folders.remove()
  }
}

extension NumberedName {
  /// What all names that share their numbers have in common.
  fileprivate var start: String { folder + prefix }
  fileprivate var folderPath: String { folder.isEmpty ? "." : Processes.folder(of: folder + "_") }
}
