/// What a text in the YAML of editc is.
package enum DocumentKind: Hashable, Sendable {
  case script
  case settings

  /// By the name of the file: `editc.yaml` has settings, everything else is a script.
  package init(ofFileAt path: String) {
    self = path.split(separator: "/").last.map(String.init) == TeamSettings.fileName ? .settings : .script
  }

  /// What stands at the top level.
  package var expectation: Expectation {
    switch self {
    case .script: .script
    case .settings: .mapping(.keys(SettingsKeys.schema.description))
    }
  }
}
