import Composition

extension RenderPlan {
  /// Decides what is copied if the script leaves that open (`mode: smart` and `mode: auto`).
  mutating func chooseMode() {
    guard let choice = settings.smart else { return }
    settings.smart = nil
    if choice.copiesSound {
      settings.copied.sound = canCopy(CopiedTracks(sound: true)) { $0.sound != nil }
    }
    guard settings.video != nil else { return }
    if choice.isOptional, canCopy(CopiedTracks(pictures: true)) {
      settings.copied.pictures = true
      return
    }
    var asked = settings
    asked.smart = choice
    let film = SmartFilm(composition, asked, frames: frames)
    if choice.isOptional, !film.isWorthWhile(of: frameCount) { return }
    smart = film
    guard let edges = film.edges else {
      settings.video = choice.edges
      return
    }
    settings.video = edges
    // Drawn pictures get the colours and the depth of the pictures that they adjoin.
    if let color = edges.joined?.canvasColor { composition.canvas.color = color }
    if edges.depth == .ten { composition.canvas.depth = .ten }
  }

  private func canCopy(_ tracks: CopiedTracks, _ holds: (CopiedFilm) -> Bool = { _ in true }) -> Bool {
    var asked = settings
    asked.copied = tracks
    let film = CopiedFilm(composition, asked, frames: frames)
    return film.obstacles.isEmpty && film.unknownMedia.isEmpty && holds(film)
  }

  /// Makes one segment of each copied stretch, and cuts the rest like an encoded film.
  func segments(
    of film: SmartFilm, _ lengths: VideoCodecDeclaration.SegmentLengths?, _ slicer: Slicer
  ) throws(PlanningError) -> [Segment] {
    guard let encoding = settings.video else { return [] }
    let index = LayerIndex(composition)
    let encoded = try encodedStretches(index, encoding, lengths, slicer)
    var pieces: [Piece] = []
    var next = 0
    for stretch in film.stretches.joinedByMaking {
      guard stretch.copied == nil else {
        pieces.append(Piece(frames: stretch.frames, layer: stretch.layer, copied: stretch.copied))
        continue
      }
      while next < encoded.count, encoded[next].upperBound <= stretch.frames.lowerBound { next += 1 }
      let parts = encoded[next...].prefix(while: { $0.lowerBound < stretch.frames.upperBound })
        .map { $0.clamped(to: stretch.frames) }
      pieces += parts.withoutRemainders.map { Piece(frames: $0) }
    }
    let layers = index.layers(showing: pieces.map(\.frames))
    shareDecoders(of: &pieces, showing: layers)
    return try zip(pieces, layers).map { piece, layers throws(PlanningError) in
      let key =
        if let copied = piece.copied {
          try slicer.key(of: copied)
        } else {
          try slicer.key(
            ofFrames: piece.frames, layers: layers, encoding: encoding, after: piece.picturesBefore)
        }
      return Segment(
        index: 0, frames: piece.frames, layers: layers, key: key, copied: piece.copied,
        picturesBefore: piece.picturesBefore)
    }.numbered
  }

  /// The content of a segment.
  private struct Piece {
    let frames: Range<Int64>
    /// The layer that is copied.
    var layer: Int?
    var copied: CopiedPictures?
    var picturesBefore: PicturesBefore?
  }

  /// The last pictures of a copied stretch are decoded for comparison; if the next piece continues the same
  /// take, its decoder passes them anyway.
  private func shareDecoders(of pieces: inout [Piece], showing layers: [[Int]]) {
    for index in pieces.indices.dropLast() {
      guard let copied = pieces[index].copied, copied.compared == .both, let layer = pieces[index].layer,
        pieces[index + 1].copied == nil, layers[index + 1].contains(layer)
      else { continue }
      pieces[index].copied?.compared = .start
      pieces[index + 1].picturesBefore = copied.lastOnes(before: layer)
    }
  }
}

extension [Range<Int64>] {
  /// Consecutive ranges, with short ones joined to a neighbour, because each range costs decoding from a key
  /// frame on.
  fileprivate var withoutRemainders: [Range<Int64>] {
    let shortest = 50
    return reduce(into: []) { joined, range in
      if let last = joined.last, last.count < shortest || range.count < shortest {
        joined[joined.count - 1] = last.lowerBound..<range.upperBound
      } else {
        joined.append(range)
      }
    }
  }
}

extension [SmartFilm.Stretch] {
  /// Joins neighbouring encoded stretches, whatever their reasons.
  fileprivate var joinedByMaking: [SmartFilm.Stretch] {
    reduce(into: []) { joined, stretch in
      if let last = joined.last, last.copied == nil, stretch.copied == nil {
        joined[joined.count - 1].frames = last.frames.lowerBound..<stretch.frames.upperBound
      } else {
        joined.append(stretch)
      }
    }
  }
}
