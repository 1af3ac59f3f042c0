internal import CLibraries

/// The C libraries that decode, draw and encode. Each is loaded when one of its functions is first called, so
/// commands that only read scripts load none of them.
package enum EngineLibraries {
  /// Loads all of them, for a process that cannot do so later.
  package static func load(withFilters: Bool) throws(LibAVError) {
    try refused(editc_load_engine())
    if withFilters { try loadFilters() }
  }

  /// Loads FFmpeg's filters, which depend on thirty other libraries, for speech, linear algebra and so on.
  ///
  /// Call it before any of their functions, because a machine may lack them.
  package static func loadFilters() throws(LibAVError) { try refused(editc_load_filters()) }

  /// Loads the library that draws SVG, for a process that cannot do so later.
  package static func loadVectors() throws(LibAVError) { try refused(editc_load_vectors()) }

  /// Loads the libraries that record screens. Every desktop has them, but no package of editc contains them.
  package static func loadScreens() throws(LibAVError) { try refused(editc_load_screens()) }

  /// Loads the library that talks to servers. It comes with the system, which also keeps it safe.
  package static func loadNetwork() throws(LibAVError) { try refused(editc_load_network()) }

  /// Loads the library that records from the sound server, which is outside of packages, too.
  package static func loadSoundServer() throws(LibAVError) { try refused(editc_load_sound_server()) }

  /// Loads the library of the kernel's sound devices, which is outside of packages, too.
  package static func loadALSA() throws(LibAVError) { try refused(editc_load_alsa()) }

  /// The paths of all libraries that this process has loaded.
  package static var loadedFiles: [String] {
    var paths: [String] = []
    withUnsafeMutablePointer(to: &paths) { paths in
      editc_each_loaded_file(
        { path, paths in
          guard let path else { return }
          paths?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path))
        }, paths)
    }
    return paths
  }

  private static func refused(_ reason: UnsafePointer<CChar>?) throws(LibAVError) {
    guard let reason else { return }
    // The C library's message starts with the file name.
    let words = String(cString: reason).split(separator: ": ", maxSplits: 1)
    throw LibAVError(
      operation: "loading a library", subject: words.first.map(String.init) ?? "", cause: .notAvailable,
      reason: words.last.map(String.init) ?? "it is missing")
  }
}
