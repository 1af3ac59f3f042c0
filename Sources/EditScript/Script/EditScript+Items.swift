package import Basics

extension EditScript {
  /// The items of the timeline, over it and under it, in this order; switched-off ones included.
  package var allItems: FlattenSequence<[[Item]]> { [timeline, overlays, audio].joined() }

  package func items(of list: ItemList) -> [Item] {
    switch list {
    case .timeline: timeline
    case .overlays: overlays
    case .audio: audio
    }
  }

  /// Those and the ones of sequences, with what stands in an `each`: everything that names something.
  package var writtenItems: [Item] {
    ([timeline, overlays, audio] + sequences.map(\.items) + [overridingItems]).joined().withParts
  }

  /// The items as single outputs show them.
  package var overridingItems: [Item] { outputs.flatMap(\.overrides).map(\.item) }

  /// The script with the items that are different in an output.
  package func overridden(by output: Output?) -> EditScript {
    guard let overrides = output?.overrides, !overrides.isEmpty else { return self }
    let items = Dictionary(overrides.map { ($0.item.range, $0.item) }, uniquingKeysWith: { _, last in last })
    func overridden(_ list: [Item]) -> [Item] { list.map { items[$0.range] ?? $0 } }
    var script = self
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
  /// The covers of the script and of its outputs that are files, by media names and paths.
  package var covers: [Located<String>] {
    ([metadata.cover] + outputs.map(\.metadata.cover)).compactMap { cover in
      guard let cover, case .file(let name) = cover.value else { return nil }
      return Located(name, at: cover.range)
    }
  }
}

extension Item {
  /// Every media name and path in the item: its own, its mask's and that of a `luma`.
  package var mediaNames: [Located<String>] {
    var names = [mediaName].compactMap(\.self)
    if case .image(let image) = mask?.value.source { names.append(image) }
    if case .transition(let transition) = kind, let picture = transition.picture { names.append(picture) }
    return names
  }

  /// The media name or path that the item's kind holds, if it holds one.
  package var mediaName: Located<String>? {
    switch kind {
    case .clip(let media), .image(let media): media
    case .color, .gradient, .bars, .shape, .text, .counter, .gap, .sequence, .edit, .tone, .silence,
      .transition, .each, .unsupported:
      nil
    }
  }
}

extension Item {
  /// Whether its kind could not be read, which has a finding of its own.
  package var isUnsupported: Bool {
    if case .unsupported = kind { true } else { false }
  }
}

extension RateValue {
  /// The rate, where the author said one.
  package var exact: FrameRate? {
    if case .exactly(let rate) = self { rate } else { nil }
  }
}

extension Item {
  /// The files of colours that its filters read.
  package var lookFiles: [Located<String>] {
    (filters?.value ?? []).compactMap { filter in
      if case .look(let path) = filter.value.value { path } else { nil }
    }
  }
}
