import Glibc

/// Whether this run makes every test there is, as `make test-all` does with `EDITC_TEST_ALL=1`.
///
/// What takes long is left out otherwise, and says so:
///
///     @Test("…", .enabled(if: testsAll, "runs in `make test-all`"))
///
/// `Tests/README.md` lists these tests, each with what `make test` keeps of its proof.
package let testsAll = wanted == "1" || testsLong

private let wanted = getenv("EDITC_TEST_ALL").map { String(cString: $0) }
private let testsLong = wanted == "long"

/// All of the cases in `make test-all`. In `make test` `count` of them, evenly spread, the first among them.
///
/// Of a sweep, `make test-all` makes a sample of so many, and `EDITC_TEST_ALL=long`, as in `make judge`, all.
package func cases<Cases: Collection>(_ all: Cases, quick count: Int, sample: Int? = nil) -> [Cases.Element] {
  let all = Array(all)
  let count = testsLong ? all.count : testsAll ? sample ?? all.count : count
  guard count < all.count else { return all }
  return (0..<max(1, count)).map { all[$0 * all.count / max(1, count)] }
}

/// How often something random is tried: `all` times in `make test-all`, `quick` times in `make test`.
package func rounds(_ all: Int, quick: Int) -> Int { testsAll ? all : quick }

/// The same with a number of its own for `EDITC_TEST_ALL=long`.
package func rounds(_ all: Int, quick: Int, long: Int) -> Int { testsLong ? long : rounds(all, quick: quick) }

/// What a judge in Python is given so that it takes a sample of its cases; nothing in `make judge`.
package let sampleOfCases = testsLong ? [] : ["sample"]

/// How often a reader is tried that must bear ten million inputs: a tenth of that in `make test-all`, all of it with
/// `EDITC_TEST_ALL=long`, a hundredth in `make test`.
package let attempts = testsLong ? 10_000_000 : rounds(1_000_000, quick: 100_000)
