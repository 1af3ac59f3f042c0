package import Basics
package import Composition
import Diagnostics
import EditScript

/// The canvas of this output, and the scale of its pixels relative to the script's own canvas.
package struct ResolvedCanvas: Hashable, Sendable {
  package var size: PixelSize
  /// The size before a size preset reduced it.
  package var fullSize: PixelSize
  package var rate: FrameRate
  package var background: Color
  package var color: CanvasColor
  package var depth: CanvasDepth
  package var mix: MixFormat
  /// 1, or less if a size preset reduces the whole film: lengths in `px` shrink with it.
  package var pixelScale: Double
  /// The bounds of a size preset, in the orientation of the film.
  package var presetBounds: PixelSize?

  /// Whether the film has a picture. An audio-only film has no size, and its `rate` is its sample rate.
  package var hasPicture: Bool { size.width > 0 }
}

extension ResolvedCanvas {
  /// The canvas of an audio-only film.
  fileprivate init(heardIn mix: MixFormat) {
    let canvas = Canvas.withoutPicture(mix)
    self.init(
      size: canvas.size, fullSize: canvas.size, rate: canvas.rate, background: canvas.background,
      color: canvas.color, depth: canvas.depth, mix: mix, pixelScale: 1)
  }
}

/// The canvas, as far as it is known.
struct FilmCanvas {
  /// The frame rate for written times. Nil if it depends on unknown media, or if an audio-only film has none:
  /// times that count no frames are checked all the same.
  var rate: FrameRate?
  var canvas: ResolvedCanvas?

  /// The same canvas with another format of the mix.
  func mixed(in mix: MixFormat) -> FilmCanvas {
    var changed = self
    changed.canvas?.mix = mix
    if changed.canvas?.hasPicture == false { changed.canvas?.rate = mix.grid }
    return changed
  }
}

extension FilmCanvas {
  /// The same canvas with another background.
  func over(_ background: Color) -> FilmCanvas {
    var changed = self
    changed.canvas?.background = background
    return changed
  }
}

/// Resolves size, rate and background. The canvas is nil if they depend on media that were not read.
struct CanvasResolution: LoweringPhase {
  var context: LoweringContext
  private let items: [MatchedItem]
  private let media: FilmMedia
  /// The facts of the clips in the sequences that the timeline plays; nil for unknown ones.
  private let sequenceMedia: [MediaFacts?]
  /// Whether a visible clip has no picture.
  private let lacksPicture: Bool

  init(_ matched: MatchedFilm, context: LoweringContext) {
    self.context = context
    (items, media) = (matched.items, matched.media)
    sequenceMedia = context.sequenceMedia(of: matched.items)
    lacksPicture =
      matched.items.contains { $0.lacksPicture(matched.media) }
      || sequenceMedia.contains { facts in facts.map { $0.mainVideo == nil } ?? false }
  }

  mutating func run() -> FilmCanvas {
    if isHeardOnly {
      return FilmCanvas(
        rate: writtenRate ?? fastestRate, canvas: ResolvedCanvas(heardIn: context.resolvedMix()))
    }
    let rate = resolveRate()
    guard let fullSize = resolveSize(), let rate else { return FilmCanvas(rate: rate) }
    let bounds = output?.preset.flatMap { OutputPreset(rawValue: $0.value)?.declaration.bounds }
    let size = bounds.map(fullSize.shrunk(into:)) ?? fullSize
    checkSmallest(size)
    checkLevel(size, rate)
    let canvas = ResolvedCanvas(
      size: size, fullSize: fullSize, rate: rate,
      background: script.canvas.background?.value ?? .black,
      color: canvasColor, depth: canvasDepth, mix: context.resolvedMix(),
      pixelScale: Double(size.width) / Double(fullSize.width),
      presetBounds: bounds?.turnedLike(fullSize))
    return FilmCanvas(rate: rate, canvas: canvas)
  }

  private mutating func checkSmallest(_ size: PixelSize) {
    guard let output, output.hasPicture, !output.copiesPicture, context.ancestors.isEmpty,
      let smallest = output.pictureCodec.declaration?.smallestPicture,
      size.width < smallest.width || size.height < smallest.height
    else { return }
    report(
      .codecNeedsLargerPicture(
        output.pictureCodec, size, smallest,
        at: output.video.codec?.range ?? output.preset?.range ?? output.size?.range
          ?? script.canvas.size?.range ?? output.file.range))
  }

  private mutating func checkLevel(_ size: PixelSize, _ rate: FrameRate) {
    guard let output, output.hasPicture, !output.copiesPicture, context.ancestors.isEmpty,
      let written = output.video.level, let levels = output.pictureCodec.declaration?.levels,
      let level = levels.first(where: { $0.name == written.value })
    else { return }
    let bits = output.video.bitRate?.value ?? 0
    guard !level.holds(size, rate) || bits > level.bitRate else { return }
    let reason =
      level.holds(size, rate)
      ? "does not allow a bit rate of \(bits.bitRateText)"
      : "does not allow \(size) at \(rate.spelling) frames per second"
    let fitting = levels.first { $0.holds(size, rate) && bits <= $0.bitRate }
    report(
      Diagnostic(
        .codecLimit, "level \(level.name) of \(output.pictureCodec.rawValue) \(reason)", at: written.range,
        hint: fitting.map { "write `level: \($0.name)`" } ?? "remove `level`"))
  }

  private var canvasColor: CanvasColor { script.canvas.color?.value ?? .bt709 }

  /// Ten bits if requested, if the colours need them, or if a clip of the timeline has them.
  private var canvasDepth: CanvasDepth {
    if let written = script.canvas.depth { return CanvasDepth(written.value) }
    let isDeep = canvasColor.isHighDynamicRange || mainTracks.contains { $0.bitDepth > 8 }
    return isDeep ? .ten : .eight
  }

  /// The facts of the video tracks of the timeline, in order.
  private var mainTracks: [VideoTrackFacts] {
    items.compactMap { placed in
      guard placed.list == .timeline, case .clip = placed.item.kind, let medium = placed.source.medium else {
        return nil
      }
      return media.references[medium].shownTrack
    } + sequenceMedia.compactMap { $0?.mainVideo } + media.tracks
  }

  /// Whether a file that `auto` depends on is unknown.
  private var someMainMediaAreUnknown: Bool {
    items.contains { $0.list == .timeline && $0.item.mediaName != nil && $0.source == .unknown }
      || sequenceMedia.contains { $0 == nil }
  }

  /// Whether the film is audio-only: no output has a picture, and the timeline none of a known size.
  private var isHeardOnly: Bool {
    guard context.isHeardOnly, !someMainMediaAreUnknown else { return false }
    if context.isOfUnknownKind, items.contains(where: \.isSeen) { return lacksPicture }
    return lacksPicture || writtenSize == .auto && autoSize() == nil
  }

  // MARK: Rate

  private var writtenRate: FrameRate? { (output?.rate ?? script.canvas.rate)?.value.exact }

  /// The greatest rate, which drops no frame of any clip; AVFoundation chooses the same.
  private var fastestRate: FrameRate? { mainTracks.compactMap(\.rate).max() }

  private func resolveRate() -> FrameRate? {
    if let writtenRate { return writtenRate }
    return someMainMediaAreUnknown ? nil : fastestRate ?? FrameRate(30)
  }

  // MARK: Size

  private var writtenSize: CanvasSize { (output?.size ?? script.canvas.size)?.value ?? .auto }

  /// The size before a preset reduces it.
  private mutating func resolveSize() -> PixelSize? {
    switch writtenSize {
    case .exactly(let width, let height): return PixelSize(width: width, height: height)
    case .auto:
      if someMainMediaAreUnknown { return nil }
      guard let largest = autoSize() else {
        if !script.isLibrary {
          report(.sizeIsNotKnown(at: script.canvas.size?.range))
        } else if context.needsFilm {
          report(.hasNoFilm)
        }
        return nil
      }
      guard [largest.width, largest.height].allSatisfy({ (1...LanguageLimits.canvasSide).contains($0) }),
        largest.width * largest.height <= LanguageLimits.canvasPixels
      else {
        report(
          .sizeIsOutOfRange(largest, at: script.canvas.size?.range))
        return nil
      }
      return encodable(largest)
    }
  }

  /// The size with even sides, which every output can encode. Copied and nested films keep theirs.
  private mutating func encodable(_ size: PixelSize) -> PixelSize {
    let even = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
    guard even != size, context.ancestors.isEmpty, output?.copiesPicture != true else { return size }
    let written = output?.size?.range ?? script.canvas.size?.range
    let clip = items.first { $0.list == .timeline && $0.item.mediaName != nil }?.item.kindRange
    report(.canvasRounded(from: size, to: even, at: written ?? clip))
    return even
  }

  /// The greatest width and height of the main clips as displayed; stills count if there are no clips.
  private func autoSize() -> PixelSize? {
    var sizes = mainTracks.map(\.displaySize)
    if sizes.isEmpty {
      sizes = items.filter { $0.list == .timeline }.compactMap(\.source.medium)
        .compactMap { media.references[$0].shownTrack?.displaySize }
    }
    guard let width = sizes.map(\.width).max(), let height = sizes.map(\.height).max() else { return nil }
    return PixelSize(width: width, height: height)
  }
}

extension MatchedItem {
  /// Whether it draws something without media.
  fileprivate var isSeen: Bool {
    guard list != .audio else { return false }
    switch item.kind {
    case .color, .gradient, .bars, .noise, .shape, .text, .counter, .credits, .image: return true
    case .clip, .gap, .sequence, .edit, .tone, .silence, .transition, .each, .angles, .unsupported:
      return false
    }
  }

  /// Whether it would be visible, but plays something without a picture.
  fileprivate func lacksPicture(_ media: FilmMedia) -> Bool {
    guard list != .audio else { return false }
    switch item.kind {
    case .clip: return source.medium.map { media.references[$0].facts.mainVideo == nil } ?? false
    case .edit: return source.film.map { !media.films[$0].hasPicture } ?? false
    default: return false
    }
  }
}

extension OutputPresetDeclaration {
  /// The bounds of the preset for the size of a film; nil for any size.
  fileprivate var bounds: PixelSize? {
    longestSide.flatMap { width in shortestSide.map { PixelSize(width: width, height: $0) } }
  }
}

extension CanvasDepth {
  init(_ depth: BitDepth) {
    self =
      switch depth {
      case .eight: .eight
      case .ten: .ten
      }
  }

  /// The depth of the film for a file of this depth.
  init(_ depth: EncodedDepth) {
    self =
      switch depth {
      case .eight: .eight
      case .ten, .sixteen: .ten
      }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func sizeIsNotKnown(at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      .missingKey, "the size of the canvas is unknown: the timeline has no clip",
      at: place, hint: "write `canvas: {size: 1920x1080}`")
  }

  static var hasNoFilm: Diagnostic {
    Diagnostic(
      .missingKey, "the script has no film: it only offers names to scripts that use it", at: nil,
      hint: "write a `timeline`, or name what it offers in another script, with `use`")
  }

  fileprivate static func codecNeedsLargerPicture(
    _ codec: VideoCodec, _ size: PixelSize, _ smallest: PixelSize, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .codecLimit, "\(codec.rawValue) does not support pictures of \(size), only of \(smallest) or larger",
      at: place, hint: "make the canvas larger, or choose another codec")
  }

  fileprivate static func canvasRounded(
    from largest: PixelSize, to size: PixelSize, at place: SourceRange?
  ) -> Diagnostic {
    Diagnostic(
      .canvasRounded, "the largest clip is \(largest); the canvas is \(size), because video needs even sizes",
      at: place, hint: "write `canvas: {size: \(size)}`; `fit: cover` fills the added edge")
  }

  fileprivate static func sizeIsOutOfRange(_ largest: PixelSize, at place: SourceRange?) -> Diagnostic {
    Diagnostic(
      .sizeOutOfRange,
      "the largest clip is \(largest), which is not a valid canvas size: a side has 1 to"
        + " \(LanguageLimits.canvasSide) pixels, and the canvas at most \(LanguageLimits.canvasPixels)",
      at: place, hint: "write `canvas: {size: 1920x1080}`")
  }
}
