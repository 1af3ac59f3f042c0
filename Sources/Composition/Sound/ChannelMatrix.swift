/// How loud each channel of a source is in each channel of the mix.
package struct ChannelMatrix: Hashable, Sendable, Codable {
  /// How many channels the source has.
  package var sourceCount: Int
  /// A row for each channel of the mix, with a factor for each channel of the source in its own order.
  package var gains: [[Double]]

  package init(sourceCount: Int, gains: [[Double]]) {
    self.sourceCount = sourceCount
    self.gains = gains
  }
}
