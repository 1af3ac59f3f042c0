import FoundationEssentials
import TestSupport
import Testing

/// What can be said of the Dockerfile without building it: that it names what there is, and what the command needs.
@Suite struct ImageTests {
  @Test("The packages of the image are those that own the libraries the command is linked with")
  func packages() throws {
    let makefile = try String(contentsOfFile: packageRoot + "/Makefile", encoding: .utf8)
    let match = try #require(makefile.firstMatch(of: /RUNTIME_PACKAGES = ((?:.*\\\n)*.*)\n/))
    let listed = Set(match.output.1.split { " \t\\\n".contains($0) }.map(String.init))
    let needed = try run(["readelf", "-d", editcPath]).text.matches(of: /\(NEEDED\).*\[(.*)\]/)
      .map { String($0.output.1) }
    #expect(needed.count > 8)
    var owners: Set<String> = ["git"]
    for library in needed {
      let result = try run(["dpkg-query", "-S", "*/\(library)"])
      // Those of Swift itself belong to no package; the base image brings them, and the libraries of C and C++.
      let found = result.text.split(separator: "\n").compactMap {
        $0.split(separator: ":").first.map(String.init)
      }
      owners.formUnion(found.filter { !["libc6", "libstdc++6", "libgcc-s1"].contains($0) })
      #expect(
        !found.isEmpty || library.hasPrefix("libswift") || library.hasPrefix("libFoundation")
          || library.hasPrefix("lib_Foundation") || library == "libdispatch.so"
          || library == "libBlocksRuntime.so",
        "\(library) has no owner")
    }
    #expect(listed == owners)
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
