/// The version of what is kept of pictures and sound. It rises when the same media give other features.
package enum DetectorVersion {
  package static let number = 1
}
