import Processes
import TestSupport
import Testing

/// What the machine lacks has a code and words of its own, and is not a mistake of editc.
@Suite struct MachineLimitTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "short.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 25}\ntimeline: [{color: red, for: 0.2s}]\noutputs: [{file: film.mp4}]\n"
    )
  }

  private func expect(_ line: String, _ code: Int32, _ words: String) throws {
    let result = try place.shell(line)
    #expect(result.exitCode == code, "\(result.errorText)")
    #expect(result.errorText.contains(words), "\(result.errorText)")
    #expect(!isThere(place.path("film.mp4")))
    #expect(try place.leftovers() == [])
  }

  @Test("A kernel without Landlock refuses what requires the sandbox")
  func sandbox() throws {
    try expect(
      """
      strace -f -qq -o /dev/null -e trace=landlock_create_ruleset \
        -e inject=landlock_create_ruleset:error=ENOSYS "$editc" render short.edit --sandbox require
      """, 77, "the sandbox is required, but this kernel has no Landlock")
  }

  @Test("No process left")
  func processes() throws {
    try expect(
      """
      strace -f -qq -o /dev/null -e trace=clone,clone3,vfork -e inject=clone,clone3,vfork:error=EAGAIN \
        "$editc" render short.edit
      """, 69, "editc: cannot start /proc/self/exe: Resource temporarily unavailable")
  }

  @Test("No descriptor left", arguments: [5, 8, 11])
  func descriptors(count: Int) throws {
    try expect("ulimit -n \(count); \"$editc\" render short.edit", 69, "Too many open files")
  }

  /// A film that names a file of each kind, with its lock.
  private func everyKind() throws {
    try place.write("a.srt", "1\n00:00:00,000 --> 00:00:00,100\nHi\n")
    try place.write("look.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n")
    try place.write(
      "other.edit", "edit: 1\ncanvas: {size: 160x90, rate: 25}\ntimeline: [{color: blue, for: 0.2s}]\n")
    try place.write(
      "every.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline: [{clip: \(Footage.counter), take: ..0.2s, filters: [lut: look.cube]}, {edit: other.edit}]
      subtitles: [a.srt]
      """)
    let lock = try place.editc("lock", "every.edit")
    try #require(lock.exitCode == 0, "\(lock.errorText)")
  }

  @Test(
    "No descriptor, or a broken disk, for a file that a script names is no finding of the script",
    .enabled(if: testsAll, "`MachineFaultTests` ask the workspace"))
  func filesOfScripts() throws {
    try everyKind()
    for file in ["every.edit.lock", "look.cube", "a.srt", "other.edit", Footage.counter] {
      try expect(
        """
        strace -f -qq -o /dev/null -P \(file) -e trace=openat -e inject=openat:error=EMFILE \
          "$editc" lint every.edit --no-cache
        """, 69, "Too many open files")
    }
    try expect(
      """
      strace -f -qq -o /dev/null -P "$PWD/look.cube" -e trace=read -e inject=read:error=EIO \
        "$editc" lint every.edit --no-cache
      """, 74, "cannot read look.cube: Input/output error")
  }

  @Test("OpenSSL's configuration on this machine, which may forbid digests or load code, is not read")
  func configurationOfOpenSSL() throws {
    try place.write(
      "openssl.cnf",
      "openssl_conf = start\n[start]\nalg_section = algorithms\n[algorithms]\ndefault_properties = fips=yes\n"
    )
    try place.write(
      "red.edit",
      "edit: 1\ncanvas: {size: 160x90, rate: 25}\ntimeline: [{color: red, for: 1s}]\noutputs: [{file: film.mp4}]\n"
    )
    let result = try place.shell("OPENSSL_CONF=openssl.cnf \"$editc\" plan red.edit --no-cache")
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  @Test("A process that dies because of a limit of memory is no finding of the script")
  func limitedMemory() throws {
    try place.write(
      "words.edit", "edit: 1\ncanvas: {size: 160x90, rate: 25}\ntimeline: [{text: Hi, for: 1s}]\n")
    // Enough for the libraries, and not for Pango and the fonts.
    let result = try place.shell("ulimit -v 250000; \"$editc\" lint words.edit --no-cache")
    // With other libraries, it is enough for all (0), or too little for the command itself (127 and more).
    #expect(result.exitCode == 69 || result.exitCode == 0 || result.exitCode >= 127, "\(result.errorText)")
    #expect((result.exitCode == 69) == result.errorText.contains("(ulimit -v)"), "\(result.errorText)")
  }

  @Test(
    "Every command that opens media requires the sandbox if it is told to, and says what is missing otherwise",
    arguments: cases(["probe", "lint", "frame"], quick: 1))
  func everySandbox(command: String) throws {
    let line: (String) -> String = { policy in
      let file = command == "lint" ? "every.edit" : Footage.counter
      let more = command == "frame" ? "--at 0s -o still.png --force" : ""
      return """
        strace -f -qq -o /dev/null -e trace=landlock_create_ruleset \
          -e inject=landlock_create_ruleset:error=ENOSYS "$editc" \(command) \(file) \(more) --no-cache \(policy)
        """
    }
    if command == "lint" { try everyKind() }
    try expect(line("--sandbox require"), 77, "the sandbox is required, but this kernel has no Landlock")
    let warning = "editc: warning: this kernel has no Landlock, so access to files is not restricted\n"
    let available = try place.shell(line(""))
    #expect(available.exitCode == 0 && available.errorText.contains(warning), "\(available.errorText)")
    #expect(available.errorText.ranges(of: warning).count == 1, "\(available.errorText)")
    #expect(!(try place.shell(line("--sandbox off")).errorText.contains("Landlock")))
  }
}
