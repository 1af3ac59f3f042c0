/// Decoded pictures of a stream in runs without gaps, kept within a number of bytes: what was decoded on the way to a picture need
/// not be decoded again for an earlier one.
struct KeptPictures {
  private let byteLimit: Int
  private var byteCount = 0
  /// The last used one is the last.
  private var runs: [Run] = []
  /// What is read now, up to the picture before the current one.
  private var open: [PictureSource.Picture] = []

  /// Pictures that follow each other.
  private struct Run {
    let pictures: [PictureSource.Picture]
    /// The picture after them, whose samples are not kept.
    let next: (tick: Int64, lossBefore: PictureSource.Damage?)

    var byteCount: Int { pictures.reduce(0) { $0 + $1.frame.byteCount } }

    func place(of tick: Int64) -> Int? {
      guard tick < next.tick, let first = pictures.first, tick >= first.tick else { return nil }
      var (low, high) = (0, pictures.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if pictures[middle].tick <= tick { low = middle } else { high = middle - 1 }
      }
      return low
    }
  }

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// A picture that was read; all of them up to the end of the run follow each other.
  mutating func add(_ picture: PictureSource.Picture) {
    guard byteLimit > 0 else { return }
    open.append(picture)
    byteCount += picture.frame.byteCount
    while byteCount > byteLimit, !runs.isEmpty { byteCount -= runs.removeFirst().byteCount }
    // A run that is too long keeps its end.
    var surplus = 0
    while byteCount > byteLimit, surplus < open.count {
      byteCount -= open[surplus].frame.byteCount
      surplus += 1
    }
    if surplus > 0 { open.removeFirst(surplus) }
  }

  /// Ends the run that is read now. `next` is the picture behind it, which is decoded.
  mutating func endRun(before next: PictureSource.Picture?) {
    defer { open = [] }
    guard let next, let first = open.first, let last = open.last, next.tick > last.tick else {
      byteCount -= open.reduce(0) { $0 + $1.frame.byteCount }
      return
    }
    // What another run holds of the same pictures is no longer needed.
    runs.removeAll { run in
      guard let start = run.pictures.first?.tick, start >= first.tick, run.next.tick <= next.tick else {
        return false
      }
      byteCount -= run.byteCount
      return true
    }
    runs.append(Run(pictures: open, next: (next.tick, next.lossBefore)))
  }

  /// The picture on screen at a tick with the one after it; nil if it is not kept, or is not as it was recorded.
  mutating func picture(at tick: Int64, before current: PictureSource.Picture?) -> PictureSource.Picture? {
    if let current, let first = open.first, tick >= first.tick, tick < current.tick {
      let run = Run(pictures: open, next: (current.tick, current.lossBefore))
      return run.place(of: tick).flatMap { whole(run, $0) }
    }
    for index in runs.indices.reversed() {
      guard let place = runs[index].place(of: tick) else { continue }
      let run = runs.remove(at: index)
      runs.append(run)
      return whole(run, place)
    }
    return nil
  }

  private func whole(_ run: Run, _ place: Int) -> PictureSource.Picture? {
    let picture = run.pictures[place]
    let loss = place + 1 < run.pictures.count ? run.pictures[place + 1].lossBefore : run.next.lossBefore
    return picture.damage == nil && loss == nil ? picture : nil
  }
}
