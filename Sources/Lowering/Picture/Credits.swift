import Basics
import Composition
import Diagnostics
import EditScript

extension PictureBuilding {
  /// Builds the layer of credits, in which each text is a picture of its own.
  mutating func buildCredits(ofItemAt index: Int, on canvas: ResolvedCanvas) {
    let placed = items[index]
    guard let credits = placed.item.credits, let style = placed.item.style,
      attempt({ phase in phase.checkCredits(credits, placed, style, on: canvas) }) != nil,
      let measured = measuredCredits(of: placed, style, on: canvas)
    else { return }
    seen[index].credits = measured.texts.map {
      ResolvedWords(text: $0.text, facts: $0.facts, isCounter: false, isRole: $0.isRole)
    }
    guard let length = placed.length else { return }
    let opacity = creditsOpacity(ofItemAt: index, over: length, on: canvas)
    let (corner, box) = standing(of: measured, placed, on: canvas)
    guard let content = box.nearestPixels, corner.x.magnitude < 1 << 20, corner.y.magnitude < 1 << 20 else {
      report(.creditsAreOutOfReach(at: placed.item.placeRange))
      return
    }
    let texts = measured.texts.map { text in
      CreditsText(
        words: ShownWords(
          text: text.text, fonts: text.facts.fonts, size: text.facts.size, reach: text.facts.reach),
        x: corner.x + text.x - text.facts.reach.left, y: corner.y + text.y - text.facts.reach.top)
    }
    var picture = CreditsPicture(texts: texts)
    if let roll = placed.item.roll {
      guard let pace = rollPace(of: placed, on: canvas) else { return }
      reportRounding(of: pace, placed, on: canvas)
      picture.motion = RollMotion(
        pixels: roll.value == .up ? -pace.pixels : pace.pixels, frames: pace.frames)
    }
    let whole = PixelBox(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    let blend = placed.item.blend?.value ?? .normal
    seen[index].picture = ResolvedPicture(
      content: .credits(picture), changes: nil, contentBox: content, visibleBox: content, sharpSize: nil,
      opacity: opacity, isPlain: blend == .normal)
    let shown = content.intersection(whole)
    guard !shown.isEmpty, let own = placed.timelineRange else { return }
    guard let range = try? placed.pictureRange(), let frames = canvas.rate.frames(of: range),
      let first = canvas.rate.frame(at: own.start)?.value
    else { return reportOverflow(at: placed.item.kindRange) }
    // The roll begins with the item's own time, even if a transition shows it before.
    let before = frames.lowerBound - first
    let passed = picture.motion.distance(atFrame: before)
    for text in picture.texts.indices { picture.texts[text].y += passed }
    picture.motion = picture.motion.starting(atFrame: before)
    var layer = Layer(
      label: placed.label, name: placed.item.name?.value, timelineRange: range, frames: frames,
      picture: .credits(picture), contentBox: content, visibleBox: shown,
      opacity: opacity ?? .constant(1), blend: blend)
    do throws(TimeOverflow) {
      try layer.delayCurves(by: try .zero - placed.entry.pictureReach)
    } catch { return reportOverflow(at: placed.item.kindRange) }
    seen[index].layer = layers.count
    layers.append(layer)
  }

  private mutating func creditsOpacity(
    ofItemAt index: Int, over length: RationalTime, on canvas: ResolvedCanvas
  ) -> Curve? {
    let placed = items[index]
    let opacity = attempt { phase in
      phase.refuseOvershoot(ofOpacity: placed.item.opacity)
      return phase.curve(
        placed.item.opacity, initial: 1, itemLength: length, rate: canvas.rate, number: { $0 })
    }
    let fades = attempt { phase in .some(phase.fadeLengths(of: placed.item, in: length, rate: canvas.rate)) }
    seen[index].fades = fades ?? nil
    return fades.flatMap { fades in
      opacity.flatMap { faded($0, as: placed, fades, length: length, rate: canvas.rate) }
    }
  }

  /// The texts of credits with their places; nil after a finding.
  mutating func measuredCredits(
    of placed: TimedItem, _ style: WordsStyle, on canvas: ResolvedCanvas
  ) -> MeasuredCredits? {
    for text in placed.creditsBlocks(on: canvas, table)?.flatMap(\.texts) ?? [] {
      switch table.texts[text] {
      case .measured: continue
      case .failed(let failure):
        let isOfRole =
          placed.item.roles?.value.font != nil && text.font != FontChoice(style, of: placed.item.kind)
        report(failedWords(placed.item, isOfRole ? placed.item.roleStyle ?? style : style, failure))
      case .unchecked:
        report(.wordsAreUnchecked(at: placed.item.kindRange, isError: table.requiresMedia))
      }
      return nil
    }
    return MeasuredCredits(placed, on: canvas, table)
  }

  /// The upper left corner of all texts, before they move, and the box in which they ever are.
  mutating func standing(
    of measured: MeasuredCredits, _ placed: TimedItem, on canvas: ResolvedCanvas
  ) -> (corner: (x: Int, y: Int), box: ExactBox) {
    let curves = places(
      of: placed, on: canvas, ItemClock(length: placed.length ?? .zero, rate: canvas.rate))
    let (width, height) = (Double(measured.width), Double(measured.height))
    let limit = { (value: Double) in Int(min(max(value, -1e7), 1e7).rounded()) }
    let x = limit(curves.x.value(at: .zero) - width * curves.partX.value(at: .zero))
    let y =
      switch placed.item.roll?.value {
      case .up: canvas.size.height
      case .down: -measured.height
      case nil: limit(curves.y.value(at: .zero) - height * curves.partY.value(at: .zero))
      }
    let isStill = placed.item.roll == nil
    return (
      (x, y),
      ExactBox(
        x: Double(x), y: isStill ? Double(y) : 0, width: width,
        height: isStill ? height : Double(canvas.size.height))
    )
  }

  // MARK: What cannot be drawn

  private mutating func checkCredits(
    _ credits: CreditsItem, _ placed: TimedItem, _ style: WordsStyle, on canvas: ResolvedCanvas
  ) {
    let item = placed.item
    if case .file(let path) = credits.content.value {
      check(Located(path, at: credits.content.range))
    } else if placed.creditsEntries(table)?.allSatisfy(\.isGap) == true {
      report(.creditsHaveNoNames(at: credits.content.range))
    }
    for written in [style, credits.roles?.value].compactMap(\.self) { checkConstants(of: written) }
    if let width = item.width, width.value.only == nil { report(.creditsChange("width", at: width.range)) }
    if let place = item.place, place.value.only == nil { report(.creditsChange("place", at: place.range)) }
    checkWords(item, style, on: canvas)
    if let roles = item.roleStyle, roles != style { checkWords(item, roles, on: canvas) }
    let grid = CreditsGrid(credits, of: item, style, on: Ruler(canvas))
    if !(1...16384).contains(grid.width) || grid.column < 1 {
      report(.columnsHaveNoRoom(at: item.width?.range ?? credits.gutter?.range ?? item.kindRange))
    }
    if let gutter = credits.gutter, grid.isStacked { report(.gutterOfOneColumn(at: gutter.range)) }
    if let place = item.place, item.roll != nil, place.value.only?.isPlacedVertically == true {
      report(.placeOfRoll(at: place.range))
    }
  }

  private mutating func checkConstants(of style: WordsStyle) {
    if let size = style.size, size.value.written?.only == nil {
      report(.creditsChange("size", at: size.range))
    }
    let changing: [(String, SourceRange?)] = [
      ("color", style.color.flatMap { $0.value.only == nil ? $0.range : nil }),
      ("stroke", style.stroke.flatMap { $0.value.only == nil ? $0.range : nil }),
      ("shadow", style.shadow?.value.color.flatMap { $0.value.only == nil ? $0.range : nil }),
      ("shadow", style.shadow?.value.blur.flatMap { $0.value.only == nil ? $0.range : nil }),
    ]
    for (key, place) in changing {
      if let place { report(.creditsChange(key, at: place)) }
    }
  }

  private mutating func check(_ file: Located<String>) {
    if file.value.isURL { return }
    switch table.credits[file.value] {
    case .known: break
    case .failed(let failure): report(failed(file, failure, nearby: nil))
    case .malformed(let problem): report(.creditsAreMalformed(file, problem))
    case nil: report(.creditsAreUnchecked(file, isError: table.requiresMedia))
    }
  }

  /// A note about a roll that does not take exactly the written time.
  private mutating func reportRounding(of pace: RollPace, _ placed: TimedItem, on canvas: ResolvedCanvas) {
    guard let written = placed.item.duration, placed.item.at?.value.isRange != true, canvas.pixelScale == 1,
      let asked = try? written.value.resolved(at: canvas.rate),
      canvas.rate.frame(at: asked)?.value != pace.length,
      let length = try? canvas.rate.start(ofFrame: pace.length)
    else { return }
    report(.rollIsRounded(from: asked, to: length, pace, rate: canvas.rate, at: written.range))
  }
}

extension MomentOrRange {
  fileprivate var isRange: Bool {
    if case .range = self { true } else { false }
  }
}

extension Place {
  /// Whether it is at a certain height of the canvas, and not in its middle.
  fileprivate var isPlacedVertically: Bool {
    switch self {
    case .named(let name, _, _): name.part.y != 0.5
    case .at(_, let y, _): y != Length(50, .percent)
    case .beside: false
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func creditsHaveNoNames(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyValue, "the credits have no names", at: place,
      hint: "write entries such as `\"Directed by: Grace Hopper\"`")
  }

  fileprivate static func creditsChange(_ key: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .notAnimatable, "the `\(key)` of credits cannot change, because it determines where their lines are",
      at: place, hint: "write one value; `opacity` can be animated")
  }

  fileprivate static func columnsHaveNoRoom(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange, "the columns of the credits must be 1 to 16384 pixels wide", at: place,
      hint: "write a larger `width` or a smaller `gutter`")
  }

  fileprivate static func gutterOfOneColumn(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`gutter` has no effect with `columns: stacked`, which has one column", at: place,
      hint: "remove it, or write `columns: side`")
  }

  fileprivate static func placeOfRoll(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "a roll moves over the whole height of the canvas, so only the horizontal place counts",
      at: place, hint: "write `left`, `center`, `right`, or `30%, 50%`")
  }

  fileprivate static func creditsAreOutOfReach(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange, "the credits would extend a million pixels beyond the canvas", at: place)
  }

  fileprivate static func creditsAreMalformed(_ file: Located<String>, _ problem: CreditsProblem)
    -> Diagnostic
  {
    Diagnostic(
      .unreadableFile,
      "'\(file.value)' is not a table of credits: line \(problem.line): \(problem.reason)", at: file.range,
      hint: "save it as CSV in UTF-8, with the columns `role,name`")
  }

  fileprivate static func creditsAreUnchecked(_ file: Located<String>, isError: Bool) -> Diagnostic {
    Diagnostic(
      .mediaNotChecked, severity: isError ? .error : nil,
      "'\(file.value)' was not read, so rules that depend on it are not checked", at: file.range)
  }

  fileprivate static func rollIsRounded(
    from asked: RationalTime, to length: RationalTime, _ pace: RollPace, rate: FrameRate,
    at place: SourceRange
  ) -> Diagnostic {
    let possible = pace.possible.compactMap { possible in
      (try? rate.start(ofFrame: possible.length)).map {
        "`for: \(possible.length)f` (\($0)) at \(possible.speed) pixel\(possible.speed == 1 ? "" : "s") a frame"
      }
    }
    return Diagnostic(
      .rollRounded, "the roll lasts \(length) instead of \(asked): it moves by whole pixels in each frame",
      at: place, hint: "possible: " + possible.joined(separator: ", or "))
  }
}
