import Glibc

/// A device that gives samples, which it counts by a clock of its own.
package protocol SoundDevice: AnyObject {
  /// One or two.
  var channelCount: Int { get }
  /// Waits until there are samples, and passes them on, perhaps in several runs.
  func read(_ body: (SampleRun) -> Void) throws(DeviceError)
}

/// Samples of a device that follow each other.
package struct SampleRun {
  /// The number of the first one since the device was opened; numbers without samples were lost.
  package let first: Int64
  /// When the first one was captured, by `CLOCK_MONOTONIC` in nanoseconds.
  package let time: Int64
  /// Interleaved, at `soundDeviceRate`.
  package let samples: UnsafeBufferPointer<Float>
}

/// The samples per second of every sound device. A sound server converts other rates; the device's clock still counts.
package let soundDeviceRate = 48_000

/// How many samples devices are asked to give at a time: ten milliseconds.
package let soundDeviceBlock = 480

/// A sound device as a person chooses it.
package enum SoundDeviceChoice: Hashable, Sendable {
  /// The microphone whose name or description contains the text; nil for the usual one.
  case microphone(String?)
  /// What the usual output of the machine plays.
  case speakers
  /// The source of the sound server with exactly this name.
  case source(String)
  /// The kernel's device with this name of ALSA, without a sound server.
  case alsa(String)
}

/// Opens a sound device.
package func openSoundDevice(_ choice: SoundDeviceChoice) throws(DeviceError) -> any SoundDevice {
  if case .alsa(let name) = choice { return try ALSACapture(name) }
  return try PulseCapture(choice)
}

func monotonicTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
