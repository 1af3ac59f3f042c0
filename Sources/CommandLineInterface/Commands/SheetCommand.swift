import Basics
import Composition
import Drawing
import EditScript
import Export
import FilmComparison
import LibAV
import Lowering
import Processes
import Rendering
import Synchronization
import Workspace

private let output = Argument.required(
  "output", short: "o", .file("FILE", extensions: SceneFile.extensions),
  "The .png, .jpg, .webp or .svg file.", group: "Output")
private let count = Argument<Int?>.option(
  "count", .integer("N", 1...10_000), "Shows N pictures, from the middles of N equal parts.",
  group: "Pictures")
private let step = Argument<Located<DurationExpression>?>.option(
  "every", .scriptValue("DURATION", ValueGrammar<DurationExpression>.duration),
  "Shows a picture at the start and after each interval of this length.", group: "Pictures")
private let from = Argument<Located<TimeExpression>?>.option(
  "from", .scriptValue("TIME", .filmTime), "Shows pictures from this time on.", group: "Pictures")
private let to = Argument<Located<TimeExpression>?>.option(
  "to", .scriptValue("TIME", .filmTime), "Shows pictures up to this time.", group: "Pictures")
private let numbers = Argument.flag(
  "numbers", "Writes the number of each picture, and its item of the timeline, beside its time.",
  group: "Drawing")
private let columns = Argument<Int?>.option(
  "columns", .integer("N", 1...100), "Pictures per row. Default: 5.", group: "Drawing")

extension Command {
  static let sheet = Command(
    "sheet", "Draws a contact sheet of small pictures with their times.",
    details: """
      For a script, draws one row per timeline item, with its name and times. For a media file, or with \
      --at, --count, --every, --from or --to, draws pictures in order. The time below a picture is its start.

      Exits with 65 if some pictures could not be read; the sheet is still drawn and marks them.
      """,
    arguments: [
      lookedAtArgument, output, forceArgument, jsonArgument, momentsArgument, step, count, from, to,
      toleranceArgument, numbers, columns, pictureWidthArgument, themeArgument, backgroundArgument,
      scaleArgument, maxBytesArgument,
    ] + LookingRequest.arguments + [fetchArgument, allowPrivateArgument],
    examples: [
      Example("sheet holiday.edit -o holiday.png", "Shows the timeline at a glance."),
      Example(
        "sheet holiday.edit --from 10s --to 20s --count 12 --numbers --max-bytes 200000 -o part.jpg",
        "Shows twelve moments of a part in a small file."),
      Example(
        "sheet beach.mp4 --count 30 --columns 6 --theme dark -o beach.webp", "Shows thirty moments."),
    ], isConfined: true, fetchesFirst: true
  ) { values in
    let wanted = try WantedMoments(
      each: values[momentsArgument], every: values[step], count: values[count], command: "sheet")
    let span = MomentSpan(from: try values[from], to: try values[to])
    if case .each? = wanted, !span.isWhole {
      throw UsageError(.other("--at names each picture; leave out --from and --to"), command: "sheet")
    }
    var theme = try values[themeArgument].colors
    if let ground = try values[backgroundArgument] { theme = theme.on(SceneColor(ground.value)) }
    let request = SheetRequest(
      looking: try LookingRequest(values, command: "sheet"), output: try values[output],
      replacesExisting: try values[forceArgument],
      wanted: wanted, span: span, hasNumbers: try values[numbers], mostBytes: try values[maxBytesArgument],
      tolerance: try values[toleranceArgument],
      columns: try values[columns] ?? 5,
      width: try values[pictureWidthArgument], theme: theme, scale: try values[scaleArgument],
      printsJSON: try values[jsonArgument])
    if request.looking.isScript, request.tolerance != nil { throw toleranceOfScript("sheet") }
    return try request.run()
  }
}

private struct SheetRequest {
  let looking: LookingRequest
  let output: String
  let replacesExisting: Bool
  let wanted: WantedMoments?
  let span: MomentSpan
  let hasNumbers: Bool
  let mostBytes: Int?
  let tolerance: [Located<DurationExpression>]?
  let columns: Int
  let width: Int
  let theme: LookingTheme
  let scale: Int
  let printsJSON: Bool

  func run() throws -> ExitCode {
    let file = try SceneFile(
      path: output, replacesExisting: replacesExisting, scale: scale, mostBytes: mostBytes, root: looking.root
    )
    guard let subject = try looking.open() else { return .findings }
    try file.target.check(sparing: subject.sources)
    try subject.confine(reading: looking.path, writing: [file.target])
    let upright = try subject.upright(path: looking.path)
    let rows = try rows(of: subject)
    let sheet = SheetPicture(
      SheetPicture.Form(
        width: Double(width), columns: columns, pictureSize: upright.size(within: nil),
        namesRows: rows.contains { !$0.name.isEmpty }, theme: theme))
    guard sheet.hasRoom else {
      throw CommandFailure(
        .usage,
        "\(columns) pictures do not fit side by side into \(width) pixels; use fewer --columns or a larger --width"
      )
    }
    let moments = rows.flatMap(\.moments)
    let pictures = try find(moments, in: subject, upright, size: sheet.cell)
    let items = hasNumbers ? try subject.timelineItems() : []
    let item = { (moment: RationalTime) in items.first { $0.range.contains(moment) }?.title }
    let shown = SheetRow.numbered(rows, pictures) { place, moment in
      guard hasNumbers else { return moment.fineClock }
      return ["\(place + 1)", moment.fineClock, item(moment)].compactMap(\.self).joined(separator: " · ")
    }
    let fonts = try sceneFonts()
    let scene = sheet.scene(
      shown, title: looking.title, facts: try subject.facts(path: looking.path), ruler: fonts.ruler)
    try file.write(scene, pictures: pictures.all, fonts: fonts)
    for message in pictures.complaints { Console.complain(message) }
    if printsJSON { try Console.print(report(rows, pictures, sheet, scene, item: item)) }
    return pictures.failures.first?.code ?? .done
  }

  private func rows(of subject: LookedAt) throws -> [SheetRow] {
    let line = try subject.timeLine()
    if wanted == nil, span.isWhole, case .film(_, let script) = subject.content {
      return try SheetRow.timeline(of: script, columns: columns)
    }
    if wanted == nil, span.isWhole, line.end.map({ $0 <= .zero }) ?? true {
      return [SheetRow(moments: [.zero])]
    }
    let moments = try (wanted ?? .count(4 * columns)).moments(on: line, within: span)
    return stride(from: 0, to: moments.count, by: columns).map { start in
      SheetRow(moments: Array(moments[start..<min(start + columns, moments.count)]))
    }
  }

  private func find(
    _ moments: [RationalTime], in subject: LookedAt, _ upright: UprightPicture,
    size: (width: Double, height: Double)
  ) throws -> SheetPictures {
    let pixels = { (side: Double) in Int(min(max((side * Double(scale)).rounded(.up), 1), 16384)) }
    let bounds = PixelSize(width: pixels(size.width), height: pixels(size.height))
    let series = PictureSeries(
      content: subject.content, path: looking.path, tolerance: try subject.timeLine().tolerance(tolerance))
    let collected = SheetPictures.Collector(count: moments.count)
    let failures = try series.find(at: moments, gate: FileGate(), signals: try TerminationSignals()) {
      found in
      collected.put(try upright.pixels(of: found.picture, within: bounds), found.start, at: found.place)
    }
    return SheetPictures(collected.all, failures: failures)
  }

  private func report(
    _ rows: [SheetRow], _ pictures: SheetPictures, _ sheet: SheetPicture, _ scene: Scene,
    item: (RationalTime) -> String?
  ) -> String {
    var place = 0
    let told = rows.enumerated().map { index, row -> JSONValue in
      let cells = row.moments.enumerated().map { column, moment -> JSONValue in
        defer { place += 1 }
        return .membersPresent([
          "number": .integer(Int64(place + 1)), "requested": moment.json,
          "actual": pictures.start(place)?.json,
          "item": item(pictures.start(place) ?? moment).map { .string($0) },
          "box": json(sheet.box(row: index, column: column)),
          "error": pictures.failure(place).map { .string($0.message) },
        ])
      }
      return .membersPresent([
        "name": row.name.isEmpty ? nil : .string(row.name), "pictures": .array(cells),
      ])
    }
    return JSONValue.members([
      "file": .string(output), "width": pixels(scene.width), "height": pixels(scene.height),
      "rows": .array(told),
    ]).indentedText
  }

  private func json(_ box: SceneBox) -> JSONValue {
    .members([
      "x": pixels(box.x), "y": pixels(box.y), "width": pixels(box.width), "height": pixels(box.height),
    ])
  }

  /// A length of the drawing in pixels of the file.
  private func pixels(_ length: Double) -> JSONValue {
    .integer(Int64(exactly: (length * Double(scale)).rounded()) ?? 0)
  }
}
