import TestSupport
import Testing

/// A small fixed sample of the attacks; `make attack` makes the large numbers.
@Suite("Attacks", .enabled(if: testsAll, "runs in `make test-all`"))
struct AttackTests {
  @Test("of every kind break no promise of docs/reliability.md")
  func quick() throws {
    let result = try run([
      packageRoot + "/Tests/Attack/attack", "--editc", builtEditc, "--quick", "--seed", "1",
      "--patience", "4",
    ])
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    let kinds = [
      "media", "damage", "scripts", "texts", "bombs", "kills", "store", "faults", "escapes", "writes",
      "machines", "repairs", "slips",
    ]
    for kind in kinds {
      #expect(result.text.contains("\(kind) "), "no attack of the kind \(kind)")
    }
  }
}
