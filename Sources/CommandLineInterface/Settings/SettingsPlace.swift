import Diagnostics
import EditScript
import Processes
import Workspace

/// The start of the search for a command's settings.
package enum SettingsPlace: Hashable, Sendable {
  /// The folder of the script that the command line names.
  case script
  /// The working folder of the command.
  case workingFolder
  /// None: only the user's configuration counts, because another program starts the command.
  case user
}

let noSettingsArgument = Argument.flag(
  "no-settings", "Ignores every `editc.yaml`, beside or above the script and your own.", group: commonOptions)

extension SettingsPlace {
  /// Applies the settings to a command. Mistakes in them end it before it does anything.
  func applying(
    _ run: @escaping @Sendable (ParsedArguments) throws -> ExitCode
  ) -> @Sendable (ParsedArguments) throws -> ExitCode {
    { values in
      guard try !values[noSettingsArgument] else { return try run(values) }
      let reporter = RenderReporter(style: try values[progressArgument])
      let start = try folder(values)
      let search: SettingsSearch
      do { search = try SettingsSearch(from: start) } catch { return reporter.fail(error) }
      if reporter.reportErrors(in: search) { return .badData }
      var values = values
      values.settings = ChosenSettings(search)
      // A worker's standard error belongs to another render.
      if self != .user { reporter.report(try values.usedSettings) }
      return try run(values)
    }
  }

  /// The start of the search; nil for only the user's configuration.
  private func folder(_ values: ParsedArguments) throws(UsageError) -> String? {
    // With --root, the script is untrusted, and so are the settings next to it.
    if try values[rootArgument] != nil { return nil }
    switch self {
    case .script:
      // A command that can do without a script has none here.
      guard let script = try? values[scriptArgument] else { return "." }
      return script == "-" ? "." : Processes.folder(of: script)
    case .workingFolder: return "."
    case .user: return nil
    }
  }
}

extension RenderReporter {
  /// Reports the findings of settings; true if there are errors.
  func reportErrors(in search: SettingsSearch) -> Bool {
    guard search.hasErrors else { return false }
    for file in search.files where file.diagnostics.hasErrors {
      show(file.diagnostics.filter { $0.severity == .error }, in: file.source)
    }
    let names = search.files.filter(\.diagnostics.hasErrors).map(\.name)
    _ = fail(
      CommandFailure(.badData, "nothing was done because of errors in \(names.joined(separator: " and "))"))
    return true
  }

  /// Reports the settings that are used, and where they are.
  func report(_ settings: [AppliedSetting]) {
    for setting in settings {
      note("settings: \(setting.text) (\(setting.place))", always: setting.choosesFolder)
    }
  }
}
