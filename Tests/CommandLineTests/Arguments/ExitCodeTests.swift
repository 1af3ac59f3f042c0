import CommandLineInterface
import Glibc
import Processes
import Testing

@Suite struct ExitCodeTests {
  @Test(
    "Failures at files end with the codes that are promised",
    arguments: [
      (FileError.Operation.read, ENOENT, ExitCode.inputMissing), (.read, EACCES, .inputMissing),
      (.read, EISDIR, .inputMissing), (.read, EIO, .ioError), (.open, ENOENT, .inputMissing),
      (.create, EACCES, .cannotCreate), (.create, ENOENT, .cannotCreate), (.create, EEXIST, .cannotCreate),
      (.create, EISDIR, .cannotCreate), (.create, ENOSPC, .ioError), (.makeFolder, EROFS, .cannotCreate),
      (.write, ENOSPC, .ioError), (.write, EFBIG, .ioError), (.write, EIO, .ioError),
      (.replace, EIO, .ioError),
    ])
  func files(operation: FileError.Operation, code: Int32, expected: ExitCode) {
    #expect(ExitCode(FileError(operation, "film.mp4", .system(errno: code))) == expected)
  }

  @Test("A script past the size limit is bad data, a device as the target cannot be created")
  func ownCauses() {
    #expect(ExitCode(FileError(.read, "a.edit", .tooLarge(limit: 1))) == .badData)
    #expect(ExitCode(FileError(.create, "/dev/null", .notAFile)) == .cannotCreate)
  }
}
