import FoundationEssentials
import TestSupport
import Testing

/// What can be said of the packages in a second; `make release-check` makes and judges them.
@Suite struct PackagingTests {
  /// What pip and pre-commit run, with the repository as the working folder, as they do.
  private func backend(wheel: String, into folder: String) throws -> ProgramResult {
    let program =
      "import sys; sys.path.insert(0, 'packaging'); import backend; print(backend.build_wheel(sys.argv[1]))"
    return try run(
      ["/usr/bin/python3", "-B", "-c", program, folder], in: packageRoot,
      environment: ["EDITC_WHEEL": wheel])
  }

  @Test(
    "Without EDITC_WHEEL, installing from a clone stops and names `make wheel`; no registry is asked for the name"
  )
  func withoutWheel() throws {
    let place = try Workplace.oddlyNamed()
    for wheel in ["", "editc.whl", "/no/such/editc.whl"] {
      let result = try backend(wheel: wheel, into: place.root)
      #expect(result.exitCode == 1)
      #expect(result.errorText.contains("`make wheel`"), "\(result.errorText)")
      #expect(!result.errorText.contains("Traceback"))
    }
    let unsafe = try backend(wheel: "https://example.org/editc.whl", into: place.root)
    #expect(unsafe.exitCode == 1 && unsafe.errorText.contains("#sha256="), "\(unsafe.errorText)")
  }

  @Test("With EDITC_WHEEL, what is built depends on that wheel and on nothing else")
  func withWheel() throws {
    let place = try Workplace.oddlyNamed()
    try place.write("a wheel.whl", "")
    let path = place.path("a wheel.whl")
    for (wheel, ending) in [(path, "/a%20wheel.whl"), ("https://a.example/e.whl#sha256=00", "#sha256=00")] {
      let built = try backend(wheel: wheel, into: place.root)
      try #require(built.exitCode == 0, "\(built.errorText)")
      let name = built.text.split(separator: "\n")[0]
      #expect(name.wholeMatch(of: #/editc_hooks-[0-9.]+-py3-none-any\.whl/#) != nil, "\(name)")
      let reader =
        "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(*[z.read(n).decode() for n in z.namelist() if n.endswith('METADATA')])"
      let metadata = try run(["/usr/bin/python3", "-c", reader, place.path(String(name))]).text
      let needed = metadata.split(separator: "\n").filter { $0.hasPrefix("Requires-Dist: ") }
      #expect(
        needed.count == 1 && needed[0].hasPrefix("Requires-Dist: editc @ ") && needed[0].hasSuffix(ending),
        "\(metadata)")
    }
  }

  @Test(
    "The version is the same in the program, pyproject.toml and the changelog of the .deb; the changelog is well formed"
  )
  func versions() throws {
    let program = """
      import sys
      sys.path[:0] = ['packaging', 'packaging/check']
      import report, versions
      versions.run(sys.argv[1])
      report.end()
      """
    let result = try run(["/usr/bin/python3", "-B", "-c", program, editcPath], in: packageRoot)
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }

  @Test("A version that differs in one place is found in each, and so is a release without a line on films")
  func wrongVersions() throws {
    let place = try Workplace.oddlyNamed()
    for file in [
      "Sources/Workspace/Planning/Versions.swift", "pyproject.toml", "packaging/debian/changelog",
      "CHANGELOG.md",
    ] {
      try place.write(file, String(contentsOfFile: packageRoot + "/" + file, encoding: .utf8))
    }
    let program = """
      import pathlib, re, sys
      sys.path[:0] = ['packaging', 'packaging/check']
      import versions
      root = pathlib.Path(sys.argv[2])
      first = versions.places(sys.argv[1], root)
      assert len(set(first.values())) == 1, first
      number = first['pyproject.toml']
      changelog = root / 'CHANGELOG.md'
      changelog.write_text('# Changelog\\n\\n## Unreleased\\n\\n## ' + number + ', 2030-01-31\\n\\nFilms: the same bytes\\n')
      assert versions.changelog(changelog.read_text()) is None
      assert 'no line' in versions.changelog(changelog.read_text().replace('Films: ', ''))
      assert versions.changelog(changelog.read_text().replace('## Unreleased', ''))
      names = ['Sources/Workspace/Planning/Versions.swift', 'pyproject.toml', 'packaging/debian/changelog', 'CHANGELOG.md']
      for name in names:
          text = (root / name).read_text()
          (root / name).write_text(text.replace(number, '9.9.9'))
          found = versions.places(sys.argv[1], root)
          assert len(set(found.values())) == 2 and list(found.values()).count('9.9.9') == 1, (name, found)
          (root / name).write_text(text)
      """
    let result = try run(
      ["/usr/bin/python3", "-B", "-c", program, editcPath, place.root], in: packageRoot)
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  @Test("Every script of the packages is one that its shell or Python can read, and begins with what it does")
  func scripts() throws {
    let result = try run(
      [
        "bash", "-c",
        "for file in packaging/*; do [ -f \"$file\" ] && [ -x \"$file\" ] || continue; head -n 1 \"$file\" | grep -q python && { python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' \"$file\" || exit 1; } || sh -n \"$file\" || exit 1; done",
      ],
      in: packageRoot)
    #expect(result.exitCode == 0, "\(result.errorText)")
  }
}
