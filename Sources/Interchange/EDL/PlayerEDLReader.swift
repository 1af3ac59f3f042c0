import Basics

/// Reads a list of parts to skip, as written by MPlayer and Comskip: `start end action`, in seconds.
///
/// The film consists of the other parts.
func readPlayerEDL(_ text: String, _ options: ReadingOptions) throws(InterchangeProblem) -> ImportedTimeline {
  var ledger = ImportReportBuilder()
  let lines = inputLines(text)
  let top = lines.first?.place ?? InputPlace(line: 1, column: 1)
  guard let path = options.media else {
    throw InterchangeProblem(
      "the list does not name its film", at: top,
      advice: "pass the file, such as `--media film.mp4`")
  }
  let length = options.lengths[path]
  var timeline = InterchangeTimeline(canvas: InterchangeCanvas(rate: options.rate))
  timeline.media = [InterchangeMedia(name: path, path: path, duration: length, place: top)]
  var track = InterchangeTrack(kind: .picture)
  var cursor = RationalTime.zero

  func add(to end: RationalTime?, _ place: InputPlace) throws(InterchangeProblem) {
    if let end, end <= cursor { return }
    let start = cursor
    let duration = try exactly(at: place) { () throws(TimeOverflow) in
      try end.map { end throws(TimeOverflow) in try end - start }
    }
    track.items.append(
      .clip(
        InterchangeClip(source: .media(0), start: start, duration: duration, playsSound: true, place: place)))
  }

  for line in lines {
    let node = ledger.add(line.text.hasPrefix("#") ? "comment" : "part", at: line.place, in: nil)
    guard !line.text.hasPrefix("#") else {
      ledger.drop(node, "a comment", affecting: .neither)
      continue
    }
    let words = line.text.split { $0 == " " || $0 == "\t" }
    guard (2...3).contains(words.count), let start = RationalTime(decimal: words[0]),
      let end = RationalTime(decimal: words[1])
    else { throw InterchangeProblem("expected `start end action`, such as `5.3 7.1 0`", at: line.place) }
    guard !start.isNegative, start <= end else {
      throw InterchangeProblem("the part ends before it starts", at: line.place)
    }
    guard start >= cursor else {
      throw InterchangeProblem("the part starts before the one above it ends", at: line.place)
    }
    switch words.count == 3 ? words[2] : "0" {
    case "0", "3":
      try add(to: start, line.place)
      cursor = end
      ledger.map(node)
    case "1": ledger.drop(node, "a part that is muted, not skipped", affecting: .sound)
    case "2": ledger.drop(node, "a mark between two scenes", affecting: .neither)
    default: throw InterchangeProblem("the action is not 0, 1, 2 or 3", at: line.place)
    }
  }
  if let length { try add(to: length, top) } else { try add(to: nil, top) }
  timeline.sequences = [InterchangeSequence(tracks: [track])]
  return ImportedTimeline(timeline: timeline, report: ledger.report)
}
