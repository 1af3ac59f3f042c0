import FoundationEssentials
import TestSupport
import Testing

/// What can be said of the Dockerfile without building it: that it names what there is, and what the command needs.
@Suite struct ImageTests {
  @Test("The packages of the image are those that own the libraries the command is linked with or loads")
  func packages() throws {
    let makefile = try String(contentsOfFile: packageRoot + "/Makefile", encoding: .utf8)
    let match = try #require(makefile.firstMatch(of: /RUNTIME_PACKAGES = ((?:.*\\\n)*.*)\n/))
    let listed = Set(match.output.1.split { " \t\\\n".contains($0) }.map(String.init))
    let needed = try run(["readelf", "-d", editcPath]).text.matches(of: /\(NEEDED\).*\[(.*)\]/)
      .map { String($0.output.1) }
    #expect(needed.count > 8)
    // The filters are loaded by name when a script asks for one, and `editc diff` runs git.
    var owners: Set<String> = ["git", "libavfilter8"]
    for library in needed where !isOfSwift(library) {
      let found = try run(["dpkg-query", "-S", "*/\(library)"]).text.split(separator: "\n")
      #expect(!found.isEmpty, "\(library) has no owner")
      owners.formUnion(found.compactMap { $0.split(separator: ":").first.map(String.init) })
    }
    // The base image brings the libraries of C and C++.
    owners.subtract(["libc6", "libstdc++6", "libgcc-s1"])
    #expect(listed == owners)
  }

  /// The base image brings them; no package of Debian does.
  private func isOfSwift(_ library: String) -> Bool {
    let beginnings = ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]
    return beginnings.contains(where: library.hasPrefix)
  }

  @Test("Its steps are those of the Makefile, and what it copies is there")
  func steps() throws {
    let dockerfile = try String(contentsOfFile: packageRoot + "/Dockerfile", encoding: .utf8)
    let targets = dockerfile.matches(of: #/\bmake ([a-z-]+)/#).map { String($0.output.1) }.filter {
      $0 != "does"
    }
    #expect(Set(targets) == ["deps", "build", "runtime-deps"])
    for target in targets {
      #expect(try run(["make", "-n", target], in: packageRoot).exitCode == 0, "\(target)")
    }
    let copied = dockerfile.matches(of: #/COPY ([^- ][^ ]*) /#).map { String($0.output.1) }
    #expect(copied == ["Makefile", ".", "Makefile"])
    for path in copied { #expect(FileManager.default.fileExists(atPath: packageRoot + "/" + path)) }
    #expect(dockerfile.contains("COPY --from=build /editc/.build/release/editc /usr/local/bin/editc"))
    #expect(dockerfile.contains("ENTRYPOINT [\"editc\"]"))
  }
}
