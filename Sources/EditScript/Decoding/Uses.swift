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
