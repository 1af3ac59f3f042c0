package import Basics

/// A part of a film with more than three flashes in a second.
package struct FlashPassage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// Of luminance.
    case general
    /// To or from saturated red.
    case red
  }

  package let kind: Kind
  /// From the first transition to the last one.
  package fileprivate(set) var frames: ClosedRange<Int64>
  /// The largest share of the area that flashes at the same time.
  package fileprivate(set) var share: Double
  /// The middle of the area, as shares of width and height, where it is largest.
  package fileprivate(set) var center: (x: Double, y: Double) {
    get { (x, y) }
    set { (x, y) = newValue }
  }
  private var x: Double
  private var y: Double
  /// The frames of the first seven transitions.
  package private(set) var transitions: [Int64]

  fileprivate init(_ kind: Kind, _ alarm: FlashCounter.Alarm) {
    self.kind = kind
    let frame = Int64(alarm.frame)
    frames = min(frame, alarm.transitions.first ?? frame)...frame
    share = alarm.share
    (x, y) = alarm.center
    transitions = alarm.transitions
  }

  /// The same in a film with other frames before it.
  package func moved(by frames: Int64) -> FlashPassage {
    var moved = self
    moved.frames = self.frames.lowerBound + frames...self.frames.upperBound + frames
    moved.transitions = transitions.map { $0 + frames }
    return moved
  }
}

/// Finds flashes in the pictures of a film, in order, by integers and basic arithmetic: every CPU finds the same ones.
///
/// A transition is a change of a cell's relative luminance of at least 0.1 between a peak and a valley, the darker one
/// below 0.8, or to or from a saturated red. More than six transitions in less than a second are too many where their
/// cells are a quarter of an area.
package struct FlashFinder {
  private let rate: FrameRate
  private var frame: Int32 = 0
  private var luminance = LuminanceTransitions()
  private var red: RedTransitions
  private var luminanceMeans: LuminanceMeans
  private var redMeans: RedMeans
  private var found = CellTransitions()
  private var counters: [Counters] = []

  /// The counters and the findings of one area.
  private struct Counters {
    let area: FlashArea
    var general: FlashCounter
    var red: FlashCounter
    var passages: [FlashPassage] = []
  }

  /// `inPicture` finds flashes of a quarter of the picture, `inWindow` those of a quarter of any part that is a third as
  /// wide and as high.
  package init(rate: FrameRate, primaries: FlashPrimaries, inPicture: Bool, inWindow: Bool) {
    self.rate = rate
    // Both fit: a rate is at most a million.
    let second = Int32(clamping: (rate.frames - 1) / rate.seconds)
    let reach = Int32(clamping: 3 * Int128(rate.frames) / (25 * Int128(rate.seconds)))
    red = RedTransitions(primaries)
    luminanceMeans = LuminanceMeans(second: second)
    redMeans = RedMeans(primaries, second: second)
    for area in (inPicture ? [FlashArea.picture] : []) + (inWindow ? [.window] : []) {
      counters.append(
        Counters(
          area: area, general: FlashCounter(area, reach: reach, second: second),
          red: FlashCounter(area, reach: reach, second: second)))
    }
  }

  /// Takes the next picture.
  package mutating func add(_ light: FlashLight) {
    luminanceMeans.add(light.luminance, frame)
    luminance.find(in: light.luminance, &found)
    for index in counters.indices {
      note(counters[index].general.add(found, frame, luminanceMeans), .general, index)
    }
    redMeans.add(light, frame)
    red.find(red: light.red, green: light.green, blue: light.blue, &found)
    for index in counters.indices {
      note(counters[index].red.add(found, frame, redMeans), .red, index)
    }
    frame &+= 1
  }

  /// Takes another picture like the last one.
  package mutating func addUnchanged() {
    found.removeAll()
    for index in counters.indices {
      note(counters[index].general.add(found, frame, luminanceMeans), .general, index)
      note(counters[index].red.add(found, frame, redMeans), .red, index)
    }
    frame &+= 1
  }

  /// The passages with too many flashes, in the picture and in parts of it, in order.
  package mutating func finish() -> (inPicture: [FlashPassage], inWindow: [FlashPassage]) {
    for index in counters.indices {
      note(counters[index].general.finish(luminanceMeans), .general, index)
      note(counters[index].red.finish(redMeans), .red, index)
    }
    func passages(_ area: FlashArea) -> [FlashPassage] {
      counters.first { $0.area == area }?.passages.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
        ?? []
    }
    return (passages(.picture), passages(.window))
  }

  /// Alarms that are less than a second apart are one passage.
  private mutating func note(_ alarms: [FlashCounter.Alarm], _ kind: FlashPassage.Kind, _ index: Int) {
    for alarm in alarms {
      let frame = Int64(alarm.frame)
      if let last = counters[index].passages.lastIndex(where: { $0.kind == kind }),
        (frame - counters[index].passages[last].frames.upperBound) * rate.seconds < rate.frames
      {
        let passage = counters[index].passages[last]
        counters[index].passages[last].frames =
          passage.frames.lowerBound...max(passage.frames.upperBound, frame)
        if alarm.share > passage.share {
          counters[index].passages[last].share = alarm.share
          counters[index].passages[last].center = alarm.center
        }
      } else {
        counters[index].passages.append(FlashPassage(kind, alarm))
      }
    }
  }
}
