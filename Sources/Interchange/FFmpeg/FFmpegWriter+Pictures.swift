import Basics

extension FFmpegWriter {
  /// The inputs of a chain, and its filters so far.
  struct PictureChain {
    var sources: [String] = []
    var filters: [String]
    /// The size of its pictures; nil if unknown.
    var size: FFmpegOutput.Size?
    /// Whether the canvas may be visible through it.
    var isTransparent = false
    /// The number of its file among the inputs; nil if it has none.
    var input: Int?
  }

  /// An item as a picture that covers the canvas, with black around it and behind transparency; both are
  /// transparent in a sequence. An endless item repeats its last picture.
  mutating func covering(
    _ part: Part, frames: Int64, isEndless: Bool, depth: Int
  ) throws(TimeOverflow) -> (name: String, input: Int?)? {
    guard let clip = part.clip,
      var chain = try pictures(of: part, frames: isEndless ? nil : frames, played: frames, depth: depth)
    else { return nil }
    let opacity = clip.opacity ?? 1
    guard clip.layout == nil, opacity == 1, !chain.isTransparent, depth == 0 else {
      guard let drawn = try layer(part, chain, frames: frames, shift: 0) else { return nil }
      let below = nothing(isEndless ? nil : frames, depth: depth)
      let name = self.chain([below, drawn.name], ["overlay=x=\(drawn.x):y=\(drawn.y):eof_action=pass"])
      return (name, chain.input)
    }
    chain.filters += fitted(clip.fit, chain.size, pads: true)
    chain.filters += try fades(part, frames: frames, isAlpha: false)
    chain.filters.append("setsar=1,format=yuv420p")
    return (self.chain(chain.sources, chain.filters), chain.input)
  }

  /// An item as a picture for overlaying, delayed by `shift` frames.
  mutating func layer(
    _ part: Part, frames: Int64, shift: Int64, depth: Int
  ) throws(TimeOverflow) -> (name: String, x: String, y: String, input: Int?)? {
    guard let chain = try pictures(of: part, frames: frames, played: frames, depth: depth),
      let drawn = try layer(part, chain, frames: frames, shift: shift)
    else { return nil }
    return (drawn.name, drawn.x, drawn.y, chain.input)
  }

  private mutating func layer(
    _ part: Part, _ start: PictureChain, frames: Int64, shift: Int64
  ) throws(TimeOverflow) -> (name: String, x: String, y: String)? {
    guard let clip = part.clip else { return nil }
    var chain = start
    var place = (x: "(W-w)/2", y: "(H-h)/2")
    if case .title = clip.source {
      // The text is already drawn in its place.
    } else if let layout = clip.layout {
      guard let box = box(layout, chain.size) else {
        losses.drop(clip.place, "its position cannot be calculated")
        return nil
      }
      if box.width != chain.size?.width || box.height != chain.size?.height {
        chain.filters.append("scale=\(box.width):\(box.height)")
      }
      place = ("\(box.x)", "\(box.y)")
      if let degrees = layout.rotation, degrees != 0, let angle = writtenNumber(degrees) {
        chain.filters.append("format=yuva420p")
        let turn = "\(angle)*PI/180"
        chain.filters.append("rotate=a=\(turn):ow=rotw(\(turn)):oh=roth(\(turn)):c=none")
        place = ("\(box.x + box.width / 2)-w/2", "\(box.y + box.height / 2)-h/2")
      }
    } else {
      chain.filters += fitted(clip.fit, chain.size, pads: false)
    }
    chain.filters.append("setsar=1,format=yuva420p")
    if let opacity = clip.opacity, opacity != 1, let factor = writtenNumber(max(0, min(1, opacity))) {
      // The fourth component is the alpha.
      chain.filters.append("lut=c3=val*\(factor)")
    }
    chain.filters += try fades(part, frames: frames, isAlpha: true)
    if shift > 0 { chain.filters.append("setpts=PTS+\(shift)") }
    return (self.chain(chain.sources, chain.filters), place.x, place.y)
  }

  // MARK: Sizes

  /// The filters that fit a picture without a layout to the canvas.
  private func fitted(_ fit: String?, _ natural: FFmpegOutput.Size?, pads: Bool) -> [String] {
    let (width, height) = (size.width, size.height)
    if natural == size { return [] }
    switch fit {
    case "fill": return ["scale=\(width):\(height)"]
    case "cover":
      guard let natural else {
        return ["scale=\(width):\(height):force_original_aspect_ratio=increase", "crop=\(width):\(height)"]
      }
      let (across, down) = (natural.width * height, natural.height * width)
      let scaled =
        across >= down
        ? (rounded(across, natural.height), height) : (width, rounded(down, natural.width))
      return ["scale=\(scaled.0):\(scaled.1)", "crop=\(width):\(height)"]
    default:
      guard let natural else {
        return ["scale=\(width):\(height):force_original_aspect_ratio=decrease"]
          + (pads ? ["pad=\(width):\(height):-1:-1"] : [])
      }
      let (across, down) = (natural.width * height, natural.height * width)
      let scaled =
        across <= down
        ? (rounded(across, natural.height), height) : (width, rounded(down, natural.width))
      return ["scale=\(scaled.0):\(scaled.1)"]
        + (pads && scaled != (width, height) ? ["pad=\(width):\(height):-1:-1"] : [])
    }
  }

  private func rounded(_ number: Int, _ divisor: Int) -> Int {
    max(1, (2 * number + divisor) / (2 * divisor))
  }

  private struct Box {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// The box on the canvas; nil if its numbers are too large.
  private func box(_ layout: InterchangeLayout, _ natural: FFmpegOutput.Size?) -> Box? {
    layout.box(of: natural.map { ($0.width, $0.height) }, on: (size.width, size.height)).map { box in
      Box(
        x: Int(box.x.rounded()), y: Int(box.y.rounded()), width: Int(box.width.rounded()),
        height: Int(box.height.rounded()))
    }
  }

  private func fades(_ part: Part, frames: Int64, isAlpha: Bool) throws(TimeOverflow) -> [String] {
    var filters: [String] = []
    let alpha = isAlpha ? ":alpha=1" : ""
    if let fade = part.fadeIn, case let count = min(try frame(fade), frames), count > 0 {
      filters.append("fade=t=in:s=0:n=\(count)\(alpha)")
    }
    if let fade = part.fadeOut, case let count = min(try frame(fade), frames), count > 0 {
      filters.append("fade=t=out:s=\(frames - count):n=\(count)\(alpha)")
    }
    return filters
  }

  // MARK: Sources

  /// The first `frames` pictures, or endless ones if nil, of an item that plays for `played` frames. Nil if
  /// FFmpeg cannot show it, which is reported.
  private mutating func pictures(
    of part: Part, frames: Int64?, played: Int64, depth: Int
  ) throws(TimeOverflow) -> PictureChain? {
    guard let clip = part.clip else { return nil }
    let end = frames.map { ["trim=end_frame=\($0)"] } ?? []
    switch clip.source {
    case .media(let number):
      let media = timeline.media[number]
      guard media.hasPicture else {
        losses.drop(clip.place, "the file has no picture")
        return nil
      }
      if case .timecode = media.timing {
        losses.drop(clip.place, "FFmpeg cannot find pictures by timecode")
        return nil
      }
      let size = FFmpegOutput.Size(media.width, media.height)
      if media.kind == .still {
        let input = add(media, skipping: 0)
        return PictureChain(
          sources: ["\(input):v"],
          filters: [
            "loop=loop=-1:size=1", "settb=\(rate.seconds)/\(rate.frames)", "setpts=N", "fps=\(rate.spelling)",
          ] + end, size: size, isTransparent: true, input: input)
      }
      let start = try sourceStart(of: part)
      let skipped = skip(to: start, clip)
      let input = add(media, skipping: skipped)
      let timed = try timing(part, start - RationalTime(seconds: skipped), media.rate, end, played)
      return PictureChain(sources: ["\(input):v"], filters: timed, size: size, input: input)
    case .sequence(let number):
      let inner = timeline.sequences[number]
      let film = try film(
        inner, inner.duration() ?? .zero, picture: true, sound: false, depth: depth + 1)
      guard let name = film.picture else { return nil }
      let timed = try timing(part, sourceStart(of: part), rate, end, played)
      return PictureChain(sources: [name], filters: timed, size: size, isTransparent: true)
    case .color(let color):
      let known = graphColor(color)
      if known == nil { losses.approximate(clip.place, "the colour `\(color)` is exported as black") }
      let isTransparent = color.first == "#" && [5, 9].contains(color.count)
      return PictureChain(
        filters: [plain(known ?? "black")] + end, size: size, isTransparent: isTransparent)
    case .gradient(let colors):
      let known = colors.split(separator: " ").compactMap { graphColor(String($0)) }
      losses.approximate(clip.place, "the gradient uses only its first and last colour, from top to bottom")
      guard let first = known.first, let last = known.last else {
        return PictureChain(filters: [plain("black")] + end, size: size)
      }
      return PictureChain(
        filters: [
          "gradients=s=\(size.width)x\(size.height):r=\(rate.spelling):c0=\(first):c1=\(last):x0=0:y0=0:x1=0:y1=\(size.height - 1):speed=0.00001"
        ] + end, size: size)
    case .bars:
      return PictureChain(
        filters: ["smptehdbars=s=\(size.width)x\(size.height):r=\(rate.spelling)"] + end, size: size)
    case .title(let title): return words(title, clip, end)
    }
  }

  /// A text on a transparent picture of the canvas size.
  private mutating func words(_ title: InterchangeTitle, _ clip: InterchangeClip, _ end: [String])
    -> PictureChain
  {
    losses.approximate(
      clip.place, "the text is drawn by FFmpeg's drawtext: letters, lines and positions differ")
    if clip.layout?.rotation ?? 0 != 0 { losses.drop(clip.place, "the text is not rotated") }
    let scale = max(0.01, min(100, clip.layout?.scale ?? 1))
    let letters = max(4, Int((min(title.look?.size ?? Double(size.height) / 12, 10_000) * scale).rounded()))
    let step = letters * 6 / 5
    let rows = title.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let (x, y) = (clip.layout?.x ?? 50, clip.layout?.y ?? (title.isAtBottom ? 85 : 50))
    let across = writtenNumber(x / 100 * Double(size.width)) ?? "0"
    let top = y / 100 * Double(size.height) - Double(rows.count * step) / 2
    var filters = [plain("black@0")] + end + ["format=rgba"]
    let color = title.color.flatMap(graphColor) ?? "white"
    for (number, row) in rows.enumerated() where !commentText(String(row)).isEmpty {
      var options = ["text=\(graphValue(commentText(String(row))))", "expansion=none"]
      options += [
        "font=\(graphValue(commentText(title.font ?? "sans")))", "fontsize=\(letters)", "fontcolor=\(color)",
      ]
      options += ["x=\(across)-text_w/2", "y=\(writtenNumber(top + Double(number * step)) ?? "0")"]
      filters.append("drawtext=" + options.joined(separator: ":"))
    }
    return PictureChain(filters: filters, size: size, isTransparent: true)
  }

  // MARK: Times

  /// The time of the source at the first visible frame.
  func sourceStart(of part: Part) throws(TimeOverflow) -> RationalTime {
    guard let clip = part.clip else { return .zero }
    return try clip.start - clip.speed.consumed(in: part.lead)
  }

  /// The whole seconds of a file to skip, up to 10 s before the start, for files with long frames.
  func skip(to start: RationalTime, _ clip: InterchangeClip) -> Int64 {
    if case .factor(let factor) = clip.speed, factor.isNegative { return 0 }
    let whole = start.value / start.timescale
    return whole >= 30 ? whole - 10 : 0
  }

  mutating func add(_ media: InterchangeMedia, skipping seconds: Int64) -> Int {
    var words = seconds > 0 ? ["-ss", "\(seconds)"] : []
    let path = filePath(media.path ?? media.name)
    // FFmpeg reads % in names as a number pattern.
    if media.kind == .still, path.contains("%") { words += ["-f", "image2", "-pattern_type", "none"] }
    // FFmpeg would read a name with a colon as a protocol.
    words += ["-i", path.hasPrefix("/") ? path : "file:" + path]
    inputs.append(words.map(shellWord).joined(separator: " "))
    return inputs.count - 1
  }

  /// Converts times to start from zero, at the rate of the film. Each frame shows the picture at the middle
  /// of its time, which is how `fps` rounds.
  private mutating func timing(
    _ part: Part, _ start: RationalTime, _ source: FrameRate?, _ last: [String], _ frames: Int64
  ) throws(TimeOverflow) -> [String] {
    guard let clip = part.clip else { return [] }
    let fps = "fps=\(rate.spelling):start_time=0"
    // The last picture repeats if the file ends early.
    let end = ["tpad=stop=-1:stop_mode=clone"] + last
    let shift =
      start == .zero
      ? "PTS"
      : start.isNegative
        ? "PTS+\(expressionTime(try -start))/TB" : "PTS-\(expressionTime(start))/TB"
    guard case .factor(let speed) = clip.speed else {
      return ["setpts=\(shift)", fps, "trim=end_frame=1"] + end
    }
    let isPlain = speed == .one && source == rate && rate.frame(at: start)?.wasRounded == false
    var exact: [String] = []
    if !isPlain {
      if let units = units(start, speed, source) {
        exact = ["settb=1/\(units)"]
      } else {
        losses.approximate(clip.place, "pictures may be a frame early or late: their times are not exact")
      }
    }
    if speed.isNegative {
      losses.approximate(
        clip.place, "all of its pictures are held in memory to play them backwards", affecting: .neither)
      let played = try rate.start(ofFrame: frames).times(speed)
      let first = max(.zero, try start + played - .one)
      return ["trim=start=\(optionTime(first)):end=\(optionTime(start))", "reverse"] + exact
        + ["setpts=round((PTS-STARTPTS\(try cutOff(start, source)))/\(divisor(try -speed)))", fps] + end
    }
    if isPlain { return (start == .zero ? [] : ["setpts=\(shift)"]) + [fps] + end }
    let factor = speed == .one ? shift : "(\(shift))/\(divisor(speed))"
    return exact + ["setpts=round(\(factor))", fps] + end
  }

  /// The part of the first picture to leave out if an item plays backwards from inside it.
  private func cutOff(_ start: RationalTime, _ source: FrameRate?) throws(TimeOverflow) -> String {
    guard let source, let near = source.frame(at: start)?.value else { return "" }
    var edge = try source.start(ofFrame: near)
    if edge < start { edge = try edge + source.frameDuration }
    let rest = try edge - start
    return rest == .zero ? "" : "-\(expressionTime(rest))/TB"
  }

  private func divisor(_ speed: RationalTime) -> String {
    speed.decimalDigits ?? "(\(expressionTime(speed)))"
  }

  /// The time units per second in which all times of the item and the film are exact; nil if too many.
  private func units(_ start: RationalTime, _ speed: RationalTime, _ source: FrameRate?) -> Int64? {
    func common(_ a: Int64, _ b: Int64) -> Int64? {
      var (x, y) = (a, b)
      while y != 0 { (x, y) = (y, x % y) }
      let (product, overflow) = (a / x).multipliedReportingOverflow(by: b)
      return overflow || product > 1_000_000_000 ? nil : product
    }
    guard let source else { return nil }
    var units: Int64? = common(source.frames, start.timescale)
    units = units.flatMap { common($0, rate.frames) }
    return units.flatMap { count in
      let (product, overflow) = count.multipliedReportingOverflow(by: Int64(clamping: speed.value.magnitude))
      return overflow || product > 100_000_000 ? nil : product
    }
  }
}
