/// Why a device gives nothing.
package struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  package let kind: Kind
  package let description: String

  package enum Kind: String, Hashable, Sendable {
    /// It cannot be opened: there is no display, or it lacks what is needed.
    case unavailable
    /// It does not exist, or has no such part.
    case missing
    /// It ended while it was recorded.
    case gone
  }

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
