import Basics
import CodedStreams
package import Composition

/// Which pictures of a film are copied, and which must be encoded and why.
package struct SmartFilm: Hashable, Sendable, Codable {
  /// All frames, in order and without gaps.
  package private(set) var stretches: [Stretch]
  /// The encoding of frames that are not copied; nil if nothing is copied.
  package private(set) var edges: VideoEncoding?
  /// Files whose packets have not been read.
  package private(set) var unknownMedia: [Int]

  /// Neighbouring frames that are copied from one file, or encoded for one reason.
  package struct Stretch: Hashable, Sendable, Codable {
    package var frames: Range<Int64>
    package var copied: CopiedPictures?
    /// The top layer, if one file is shown.
    package var layer: Int?
    /// Why they are encoded; nil if they are copied.
    package var reason: CopyObstacle?
  }

  /// Examines these frames of a film.
  package init(_ film: Composition, _ settings: OutputSettings, frames: Range<Int64>) {
    var finder = SmartCopying(film, settings.container, frames)
    stretches = finder.find()
    unknownMedia = finder.unknownMedia
    guard let smart = settings.smart else { return }
    let groups = CodingGroups(film, stretches, smart)
    edges = groups.house?.encoding
    for index in stretches.indices {
      guard let copied = stretches[index].copied, let layer = stretches[index].layer,
        let reason = groups.reasonAgainst(copied)
      else { continue }
      stretches[index].copied = nil
      stretches[index].reason = CopyObstacle(.layer(layer), reason.text, hint: reason.hint)
    }
  }

  package var copiedFrames: Int64 {
    stretches.reduce(0) { $0 + ($1.copied == nil ? 0 : Int64($1.frames.count)) }
  }

  /// Whether copying takes less work than encoding every frame: a copied frame costs about a 32nd, and each
  /// joint is decoded again.
  package func isWorthWhile(of frameCount: Int64) -> Bool {
    let runs = Int64(stretches.count { $0.copied != nil })
    return copiedFrames > 0 && (frameCount - copiedFrames) + copiedFrames / 32 + runs * 30 < frameCount
  }
}

/// The encodings of the pictures that could be copied. A stream can have only one, the *house*: the one with
/// the most frames.
private struct CodingGroups {
  private let film: Composition
  private let smart: SmartSettings
  private var members: [Member] = []
  private(set) var house: House?

  private struct Member {
    let media: Int
    let stream: Int
    let coded: CodedPictures
    let family: StreamCompatibility?
    /// Why its pictures cannot be part of any stream of the film.
    var refusal: String?
    var frames: Int64
  }

  struct House {
    let media: Int
    let coded: CodedPictures
    let family: StreamCompatibility?
    let encoding: VideoEncoding
  }

  init(_ film: Composition, _ stretches: [SmartFilm.Stretch], _ smart: SmartSettings) {
    self.film = film
    self.smart = smart
    for stretch in stretches {
      guard let copied = stretch.copied else { continue }
      if let index = members.firstIndex(where: { $0.media == copied.media && $0.stream == copied.stream }) {
        members[index].frames += Int64(stretch.frames.count)
      } else if let coded = film.codedPictures(copied.media, copied.stream) {
        members.append(member(copied, coded, Int64(stretch.frames.count)))
      }
    }
    chooseHouse()
    // Pictures that differ from the house would be encoded to match it.
    if let house, house.coded.statesParametersOnce,
      stretches.contains(where: { $0.copied == nil })
        || members.contains(where: {
          $0.refusal != nil || difference(between: house.coded, house.family, and: $0) != nil
        })
    {
      for index in members.indices where members[index].refusal == nil {
        members[index].refusal =
          "stores its parameters once for the whole file, but other pictures of the film are encoded"
      }
      self.house = nil
    }
  }

  private func member(_ copied: CopiedPictures, _ coded: CodedPictures, _ frames: Int64) -> Member {
    var member: Member
    do throws(CodedStreamError) {
      let family = try coded.streamFamily
      member = Member(
        media: copied.media, stream: copied.stream, coded: coded, family: family, refusal: nil, frames: frames
      )
    } catch {
      member = Member(
        media: copied.media, stream: copied.stream, coded: coded, family: nil,
        refusal: "has parameters that cannot be read: \(error)", frames: frames)
    }
    if member.refusal == nil, let codec = smart.codec?.declaration, codec.streamName != coded.track.codec {
      member.refusal = "is encoded as \(coded.track.codec), but the film as \(codec.streamName)"
    }
    if member.refusal == nil, let obstacle = member.family?.encodingObstacle {
      member.refusal = "\(obstacle), which no available encoder supports"
    }
    if member.refusal == nil, encoding(beside: member) == nil {
      member.refusal =
        "is in a format without an available encoder: \(coded.track.codec) \(coded.track.profile ?? "")"
        + ", \(coded.track.pixelFormat)"
    }
    return member
  }

  private func encoding(beside member: Member) -> VideoEncoding? {
    member.coded.track.encodingBeside(smart.edges, references: member.family?.references)
  }

  /// Chooses the encoding shared by most frames; of equal ones, the first.
  private mutating func chooseHouse() {
    var best: (member: Member, frames: Int64)?
    for member in members where member.refusal == nil {
      let frames = members.reduce(0) {
        $0
          + ($1.refusal == nil && difference(between: member.coded, member.family, and: $1) == nil
            ? $1.frames : 0)
      }
      if frames > best?.frames ?? 0 { best = (member, frames) }
    }
    guard let (member, _) = best, let encoding = encoding(beside: member) else { return }
    house = House(media: member.media, coded: member.coded, family: member.family, encoding: encoding)
  }

  private func difference(
    between coded: CodedPictures, _ family: StreamCompatibility?, and other: Member
  ) -> String? {
    guard let family, let otherFamily = other.family else { return coded.difference(from: other.coded) }
    if coded.track.codec != other.coded.track.codec {
      return "its codec is \(other.coded.track.codec), not \(coded.track.codec)"
    }
    if coded.track.color != other.coded.track.color { return "its colour tags differ" }
    return otherFamily.difference(from: family)
  }

  /// Why pictures are encoded that could be copied in a film of their own; nil if they are copied.
  func reasonAgainst(_ copied: CopiedPictures) -> (text: String, hint: String?)? {
    guard let member = members.first(where: { $0.media == copied.media && $0.stream == copied.stream })
    else { return nil }
    if let refusal = member.refusal { return (refusal, nil) }
    guard let house, let difference = difference(between: house.coded, house.family, and: member) else {
      return nil
    }
    return (
      "is encoded differently from \(film.quotedMedia(house.media)), of which more is copied: \(difference)",
      "record both with the same camera and settings"
    )
  }
}

extension CodedPictures {
  /// Whether the file states parameters once, before all packets, and no available encoder states the same.
  fileprivate var statesParametersOnce: Bool { ["av1", "ffv1"].contains(track.codec) }
}
