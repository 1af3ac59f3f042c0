package import Composition

/// What is known of the words of a film, by what they are and how they are drawn.
package struct TextTable: Hashable, Sendable {
  package var states: [TextPicture: TextState]

  package init(_ states: [TextPicture: TextState] = [:]) {
    self.states = states
  }

  subscript(text: TextPicture) -> TextState { states[text] ?? .unchecked }
}

package enum TextState: Hashable, Sendable {
  case measured(TextFacts)
  case failed(TextFailure)
  /// Nobody looked: rules that need fonts are not checked, and no film can be resolved.
  case unchecked
}

/// Words of an item, and what is known of them.
package struct ResolvedWords: Hashable, Sendable {
  package let text: TextPicture
  package let facts: TextFacts
  /// Whether they are digits that change.
  package let isCounter: Bool
}
