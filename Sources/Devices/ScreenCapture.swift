internal import CXCB
import Glibc

/// A part of an X screen, or all of it, as it is at the moment of each call.
///
/// The server writes the pictures into memory that it shares with this process, which is allocated before the
/// process shuts itself in.
package final class ScreenCapture {
  package let width: Int
  package let height: Int
  private let display: String
  private let connection: OpaquePointer
  private let root: xcb_window_t
  private let left: Int16
  private let top: Int16
  private let segment: xcb_shm_seg_t
  private let memory: UnsafeMutableRawPointer

  /// The place and the size are in pixels of the screen; without a size, all that is right of and below the
  /// place. Odd sizes are rounded down, because H.264 has none.
  package init(
    display: String, left: Int = 0, top: Int = 0, size: (width: Int, height: Int)? = nil
  ) throws(DeviceError) {
    self.display = display
    var number: Int32 = 0
    guard let connection = xcb_connect(display.isEmpty ? nil : display, &number) else {
      throw DeviceError(.unavailable, "no memory for a connection to the X display")
    }
    self.connection = connection
    var closes = true
    defer { if closes { xcb_disconnect(connection) } }
    guard xcb_connection_has_error(connection) == 0, let setup = xcb_get_setup(connection) else {
      throw DeviceError(.unavailable, "the X display '\(display)' cannot be opened")
    }
    var screens = xcb_setup_roots_iterator(setup)
    for _ in 0..<max(0, number) { xcb_screen_next(&screens) }
    guard screens.rem > 0, let screen = screens.data?.pointee else {
      throw DeviceError(.missing, "the X display '\(display)' has no screen \(number)")
    }
    let (whole, full) = (Int(screen.width_in_pixels), Int(screen.height_in_pixels))
    let wanted = size ?? ((whole - left) & ~1, (full - top) & ~1)
    guard left >= 0, top >= 0, wanted.width >= 16, wanted.height >= 16, left + wanted.width <= whole,
      top + wanted.height <= full
    else {
      throw DeviceError(
        .missing,
        "the X display '\(display)' has \(whole)x\(full) pixels, so \(wanted.width)x\(wanted.height)+\(left),\(top) is not on it"
      )
    }
    guard [24, 32].contains(screen.root_depth), setup.pointee.image_byte_order == 0 else {
      throw DeviceError(
        .unavailable, "the X display '\(display)' has pixels of \(screen.root_depth) bits; 24 are needed")
    }
    (width, height) = wanted
    (self.left, self.top) = (Int16(clamping: left), Int16(clamping: top))
    root = screen.root
    segment = xcb_generate_id(connection)
    memory = try Self.share(segment, byteCount: wanted.width * wanted.height * 4, on: connection, display)
    closes = false
  }

  deinit {
    xcb_disconnect(connection)
    shmdt(memory)
  }

  private static func share(
    _ segment: xcb_shm_seg_t, byteCount: Int, on connection: OpaquePointer, _ display: String
  ) throws(DeviceError) -> UnsafeMutableRawPointer {
    let number = shmget(0, byteCount, Int32(0o1000 | 0o600))
    guard number >= 0, let memory = shmat(number, nil, 0), Int(bitPattern: memory) != -1 else {
      throw DeviceError(.unavailable, "no shared memory for pictures of the screen")
    }
    let refusal = xcb_request_check(
      connection, xcb_shm_attach_checked(connection, segment, UInt32(number), 0))
    // Both keep it until they detach it.
    shmctl(number, IPC_RMID, nil)
    guard refusal == nil, xcb_connection_has_error(connection) == 0 else {
      free(refusal)
      shmdt(memory)
      throw DeviceError(
        .unavailable, "the X display '\(display)' shares no memory with this machine; record where it runs")
    }
    return memory
  }

  /// Writes the picture as rows of red, green, blue and an opaque alpha, without padding. The screen was so at
  /// some moment between the call and its return.
  package func capture(into pixels: UnsafeMutableRawBufferPointer) throws(DeviceError) {
    let request = xcb_shm_get_image(
      connection, root, left, top, UInt16(clamping: width), UInt16(clamping: height), .max,
      UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), segment, 0)
    guard let reply = xcb_shm_get_image_reply(connection, request, nil) else {
      throw DeviceError(.gone, "the X display '\(display)' is gone, or its size has changed")
    }
    free(reply)
    let count = width * height
    let from = memory.assumingMemoryBound(to: UInt32.self)
    let to = pixels.bindMemory(to: UInt32.self)
    guard to.count >= count else { return }
    for index in 0..<count {
      let pixel = UInt32(littleEndian: from[index])
      let swapped = pixel & 0xFF00 | (pixel >> 16) & 0xFF | (pixel & 0xFF) << 16
      to[index] = (swapped | 0xFF00_0000).littleEndian
    }
  }
}
