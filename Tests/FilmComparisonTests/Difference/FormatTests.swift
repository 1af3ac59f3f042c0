import Compiler
import Composition
import ContentDigest
import Diagnostics
import FilmComparison
import FoundationEssentials
import RenderPlan
import TestSupport
import Testing

/// Walks the declarations of codecs and containers: each consumer has to know each of them. Encoders and muxers are
/// asked in `LibAVTests`.
@Suite("Every codec and every container that is declared")
struct FormatTests {
  /// A film with sound, made into a file.
  private func script(_ file: String, sound: String? = nil, video: String? = nil) -> String {
    let audio = sound.map { ", audio: {codec: \($0)}" } ?? ""
    let picture = video.map { ", video: {codec: \($0)}" } ?? ""
    return """
      edit: 1
      canvas: {size: 256x144, rate: 25}
      timeline: [{color: red, for: 3s}]
      audio: [{tone: sine, for: 3s}]
      outputs: [{file: \(file)\(picture)\(audio)}]

      """
  }

  private func page(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: packageRoot + "/" + path)), as: UTF8.self)
  }

  private func findings(_ script: String) throws -> [Diagnostic] { try TestFilm(script).findings }

  @Test(
    "of sound is a word of the schema and the reference, is lowered, has keys of its own, and is compared")
  func soundCodecs() throws {
    let (schema, reference) = (try page("grammar/edit.schema.json"), try page("docs/reference.md"))
    var keys: Set<String> = []
    for codec in SoundCodec.allCases {
      #expect(schema.contains("\"\(codec.rawValue)\""), "\(codec)")
      #expect(reference.contains("`\(codec.rawValue)`"), "\(codec)")
      let file = try #require(Container.allCases.first { $0.declaration.sound.contains(codec) })
      let film = try TestFilm(script("a.\(file.rawValue)", sound: codec.rawValue))
      #expect(film.findings.map(\.message) == [], "\(codec)")
      let plan = try #require(film.version.outputs.first?.plan)
      #expect(plan.settings.audio?.codec == codec)
      keys.insert(try #require(plan.soundTrack).key.hex)
      for other in SoundCodec.allCases where other != codec && file.declaration.sound.contains(other) {
        let name = "a.\(file.rawValue)"
        let changes = try changes(script(name, sound: codec.rawValue), script(name, sound: other.rawValue))
        #expect(!changes.isSameFilm, "\(codec) to \(other)")
        #expect(
          changes.outputs.flatMap(\.values).contains { $0.property == "audio.codec" }, "\(codec) to \(other)")
      }
    }
    #expect(keys.count == SoundCodec.allCases.count)
  }

  @Test("of pictures is a word of the schema and the reference, and is lowered")
  func videoCodecs() throws {
    let (schema, reference) = (try page("grammar/edit.schema.json"), try page("docs/reference.md"))
    for codec in VideoCodec.allCases {
      #expect(reference.contains("`\(codec.rawValue)`"), "\(codec)")
      let container = try #require(Container.allCases.first { $0.declaration.video.contains(codec) })
      let film = try TestFilm(script("a-%03d.\(container.rawValue)", video: codec.rawValue))
      #expect(schema.contains("\"\(codec.rawValue)\""), "\(codec)")
      #expect(film.version.outputs.first?.plan?.settings.video?.codec == codec)
    }
  }

  @Test("of files is made, holds what it declares and nothing else, and makes another film")
  func containers() throws {
    // Texts are made of what the film says, not of what it shows.
    for container in Container.allCases where !container.isText {
      let name = (container.isPictures ? "a-%03d." : "a.") + container.rawValue
      let film = try TestFilm(script(name))
      let plan = try #require(film.version.outputs.first?.plan, "\(container)")
      #expect(plan.settings.container == container)
      #expect((plan.settings.video == nil) == container.declaration.video.isEmpty)
      #expect(plan.settings.audio?.codec == container.declaration.usualSound)
      if let sound = container.declaration.usualSound { #expect(container.declaration.sound.contains(sound)) }
      for codec in SoundCodec.allCases {
        let wrong = try findings(script(name, sound: codec.rawValue)).contains {
          $0.id == .codecNotInContainer
        }
        #expect(wrong == !container.declaration.sound.contains(codec), "\(codec) in \(container)")
      }
    }
    #expect(try findings(script("a.unknown")).map(\.id) == [.unknownValue])
  }
}
