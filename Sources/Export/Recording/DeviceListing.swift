package import Composition
package import Devices
import LibAV
import Processes

/// What this machine can record.
package struct DeviceListing: Sendable {
  package var screens: [Screen] = []
  package var sounds: [SoundSourceFacts] = []
  /// Servers that could not be asked, one sentence each.
  package var problems: [String] = []

  /// An X screen.
  package struct Screen: Hashable, Sendable {
    package var display: String
    package var size: PixelSize
    /// Whether it is the one that `screen` records.
    package var isUsual: Bool
  }

  /// Asks the X servers of this machine and its sound server. `display` is the X display of the environment; nil without
  /// one.
  package init(display: String?) {
    listScreens(display)
    do {
      try EngineLibraries.loadSoundServer()
      sounds = try soundSources()
    } catch { problems.append("\(error)") }
  }

  private mutating func listScreens(_ usual: String?) {
    let sockets = (try? listFolder("/tmp/.X11-unix")) ?? []
    let local = sockets.compactMap { $0.hasPrefix("X") ? Int($0.dropFirst()) : nil }.sorted().map { ":\($0)" }
    let displays = (usual.map { [$0] } ?? []) + local.filter { $0 != usual && "\($0).0" != usual }
    guard !displays.isEmpty else { return }
    do { try EngineLibraries.loadScreens() } catch { return problems.append("\(error)") }
    for display in displays {
      do throws(DeviceError) {
        let screen = try ScreenCapture(display: display)
        screens.append(
          Screen(
            display: display, size: PixelSize(width: screen.width, height: screen.height),
            isUsual: display == usual))
      } catch {
        // A server that has ended, or that lets others in, leaves its socket behind.
        if display == usual { problems.append("\(error)") }
      }
    }
  }
}
