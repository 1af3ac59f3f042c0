import Basics

/// The frames of a film at which something begins or ends, for programs that observe playback.
struct PreviewBoundaries {
  /// In the order of frames; at the same frame, what ends comes first.
  private let all: [Boundary]

  struct Boundary {
    /// The first frame of what begins here, or the one after the last frame of what ends here.
    let frame: Int64
    let json: JSONValue
    fileprivate let isEnd: Bool

    fileprivate init(_ frame: Int64, _ kind: String, of thing: JSONValue) {
      self.frame = frame
      isEnd = kind == "end"
      json = .members([
        "frame": .integer(frame), "kind": .string(kind), "name": thing["name"] ?? .null,
        "lane": thing["lane"] ?? .null,
      ])
    }
  }

  /// - Parameter facts: The facts of the film for pages.
  init(_ facts: JSONValue) {
    var all: [Boundary] = []
    for item in facts["items"]?.elements ?? [] {
      guard let first = item["first"]?.integerValue, let count = item["frames"]?.integerValue else {
        continue
      }
      all.append(Boundary(first, "start", of: item))
      all.append(Boundary(first + count, "end", of: item))
    }
    for (list, kind) in [("markers", "marker"), ("chapters", "chapter")] {
      for marker in facts[list]?.elements ?? [] {
        guard let frame = marker["frame"]?.integerValue else { continue }
        all.append(Boundary(frame, kind, of: marker))
      }
    }
    self.all = all.enumerated().sorted { a, b in
      (a.element.frame, a.element.isEnd ? 0 : 1, a.offset) < (
        b.element.frame, b.element.isEnd ? 0 : 1, b.offset
      )
    }.map(\.element)
  }

  /// What playback crosses between two frames, in the order of playing. Forwards, `from` itself was crossed
  /// before; backwards, a boundary is crossed when its frame is left.
  func crossed(from: Int64, to: Int64) -> [Boundary] {
    let (low, high) = (min(from, to), max(from, to))
    let first = all.partitioningIndex { $0.frame > low }
    let end = all.partitioningIndex { $0.frame > high }
    let crossed = all[first..<max(first, end)]
    return from <= to ? Array(crossed) : crossed.reversed()
  }
}
