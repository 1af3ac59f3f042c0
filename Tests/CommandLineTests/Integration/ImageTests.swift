import FoundationEssentials
import TestSupport
import Testing

/// What can be said without building an image: that the lists of packages are complete, and that the Dockerfile names what there is.
@Suite struct ImageTests {
  @Test(
    "`make runtime-deps` installs the packages that own the libraries the command is linked with or loads")
  func packages() throws {
    let makefile = try String(contentsOfFile: packageRoot + "/Makefile", encoding: .utf8)
    let match = try #require(makefile.firstMatch(of: /RUNTIME_PACKAGES = ((?:.*\\\n)*.*)\n/))
    let listed = Set(match.output.1.split { " \t\\\n".contains($0) }.map(String.init))
    let needed = try run(["readelf", "-d", editcPath]).text.matches(of: /\(NEEDED\).*\[(.*)\]/)
      .map { String($0.output.1) }
    // The names of libraries that are loaded when they are needed are texts of the program.
    let loaded = try run(["strings", "-a", editcPath]).text.split(separator: "\n").map(String.init)
      .filter { $0.wholeMatch(of: /lib[a-z0-9.-]+\.so\.[0-9]+/) != nil }
    #expect(loaded.count > 15)
    // `editc diff` runs git; `editc fetch` trusts the authorities of the system.
    var owners: Set<String> = ["git", "ca-certificates"]
    for library in Set(needed + loaded) where !isOfSwift(library) {
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

  @Test("The Dockerfile unpacks the archive that `make tarball` makes, under the name that it has")
  func archive() throws {
    let dockerfile = try String(contentsOfFile: packageRoot + "/Dockerfile", encoding: .utf8)
    let packer = try String(contentsOfFile: packageRoot + "/packaging/tarball", encoding: .utf8)
    #expect(packer.contains(#"folder = f"editc-{project.version()}-linux-x86_64""#))
    #expect(packer.contains(#"folder + ".tar.xz""#))
    #expect(dockerfile.contains("ADD .build/dist/editc-*-linux-x86_64.tar.xz /opt/"))
    #expect(dockerfile.contains("ln -s /opt/editc-*/bin/editc /usr/local/bin/editc"))
    #expect(dockerfile.contains("ENTRYPOINT [\"editc\"]"))
    let ignored = try String(contentsOfFile: packageRoot + "/.dockerignore", encoding: .utf8)
    #expect(ignored == "*\n!.build/dist/editc-*-linux-x86_64.tar.xz\n")
  }
}
