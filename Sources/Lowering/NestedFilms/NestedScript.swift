package import EditScript

/// Another script that a film plays, as far as it could be read.
package enum NestedScript: Sendable {
  /// A script with paths relative to the script that plays it.
  case script(EditScript)
  /// The first mistake, in words: "line 4: no such key".
  case failed(reason: String)
  case missing(reason: String)
  /// Outside the root that was given; it was not opened.
  case refused
}

extension EditScript {
  /// The same script with its paths prefixed by `folder`, which is empty or ends with a slash.
  package func relocated(into folder: String) -> EditScript {
    guard !folder.isEmpty else { return self }
    let declared = Set(media.map(\.name.value))
    let move = { (path: Located<String>) in
      path.value.hasPrefix("/") || path.value.isURL ? path : Located(folder + path.value, at: path.range)
    }
    func moved(_ item: Item) -> Item {
      var item = item
      let file = { (name: Located<String>) in
        !declared.contains(name.value) && name.value.looksLikePath ? move(name) : name
      }
      switch item.kind {
      case .clip(let name): item.kind = .clip(file(name))
      case .image(let name): item.kind = .image(file(name))
      case .edit(let path): item.kind = .edit(move(path))
      case .angles(var angles):
        for index in angles.angles.indices { angles.angles[index].media = file(angles.angles[index].media) }
        item.kind = .angles(angles)
      case .transition(var transition):
        transition.picture = transition.picture.map(file)
        item.kind = .transition(transition)
      case .each(var each):
        each.items = each.items.map(moved)
        each.captions = each.captions.map(moved)
        let picture = each.transition?.picture.map(file)
        each.transition?.picture = picture
        item.kind = .each(each)
      case .credits(var credits):
        if let file = item.creditsFile { credits.content = Located(.file(move(file).value), at: file.range) }
        if var roles = credits.roles, let font = roles.value.fontFile {
          var style = roles.value
          style.font = move(font)
          roles = Located(style, at: roles.range)
          credits.roles = roles
        }
        item.kind = .credits(credits)
      default: break
      }
      if let font = item.style?.fontFile { item.style?.font = move(font) }
      item.mask = item.mask.map { $0.moved(by: file) }
      item.filters = item.filters.map { filters in
        Located(filters.value.map { $0.moved(by: move) }, at: filters.range)
      }
      return item
    }
    var script = self
    let cover = { (cover: Located<CoverSource>) in
      guard case .file(let name) = cover.value, !declared.contains(name), name.looksLikePath else {
        return cover
      }
      return Located(.file(move(Located(name, at: cover.range)).value), at: cover.range)
    }
    script.metadata.cover = metadata.cover.map(cover)
    for index in script.outputs.indices {
      script.outputs[index].metadata.cover = outputs[index].metadata.cover.map(cover)
    }
    script.subtitles = subtitles.map { $0.moved(by: move, named: declared) }
    for index in script.media.indices {
      script.media[index].file = move(media[index].file)
      script.media[index].words = media[index].words.map(move)
    }
    script.timeline = timeline.map(moved)
    script.overlays = overlays.map(moved)
    script.audio = audio.map(moved)
    for index in script.sequences.indices {
      let lists = script.sequences[index].lists
      script.sequences[index].lists = SequenceLists(
        timeline: lists.timeline.map(moved), overlays: lists.overlays.map(moved),
        audio: lists.audio.map(moved))
    }
    return script
  }
}

extension Located<MaskSettings> {
  fileprivate func moved(by move: (Located<String>) -> Located<String>) -> Self {
    guard case .image(let name) = value.source else { return self }
    var mask = value
    mask.source = .image(move(name))
    return Located(mask, at: range)
  }
}

extension Located<Filter> {
  fileprivate func moved(by move: (Located<String>) -> Located<String>) -> Self {
    guard case .look(let path) = value.value else { return self }
    return Located(Filter(name: value.name, place: value.place, value: .look(move(path))), at: range)
  }
}

extension SubtitleTrack {
  fileprivate func moved(
    by move: (Located<String>) -> Located<String>, named declared: Set<String>
  ) -> SubtitleTrack {
    var track = self
    if case .file(let file) = content { track.content = .file(move(file)) }
    if let style, let font = style.value.fontFile {
      var moved = style.value
      moved.font = move(font)
      track.style = Located(moved, at: style.range)
    }
    if let medium, !declared.contains(medium.value), medium.value.looksLikePath {
      track.medium = move(medium)
    }
    return track
  }
}
