import Basics
import Testing

@Suite("The order of names with numbers")
struct NaturalOrderTests {
  @Test("takes digits as one number, and all else by code points")
  func order() {
    // In this order; each is compared with each.
    let names = [
      "", " 1", "-1", "1", "2", "9a", "10", "10.9", "10.10", "99999999999999999998", "99999999999999999999",
      "IMG_1.JPG", "a", "b", "img", "img1.jpg", "img2.jpg", "img2b.jpg", "img10.jpg", "img٣.jpg", "é",
    ]
    for (first, name) in names.enumerated() {
      for (second, other) in names.enumerated() {
        #expect((NaturalOrder(name) < NaturalOrder(other)) == (first < second), "'\(name)' and '\(other)'")
      }
    }
  }

  @Test("is the same for names that differ in leading zeros only")
  func zeros() {
    for (first, second) in [("a1", "a01"), ("0", "000"), ("a007b", "a7b")] {
      #expect(NaturalOrder(first) == NaturalOrder(second))
    }
    #expect(NaturalOrder("a") != NaturalOrder("a0"))
    // Accented letters as one code point and as two are two names.
    #expect(NaturalOrder("\u{E9}") != NaturalOrder("e\u{301}"))
  }
}
