internal import CV4L2
import Glibc

/// A camera of the kernel.
package final class CameraCapture {
  /// Such as `/dev/video0`.
  package let path: String
  /// For people.
  package let name: String
  private let camera: Int32
  private var memory: [UnsafeMutableRawBufferPointer] = []

  /// How many pictures may wait in the kernel.
  private static let waitingPictures: UInt32 = 8
  /// The kernel's numbers of devices end here.
  private static let mostDevices = 64

  package init(path: String) throws(DeviceError) {
    self.path = path
    let number = editc_camera_open(path)
    guard number >= 0 else { throw refusal(path, -number) }
    camera = number
    var letters = [CChar](repeating: 0, count: 33)
    var givesPictures: Int32 = 0
    let result = editc_camera_describe(number, &letters, &givesPictures)
    name = String(decoding: letters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // From here on everything is initialised: a throw runs deinit, which closes.
    guard result >= 0, givesPictures != 0 else { throw DeviceError(.missing, "\(path) is no camera") }
  }

  deinit {
    for part in memory { munmap(part.baseAddress, part.count) }
    close(camera)
  }

  /// The paths that cameras can have, in their order.
  package static var paths: [String] { (0..<mostDevices).map { "/dev/video\($0)" } }

  /// The first camera of the machine.
  package static func first() throws(DeviceError) -> CameraCapture {
    var problem = DeviceError(.missing, "there is no camera: /dev/video* does not exist")
    for path in paths {
      do throws(DeviceError) { return try CameraCapture(path: path) } catch {
        if error.kind != .missing, problem.kind == .missing { problem = error }
      }
    }
    throw problem
  }

  // MARK: What it can give

  /// All ways in which it can give pictures that can be recorded.
  package func modes() -> [CameraMode] {
    var modes: [CameraMode] = []
    for format in all({ editc_camera_format(camera, $0, &$1) }) {
      guard let coding = knownCoding(format) else { continue }
      for (width, height) in exactSizes(format) {
        for rate in rates(format, width, height) {
          modes.append(
            CameraMode(
              coding: coding, width: Int(width), height: Int(height), pictures: Int64(rate.pictures),
              seconds: Int64(rate.seconds)))
        }
      }
    }
    return modes
  }

  private func all(_ find: (UInt32, inout UInt32) -> Int32) -> [UInt32] { all(of: 0, find) }

  /// What the kernel lists; a broken driver may never end.
  private func all<Found>(of blank: Found, _ find: (UInt32, inout Found) -> Int32) -> [Found] {
    var list: [Found] = []
    while list.count < 1000 {
      var found = blank
      guard find(UInt32(list.count), &found) >= 0 else { break }
      list.append(found)
    }
    return list
  }

  /// Of any sizes within bounds, the usual ones.
  private func exactSizes(_ format: UInt32) -> [(UInt32, UInt32)] {
    var sizes: [(UInt32, UInt32)] = []
    for listed in all(of: editc_camera_sizes(), { editc_camera_sizes(camera, format, $0, &$1) }) {
      if listed.least_width == listed.most_width, listed.least_height == listed.most_height {
        sizes.append((listed.least_width, listed.least_height))
      } else {
        sizes += CameraMode.usualSizes.filter { width, height in
          isOffered(width, listed.least_width, listed.most_width, listed.width_step)
            && isOffered(height, listed.least_height, listed.most_height, listed.height_step)
        }
      }
    }
    return sizes
  }

  /// Of any rates within bounds, the usual ones.
  private func rates(
    _ format: UInt32, _ width: UInt32, _ height: UInt32
  ) -> [(pictures: UInt32, seconds: UInt32)] {
    var rates: [(pictures: UInt32, seconds: UInt32)] = []
    let intervals = all(
      of: editc_camera_intervals(), { editc_camera_intervals(camera, format, width, height, $0, &$1) })
    for listed in intervals where listed.least_numerator > 0 && listed.most_numerator > 0 {
      if listed.least_numerator == listed.most_numerator, listed.least_denominator == listed.most_denominator
      {
        rates.append((pictures: listed.least_denominator, seconds: listed.least_numerator))
        continue
      }
      for rate in CameraMode.usualRates
      where UInt64(rate) * UInt64(listed.least_numerator) <= UInt64(listed.least_denominator)
        && UInt64(rate) * UInt64(listed.most_numerator) >= UInt64(listed.most_denominator)
      {
        rates.append((pictures: rate, seconds: 1))
      }
    }
    return rates
  }

  // MARK: Recording

  /// Starts to give pictures. Returns the mode, at the rate that the driver has chosen, and the bytes of a row.
  package func start(_ mode: CameraMode) throws(DeviceError) -> (mode: CameraMode, rowBytes: Int) {
    let formats =
      switch mode.coding {
      case .yuyv: [editc_camera_yuyv]
      case .jpeg: [editc_camera_motion_jpeg, editc_camera_jpeg]
      }
    let format = all({ editc_camera_format(camera, $0, &$1) }).first(where: formats.contains) ?? formats[0]
    var shape = editc_camera_shape(
      format: format, width: UInt32(mode.width), height: UInt32(mode.height), row_bytes: 0)
    try check(editc_camera_shape(camera, &shape), "its format cannot be chosen")
    guard shape.format == format, shape.width == mode.width, shape.height == mode.height else {
      throw DeviceError(
        .unavailable,
        "\(path) gives \(shape.width)x\(shape.height) instead of \(mode.width)x\(mode.height), which it offers"
      )
    }
    var mode = mode
    var (numerator, denominator) = (UInt32(clamping: mode.seconds), UInt32(clamping: mode.pictures))
    let result = editc_camera_interval(camera, &numerator, &denominator)
    // A driver with one rate may have no way to choose it.
    if result != -ENOTTY, result != -EINVAL {
      try check(result, "its rate cannot be chosen")
      if numerator > 0, denominator > 0 {
        (mode.seconds, mode.pictures) = (Int64(numerator), Int64(denominator))
      }
    }
    try takeMemory()
    try check(editc_camera_start(camera), "it does not start")
    return (mode, Int(shape.row_bytes))
  }

  private func takeMemory() throws(DeviceError) {
    var count = Self.waitingPictures
    try check(editc_camera_request_memory(camera, &count), "it shares no memory")
    guard count > 0 else { throw DeviceError(.unavailable, "\(path): it shares no memory") }
    for index in 0..<count {
      var (offset, length): (UInt32, UInt32) = (0, 0)
      try check(editc_camera_memory(camera, index, &offset, &length), "it shares no memory")
      guard let part = mmap(nil, Int(length), PROT_READ | PROT_WRITE, MAP_SHARED, camera, Int(offset)),
        Int(bitPattern: part) != -1
      else { throw DeviceError(.unavailable, "\(path): it shares no memory") }
      memory.append(UnsafeMutableRawBufferPointer(start: part, count: Int(length)))
      try check(editc_camera_give_back(camera, index), "it shares no memory")
    }
  }

  /// Waits for a picture and passes it on; its bytes are valid only meanwhile.
  package func read(_ body: (CameraPicture) throws(DeviceError) -> Void) throws(DeviceError) {
    var picture = editc_camera_picture()
    while true {
      let result = editc_camera_take(camera, &picture)
      if result >= 0 { break }
      guard result == -EAGAIN else {
        throw DeviceError(.gone, "\(path) is gone: \(words(-result))")
      }
      var entry = pollfd(fd: camera, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, -1)
    }
    let now = monotonicTime()
    guard memory.indices.contains(Int(picture.index)) else {
      throw DeviceError(.gone, "\(path) gives memory that it does not have")
    }
    let part = memory[Int(picture.index)]
    let bytes = UnsafeRawBufferPointer(rebasing: part.prefix(Int(picture.byte_count)))
    try body(
      CameraPicture(
        bytes: bytes, number: picture.number, time: picture.time > 0 ? picture.time : now,
        isDamaged: picture.is_damaged != 0))
    let result = editc_camera_give_back(camera, picture.index)
    guard result >= 0 else { throw DeviceError(.gone, "\(path) is gone: \(words(-result))") }
  }

  private func check(_ result: Int32, _ problem: String) throws(DeviceError) {
    guard result < 0 else { return }
    let reason = result == -EBUSY ? "another program uses it" : "\(problem): \(words(-result))"
    throw DeviceError(.unavailable, "\(path): \(reason)")
  }
}

/// A way in which a camera can give pictures.
package struct CameraMode: Hashable, Sendable {
  package var coding: Coding
  package var width: Int
  package var height: Int
  /// So many in a number of seconds.
  package var pictures: Int64
  package var seconds: Int64

  package enum Coding: Hashable, Sendable {
    /// Raw, with half of the chroma.
    case yuyv
    /// Each a JPEG.
    case jpeg
  }

  package init(coding: Coding, width: Int, height: Int, pictures: Int64, seconds: Int64) {
    self.coding = coding
    self.width = width
    self.height = height
    self.pictures = pictures
    self.seconds = seconds
  }

  /// What is looked for in cameras that give any size or rate.
  fileprivate static let usualSizes: [(UInt32, UInt32)] = [
    (1920, 1080), (1280, 720), (1024, 768), (800, 600), (640, 480), (320, 240),
  ]
  fileprivate static let usualRates: [UInt32] = [60, 50, 30, 25, 24, 15, 10, 5]
}

/// A picture of a camera.
package struct CameraPicture {
  package let bytes: UnsafeRawBufferPointer
  /// Pictures that the driver has dropped are missing from these numbers, which may restart at zero.
  package let number: UInt32
  /// When it was captured, by `CLOCK_MONOTONIC` in nanoseconds.
  package let time: Int64
  /// Whether the driver says that a part is missing.
  package let isDamaged: Bool
}

private func knownCoding(_ format: UInt32) -> CameraMode.Coding? {
  switch format {
  case editc_camera_yuyv: .yuyv
  case editc_camera_motion_jpeg, editc_camera_jpeg: .jpeg
  default: nil
  }
}

private func isOffered(_ length: UInt32, _ least: UInt32, _ most: UInt32, _ step: UInt32) -> Bool {
  least <= length && length <= most && (length - least).isMultiple(of: max(1, step))
}

private func refusal(_ path: String, _ code: Int32) -> DeviceError {
  switch code {
  case ENOENT, ENODEV, ENXIO, ENOTDIR: DeviceError(.missing, "there is no camera at \(path)")
  case EACCES, EPERM:
    DeviceError(.unavailable, "\(path) cannot be opened: permission denied\(groupWords(path))")
  case EBUSY: DeviceError(.unavailable, "\(path): another program uses it")
  default: DeviceError(.unavailable, "\(path) cannot be opened: \(words(code))")
  }
}

/// The group whose members may open it, if they may.
private func groupWords(_ path: String) -> String {
  var facts = stat()
  guard stat(path, &facts) == 0, facts.st_mode & S_IRGRP != 0, facts.st_mode & S_IWGRP != 0,
    let name = getgrgid(facts.st_gid)?.pointee.gr_name
  else { return "" }
  let group = String(cString: name)
  let user = getpwuid(getuid())?.pointee.pw_name.map { String(cString: $0) }
  return "; its group is '\(group)'" + (user.map { " (`sudo usermod -aG \(group) \($0)`)" } ?? "")
}

private func words(_ code: Int32) -> String { String(cString: strerror(code)) }
