/// Writes coded pictures as the frames of an animation: a file of their own, without sound.
///
/// For one thread at a time.
package protocol AnimationWriter {
  /// Takes the next picture.
  func write(_ picture: [UInt8]) throws(LibAVError)
  /// Writes the end. Nothing can be written afterwards.
  func finish() throws(LibAVError)
}
