import FoundationEssentials
import Glibc
import Synchronization
import TestSupport

/// Media that several tests share, each made when first needed and all removed at the end.
enum Shelf {
  static let folder = Lazily {
    let folder = try TemporaryFolder()
    leftovers.withLock { $0.append(folder.root) }
    atexit {
      for root in leftovers.withLock(\.self) { try? FileManager.default.removeItem(atPath: root) }
    }
    return folder
  }

  /// 30 fps, 12 s: what the odd files are made from.
  static let raw30 = Lazily { try RawCounter(rate: 30, seconds: 12, in: folder.get()) }

  static func path(_ name: String) throws -> String { try folder.get().path(name) }
}

private let leftovers = Mutex<[String]>([])

/// A value that is made when somebody first asks, by whichever thread that is.
final class Lazily<Value: Sendable>: Sendable {
  private let make: @Sendable () throws -> Value
  private let made = Mutex<Result<Value, any Error>?>(nil)

  init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

  func get() throws -> Value {
    try made.withLock { made in
      let result = made ?? Result { try make() }
      made = result
      return try result.get()
    }
  }
}

struct NoSuchMedium: Error {
  let name: String
}
