import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let pictureNumbers = DiagnosticID(
    "picture-numbers", .error, "The file name lacks a number",
    explanation: """
      A file that ends in .png, .tif, .tiff, .exr, .jpg or .jpeg is one frame of the film, so its name \
      needs a placeholder for the frame number: `%05d` is a number of five digits, with leading zeros. \
      There must be exactly one placeholder, in the file name and not in a folder, with enough digits for \
      the last number; otherwise programs sort the pictures in another order. The first number is 1, or \
      the value of `first-number`. For a single picture, write its time instead: `still: 2s`; its name \
      then has no placeholder.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 60s}
        outputs:
          - file: out/film.png
          - file: out/shot-%02d-%05d.png
          - file: out/%03d.png
        """,
        gives: [
          "the film has 1500 pictures, but 'film.png' is a name for one",
          "'shot-%02d-%05d.png' has two number placeholders",
          "the last of 1500 pictures has the number 1500, but `%03d` has 3 digits",
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 60s}
        outputs:
          - file: out/%05d.png
          - {file: out/poster.png, still: 2s}
        """),
    ])
}

extension Rule {
  static let pictureNumbers = Rule.film(.pictureNumbers, reach: .film) { film in
    guard film.settings?.container.isPictures == true, let output = film.film.output else { return [] }
    let file = output.file
    // Reported by `free-name`.
    if film.settings?.isStill != true, NumberedName.isWritten(in: (output.numberedFile ?? file).value) {
      return []
    }
    let start = file.value.lastIndex(of: "/").map { file.value.index(after: $0) } ?? file.value.startIndex
    let (folder, name) = (String(file.value[..<start]), String(file.value[start...]))
    if film.settings?.isStill == true {
      guard hasPlace(file.value), let still = output.still else { return [] }
      return [
        Diagnostic(
          .pictureNumbers, "the output is one picture (`still`), but '\(name)' is a name for many",
          at: file.range,
          notes: [Diagnostic.Note("set here", at: still.range)],
          hint: "write a name without a number placeholder, or remove `still`")
      ]
    }
    let count = film.part.map { Int64($0.count) } ?? film.film.composition?.frameCount
    guard let pattern = ImagePattern(file.value) else {
      let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
      let ending = name.dropFirst(stem.count)
      return [
        Diagnostic(
          .pictureNumbers,
          count.map { "the film has \($0) pictures, but '\(name)' is a name for one" }
            ?? "'\(name)' is a name for one picture, but every frame needs one", at: file.range,
          hint:
            "add a number placeholder, such as `\(folder)\(stem)-%05d\(ending)`, or write the time of one picture: `still: 2s`; for an animation, use .apng",
          // A single picture may have been intended.
          fixes: fixes("\(folder)\(stem)-%05d\(ending)", file, isSafe: false))
      ]
    }
    let before = pattern.prefix
    if before.utf8.contains(UInt8(ascii: "%")), hasPlace(before) {
      return [
        Diagnostic(
          .pictureNumbers,
          "'\(ImagePattern(String(before.dropFirst(folder.count))) == nil ? file.value : name)' has two number placeholders",
          at: file.range, hint: "keep one, in the file name")
      ]
    }
    guard let count, count > 0, pattern.width > 1 else { return [] }
    let last = Int64(output.firstNumber?.value ?? 1) + count - 1
    let digits = String(last).utf8.count
    guard digits > pattern.width else { return [] }
    let wider = "\(before)%0\(digits)d\(pattern.suffix)"
    return [
      Diagnostic(
        .pictureNumbers,
        "the last of \(count) pictures has the number \(last), but `%0\(pattern.width)d` has \(pattern.width) digits",
        at: file.range, hint: "write `\(wider)`", fixes: fixes(wider, file, isSafe: true))
    ]
  }

  /// Whether any part of a path has a placeholder for a number.
  private static func hasPlace(_ path: String) -> Bool {
    path.split(separator: "/").contains { ImagePattern(String($0)) != nil }
  }

  /// Fixes, if the path can be written without quotes.
  private static func fixes(_ path: String, _ file: Located<String>, isSafe: Bool) -> [Diagnostic.Fix] {
    let isPlain =
      path.utf8.first != UInt8(ascii: "%")
      && path.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789/_.%-".unicodeScalars.contains($0))
      }
    return isPlain
      ? [Diagnostic.Fix("write `\(path)`", [TextEdit(range: file.range, replacement: path)], isSafe: isSafe)]
      : []
  }
}
