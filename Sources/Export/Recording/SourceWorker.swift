package import Basics
package import Composition
package import Devices
import Glibc
import LibAV
package import Processes

/// A part of an X screen.
package struct ScreenPart: Hashable, Sendable {
  /// Of the X server, such as `:0`.
  package var display: String
  package var left: Int
  package var top: Int
  /// Nil for all that is right of and below the place.
  package var size: PixelSize?

  package init(display: String, left: Int, top: Int, size: PixelSize?) {
    self.display = display
    self.left = left
    self.top = top
    self.size = size
  }
}

/// What a source process reads.
package enum RecordedDevice: Hashable, Sendable {
  case screen(ScreenPart, FrameRate)
  /// The camera at a path; nil for the first one.
  case camera(path: String?, CameraWish)
  case sound(SoundDeviceChoice)
}

/// A process that opens a device, confines itself, and then writes what the device gives into shared memory until it is
/// killed.
package func runSourceWorker(_ device: RecordedDevice, parent: Int32, sandbox: SandboxPolicy) {
  do {
    guard try dieWithParent(parent) else { return }
    ReportChannel.open()
    switch device {
    case .screen(let part, let rate):
      try EngineLibraries.loadScreens()
      let screen = try ScreenCapture(
        display: part.display, left: part.left, top: part.top, size: part.size.map { ($0.width, $0.height) })
      let size = PixelSize(width: screen.width, height: screen.height)
      let ring = try ringForPictures(PictureSlot.byteCount(size, bytesPerPixel: 4), at: rate)
      _ = try Sandbox.enter(SandboxRules(policy: sandbox))
      let form = PicturesInRing(
        size: size, rate: rate, layout: .rgba, isFullRange: true, ring: ring.descriptor)
      try ReportChannel.send(SourceReport.pictures(form).text)
      try fill(ring, from: screen, at: rate)
    case .camera(let path, let wish):
      try EngineLibraries.load(withFilters: false)
      let camera = if let path { try CameraCapture(path: path) } else { try CameraCapture.first() }
      let (mode, rowBytes) = try camera.start(choice(among: camera.modes(), wish, path: camera.path))
      let pictures = try CameraPictures(mode, rowBytes: rowBytes)
      let rate = mode.rate ?? .onePerSecond
      // No layout of a JPEG has more than three bytes for a pixel.
      let ring = try ringForPictures(PictureSlot.byteCount(mode.size, bytesPerPixel: 3), at: rate)
      _ = try Sandbox.enter(SandboxRules(policy: sandbox))
      try fill(ring, from: camera, pictures, at: rate)
    case .sound(let choice):
      if case .alsa = choice { try EngineLibraries.loadALSA() } else { try EngineLibraries.loadSoundServer() }
      let device = try openSoundDevice(choice)
      let channels = device.channelCount
      // Twenty seconds, for a recorder that the machine leaves no time; a server may fill slots in part.
      let ring = try SharedRing(slotCount: 2048, slotBytes: SoundSlot.byteCount(channels: channels))
      _ = try Sandbox.enter(SandboxRules(policy: sandbox))
      try ReportChannel.send(SourceReport.sound(channelCount: channels, ring: ring.descriptor).text)
      while true {
        try device.read { run in SoundSlot.write(run, channels: channels, to: ring) }
      }
    }
  } catch {
    // The recorder ends with this process, so there is nobody else to inform.
    try? ReportChannel.send(failure(error).text)
  }
}

/// Memory for a second of pictures, but not more than other programs can do without.
private func ringForPictures(_ byteCount: Int, at rate: FrameRate) throws(SystemError) -> SharedRing {
  let slots = Int(max(2, min(rate.nominal, Int64(256 << 20) / Int64(byteCount))))
  return try SharedRing(slotCount: slots, slotBytes: byteCount)
}

func failure(_ error: any Error) -> SourceReport {
  switch error {
  case let error as DeviceError:
    let kind: ExportError.Kind =
      switch error.kind {
      case .unavailable: .unavailable
      case .missing: .inputMissing
      case .gone: .inputOutput
      }
    return .failed(kind, error.description)
  case let error as SandboxError: return .failed(.refusedByPolicy, "\(error)")
  default:
    let general = ExportError(any: error)
    return .failed(general.kind, general.message)
  }
}

/// Captures a picture at each frame of the rate. A picture that is late is captured at once, and the next one in its
/// own time again.
private func fill(_ ring: SharedRing, from screen: ScreenCapture, at rate: FrameRate) throws(DeviceError) {
  let start = monotonicNanoseconds()
  var frame: Int64 = 0
  while true {
    let due =
      start + Int64(clamping: Int128(frame) * Int128(rate.seconds) * 1_000_000_000 / Int128(rate.frames))
    sleep(until: due)
    _ = try ring.write { slot throws(DeviceError) in
      let before = monotonicNanoseconds()
      slot.storeBytes(of: 0, as: Int64.self)
      try screen.capture(into: UnsafeMutableRawBufferPointer(rebasing: slot[PictureSlot.headBytes...]))
      return ((before + monotonicNanoseconds()) / 2, PictureSlot.headBytes + screen.width * screen.height * 4)
    }
    let passed = Int128(monotonicNanoseconds() - start) * Int128(rate.frames)
    frame = max(frame + 1, Int64(clamping: passed / (Int128(rate.seconds) * 1_000_000_000)))
  }
}

/// Reports the form of the camera's first picture, and then writes all of the same form.
private func fill(
  _ ring: SharedRing, from camera: CameraCapture, _ pictures: CameraPictures, at rate: FrameRate
) throws(DeviceError) {
  var form: PicturesInRing?
  while true {
    var captured: (frame: VideoFrame, time: Int64)?
    try camera.read { picture throws(DeviceError) in
      let frame: VideoFrame?
      do throws(LibAVError) { frame = try pictures.frame(of: picture) } catch {
        throw DeviceError(.unavailable, "\(camera.path): \(error)")
      }
      captured = frame.map { ($0, picture.time) }
    }
    guard let (frame, time) = captured else { continue }
    if form == nil {
      let first = try PicturesInRing(of: frame, at: rate, in: ring)
      form = first
      // Without a recorder, this process is about to end.
      try? ReportChannel.send(SourceReport.pictures(first).text)
    }
    guard frame.layout == form?.layout else {
      throw DeviceError(.gone, "\(camera.path) changes the form of its pictures")
    }
    PictureSlot.write(frame, at: time, dropped: pictures.dropped, to: ring)
  }
}

extension PicturesInRing {
  /// The form of a camera's pictures.
  fileprivate init(of frame: VideoFrame, at rate: FrameRate, in ring: SharedRing) throws(DeviceError) {
    guard let layout = frame.layout, Self.layouts.contains(layout) else {
      throw DeviceError(
        .unavailable, "the camera gives pictures as \(frame.formatName), which are not recorded")
    }
    self.init(
      size: frame.size, rate: rate, layout: layout, isFullRange: frame.color.isFullRange ?? false,
      ring: ring.descriptor)
  }
}

private func sleep(until time: Int64) {
  var moment = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
  while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
}
