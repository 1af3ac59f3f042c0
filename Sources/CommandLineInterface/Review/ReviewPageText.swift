import Basics
import ContentDigest
import FoundationEssentials
import Preview

/// The page of a review in one file, which may load nothing but the films and pictures beside it.
struct ReviewPageText {
  let text: String

  /// `data` comes from scripts of anyone: it is no HTML, and no tag can end it.
  init(data: JSONValue) throws(DigestFailure) {
    let policy = [
      "default-src 'none'", "script-src \(try Self.hash(of: ReviewPage.script))",
      "style-src \(try Self.hash(of: ReviewPage.style))", "media-src 'self' file:",
      "img-src 'self' file: data:",
      "base-uri 'none'", "form-action 'none'",
    ]
    let contents: [ReviewPage.Mark: String] = [
      .policy: policy.joined(separator: "; "), .style: ReviewPage.style, .script: ReviewPage.script,
      .data: data.compactText.replacing("<", with: "\\u003C"),
    ]
    // Piece by piece: nothing that goes in is searched for marks.
    var page = ""
    var rest = ReviewPage.template[...]
    while let (mark, range) = Self.firstMark(in: rest) {
      page += rest[..<range.lowerBound] + (contents[mark] ?? "")
      rest = rest[range.upperBound...]
    }
    text = page + rest
  }

  private static func firstMark(in text: Substring) -> (ReviewPage.Mark, Range<Substring.Index>)? {
    ReviewPage.Mark.allCases.compactMap { mark in text.firstRange(of: mark.rawValue).map { (mark, $0) } }
      .min { $0.1.lowerBound < $1.1.lowerBound }
  }

  /// `'sha256-…'`
  private static func hash(of text: String) throws(DigestFailure) -> String {
    let hex = Array(try ContentDigest.of(text: text).hex.utf8)
    let bytes = stride(from: 0, to: hex.count, by: 2).map { place in
      UInt8(String(decoding: hex[place..<place + 2], as: UTF8.self), radix: 16) ?? 0
    }
    return "'sha256-\(Data(bytes).base64EncodedString())'"
  }
}
