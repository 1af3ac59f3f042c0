package import Basics
package import Composition

extension EditScript {
  /// The items of the timeline, the overlays and the audio list, in this order; includes disabled ones.
  package var allItems: FlattenSequence<[[Item]]> { [timeline, overlays, audio].joined() }

  package func items(of list: ItemList) -> [Item] {
    switch list {
    case .timeline: timeline
    case .overlays: overlays
    case .audio: audio
    }
  }

  /// Those, with the items of sequences, overrides and `each`: everything that refers to names.
  package var writtenItems: [Item] {
    ([timeline, overlays, audio] + sequences.map(\.items) + [overridingItems]).joined().withParts
  }

  /// The items as overridden by single outputs, and on canvases of one shape.
  package var overridingItems: [Item] {
    outputs.flatMap(\.overrides).flatMap { override in
      [override.item] + PictureShape.allCases.compactMap { override.itemsByShape[$0] }
    } + shapeOverrides.items
  }

  /// Whether an output or a shape overrides an `each`.
  package var overridesEach: Bool { overridingItems.contains { $0.each != nil } }

  /// The script with the items and the subtitles that differ in an output, and on a canvas of this shape.
  package func overridden(by output: Output?, on shape: PictureShape? = nil) -> EditScript {
    let shaped = shape.map { shapeOverrides[$0] } ?? OutputOverrides()
    let subtitleOverrides = shaped.subtitles + (output?.subtitleOverrides ?? [])
    guard !shaped.items.isEmpty || output?.overrides.isEmpty == false || !subtitleOverrides.isEmpty else {
      return self
    }
    var items = Dictionary(
      shaped.items.map { ($0.item.range, $0.item) }, uniquingKeysWith: { _, last in last })
    for override in output?.overrides ?? [] {
      items[override.item.range] = shape.flatMap { override.itemsByShape[$0] } ?? override.item
    }
    func overridden(_ list: [Item]) -> [Item] { list.map { items[$0.range] ?? $0 } }
    var script = self
    for override in subtitleOverrides {
      for index in script.subtitles.indices
      where script.subtitles[index].name?.value == override.name.value {
        script.subtitles[index] = override.track
      }
    }
    script.timeline = overridden(timeline)
    script.overlays = overridden(overlays)
    script.audio = overridden(audio)
    for index in sequences.indices {
      let lists = sequences[index].lists
      script.sequences[index].lists.timeline = overridden(lists.timeline)
      script.sequences[index].lists.overlays = overridden(lists.overlays)
      script.sequences[index].lists.audio = overridden(lists.audio)
    }
    return script
  }
}

extension SequenceLists {
  package func items(of list: ItemList) -> [Item] {
    switch list {
    case .timeline: timeline
    case .overlays: overlays
    case .audio: audio
    }
  }
}

extension EditScript {
  /// The covers of the script and of its outputs that are files, as media names or paths.
  package var covers: [Located<String>] {
    ([metadata.cover] + outputs.map(\.metadata.cover)).compactMap { cover in
      guard let cover, case .file(let name) = cover.value else { return nil }
      return Located(name, at: cover.range)
    }
  }
}

extension Item {
  /// Every media name and path in the item: its own, its mask's, and a `luma` transition's.
  package var mediaNames: [Located<String>] {
    var names = playedNames
    switch mask?.value.source {
    case .image(let media), .clip(let media): names.append(media)
    case .shape, .sequence, .text, nil: break
    }
    if case .transition(let transition) = kind, let picture = transition.picture { names.append(picture) }
    return names
  }

  /// The sequences that the item plays or has as a mask.
  package var playedSequences: [Located<String>] {
    var names = [sequence].compactMap(\.self)
    if case .sequence(let name) = mask?.value.source { names.append(name) }
    return names
  }

  /// The media name or path of a clip that is its mask.
  package var maskClip: Located<String>? {
    if case .clip(let media) = mask?.value.source { media } else { nil }
  }

  /// Whether it, or its mask, is text.
  package var drawsText: Bool {
    if case .text = mask?.value.source { return true }
    return style != nil
  }

  /// The media names and paths under the item's kind.
  package var playedNames: [Located<String>] {
    [mediaName].compactMap(\.self) + (angles?.angles.map(\.media) ?? [])
  }

  /// The media name or path under the item's kind; nil for kinds without one.
  package var mediaName: Located<String>? {
    switch kind {
    case .clip(let media), .image(let media): media
    case .color, .gradient, .bars, .noise, .shape, .text, .credits, .counter, .gap, .sequence, .edit, .tone,
      .silence,
      .transition, .each, .angles, .unsupported:
      nil
    }
  }
}

extension Item {
  /// Whether the kind could not be read, which is reported.
  package var isUnsupported: Bool {
    if case .unsupported = kind { true } else { false }
  }
}

extension RateValue {
  /// The rate, if one is written.
  package var exact: FrameRate? {
    if case .exactly(let rate) = self { rate } else { nil }
  }
}

extension Item {
  /// The LUT files of its filters.
  package var lookFiles: [Located<String>] {
    (filters?.value ?? []).compactMap { filter in
      if case .look(let path) = filter.value.value { path } else { nil }
    }
  }
}
