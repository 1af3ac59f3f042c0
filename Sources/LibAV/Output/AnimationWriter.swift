/// Writes coded pictures as the frames of an animation: a separate file without sound.
///
/// For one thread at a time.
package protocol AnimationWriter {
  /// Writes the next picture.
  func write(_ picture: [UInt8]) throws(LibAVError)
  /// Writes the end. Nothing can be written afterwards.
  func finish() throws(LibAVError)
}
