import FoundationEssentials
import Glibc

/// The `editc` that was built together with the running tests, in a folder whose name has to be quoted everywhere: people
/// clone into any folder, and a shell line that forgets the quotes fails in every test.
///
/// It is a hard link, since a running program is looked up by the path of its file.
package let builtEditc: String = {
  let built = programFolder + "/editc"
  let folder = programFolder + "/a clone's \"größe\""
  let link = folder + "/editc"
  let fresh = folder + "/.editc-\(getpid())"
  try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  guard Glibc.link(built, fresh) == 0 else { return built }
  // Renaming one link to a file onto another one leaves both where they are.
  defer { unlink(fresh) }
  return rename(fresh, link) == 0 ? link : built
}()

/// The folder of the running tests.
private let programFolder: String = {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
  let tests = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return String(tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)])
}()
