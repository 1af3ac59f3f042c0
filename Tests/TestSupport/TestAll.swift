import Glibc

/// Whether this run makes every test, each with some of its cases or all, as `make test-all` does with `EDITC_TEST_ALL=1`.
///
/// What takes long is left out otherwise, and says so:
///
///     @Test("…", .enabled(if: testsAll, "runs in `make test-all`"))
///
/// `Tests/README.md` lists these tests, each with what `make test` keeps of its proof.
package let testsAll = wanted == "1" || testsLong

private let wanted = getenv("EDITC_TEST_ALL").map { String(cString: $0) }
/// Whether this run makes everything that `make test-all` samples, too, as `make judge` does.
package let testsLong = wanted == "long"

/// All of the cases with `EDITC_TEST_ALL=long`, as in `make judge`. In `make test` `quick` of them and in `make test-all`
/// `sample`, which is a third of them if there is no reason for another number; evenly spread, the first among them.
package func cases<Cases: Collection>(_ all: Cases, quick: Int, sample: Int? = nil) -> [Cases.Element] {
  let all = Array(all)
  let count = testsLong ? all.count : testsAll ? sample ?? max(quick, (all.count + 2) / 3) : quick
  guard count < all.count else { return all }
  return (0..<max(1, count)).map { all[$0 * all.count / max(1, count)] }
}

/// How often something random is tried: `all` times with `EDITC_TEST_ALL=long`, `quick` times in `make test`, and `sample`
/// times in `make test-all`, which is a quarter of all if there is no reason for another number.
package func rounds(_ all: Int, quick: Int, sample: Int? = nil) -> Int {
  testsLong ? all : testsAll ? sample ?? max(quick, all / 4) : quick
}

/// What a judge in Python is given so that it takes a sample of its cases; nothing in `make judge`.
package let sampleOfCases = testsLong ? [] : ["sample"]

/// The number of changed inputs for a reader that must survive ten million: all of them with `EDITC_TEST_ALL=long`.
package let attempts = testsLong ? 10_000_000 : testsAll ? 200_000 : 100_000
