import Basics
import Composition
import ContentDigest

/// Where a film is cut into segments: at places that depend on its content, never on its position.
///
/// Edit points (where a layer starts or ends) divide the film into atoms; a long atom is cut again at a
/// regular interval from the start of the item at the bottom. Short neighbours share a segment, and the
/// bottom media of a group's last atom decide where the group ends. An insertion therefore changes only the
/// groups around it: at the next long atom or the same deciding atom, both films are in step again.
struct Segmentation {
  let composition: Composition
  let slicer: Slicer
  let index: LayerIndex
  private let shortest: Int64
  private let longest: Int64
  private let interval: Int64
  /// The ranges of layers whose filters have memory: nothing is cut within them, or it would all be rendered
  /// twice.
  private let wholes: [Range<Int64>]
  /// The starts of fragments; nil for an unfragmented file.
  private let grid: Grid?

  /// Every `step` frames, starting at `first`.
  struct Grid {
    let first: Int64
    let step: Int64

    /// The last grid position at or before a frame.
    func place(before frame: Int64) -> Int64 { frame - (((frame - first) % step) + step) % step }
  }

  init(
    of composition: Composition, slicer: Slicer, index: LayerIndex, encoding: VideoEncoding,
    lengths: VideoCodecDeclaration.SegmentLengths? = nil, grid: Grid? = nil
  ) {
    self.composition = composition
    self.slicer = slicer
    self.index = index
    self.grid = grid
    let rate = composition.canvas.rate
    let frames = { (seconds: Int64) in
      max(1, rate.frame(at: RationalTime(seconds: seconds))?.value ?? 1)
    }
    let lengths = lengths ?? encoding.codec.declaration?.segments ?? .usual
    shortest = frames(lengths.shortest)
    longest = frames(lengths.longest)
    let usual = frames(lengths.usual)
    let keyFrames = Int64(max(1, encoding.keyFrameInterval))
    interval = lengths.fitsKeyFrames && keyFrames <= usual ? usual / keyFrames * keyFrames : usual
    wholes = composition.layers.filter { $0.filters.contains(where: \.hasMemory) }.map(\.frames)
  }

  /// The segments' frames, in order and without gaps.
  func stretches() throws(PlanningError) -> [Range<Int64>] {
    let groups = try grouped(index.atoms.flatMap(pieces(of:)))
    return grid.map { onto($0, groups) } ?? withoutRemainder(groups)
  }

  /// Cuts where fragments begin, at or before the places where an unfragmented film would be cut.
  private func onto(_ grid: Grid, _ groups: [Range<Int64>]) -> [Range<Int64>] {
    guard let first = groups.first, let last = groups.last else { return [] }
    var cuts = [first.lowerBound]
    for group in groups {
      let cut = grid.place(before: group.lowerBound)
      if let before = cuts.last, cut - before >= shortest, canCut(at: cut) { cuts.append(cut) }
    }
    return zip(cuts, cuts.dropFirst() + [last.upperBound]).map { $0..<$1 }
  }

  private func withoutRemainder(_ groups: [Range<Int64>]) -> [Range<Int64>] {
    // A remainder at the film's end joins the group before it if there is room.
    guard let last = groups.last, Int64(last.count) < shortest, let before = groups.dropLast().last,
      last.upperBound - before.lowerBound <= longest
    else { return groups }
    return groups.dropLast(2) + [before.lowerBound..<last.upperBound]
  }

  /// Cuts a long atom at the regular interval of the item at the bottom, with no piece below the shortest
  /// length.
  private func pieces(of atom: Range<Int64>) -> [Range<Int64>] {
    let base =
      index.lowestLayer(ofAtomAt: atom.lowerBound).map { composition.layers[$0].frames.lowerBound }
      ?? atom.lowerBound
    var pieces: [Range<Int64>] = []
    var start = atom.lowerBound
    var cut = base + ((start - base) / interval + 1) * interval
    while cut <= atom.upperBound - shortest {
      if cut - start >= shortest, canCut(at: cut) {
        pieces.append(start..<cut)
        start = cut
      }
      cut += interval
    }
    return pieces + [start..<atom.upperBound]
  }

  private func canCut(at frame: Int64) -> Bool {
    !wholes.contains { $0.lowerBound < frame && frame < $0.upperBound }
  }

  /// Groups short pieces; a long one always ends its group, a short one if its content decides so.
  private func grouped(_ pieces: [Range<Int64>]) throws(PlanningError) -> [Range<Int64>] {
    var groups: [Range<Int64>] = []
    var group: Range<Int64>?
    for piece in pieces {
      if let open = group, piece.upperBound - open.lowerBound > longest, canCut(at: open.upperBound) {
        groups.append(open)
        group = nil
      }
      let open = (group?.lowerBound ?? piece.lowerBound)..<piece.upperBound
      if Int64(open.count) >= shortest, canCut(at: open.upperBound), try endsGroup(piece) {
        groups.append(open)
        group = nil
      } else {
        group = open
      }
    }
    return groups + (group.map { [$0] } ?? [])
  }

  /// About one short piece in three ends its group, chosen by the part of the media in it.
  ///
  /// Opacity, boxes and layers above do not count: changing them must not move the cuts around them.
  private func endsGroup(_ piece: Range<Int64>) throws(PlanningError) -> Bool {
    if Int64(piece.count) >= shortest { return true }
    let content = try content(of: piece, layer: index.lowestLayer(ofAtomAt: piece.lowerBound))
    do throws(DigestFailure) {
      let lastDigit = try ContentDigest.of(text: content).hex.last?.hexDigitValue ?? 0
      return lastDigit % 3 == 0
    } catch { throw .noDigest(error) }
  }

  /// What a piece shows of a layer, regardless of its appearance; `layer` is nil for the background.
  ///
  /// A text of its own rather than a key: cuts must stay where they are when keys change.
  private func content(of frames: Range<Int64>, layer: Int?) throws(PlanningError) -> String {
    guard let layer = layer.map({ composition.layers[$0] }) else { return "frames \(frames.count)" }
    do throws(TimeOverflow) {
      let start = try composition.canvas.rate.start(ofFrame: frames.lowerBound)
      let end = try composition.canvas.rate.start(ofFrame: frames.upperBound)
      let own = TimeRange(
        start: try start - layer.timelineRange.start, end: try end - layer.timelineRange.start)
      return "frames \(frames.count) \(try text(of: layer.picture, in: own ?? .zero))"
    } catch { throw .timeOverflow }
  }

  /// `range` is in the layer's own time.
  private func text(of picture: Picture, in range: TimeRange) throws(TimeOverflow) -> String {
    switch picture {
    case .moving(let media, let stream, let clock):
      "moving \(name(media)) stream \(stream) \(try clock.slice(range).text)\(reading(media, stream))"
    case .frozen(let media, let stream, let moment):
      "frozen \(name(media)) stream \(stream) at \(moment.spelling)\(reading(media, stream))"
    case .still(let media, let stream): "still \(name(media)) stream \(stream)\(reading(media, stream))"
    case .film(let film, let clock): "film \(slicer.films[film].seen.hex) \(try clock.slice(range).text)"
    case .frozenFilm(let film, let moment): "frozen film \(slicer.films[film].seen.hex) at \(moment.spelling)"
    // The text depends on how far it has counted when the piece begins.
    case .text(let words) where words.counter != nil: "\(picture.drawnText) since \(range.start.spelling)"
    case .noise(let noise) where !noise.isStill: "\(picture.drawnText) since \(range.start.spelling)"
    case .color, .gradient, .bars, .noise, .shape, .text: picture.drawnText
    // Names and positions do not decide where a film is cut.
    case .credits: "credits"
    case .subtitles: "subtitles"
    }
  }

  private func name(_ media: Int) -> String { slicer.mediaDigests[media].hex }

  /// The script's overrides of a file's properties.
  private func reading(_ media: Int, _ stream: Int) -> String {
    let reference = composition.media[media]
    guard let track = reference.facts.video.first(where: { $0.streamIndex == stream }) else { return "" }
    return reference.reading.text + (track.orientation == .upright ? "" : " turned \(track.orientation)")
      + (track.hasAlpha ? " alpha" : "")
  }
}
