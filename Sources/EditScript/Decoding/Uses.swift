import Basics
package import Diagnostics
import YAMLTree

// Reads `use`: names for other scripts, and what the script takes from them.

extension Shape<UseDeclaration> {
  /// The path of a script or of a folder of scripts, or a package.
  static var used: Shape { path.or(.mapping(PackageKeys.self)) }

  private static var path: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "the path of a script or a folder", examples: ["brand/brand.edit", "titles"],
      production: text.production, naming: .naming(.script))
    return .scalar(form) { written, subject, reading in
      guard reading.nonEmpty(written, "a path", in: subject), let path = reading.value(of: written, as: text)
      else { return nil }
      if path.contains("${") {
        reading.report(
          Diagnostic(
            .variableSyntax, "variables under `use` are not replaced", at: written.range,
            hint: "write the path"))
        return nil
      }
      let name = reading.text(
        ofKey: YAMLEntry(key: subject.key, keyRange: subject.keyRange, value: subject.node))
      guard reading.value(of: name, as: .name) != nil else { return nil }
      if path.isURL {
        reading.report(
          Diagnostic(
            .wrongType, "'\(path)' is a URL; a package needs more than that", at: written.range,
            hint: "write `{git: URL, revision: TAG}`, or `{url: URL, sha256: DIGEST}` for an archive"))
        return nil
      }
      return UseDeclaration(name: subject.declaredName, path: Located(path, at: subject.node.range))
    }
  }
}

/// The names under `use`, in one reading.
struct UseTable {
  let declarations: [UseDeclaration]
  private let scripts: UsedScripts
  /// The names whose declarations have mistakes, which are reported there.
  private let failed: Set<String>
  private(set) var used: Set<String> = []

  init(
    _ declarations: [UseDeclaration] = [], _ scripts: UsedScripts = UsedScripts(), failed: Set<String> = []
  ) {
    self.declarations = declarations
    self.failed = failed
    self.scripts = scripts
  }

  /// Whether a text such as `titles/card` begins with the name of a declaration that has mistakes, or of a package that
  /// cannot be used.
  func isUnread(_ text: some StringProtocol) -> Bool {
    guard !failed.isEmpty || !declarations.isEmpty else { return false }
    let name = String(text.prefix { $0 != "/" })
    if failed.contains(name) { return true }
    return declarations[name].map { $0.origin != nil && isBroken($0) } ?? false
  }

  /// The names of declarations that have mistakes, and of what cannot be used.
  var unread: Set<String> { failed.union(declarations.filter(isBroken).map(\.name.value)) }

  /// What a script offers; nil for a folder, and for a script that was not read.
  func names(of use: UseDeclaration) -> OfferedNames? {
    guard case .offers(let names)? = scripts.byPath[use.path.value], use.isScript else { return nil }
    return names
  }

  /// Whether a script cannot be used, which is reported.
  func isBroken(_ use: UseDeclaration) -> Bool {
    scripts.byPath[use.path.value] != nil && names(of: use) == nil
  }

  mutating func markUsed(_ use: UseDeclaration) { used.insert(use.name.value) }
}

extension YAMLNode {
  /// The names that are declared here, also in a list instead of a mapping: `[brand/brand.edit, {titles: titles}]`.
  fileprivate var writtenNames: Set<String> {
    switch value {
    case .mapping(let entries, _): Set(entries.map(\.key))
    case .sequence(let elements, _):
      elements.reduce(into: []) { names, element in
        if case .scalar(let scalar) = element.value { names.insert(nameOfFile(scalar.text)) }
        if case .mapping(let entries, _) = element.value { names.formUnion(entries.map(\.key)) }
      }
    case .scalar(let scalar): [nameOfFile(scalar.text)]
    }
  }
}

/// The last name of a path, without its ending.
func nameOfFile(_ path: String) -> String {
  let last = path.split(separator: "/").last ?? ""
  return String(last.lastIndex(of: ".").map { last[..<$0] } ?? last)
}

// MARK: - Declaring

extension Reading {
  /// Makes the names known, and reports scripts that cannot be used.
  func declareUses(_ declarations: [UseDeclaration], _ scripts: UsedScripts) {
    var failed: Set<String> = []
    if case .mapping(let keys, _)? = root?.value, let use = keys.first(where: { $0.key == "use" }) {
      failed = use.value.writtenNames.subtracting(declarations.map(\.name.value))
    }
    uses = UseTable(declarations, scripts, failed: failed)
    for use in declarations {
      if let problem = scripts.byPath[use.path.value]?.problem(with: use) { report(problem) }
      if let unlocked = scripts.unlocked[use.path.value] {
        report(
          Diagnostic(
            .lockOutdated, "the package '\(use.name.value)' is not in \(unlocked.lock)", at: use.path.range,
            hint: "run `\(unlocked.command)`"))
      }
    }
  }

  /// Adds the variables of used scripts: `${brand/accent}`.
  func declareUsedVariables() {
    for use in uses.declarations {
      for variable in uses.names(of: use)?.variables ?? [] {
        var variable = variable
        let name = use.name.value + "/" + variable.name.value
        variable.name = Located(name, at: use.name.range)
        if variable.type.value.namesFile, let offered = uses.names(of: use) {
          variable.standard = variable.standard.map { standard in
            Located(standard.value.mapped { offered.used($0, by: use) }, at: standard.range)
          }
        }
        variables?.addUsed(variable)
      }
    }
  }

  /// Reports each name under `use` of which nothing is used.
  func reportUnusedUses() {
    guard !isLibrary else { return }
    for use in uses.declarations
    where !uses.used.contains(use.name.value) && !uses.isBroken(use) {
      report(
        Diagnostic(
          .unusedUse, "'\(use.name.value)' is never used", at: use.name.range,
          hint: use.isScript
            ? "name something of it, such as `style: \(use.name.value)/…`, or remove it"
            : "play one of its scripts with `edit: \(use.name.value)/…`, or remove it",
          fixes: removal(of: use)))
    }
  }

  /// Removes a declaration, or the whole key if it is the only one.
  private func removal(of use: UseDeclaration) -> [Diagnostic.Fix] {
    guard case .mapping(let keys, let isFlow)? = root?.value,
      let key = keys.first(where: { $0.key == "use" }),
      case .mapping(let uses, let usesAreFlow) = key.value.value,
      let entry = uses.first(where: { $0.keyRange == use.name.range })
    else { return [] }
    let edits =
      uses.count == 1
      ? MappingLayout(keys, isFlow: isFlow, of: source).removing([key])
      : MappingLayout(uses, isFlow: usesAreFlow, of: source).removing([entry])
    return edits.map { [Diagnostic.Fix("remove '\(use.name.value)'", $0, isSafe: false)] } ?? []
  }
}

extension UsedScript {
  fileprivate func problem(with use: UseDeclaration) -> Diagnostic? {
    let path = use.path
    return switch self {
    case .offers: nil
    case .package(let problem): problem.finding(of: use)
    case .failed(let reason):
      Diagnostic(
        .unreadableFile, "'\(path.value)' has errors: \(reason)", at: path.range,
        hint: "`editc lint \(shellWord(path.value))` shows all of them")
    case .missing(let reason):
      Diagnostic(
        .missingFile, "'\(path.value)' cannot be read: \(reason)", at: path.range,
        hint: "paths are relative to the script")
    case .refused:
      Diagnostic(
        .outsideRoot, "'\(path.value)' is outside the root and was not read", at: path.range,
        hint: "symbolic links are resolved; move the file into the folder given with `--root`")
    case .leavesFolder(let file, let place):
      .leavesItsFolder(path, naming: file, place: "\(path.value):\(place.line):\(place.column)")
    case .leadsOut: .leadsOutOfFolder(path)
    case .tooDeep:
      Diagnostic(
        .overLimit,
        "'\(path.value)' begins a chain of scripts under `use` that is longer than \(LanguageLimits.nestedFilms)",
        at: path.range, hint: "use the scripts at its end directly")
    case .cycle(let names):
      Diagnostic(
        .referenceCycle,
        "the script '\(names.last ?? path.value)' uses itself: \(names.joined(separator: " -> "))",
        at: path.range, hint: "remove one step of the cycle")
    }
  }
}

extension PackageProblem {
  fileprivate func finding(of use: UseDeclaration) -> Diagnostic {
    let (name, place) = (use.name.value, use.path.range)
    return switch self {
    case .missing(let command):
      Diagnostic(
        .missingPackage, "the package '\(name)' is not on this machine", at: place,
        hint: "`\(command)` downloads it")
    case .missingInOld(let reason):
      Diagnostic(
        .missingPackage,
        "the package '\(name)' of this version is not on this machine" + (reason.map { ": \($0)" } ?? ""),
        at: place,
        hint:
          "check the version out into another folder, run `editc fetch` there, and compare the two files")
    case .changed(let reason):
      Diagnostic(
        .changedPackage, "the package '\(name)' was changed after it was fetched: \(reason)", at: place,
        hint:
          "remove '\(use.path.value)' and fetch it again, or copy the scripts into the project to change them"
      )
    case .differsFromLock(let reason, let command):
      Diagnostic(
        .packageDiffersFromLock, "the package '\(name)' differs from the lock: \(reason)", at: place,
        hint: "restore the locked one, or run `\(command)` if this one is right")
    case .insideUse:
      Diagnostic(
        .outsideRoot,
        "the package '\(name)' is outside the folder of this script: a script that is reached through `use` cannot use packages",
        at: place, hint: "copy the scripts of '\(name)' into its folder, and write that folder under `use`")
    case .otherOfThisName:
      Diagnostic(
        .notSupportedYet, "another script has another package with the name '\(name)'", at: place,
        hint: "give one of them another name under `use`, so that the lock can tell them apart")
    case .sharesFolder(let other):
      Diagnostic(
        .notSupportedYet, "the packages '\(name)' and '\(other)' share the folder '\(use.path.value)'",
        at: place, hint: "give each package its own folder under `vendored`")
    }
  }
}

extension Diagnostic {
  /// A script that is reached through `use` is a link out of the folder there.
  package static func leadsOutOfFolder(_ path: Located<String>) -> Diagnostic {
    Diagnostic(
      .outsideRoot, "'\(path.value)' leads out of its folder and was not read", at: path.range,
      hint: "what is reached through `use` must be in its folder: copy the script there, instead of a link")
  }

  /// A script that is reached through `use` names a file outside its folder.
  package static func leavesItsFolder(
    _ path: Located<String>, naming file: String, place: String
  ) -> Diagnostic {
    Diagnostic(
      .outsideRoot, "'\(path.value)' names '\(file)', which is outside its folder", at: path.range,
      notes: [.init("at \(place)", at: nil)],
      hint: "a script that is reached through `use` reads only files of its folder: move the file there")
  }
}

// MARK: - Variables

extension VariableTable {
  /// Adds a variable of another script.
  fileprivate mutating func addUsed(_ variable: VariableDeclaration) {
    guard let standard = variable.standard?.value else { return }
    let value: Value =
      switch standard {
      case .text(let text): .text(text)
      case .list(let texts): .list(texts.map(\.value))
      }
    addOfOther(variable, value)
  }
}

extension Reading {
  /// Marks a variable as used, and the script of one such as `brand/accent`. Returns whether it is one of a script that
  /// could not be read, which is reported there.
  @discardableResult
  func markVariable(_ name: String) -> Bool {
    variables?.markUsed(name)
    guard let (use, _) = uses.declarations.part(of: name) else {
      return name.contains("/") && uses.isUnread(name)
    }
    uses.markUsed(use)
    if uses.isUnread(name) { return true }
    return use.isScript && uses.names(of: use) == nil
  }
}

extension Reading {
  /// Why a name such as `brand/city` is no variable of the script under `use` that it names, if there is more to say
  /// than that.
  func problem(withUsedVariable name: String, at range: SourceRange) -> Diagnostic? {
    guard let (use, rest) = uses.declarations.part(of: name) else { return nil }
    guard use.isScript else {
      return Diagnostic(
        .unknownName, "\(use.shown) has scripts, and no variables", at: range,
        hint: "give the script with the variable a name under `use`")
    }
    guard let offered = uses.names(of: use) else { return nil }
    if offered.valuelessVariables.contains(rest) {
      return rest.hasPrefix("_")
        ? Diagnostic(
          .privateName, "'\(rest)' is private to \(use.path.value)", at: range,
          hint: "names that begin with `_` are for the script itself")
        : Diagnostic(
          .unsetVariable, "the variable `\(rest)` of '\(use.path.value)' has no value here", at: range,
          hint: "add a `default` to it there; an `example` is for looking at that script by itself")
    }
    let known = offered.variables.map { use.name.value + "/" + $0.name.value }
    guard !hasSuggestions || Suggestion.best(for: name, among: known) == nil else { return nil }
    return Diagnostic(
      .unknownVariable, "'\(use.path.value)' declares no variable named '\(rest)'", at: range,
      hint: "declare it there under `vars`")
  }
}

// MARK: - Styles

extension Reading {
  /// What the name of a style stands for.
  enum UsedStyle {
    /// A style of this script, if it has one of this name.
    case own
    /// One of a script that could not be read, which is reported.
    case unread
    case unknown
    /// The keys, at the place that names the style.
    case keys([YAMLEntry])
  }

  func usedStyle(_ name: Located<String>) -> UsedStyle {
    if name.value.contains("/"), uses.isUnread(name.value) {
      if let use = uses.declarations.part(of: name.value)?.use { uses.markUsed(use) }
      return .unread
    }
    guard let (use, rest) = uses.declarations.part(of: name.value), use.isScript else { return .own }
    uses.markUsed(use)
    guard let offered = uses.names(of: use) else { return .unread }
    guard let style = offered.styles[rest] else { return .unknown }
    if style.masksBySequence {
      report(
        Diagnostic(
          .notSupportedYet,
          "the style '\(name.value)' has a mask of a sequence, which only its own script can play",
          at: name.range, hint: "write the mask in the item, with a sequence of this script"))
      return .unread
    }
    if let unset = style.unset {
      report(
        Diagnostic(
          .unsetVariable, "the style '\(name.value)' depends on `\(unset)`, which has no value",
          at: name.range,
          hint: "add a `default` to `\(unset)` in \(use.path.value)"))
      return .unread
    }
    importedRanges.insert(name.range)
    return .keys(
      style.entries.map { entry in
        entry.mappingFiles { text, _ in offered.used(text, by: use) }.moved(to: name.range)
      })
  }

  /// The names of the styles of used scripts, as this script writes them.
  var usedStyleNames: [String] {
    uses.declarations.flatMap { use in
      (uses.names(of: use)?.styles.keys.sorted() ?? []).map { use.name.value + "/" + $0 }
    }.sorted()
  }

  /// The styles of this script with the values of its variables, for scripts that use it.
  func offeredStyles() -> [String: OfferedStyle] {
    styles.mapValues { entries in
      var unset: String?
      func filled(_ node: YAMLNode) -> YAMLNode {
        switch node.value {
        case .scalar(let scalar):
          let text = ScalarText(text: scalar.text, range: node.range, start: nil)
          guard let replaced = quietly({ replacingVariables(in: text) }) else {
            unset = unset ?? variableNames(in: scalar.text).first
            return node
          }
          return YAMLNode(
            .scalar(YAMLScalar(escaped(replaced.text), style: scalar.style)), range: node.range)
        case .sequence(let elements, let isFlow):
          return YAMLNode(.sequence(elements.map(filled), isFlow: isFlow), range: node.range)
        case .mapping(let entries, let isFlow):
          return YAMLNode(.mapping(entries.map(filled), isFlow: isFlow), range: node.range)
        }
      }
      func filled(_ entry: YAMLEntry) -> YAMLEntry {
        YAMLEntry(key: entry.key, keyRange: entry.keyRange, value: filled(entry.value))
      }
      let keys = entries.map(filled)
      return OfferedStyle(entries: keys, unset: unset)
    }
  }
}

// MARK: - Scripts and sequences

extension Reading {
  /// The script that `edit` names, and how it is reached; nil after a diagnostic.
  func playedScript(_ name: Located<String>) -> (path: Located<String>, part: UsedPart?)? {
    if let use = uses.declarations[name.value] {
      uses.markUsed(use)
      guard !uses.isBroken(use) else { return nil }
      guard use.isScript else {
        report(
          Diagnostic(
            .unknownName, "'\(name.value)' is a folder of scripts", at: name.range,
            hint: "write `edit: \(name.value)/NAME` for one of them"))
        return nil
      }
      return (Located(use.path.value, at: name.range), UsedPart(root: use.root))
    }
    guard let (use, rest) = uses.declarations.part(of: name.value) else {
      return uses.isUnread(name.value) ? nil : (name, nil)
    }
    // A file in a folder of the same name as a script.
    if use.isScript, rest.hasSuffix(UseDeclaration.ending) { return (name, nil) }
    uses.markUsed(use)
    guard !uses.isBroken(use) else { return nil }
    guard !use.isScript else {
      reportUnknownPart(
        name, of: use, "script", among: [],
        hint: "'\(use.name.value)' is itself a script: write `edit: \(use.name.value)`")
      return nil
    }
    if rest.hasPrefix("_") || rest.contains("/") {
      report(
        Diagnostic(
          .privateName, "'\(rest)' is private: only scripts in \(use.shown) can play it",
          at: name.range,
          hint: "so are all scripts in folders inside it, and those whose names begin with `_`"))
      return nil
    }
    return (Located(use.path(ofScript: rest), at: name.range), UsedPart(root: use.root))
  }

  /// The script with the sequence that `sequence` names, if that is one of another script; nil for own ones.
  func playedSequence(_ name: Located<String>) -> (path: Located<String>, part: UsedPart?)?? {
    if name.value.contains("/"), uses.isUnread(name.value) {
      if let use = uses.declarations.part(of: name.value)?.use { uses.markUsed(use) }
      return .some(nil)
    }
    guard let (use, rest) = uses.declarations.part(of: name.value), use.isScript else { return .none }
    uses.markUsed(use)
    guard let offered = uses.names(of: use) else { return .some(nil) }
    guard offered.sequences.contains(rest) else {
      reportUnknownPart(
        name, of: use, "sequence", among: offered.sequences, hint: "declare it there under `sequences`")
      return .some(nil)
    }
    return (Located(use.path.value, at: name.range), UsedPart(root: use.root, sequence: rest))
  }

  private func reportUnknownPart(
    _ name: Located<String>, of use: UseDeclaration, _ noun: String, among names: [String], hint: String
  ) {
    let rest = String(name.value.dropFirst(use.name.value.count + 1))
    let isCompared = hasSuggestions && !names.isEmpty
    if isCompared { suggestionsLeft -= 1 }
    let meant = (isCompared ? Suggestion.best(for: rest, among: names) : nil).map {
      use.name.value + "/" + $0
    }
    report(
      Diagnostic(
        .unknownName, "'\(use.path.value)' declares no \(noun) named '\(rest)'", at: name.range,
        hint: meant.map { "did you mean `\($0)`?" } ?? hint,
        fixes: meant.map {
          [Diagnostic.Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)]
        } ?? []))
  }
}

// MARK: - Media

extension Reading {
  /// Adds the media of used scripts that the script names, such as `brand/logo`.
  func importMedia(into script: inout EditScript) {
    guard !uses.declarations.isEmpty else { return }
    var known = Set(script.media.map(\.name.value))
    let items = script.writtenItems
    let named = items.flatMap(\.mediaNames) + script.covers + script.subtitles.compactMap(\.medium)
    for name in named where !known.contains(name.value) {
      guard let (use, rest) = uses.declarations.part(of: name.value), use.isScript else { continue }
      uses.markUsed(use)
      guard let offered = uses.names(of: use) else { continue }
      guard let declaration = offered.media.first(where: { $0.name.value == rest }) else {
        // A file in a folder of this name.
        if rest.looksLikePath { continue }
        reportUnknownPart(
          name, of: use, "media", among: offered.media.map(\.name.value),
          hint: "declare it there under `media`")
        continue
      }
      known.insert(name.value)
      script.media.append(declaration.used(as: name.value, by: use))
    }
    for file in items.flatMap({ $0.lookFiles + [$0.style?.font].compactMap(\.self) }) {
      guard let (use, rest) = uses.declarations.part(of: file.value), use.isScript,
        let offered = uses.names(of: use), offered.media.contains(where: { $0.name.value == rest })
      else { continue }
      uses.markUsed(use)
      report(
        Diagnostic(
          .wrongType, "'\(file.value)' names media of '\(use.path.value)'; expected a file", at: file.range,
          hint: "write its path, or a style of that script that has it: `style: \(use.name.value)/…`"))
    }
    for text in items.flatMap(\.textsPassedToScript) where !known.contains(text) {
      guard let (use, rest) = uses.declarations.part(of: text),
        let declaration = uses.names(of: use)?.media.first(where: { $0.name.value == rest })
      else { continue }
      uses.markUsed(use)
      known.insert(text)
      script.media.append(declaration.used(as: text, by: use))
    }
  }
}

extension MediaDeclaration {
  /// The declaration under its name in another script.
  fileprivate func used(as name: String, by use: UseDeclaration) -> MediaDeclaration {
    func moved(_ path: Located<String>) -> Located<String> {
      let isWhole = path.value.hasPrefix("/") || path.value.isURL
      return Located(isWhole ? path.value : use.root + path.value, at: use.path.range)
    }
    var declaration = self
    declaration.name = Located(name, at: use.name.range)
    declaration.file = moved(file)
    declaration.words = words.map(moved)
    return declaration
  }
}
