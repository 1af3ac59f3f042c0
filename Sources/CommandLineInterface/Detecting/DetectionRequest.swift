import Basics
import Composition
import Detection
import EditScript

/// What `detect` looks for in each file.
struct DetectionRequest {
  /// Nil for everything that the tracks of a file allow, without beats.
  let kinds: [DetectionKind]?
  let shortestSilence: RationalTime
  let tempo: ClosedRange<Double>?
  let range: RangeExpression?
  let stream: Int?

  /// The tracks of a file in which something is looked for, and what.
  struct Tracks {
    let video: VideoTrackFacts?
    let audio: AudioTrackFacts?
    let kinds: Set<DetectionKind>
  }

  func tracks(of facts: MediaFacts, in path: String) throws -> Tracks {
    var video = facts.mainVideo
    var audio = facts.mainAudio
    if let stream {
      let (ownVideo, ownAudio) = (
        facts.video.first { $0.streamIndex == stream && !$0.isAttachedPicture },
        facts.audio.first { $0.streamIndex == stream }
      )
      guard ownVideo != nil || ownAudio != nil else {
        throw CommandFailure(
          .usage, "--stream: track \(stream) of \(path) has neither pictures nor sound; see `editc probe`")
      }
      (video, audio) = (ownVideo ?? video, ownAudio ?? audio)
    }
    if video?.isStill == true { video = nil }
    let possible = DetectionKind.allCases.filter { $0.isOfPictures ? video != nil : audio != nil }
    guard let kinds else {
      guard !possible.isEmpty else {
        throw CommandFailure(
          .badData, "\(path) has neither moving pictures nor sound, so there is nothing to detect")
      }
      return Tracks(video: video, audio: audio, kinds: Set(possible).subtracting([.beats]))
    }
    if let kind = kinds.first(where: { !possible.contains($0) }) {
      throw CommandFailure(
        .badData,
        "\(path) has no \(kind.isOfPictures ? "moving pictures" : "sound"), so there is no '\(kind.rawValue)' to detect"
      )
    }
    return Tracks(video: video, audio: audio, kinds: Set(kinds))
  }

  /// The part of a file to which everything is limited.
  func limits(in facts: MediaFacts, named path: String) throws -> TimeRange {
    guard let end = facts.extent.finite, let whole = TimeRange(start: .zero, end: end) else {
      throw CommandFailure(.badData, "\(path) has no known length")
    }
    guard let range else { return whole }
    let line = LookedAt.TimeLine(end: end, rate: facts.mainVideo?.rate, name: path)
    let option = "--range"
    func moment(_ time: TimeExpression) throws -> RationalTime { try line.moment(time, option: option) }
    let (first, last): (RationalTime, RationalTime)
    do {
      (first, last) =
        switch range {
        case .all: (.zero, end)
        case .between(let from, let to): (try from.map(moment) ?? .zero, try to.map(moment) ?? end)
        case .starting(let from, let length):
          (try moment(from), try moment(from) + line.distance(length, option: option))
        case .first(let length): (.zero, try line.distance(length, option: option))
        case .last(let length): (try end - line.distance(length, option: option), end)
        }
    } catch is TimeOverflow { throw CommandFailure(.usage, "--range: the times are out of range") }
    guard !first.isNegative, first < last, last <= end, let part = TimeRange(start: first, end: last) else {
      throw CommandFailure(.usage, "--range: expected a part of \(path), which lasts from 0s to \(end)")
    }
    return part
  }
}
