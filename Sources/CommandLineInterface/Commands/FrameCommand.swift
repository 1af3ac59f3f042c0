import Basics
import Composition
import EditScript
import Export
import LibAV
import Processes
import Rendering
import Workspace

private let step = Argument<Located<DurationExpression>?>.option(
  "every", .scriptValue("DURATION", ValueGrammar<DurationExpression>.duration),
  "Saves a picture at the start and after each interval of this length.", group: "Pictures")
private let count = Argument<Int?>.option(
  "count", .integer("N", 1...WantedMoments.limit),
  "Saves N pictures, from the middles of N equal parts.", group: "Pictures")
private let output = Argument<String?>.option(
  "output", short: "o", .file("FILE", extensions: ["png", "jpg", "jpeg", "webp"]),
  "The .png, .jpg, .jpeg or .webp file. For several pictures, `%d` in the name becomes the number, counted "
    + "from 1, and `%03d` the number with three digits.", group: "Output")
private let bounds = Argument<PixelSize?>.option(
  "max-size", .bounds("WxH"),
  "Scales larger pictures down to this size, keeping their proportions; 0 is any width or height: `640x0`.",
  group: "Output")
private let picked = Argument<PixelPlace?>.option(
  "pick", .pixelPlace("X,Y"),
  "Prints the colour of each picture at this pixel, counted from the top left, as scripts write it: the mean of "
    + "5 by 5 pixels. Pictures are saved only if you also pass --output.", group: "Pictures")
private let label = Argument.flag(
  "label", "Adds a bar below each picture with its time and, for a film, its item of the timeline.",
  group: "Output")
private let asStored = Argument.flag(
  "as-stored",
  "Saves the stored pixels of a media file: without its rotation, and with one pixel for each stored pixel.",
  group: "Output")
private let quality = Argument<Int?>.option(
  "quality", .integer("N", 1...100), "JPEG or WebP quality. Default: 90.", group: "Output")
extension Command {
  static let frame = Command(
    "frame", "Saves exact frames of a film or media file as pictures.",
    details: """
      For a script, saves the frame exactly as a render makes it before encoding. With \
      `background: transparent`, PNG and WebP are transparent where nothing covers the background; JPEG \
      shows it as an opaque colour. For a media file, saves the picture on screen at that time (the last one \
      that starts at or before it), upright and in its display proportions.

      Many pictures are extracted in one pass over the file, seeking between key frames, on all CPU cores. \
      Each file is written completely or not at all, even if the command is interrupted.

      Exits with 0 if all pictures were saved, and with 65 if some could not be read; the others are still \
      saved.
      """,
    arguments: [
      lookedAtArgument, momentsArgument, step, count, toleranceArgument, picked, output, forceArgument,
      bounds, asStored, quality, label, maxBytesArgument, jsonArgument,
    ] + LookingRequest.arguments + [fetchArgument, allowPrivateArgument],
    examples: [
      Example("frame holiday.edit --at 7.5s -o poster.png", "A frame of the film."),
      Example("frame beach.mp4 --at -1s -o end.jpg", "The picture one second before the end of a clip."),
      Example("frame beach.mp4 --at 0s,50%,end -o '%d.png'", "The first, the middle and the last picture."),
      Example("frame beach.mp4 --count 20 --max-size 320x320 -o 'shots/%02d.webp'", "Twenty small pictures."),
      Example("frame phone.mov --at 2s --as-stored -o stored.png", "A picture without the file's rotation."),
      Example("frame presenter.mp4 --at 2s --pick 40,40", "The colour of a screen, for `chroma-key`."),
    ], isConfined: true, fetchesFirst: true
  ) { values in
    let (output, picked) = (try values[output], try values[picked])
    if output == nil, picked == nil {
      throw UsageError(.missingArgument("--output FILE"), command: "frame")
    }
    let request = FrameRequest(
      looking: try LookingRequest(values, command: "frame"), wanted: try wantedMoments(values),
      output: output, picked: picked, quality: try values[quality],
      replacesExisting: try values[forceArgument],
      bounds: try values[bounds], isAsStored: try values[asStored], mostBytes: try values[maxBytesArgument],
      hasLabel: try values[label], tolerance: try values[toleranceArgument],
      printsJSON: try values[jsonArgument])
    if request.looking.isScript, request.tolerance != nil { throw toleranceOfScript("frame") }
    if request.looking.isScript, request.isAsStored {
      throw UsageError(
        .other("--as-stored is for media files; frames of a script are not stored"), command: "frame")
    }
    return try request.run()
  }
}

private func wantedMoments(_ values: ParsedArguments) throws(UsageError) -> WantedMoments {
  let wanted = try WantedMoments(
    each: values[momentsArgument], every: values[step], count: values[count], command: "frame")
  guard let wanted else {
    throw UsageError(.missingArgument("--at TIME, --every DURATION or --count N"), command: "frame")
  }
  return wanted
}

private struct FrameRequest {
  let looking: LookingRequest
  let wanted: WantedMoments
  /// Nil if no picture is written.
  let output: String?
  let picked: PixelPlace?
  let quality: Int?
  let replacesExisting: Bool
  let bounds: PixelSize?
  let isAsStored: Bool
  let mostBytes: Int?
  let hasLabel: Bool
  let tolerance: [Located<DurationExpression>]?
  let printsJSON: Bool

  func run() throws -> ExitCode {
    let names = try output.map { try PictureNames($0, quality: quality) }
    guard let subject = try looking.open() else { return .findings }
    let line = try subject.timeLine()
    let moments = try wanted.moments(on: line)
    let targets =
      try names?.paths(count: moments.count).map { path in
        OutputTarget(named: path, replacesExisting: replacesExisting, root: looking.root)
      } ?? []
    try targets.check(sparing: subject.sources)
    try subject.confine(reading: looking.path, writing: targets)
    let keepsAlpha = subject.isSeenThrough && names?.kind.holdsAlpha != false
    let series = PictureSeries(
      content: subject.content, path: looking.path,
      tolerance: try line.tolerance(tolerance), keepsAlpha: keepsAlpha)
    // Before this, a signal ends the process at once; there is nothing to clean up.
    let signals = try TerminationSignals()
    let gate = FileGate()
    let starts = Starts(count: moments.count)
    let (upright, writer, bounds) = (
      try subject.upright(path: looking.path, keepsAlpha: keepsAlpha, asStored: isAsStored),
      names.map { PictureWriter($0.kind) },
      self.bounds
    )
    let label = hasLabel ? PictureLabel(items: try subject.timelineItems()) : nil
    let size = upright.size(within: nil)
    if let picked, picked.x >= size.width || picked.y >= size.height {
      throw CommandFailure(
        .usage, "--pick: pixel \(picked.x),\(picked.y) is outside the picture, which is \(size)")
    }
    let colors = PickedColors(count: moments.count)
    let failures = try series.find(at: moments, gate: gate, signals: signals) { found in
      var bytes: [UInt8]?
      if let picked {
        colors.note(try picked.color(in: upright.pixels(of: found.picture, within: nil)), of: found.place)
      }
      if let writer {
        if label == nil, mostBytes == nil {
          bytes = try upright.bytes(of: found.picture, as: writer, within: bounds)
        } else {
          let pixels = try upright.pixels(of: found.picture, within: bounds)
          let moment = found.start ?? moments[found.place]
          bytes = try writer.bytes(of: label?.under(pixels, at: moment) ?? pixels, atMost: mostBytes)
        }
      }
      starts.note(found.start, of: found.place)
      if let bytes {
        try gate.pass { try targets[found.place].publish(bytes) }
      }
    }
    if printsJSON {
      try Console.print(
        report(
          moments, targets, failures, starts: starts.all, colors: colors.all,
          size: hasLabel
            ? PictureLabel.size(below: upright.size(within: bounds)) : upright.size(within: bounds)))
    } else {
      if picked != nil {
        try Console.print(colors.all.map { ($0.map { "\"\($0.canonicalText)\"" } ?? "none") + "\n" }.joined())
      }
      for failure in failures.compactMap(\.self) { Console.complain(failure.message) }
    }
    return failures.compactMap(\.self).first?.code ?? .done
  }

  private func report(
    _ moments: [RationalTime], _ targets: [OutputTarget], _ failures: [CommandFailure?],
    starts: [RationalTime?], colors: [Color?], size: PixelSize
  ) -> String {
    func file(_ index: Int) -> JSONValue? {
      targets.indices.contains(index) ? .string(targets[index].path) : nil
    }
    let pictures = moments.indices.map { index -> JSONValue in
      if let failure = failures[index] {
        return .membersPresent([
          "file": file(index), "requested": moments[index].json, "error": .string(failure.message),
        ])
      }
      return .membersPresent([
        "file": file(index), "requested": moments[index].json, "actual": starts[index]?.json,
        "size": size.json,
        "color": colors[index].map { .string($0.canonicalText) },
      ])
    }
    return JSONValue.members(["pictures": .array(pictures)]).indentedText
  }
}
