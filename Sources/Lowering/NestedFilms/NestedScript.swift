package import Basics
package import EditScript

/// Another script that a film plays, as far as it could be read.
package enum NestedScript: Sendable {
  /// A script with paths relative to the script that plays it.
  indirect case script(EditScript, CalledText)
  /// The first mistake, in words: "line 4: no such key". `place` is where it is; nil if the text cannot be read as a
  /// script.
  case failed(reason: String, CalledText? = nil, at: SourceRange? = nil)
  case missing(reason: String)
  /// It is reached through `use` and names a file outside its folder, which was not opened.
  case leavesFolder(file: Located<String>, CalledText)
  /// It is reached through `use`, but leads out of the folder there: it was not opened.
  case leadsOut
  /// Outside the root that was given; it was not opened.
  case refused
}

extension NestedScript {
  /// Nil if it could not be read at all.
  var text: CalledText? {
    switch self {
    case .script(_, let text): text
    case .failed(_, let text, _): text
    case .leavesFolder(_, let text): text
    case .missing, .leadsOut, .refused: nil
    }
  }
}

extension MediaTable {
  /// What items can pass to a script that is played: its variables, those that it requires first; empty for a script
  /// that was not read.
  package func parameters(ofScriptAt path: String) -> [VariableDeclaration] {
    let texts = scripts.lazy.filter { $0.key.path == path }.compactMap(\.value.text)
    let variables = (texts.first?.variables ?? []).filter { !$0.isPrivate }
    return variables.filter(\.isRequired) + variables.filter { !$0.isRequired }
  }
}

/// The text of a played script, for findings about what happens in it.
package struct CalledText: Sendable {
  package let source: SourceText
  package let variables: [VariableDeclaration]
  /// The variables in each scalar, by its place.
  package let uses: [SourceRange: VariableUse]

  package init(
    _ source: SourceText, variables: [VariableDeclaration] = [], uses: [SourceRange: VariableUse] = [:]
  ) {
    self.source = source
    self.variables = variables
    self.uses = uses
  }
}

/// The places of a played script where a file is named by a value that the playing script passed: such a path is
/// relative to the playing script, and such a name one of its media.
private struct PassedFiles {
  /// The folder of the playing script, by the place.
  private(set) var folders: [SourceRange: String] = [:]
  /// The folder that must contain the file, by the place; without an entry, it may be anywhere.
  private(set) var roots: [SourceRange: String] = [:]
  /// The names of the playing script's media in the played one.
  private var names: [String: String] = [:]
  private(set) var media: [MediaDeclaration] = []

  init(_ call: ScriptCall, in script: EditScript, _ text: CalledText) {
    var ofVariables: [String: String] = [:]
    var rootsOfVariables: [String: String] = [:]
    for variable in text.variables where variable.type.value.namesFile {
      let name = variable.names.first { call.values[$0] != nil }
      if let folder = name.flatMap({ call.folders[$0] }) { ofVariables[variable.name.value] = folder }
      if let root = name.flatMap({ call.roots[$0] }) { rootsOfVariables[variable.name.value] = root }
    }
    guard !ofVariables.isEmpty else { return }
    // Where the value is only a part of a path, the path belongs to the played script.
    folders = text.uses.compactMapValues { use in use.whole.flatMap { ofVariables[$0] } }
    roots = text.uses.compactMapValues { use in use.whole.flatMap { rootsOfVariables[$0] } }
    var taken = Set(script.media.map(\.name.value))
    for (name, declaration) in call.media.sorted(by: { $0.key < $1.key }) {
      // In quotes, it is hardly a name of the played script.
      var own = "'\(name)'"
      while !taken.insert(own).inserted { own += "'" }
      names[name] = own
      var declaration = declaration
      declaration.name = Located(own, at: declaration.name.range)
      media.append(declaration)
    }
  }

  /// The name in the played script of what a text at one of the places names in the playing script.
  func renamed(_ text: String) -> String { names[text] ?? text }

  func isDeclared(_ text: String) -> Bool { names[text] != nil }
}

extension EditScript {
  /// The same script with its paths prefixed by `folder`, which is empty or ends with a slash, as `call` plays it, and
  /// the files that must be in a certain folder, with their places in it.
  package func relocated(
    into folder: String, calledBy call: ScriptCall, _ text: CalledText
  ) -> (script: EditScript, confined: [ConfinedFile]) {
    let passed = PassedFiles(call, in: self, text)
    guard !folder.isEmpty || !passed.folders.isEmpty || call.root != nil else { return (self, []) }
    let declared = Set(media.map(\.name.value))
    var confined: [ConfinedFile] = []
    func move(_ path: Located<String>) -> Located<String> {
      let isPassed = passed.folders[path.range] != nil
      let folder = passed.folders[path.range] ?? folder
      let moved =
        path.value.hasPrefix("/") || path.value.isURL ? path : Located(folder + path.value, at: path.range)
      if let root = isPassed ? passed.roots[path.range] : call.root {
        confined.append(ConfinedFile(file: moved, root: root))
      }
      return moved
    }
    let file = { (name: Located<String>) in
      if passed.folders[name.range] != nil, passed.isDeclared(name.value) {
        return Located(passed.renamed(name.value), at: name.range)
      }
      let isDeclared = passed.folders[name.range] == nil && declared.contains(name.value)
      return !isDeclared && name.value.looksLikePath ? move(name) : name
    }
    let pass = { (value: PassedValue) in
      var value = value
      guard let outer = passed.folders[value.value.range] else {
        if case .list(let texts) = value.value.value,
          texts.contains(where: { passed.folders[$0.range] != nil })
        {
          // Files of both scripts: each gets its folder.
          value.value = Located(.list(texts.map(file)), at: value.value.range)
          return value
        }
        value.folder = folder + value.folder
        value.root = call.root
        return value
      }
      value.folder = outer
      value.root = passed.roots[value.value.range]
      value.value = Located(value.value.value.mapped(passed.renamed), at: value.value.range)
      return value
    }
    func moved(_ item: Item) -> Item {
      var item = item
      switch item.kind {
      case .clip(let name): item.kind = .clip(file(name))
      case .image(let name): item.kind = .image(file(name))
      case .edit(let path):
        item.kind = .edit(move(path))
        if var part = item.used {
          // A script that is reached through `use` reads only that folder, and so do the scripts that it uses.
          part.root = call.root ?? (part.root.hasPrefix("/") ? part.root : folder + part.root)
          item.used = part
        } else {
          item.used = call.root.map { UsedPart(root: $0) }
        }
        if var values = item.passed?.value, let range = item.passed?.range {
          values.list = values.list.map(pass)
          item.passed = Located(values, at: range)
        }
      case .angles(var angles):
        for index in angles.angles.indices { angles.angles[index].media = file(angles.angles[index].media) }
        item.kind = .angles(angles)
      case .transition(var transition):
        transition.picture = transition.picture.map(file)
        item.kind = .transition(transition)
      case .each(var each):
        each.items = each.items.map(moved)
        each.captions = each.captions.map(moved)
        for index in each.overrides.indices {
          each.overrides[index].items = each.overrides[index].items.mapValues(moved)
        }
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
      item.mask = item.mask.map { $0.moved(by: file, fonts: move) }
      item.filters = item.filters.map { filters in
        Located(filters.value.map { $0.moved(by: move) }, at: filters.range)
      }
      return item
    }
    var script = self
    let cover = { (cover: Located<CoverSource>) in
      guard case .file(let name) = cover.value else { return cover }
      return Located(.file(file(Located(name, at: cover.range)).value), at: cover.range)
    }
    script.metadata.cover = metadata.cover.map(cover)
    let track = { (track: SubtitleTrack) in track.moved(by: move, named: declared) }
    for index in script.outputs.indices {
      script.outputs[index].metadata.cover = outputs[index].metadata.cover.map(cover)
      script.outputs[index].overrides = outputs[index].overrides.map { $0.mapped(moved) }
      script.outputs[index].subtitleOverrides = outputs[index].subtitleOverrides.map { $0.mapped(track) }
    }
    script.shapeOverrides = shapeOverrides.mapped(moved, track)
    script.subtitles = subtitles.map(track)
    for index in script.uses.indices { script.uses[index].path = move(uses[index].path) }
    for index in script.media.indices {
      script.media[index].file = move(media[index].file)
      script.media[index].words = media[index].words.map(move)
    }
    script.media += passed.media
    script.timeline = timeline.map(moved)
    script.overlays = overlays.map(moved)
    script.audio = audio.map(moved)
    for index in script.sequences.indices {
      let lists = script.sequences[index].lists
      script.sequences[index].lists = SequenceLists(
        timeline: lists.timeline.map(moved), overlays: lists.overlays.map(moved),
        audio: lists.audio.map(moved))
    }
    return (script, confined)
  }
}

/// A file that must be in a folder, which is empty or ends with a slash. Both are from the outermost script.
package struct ConfinedFile: Sendable {
  package let file: Located<String>
  package let root: String

  package init(file: Located<String>, root: String) {
    self.file = file
    self.root = root
  }
}

extension Located<MaskSettings> {
  fileprivate func moved(
    by move: (Located<String>) -> Located<String>, fonts moveFont: (Located<String>) -> Located<String>
  ) -> Self {
    var mask = value
    switch mask.source {
    case .image(let name): mask.source = .image(move(name))
    case .clip(let name): mask.source = .clip(move(name))
    case .text(var text):
      guard let font = text.fontFile else { return self }
      text.font = moveFont(font)
      mask.source = .text(text)
    case .shape, .sequence: return self
    }
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
