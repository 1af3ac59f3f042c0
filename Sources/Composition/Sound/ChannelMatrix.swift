/// The gain of each source channel in each channel of the mix.
package struct ChannelMatrix: Hashable, Sendable, Codable {
  /// The number of channels of the source.
  package var sourceCount: Int
  /// One row per channel of the mix, with a factor for each channel of the source in its own order.
  package var gains: [[Double]]

  package init(sourceCount: Int, gains: [[Double]]) {
    self.sourceCount = sourceCount
    self.gains = gains
  }
}
