import Composition

/// The options of a timeline drawing.
package struct TimelineStyle: Sendable {
  package var theme: TimelineTheme
  package var width: Double
  /// Whether pictures are drawn.
  package var showsPictures: Bool

  package init(theme: TimelineTheme = .light, width: Double = 1200, showsPictures: Bool = true) {
    self.theme = theme
    self.width = width
    self.showsPictures = showsPictures
  }
}

/// Lengths in pixels: generous for few items, compact for many.
struct TimelineMetrics: Hashable, Sendable {
  var margin = 24.0
  var gutter = 84.0
  var rulerHeight = 24.0
  var markerHeight = 18.0
  var laneGap = 6.0
  var rowGap = 3.0
  var timelineHeader = 22.0
  var timelineBody = 50.0
  var timelineSound = 16.0
  var overlayRow = 28.0
  var soundRow = 36.0
  var cueRow = 20.0
  var calloutRow = 15.0
  var renderStrip = 8.0
  /// The gap between the lines of a timeline that is wrapped.
  var systemGap = 22.0
  var radius = 4.0
  var padding = 7.0
  var title = SceneTextStyle(size: 19, weight: 700)
  var facts = SceneTextStyle(size: 12)
  var label = SceneTextStyle(size: 11, weight: 600)
  var ruler = SceneTextStyle(size: 10.5)
  var name = SceneTextStyle(size: 11.5, weight: 600)
  var detail = SceneTextStyle(size: 11)
  var small = SceneTextStyle(size: 10)

  static let roomy = TimelineMetrics()

  static let tight: TimelineMetrics = {
    var metrics = TimelineMetrics()
    metrics.rulerHeight = 20
    metrics.markerHeight = 15
    metrics.laneGap = 4
    metrics.rowGap = 2
    metrics.timelineHeader = 18
    metrics.timelineBody = 32
    metrics.timelineSound = 9
    metrics.overlayRow = 18
    metrics.soundRow = 17
    metrics.cueRow = 16
    metrics.calloutRow = 13
    metrics.renderStrip = 5
    metrics.systemGap = 14
    metrics.radius = 3
    metrics.padding = 5
    metrics.name = SceneTextStyle(size: 10.5, weight: 600)
    metrics.detail = SceneTextStyle(size: 10)
    metrics.small = SceneTextStyle(size: 9.5)
    metrics.ruler = SceneTextStyle(size: 10)
    return metrics
  }()
}
