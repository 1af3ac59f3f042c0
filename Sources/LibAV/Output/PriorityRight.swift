internal import CFFmpeg
internal import Glibc

/// The right of a thread to change the priority of threads (CAP_SYS_NICE).
///
/// SVT-AV1 takes the highest real-time priority wherever it may, as root: for its own threads and for the one
/// that opens it. These threads, and the processes that they start, starve all others on the machine.
enum PriorityRight {
  /// Calls a function without this right; the threads that it starts do not have it either.
  static func without<Result>(_ body: () -> Result) -> Result {
    guard let rights = rightsOfThisThread(), rights.low.effective & bit != 0 else { return body() }
    var fewer = rights
    fewer.low.effective &= ~bit
    setRightsOfThisThread(fewer)
    defer { setRightsOfThisThread(rights) }
    return body()
  }

  private static let bit = UInt32(1) << CAP_SYS_NICE

  /// The capabilities below number 32, and the others.
  private typealias Rights = (low: __user_cap_data_struct, high: __user_cap_data_struct)

  private static func rightsOfThisThread() -> Rights? {
    var header = Self.header
    var rights = Array(repeating: __user_cap_data_struct(), count: 2)
    return capget(&header, &rights) == 0 ? (rights[0], rights[1]) : nil
  }

  private static func setRightsOfThisThread(_ rights: Rights) {
    var header = Self.header
    var rights = [rights.low, rights.high]
    // A thread may always drop a right, and regain one that it is permitted.
    _ = capset(&header, &rights)
  }

  private static var header: __user_cap_header_struct {
    __user_cap_header_struct(version: UInt32(_LINUX_CAPABILITY_VERSION_3), pid: 0)
  }
}
