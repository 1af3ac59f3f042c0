import Processes
import Testing

@Suite("Programs that are fed and heard")
struct ProgramOutputTests {
  private func shell(_ line: String) -> ChildCommand { ChildCommand("/bin/sh", ["-c", line]) }

  @Test("get all of their input, whatever they print meanwhile")
  func feeding() throws {
    let parts = (0..<5).map { number in [UInt8](repeating: UInt8(number), count: 300_000) }
    var rest = parts[...]
    let result = try output(of: shell("exec cat"), limit: 2_000_000) {
      rest.popFirst().map(ProgramInput.bytes) ?? .end
    }
    #expect(result.status.isSuccess && result.bytes == parts.flatMap(\.self))
    #expect(!result.wasTooLong && !result.wasTooSlow)
  }

  @Test("end when their time is over, their input cannot be made, or they print too much")
  func ended() throws {
    let slow = try output(of: shell("sleep 600; echo done"), limit: 100, within: .milliseconds(50))
    #expect(slow.wasTooSlow && slow.status == .ended(by: .kill) && slow.bytes.isEmpty)
    let failed = try output(of: shell("sleep 600"), limit: 100) { .failed }
    #expect(failed.status == .ended(by: .kill) && !failed.wasTooSlow)
    let long = try output(of: shell("exec cat /dev/zero"), limit: 100)
    #expect(long.wasTooLong && long.status == .ended(by: .kill))
  }

  @Test("are not waited for by what they leave running, and need not read")
  func leftRunning() throws {
    // The sleep has the pipe open for longer than a test may take.
    let result = try output(of: shell("exec < /dev/null; sleep 20 & echo $!"), limit: 100) {
      .bytes([UInt8](repeating: 0, count: 1_000_000))
    }
    #expect(result.status.isSuccess && !result.bytes.isEmpty)
    _ = try output(of: shell("kill \(String(decoding: result.bytes, as: UTF8.self))"), limit: 100)
  }

  @Test("are found in a search path")
  func searching() {
    #expect(path(ofProgram: "sh", in: "/no/such:relative:/bin") == "/bin/sh")
    #expect(path(ofProgram: "no-such-program", in: "/usr/bin:/bin") == nil)
    #expect(path(ofProgram: "bin", in: "/") == nil)
  }
}
