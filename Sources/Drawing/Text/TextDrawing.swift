import CPangoCairo
package import Composition

/// Lays out and draws text, with Pango and Cairo.
///
/// Not thread-safe. The same text and fonts give the same pixels on every machine: hinting, subpixels, screen
/// resolution and desktop settings have no influence.
package final class TextDrawing {
  private let folder: String
  private let files = FontFiles()
  private var maps: [MapID: FontMap] = [:]

  private struct MapID: Hashable {
    var searchesFolders: Bool
    var files: [String]
    var firstIsChosen: Bool
  }

  /// - Parameter folder: The folder to which paths of font files are relative.
  package init(folder: String = ".") {
    self.folder = folder
  }

  /// The facts of a text that its placement needs, with the fonts of this machine.
  package func measure(_ picture: TextPicture) throws(TextFailure) -> TextFacts {
    let chosen = try chosenFile(of: picture)
    let all = try map(MapID(searchesFolders: true, files: chosen.map { [$0] } ?? [], firstIsChosen: true))
    let size = try picture.fit.map { fit throws(TextFailure) in try largestSize(of: picture, fit, fonts: all)
    }
    let picture = size.map { picture.resized(to: $0) } ?? picture
    let layout = try TextLayout(picture, fonts: all)
    // Text without letters also needs a font, for its line height.
    let main = chosen ?? all.family(for: FontDescription(picture))?.file
    let used = all.inOrder(layout.fontFiles.union(main.map { [$0] } ?? []), chosen: chosen)
    let fonts = try used.map { path throws(TextFailure) in try files.reference(path) }
    let missing = layout.missing
    // Measured with only the fonts that will be used to draw it, so that both have the same result.
    let own =
      missing.isEmpty
      ? try map(MapID(searchesFolders: false, files: used, firstIsChosen: chosen != nil)) : all
    var facts = try facts(picture, missing.isEmpty ? TextLayout(picture, fonts: own) : layout, fonts, in: own)
    facts.fittedSize = size
    return facts
  }

  /// The largest size of a range at which the text fits, in eighths of a pixel; the smallest one if none does.
  private func largestSize(of picture: TextPicture, _ fit: TextFit, fonts: FontMap) throws(TextFailure)
    -> Double
  {
    func fits(_ size: Double) throws(TextFailure) -> Bool {
      let text = picture.resized(to: size)
      return try TextLayout(text, fonts: fonts).fits(text, lines: fit.lines)
    }
    if try fits(picture.size) { return picture.size }
    var (low, high) = (0, max(1, Int(((picture.size - fit.least) * 8).rounded(.down))))
    // At the number of steps `low` it fits or is not known to, at `high` it does not.
    guard try fits(fit.least) else { return fit.least }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try fits(fit.least + Double(middle) / 8) { low = middle } else { high = middle }
    }
    return fit.least + Double(low) / 8
  }

  /// Draws a text in its measured size and layout, with the fonts found then.
  ///
  /// - Parameters:
  ///   - shownLetters: The number of visible letters.
  ///   - moment: A moment in which its units move; nil at rest.
  ///   - look: The appearance, if it differs from that of the measured text.
  package func draw(
    _ words: ShownWords, shownLetters: Int? = nil, at moment: TextMotionTimes.Moment? = nil,
    look: TextPicture? = nil
  ) throws(TextFailure) -> DrawnText {
    let (picture, fonts) = (words.text, words.fonts)
    for font in fonts where try files.reference(font.path).digest != font.digest { throw .fontChanged }
    var isFile = false
    if case .file = picture.font { isFile = true }
    let map = try map(MapID(searchesFolders: false, files: fonts.map(\.path), firstIsChosen: isFile))
    // The origin is found before letters are hidden, so that nothing moves while they appear.
    let layout = try TextLayout(picture, fonts: map, shownLetters: shownLetters)
    let whole = shownLetters == nil ? layout : try TextLayout(picture, fonts: map)
    let geometry = try TextGeometry(picture, whole)
    var moving: MovingText?
    if let moment, let motion = picture.motion, let times = words.motion {
      moving = MovingText(motion, times, at: moment, layout, isMarkup: picture.isMarkup)
    }
    return try TextPainter(words: words, look: look ?? picture, layout: layout, origin: geometry.origin)
      .drawn(moving)
  }

  private func chosenFile(of picture: TextPicture) throws(TextFailure) -> String? {
    guard case .file(let spelling) = picture.font else { return nil }
    let path = spelling.hasPrefix("/") ? spelling : folder + "/" + spelling
    _ = try files.reference(path)
    return path
  }

  private func map(_ id: MapID) throws(TextFailure) -> FontMap {
    if let map = maps[id] { return map }
    let map =
      id.searchesFolders
      ? try FontMap(chosenFile: id.files.first)
      : try FontMap(files: id.files, firstIsChosen: id.firstIsChosen)
    maps[id] = map
    return map
  }

  private func facts(
    _ picture: TextPicture, _ layout: TextLayout, _ fonts: [FontReference], in map: FontMap
  ) throws(TextFailure) -> TextFacts {
    let geometry = try TextGeometry(picture, layout)
    let found = map.family(for: FontDescription(picture))
    var facts = TextFacts(
      size: geometry.size, reach: geometry.reach, ink: geometry.inkBox, baseline: geometry.baseline,
      wordsWidth: geometry.wordsWidth, wordsHeight: geometry.wordsHeight, lineCount: layout.lineCount,
      letterCount: layout.words.letterStarts.count,
      unitCount: picture.motion.map { TextUnits(layout, by: $0.unit).count } ?? 0, fonts: fonts)
    facts.family = found?.names.first ?? ""
    facts.weight = found?.weight ?? picture.weight
    if case .family(let asked) = picture.font { facts.hasFamily = found?.answers(to: asked) ?? false }
    facts.missing = layout.missing
    facts.missingFeatures = picture.features.filter { !layout.hasFeature($0) }
    facts.controls = layout.words.controls
    return facts
  }
}

extension FoundFamily {
  /// Whether it is one of the requested families, or one of these is generic.
  fileprivate func answers(to families: String) -> Bool {
    families.split(separator: ",").contains { part in
      let asked = part.trimmingBlanks.lowercased()
      return FontConfiguration.genericNames.contains(asked) || names.contains { $0.lowercased() == asked }
    }
  }
}

/// Drawn text: red, green, blue and alpha, eight bits each, premultiplied.
package struct DrawnText: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Row by row, without gaps.
  package let pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
