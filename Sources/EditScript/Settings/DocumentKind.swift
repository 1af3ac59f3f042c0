/// The kind of a YAML document of editc.
package enum DocumentKind: Hashable, Sendable {
  case script
  case settings

  /// The kind by file name: `editc.yaml` contains settings, any other file is a script.
  package init(ofFileAt path: String) {
    self = path.split(separator: "/").last.map(String.init) == TeamSettings.fileName ? .settings : .script
  }

  /// The expectation for the top level.
  package var expectation: Expectation {
    switch self {
    case .script: .script
    case .settings: .mapping(.keys(SettingsKeys.schema.description))
    }
  }
}
