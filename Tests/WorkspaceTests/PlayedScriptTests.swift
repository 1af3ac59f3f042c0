import Compiler
import Composition
import Diagnostics
import Foundation
import Lowering
import Processes
import TestSupport
import Testing
import Workspace

@Suite("Files that are passed to played scripts")
struct PlayedScriptTests {
  /// Paths that the played script writes are relative to it, those that are passed to the script that passes them.
  @Test(
    "A passed path or media name belongs to the script that passes it",
    arguments: [
      ("", "titles/own.png"), ("photo: own.png", "own.png"), ("photo: pictures/b.png", "pictures/b.png"),
      ("photo: named", "pictures/b.png"), ("photo: ../outside.png", "../outside.png"),
    ])
  func files(_ with: String, _ expected: String) throws {
    let place = try Place()
    let picture = try smallPicture()
    for path in ["film/titles/own.png", "film/own.png", "film/pictures/b.png", "outside.png"] {
      try place.write(path, bytes: picture)
    }
    try place.write(
      "film/titles/card.edit",
      """
      edit: 1
      vars: {photo: {type: media, default: own.png}}
      media: {named: own.png}
      canvas: {size: 64x64, rate: 25}
      timeline: [{image: "${photo}", for: 1s}]
      """)
    try place.write(
      "film/titles/outer.edit",
      """
      edit: 1
      vars: {photo: {type: media, default: own.png}}
      canvas: {size: 64x64, rate: 25}
      timeline: [{edit: card.edit, with: {photo: "${photo}"}}]
      """)
    for played in ["card", "outer"] {
      let values = with.isEmpty ? "" : ", with: {\(with)}"
      try place.write(
        "film/\(played)-film.edit",
        """
        edit: 1
        media: {named: {file: pictures/b.png, color: bt709}}
        canvas: {size: 64x64, rate: 25}
        timeline: [{edit: titles/\(played).edit\(values)}, {image: named, for: 1s}]
        """)
      let compiled = try place.compile("film/\(played)-film.edit")
      let compilation = try #require(compiled.rows.first?.compilation)
      #expect(
        compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(played) \(with)")
      let composition = try #require(compilation.films.first?.composition)
      let files = Set(composition.media.map(\.spelling))
      #expect(files == ["pictures/b.png", expected], "\(played) \(with)")
    }
  }
}
