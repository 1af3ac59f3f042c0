/// A frame from which on a recording has another look.
package struct LookChange: Hashable, Sendable {
  package var frame: Int64
  /// Its number; 0 is none.
  package var look: Int
}

extension [LookChange] {
  /// Adds a change; the last one for a frame counts, and one without an effect is left out.
  mutating func change(to look: Int, at frame: Int64) {
    if let last, last.frame >= frame { removeLast() }
    if last?.look != look { append(LookChange(frame: frame, look: look)) }
  }
}
