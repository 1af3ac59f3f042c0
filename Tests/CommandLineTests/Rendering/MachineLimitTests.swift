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
}
