package import Basics

/// How the pictures of a layer are stabilised.
package struct Stabilization: Hashable, Sendable, Codable {
  /// How long before and after a picture the camera's movement is smoothed.
  package var smoothing: RationalTime
  /// How much pictures are enlarged, so that moving them does not reveal their edges.
  package var zoom: Double

  package init(smoothing: RationalTime, zoom: Double) {
    self.smoothing = smoothing
    self.zoom = zoom
  }
}
