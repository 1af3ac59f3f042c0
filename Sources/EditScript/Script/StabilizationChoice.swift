/// `stabilize: true`, or `stabilize: {smooth: 2s, zoom: 1.2}`
package enum StabilizationChoice: Hashable, Sendable {
  case off
  case on(StabilizationSettings)
}

package struct StabilizationSettings: Hashable, Sendable {
  package var smooth: Located<DurationExpression>?
  package var zoom: Located<Double>?

  package init() {}
}

extension StabilizationChoice: CanonicalValue {
  package var canonicalText: String {
    switch self {
    case .off: "false"
    case .on(let settings):
      settings == StabilizationSettings() ? "true" : StabilizationKeys.fields.flowText(of: settings)
    }
  }
}
