package import Basics

/// How the pictures of a layer are moved to be steady.
package struct Stabilization: Hashable, Sendable, Codable {
  /// How long before and after a picture the camera is to move evenly.
  package var smoothing: RationalTime
  /// How much pictures are enlarged, so that they can be moved without their edges being seen.
  package var zoom: Double

  package init(smoothing: RationalTime, zoom: Double) {
    self.smoothing = smoothing
    self.zoom = zoom
  }
}
