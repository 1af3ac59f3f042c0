package import Basics
package import Diagnostics
package import YAMLTree

/// Settings, as far as they could be read, and the findings of reading them.
package struct SettingsReading: Sendable {
  package let settings: TeamSettings
  /// In the order of the text.
  package let diagnostics: [Diagnostic]
}

/// The owner of a settings file.
package enum SettingsOwner: Hashable, Sendable {
  /// A file beside scripts or above them. Like the scripts, it may come from a stranger.
  case scripts
  /// The user's own configuration.
  case user
}

extension TeamSettings {
  /// The name of every settings file.
  package static let fileName = "editc.yaml"

  /// Reads settings from their tree, without stopping at the first mistake, like `EditScript.read`.
  package static func read(
    _ tree: YAMLTree, in source: SourceText, of owner: SettingsOwner
  ) -> SettingsReading {
    let reading = Reading(source: source, comments: tree.comments)
    let settings = read(tree.root, reading)
    reading.checkLaunch(of: settings, owner)
    if owner != .user {
      let commands = "it would run a command of others"
      reading.reportReserved("editor", at: settings.editor?.range, because: commands)
      reading.reportReserved("recognizers", at: settings.recognizers?.range, because: commands)
      reading.reportReserved(
        "private", at: settings.privateHosts?.range,
        because: "it would open your own network to scripts of others")
    }
    return SettingsReading(settings: settings, diagnostics: reading.diagnostics.sortedAndUnique())
  }

  private static func read(_ root: YAMLNode?, _ reading: Reading) -> TeamSettings {
    guard let root, !Subject(root, key: "", keyRange: root.range).isAbsent else {
      reading.report(
        Diagnostic(
          .missingKey, "the settings are empty", at: SourceRange(0, 0),
          hint: "settings start with `settings: 1`"))
      return TeamSettings()
    }
    guard case .mapping(let written, _) = root.value else {
      reading.report(
        Diagnostic(
          .wrongType, "settings must be a mapping with keys such as `cache`", at: root.range,
          hint: "they start with `settings: 1`"))
      return TeamSettings()
    }
    let entries = written.filter { !$0.key.hasPrefix("x-") }
    let start = SourceRange(root.range.start, written.first?.keyRange.end ?? root.range.start)
    let reader = MappingReader(
      SettingsKeys.schema, entries, of: Subject(root, key: "the settings", keyRange: start), in: reading)
    var settings = TeamSettings()
    _ = reader.settings
    reader.fill(&settings)
    reader.finish()
    return settings
  }
}

extension Reading {
  /// Rejects a key, if it is written, that only the user's own configuration may have.
  fileprivate func reportReserved(_ key: String, at place: SourceRange?, because reason: String) {
    guard let place else { return }
    report(
      Diagnostic(
        .launchBesideScripts, "`\(key)` is not allowed beside scripts: \(reason)", at: place,
        hint: "move it to your own configuration, `~/.config/editc/editc.yaml`"))
  }

  /// Rejects `launch` beside scripts, because it runs commands unasked, and reports unknown launchers.
  fileprivate func checkLaunch(of settings: TeamSettings, _ owner: SettingsOwner) {
    guard let launch = settings.launch else { return }
    guard owner == .user else {
      report(
        Diagnostic(
          .launchBesideScripts, "`launch` is not allowed beside scripts: it would run commands unasked",
          at: launch.range, hint: "remove it, and choose a launcher with `--launch @NAME`"))
      return
    }
    let names = (settings.launchers?.value ?? []).map(\.name.value)
    for name in launch.value where !names.contains(name.value) {
      suggestionsLeft -= 1
      let near = hasSuggestions ? Suggestion.best(for: name.value, among: names) : nil
      report(
        Diagnostic(
          .unknownValue, "there is no launcher `\(name.value)` in this file", at: name.range,
          hint: near.map { "did you mean `\($0)`?" } ?? "declare it under `launchers`",
          fixes: near.map {
            [Diagnostic.Fix("write `\($0)`", [TextEdit(range: name.range, replacement: $0)], isSafe: false)]
          } ?? []))
    }
  }
}
