/// A page for every kind of finding, in the order of `Rules.all`.
package enum RulePages {
  package static let all = Rules.ids.map(RulePage.init)

  /// The page of a rule by its name in scripts and messages.
  package static func page(named name: String) -> RulePage? { Rules.id(named: name).map(RulePage.init) }
}
