import Glibc

/// Where programs are if there is no PATH.
package let usualSearchPath = "/usr/bin:/bin"

/// The path of a program in the absolute folders of a search path such as PATH; nil if there is none.
package func path(ofProgram name: String, in searchPath: String) -> String? {
  searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { path in
    FileKind(at: path, followsLinks: true) == .file && access(path, X_OK) == 0
  }
}
