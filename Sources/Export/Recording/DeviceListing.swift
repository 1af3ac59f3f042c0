package import Composition
package import Devices
import LibAV
import Processes

/// What this machine can record.
package struct DeviceListing: Sendable {
  package var screens: [Screen] = []
  package var cameras: [Camera] = []
  package var sounds: [SoundSourceFacts] = []
  /// Servers that could not be asked, one sentence each.
  package var problems: [String] = []

  /// An X screen.
  package struct Screen: Hashable, Sendable {
    package var display: String
    package var size: PixelSize
    /// Whether `screen` means this device.
    package var isUsual: Bool
  }

  /// A camera.
  package struct Camera: Hashable, Sendable {
    package var path: String
    /// For people.
    package var name: String
    /// What would be recorded.
    package var mode: CameraMode
    /// Whether `camera` means this device.
    package var isUsual: Bool
  }

  /// Asks the X servers of this machine, its cameras and its sound server. `display` is the X display of the
  /// environment; nil without one.
  package init(display: String?) {
    listScreens(display)
    listCameras()
    do {
      try EngineLibraries.loadSoundServer()
      sounds = try soundSources()
    } catch { problems.append("\(error)") }
  }

  private mutating func listCameras() {
    for path in CameraCapture.paths {
      do {
        let camera = try CameraCapture(path: path)
        cameras.append(
          Camera(
            path: path, name: camera.name,
            mode: try choice(among: camera.modes(), CameraWish(), path: path), isUsual: cameras.isEmpty))
      } catch let error as DeviceError where error.kind == .missing {
        continue
      } catch { problems.append("\(error)") }
    }
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
