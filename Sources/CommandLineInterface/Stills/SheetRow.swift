import Basics
import Compiler
import EditScript
import FilmComparison
import LibAV
import Lowering
import Rendering
import Synchronization
import Workspace

/// A row of a contact sheet, before its pictures are found.
struct SheetRow {
  var name = ""
  var details: [String] = []
  let moments: [RationalTime]
}

extension SheetRow {
  /// A row for each item of the timeline, with pictures of the middles of its equal parts.
  static func timeline(of script: CompiledScript, columns: Int) throws -> [SheetRow] {
    guard let film = script.rows.first?.compilation.films.first?.lowered, let rate = film.rate else {
      return []
    }
    var rows: [SheetRow] = []
    for item in film.items where item.list == .timeline {
      guard let range = item.timelineRange, let length = try? range.duration(),
        let first = rate.frame(at: range.start)?.value, let end = rate.frame(at: range.end)?.value,
        first < end
      else { continue }
      var row = SheetRow(moments: middles(of: first..<end, count: columns, rate: rate))
      row.name = item.item.timelineTitle
      row.details = ["\(range.start.shortClock) – \(range.end.shortClock)", "\(length.shortSeconds)"]
      rows.append(row)
    }
    let most = 10_000
    guard rows.count * columns <= most else {
      throw CommandFailure(
        .usage,
        "\(rows.count) items with \(columns) pictures each are more than \(most) pictures; use fewer --columns, or --count"
      )
    }
    guard !rows.isEmpty else { throw CommandFailure(.findings, "the timeline shows nothing") }
    return rows
  }

  /// The starts of `count` frames, each in the middle of an equal part; all frames if there are fewer.
  private static func middles(of frames: Range<Int64>, count: Int, rate: FrameRate) -> [RationalTime] {
    let length = frames.upperBound - frames.lowerBound
    let count = min(Int64(count), length)
    return (0..<count).compactMap { index in
      // In the middle of its part, which has at least one frame.
      let offset = Int64(clamping: Int128(length) * Int128(2 * index + 1) / Int128(2 * count))
      return try? rate.start(ofFrame: frames.lowerBound + offset)
    }
  }

  /// The rows with their pictures, numbered by their index among all times.
  static func numbered(
    _ rows: [SheetRow], _ pictures: SheetPictures, caption: (_ place: Int, RationalTime) -> String
  ) -> [SheetPicture.Row] {
    var place = 0
    return rows.map { row in
      let cells = row.moments.map { moment -> SheetPicture.Cell in
        defer { place += 1 }
        return SheetPicture.Cell(
          image: pictures.picture(place) == nil ? nil : place,
          time: caption(place, pictures.start(place) ?? moment))
      }
      return SheetPicture.Row(name: row.name, details: row.details, cells: cells)
    }
  }
}

/// The pictures of a contact sheet, by their index among all times.
struct SheetPictures {
  struct Found: Sendable {
    let picture: VideoFrame
    let start: RationalTime?
  }

  private let found: [Found?]
  private let problems: [CommandFailure?]

  init(_ found: [Found?], failures: [CommandFailure?]) {
    self.found = found
    problems = failures
  }

  func picture(_ place: Int) -> VideoFrame? { found[place]?.picture }
  func start(_ place: Int) -> RationalTime? { found[place]?.start }
  func failure(_ place: Int) -> CommandFailure? { problems[place] }
  var failures: [CommandFailure] { problems.compactMap(\.self) }

  /// The first failure of each media file, with the number of its others, and all other failures.
  var complaints: [String] {
    let failures = failures
    var told: Set<String> = []
    return failures.compactMap { failure in
      guard let file = failure.mediaFile else { return failure.message }
      guard told.insert(file).inserted else { return nil }
      let count = failures.count { $0.mediaFile == file } - 1
      guard count > 0 else { return failure.message }
      return "\(failure.message); \(count) more picture\(count == 1 ? "" : "s") of this file cannot be shown"
    }
  }

  /// The pictures by their numbers in the drawing.
  var all: [Int: VideoFrame] {
    Dictionary(
      uniqueKeysWithValues: found.indices.compactMap { index in found[index].map { (index, $0.picture) } })
  }

  /// Collects pictures from several threads.
  final class Collector: Sendable {
    private let found: Mutex<[Found?]>

    init(count: Int) {
      found = Mutex(Array(repeating: nil, count: count))
    }

    func put(_ picture: VideoFrame, _ start: RationalTime?, at place: Int) {
      found.withLock { $0[place] = Found(picture: picture, start: start) }
    }

    var all: [Found?] { found.withLock { $0 } }
  }
}
