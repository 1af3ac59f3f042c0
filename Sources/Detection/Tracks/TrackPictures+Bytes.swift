extension TrackPictures {
  package var bytes: [UInt8] {
    var writer = FeatureWriter()
    writer.write(runs.count)
    for run in runs { writer.write(run) }
    writer.write(damages)
    return writer.bytes
  }

  /// Nil unless the bytes are those of pictures.
  package init?(bytes: [UInt8]) {
    var reader = FeatureReader(bytes)
    do {
      var runs: [Run] = []
      for _ in 0..<(try reader.count()) { runs.append(try reader.run()) }
      self.init(runs: runs, damages: try reader.damages())
    } catch { return nil }
    guard reader.isAtEnd else { return nil }
  }
}

/// The optional parts of a record.
private enum Part {
  static let still: Int64 = 1
  static let change: Int64 = 2
  static let gradual: Int64 = 4
}

extension FeatureWriter {
  fileprivate mutating func write(_ run: TrackPictures.Run) {
    write(run.firstPicture)
    write(run.records.count)
    for (number, record) in run.records.enumerated() {
      write(run.starts[number])
      write(record, number)
    }
    write(run.starts[run.records.count])
  }

  private mutating func write(_ record: PictureRecord, _ number: Int) {
    write(
      (record.isStill ? Part.still : 0) | (record.change == nil ? 0 : Part.change)
        | (record.gradual == nil ? 0 : Part.gradual))
    write(record.mean)
    write(record.deviation)
    write(record.brightest)
    write(record.step)
    if let change = record.change {
      for value in [
        change.match.residual, change.match.lost, change.luma, change.chroma, change.restlessness,
      ] { write(value) }
    }
    if let gradual = record.gradual {
      write(gradual.score)
      write(gradual.half)
      write(number - gradual.range.lowerBound)
      write(gradual.range.upperBound - number)
    }
  }
}

extension FeatureReader {
  fileprivate mutating func run() throws(DamagedFeatures) -> TrackPictures.Run {
    let first = try number(in: 0...Int(Int32.max))
    let count = try count()
    var (starts, records) = ([try time()], [PictureRecord]())
    for number in 0..<count {
      records.append(try record(number, of: count))
      starts.append(try time())
    }
    guard zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }) else { throw DamagedFeatures() }
    return TrackPictures.Run(firstPicture: first, starts: starts, records: records)
  }

  private mutating func record(_ number: Int, of count: Int) throws(DamagedFeatures) -> PictureRecord {
    let parts = try self.number()
    var record = PictureRecord(mean: try code(), deviation: try code(), brightest: try code())
    record.isStill = parts & Part.still != 0
    record.step = try code()
    if parts & Part.change != 0 {
      record.change = LastingChange(
        match: BlockMatch(residual: try code(), lost: try code()), luma: try code(), chroma: try code(),
        restlessness: try code())
    }
    if parts & Part.gradual != 0 {
      let (score, half) = (try code(), try code())
      let start = number - (try self.number(in: -count...count))
      let end = number + (try self.number(in: -count...count))
      guard 0 <= start, start <= end, end <= count else { throw DamagedFeatures() }
      record.gradual = GradualChange(score: score, half: half, range: start..<end)
    }
    return record
  }

  /// Never negative, and far less than would overflow.
  private mutating func code() throws(DamagedFeatures) -> Int { try number(in: 0...1 << 24) }
}
