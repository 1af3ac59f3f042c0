import Glibc

/// The `editc` that was built together with the running tests: it lies beside them.
package let builtEditc: String = {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
  let tests = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  let folder = tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)]
  return folder + "/editc"
}()
