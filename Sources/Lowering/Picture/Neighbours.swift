import Basics
import Composition
import Diagnostics
import EditScript

// Places beside other items of the same list.

extension PictureBuilding {
  /// The places of an item over its time.
  mutating func places(of placed: TimedItem, on canvas: ResolvedCanvas, _ clock: ItemClock) -> PlaceCurves {
    var ruler = Ruler(canvas)
    if let written = placed.item.place {
      for case .beside(let neighbour) in written.value.values where ruler.neighbours[neighbour.name] == nil {
        ruler.neighbours[neighbour.name] = box(of: neighbour, beside: placed, at: written.range, on: canvas)
      }
    }
    return places(placed.item.place, on: ruler, clock)
  }

  /// The box of the named item in its last frame; nil after a finding, here or at that item.
  private mutating func box(
    of neighbour: Neighbour, beside placed: TimedItem, at place: SourceRange, on canvas: ResolvedCanvas
  ) -> ExactBox? {
    guard let index = named[placed.list]?[neighbour.name] else {
      let names = (named[placed.list] ?? [:]).keys.filter { $0 != placed.item.name?.value }.sorted()
      report(
        .noSuchNeighbour(
          neighbour.name, near: context.suggestion(for: neighbour.name, among: names), names, placed.list,
          at: place))
      return nil
    }
    if resolving.isEmpty {
      switch chain(from: index, to: placed) {
      case .ends: break
      case .returns(let names):
        report(.placeDependsOnItself(names, at: place))
        return nil
      case .isTooLong:
        report(.tooManyNeighbours(at: place))
        return nil
      }
    }
    if let box = lastBoxes[index] { return box }
    // A cycle that does not lead back to the item is reported at its own items.
    guard !resolving.contains(index) else { return nil }
    resolving.append(index)
    defer { resolving.removeLast() }
    // Its own mistakes are reported when it is built.
    let (box, _) = settingFindingsAside { phase in phase.lastBox(ofItemAt: index, on: canvas) }
    lastBoxes[index] = box
    return box
  }

  /// Where the places of items that are beside others lead.
  private enum Chain {
    case ends
    /// To the item where it began, through these names.
    case returns([String])
    case isTooLong
  }

  private func chain(from index: Int, to goal: TimedItem) -> Chain {
    var (paths, seen) = ([[index]], Set([index]))
    while let path = paths.popLast() {
      guard path.count <= Self.longestChain else { return .isTooLong }
      let placed = items[path[path.count - 1]]
      if let name = goal.item.name?.value, placed.item.name?.value == name {
        return .returns([name] + path.map { items[$0].item.name?.value ?? "" })
      }
      guard lastBoxes[path[path.count - 1]] == nil else { continue }
      for case .beside(let neighbour) in placed.item.place?.value.values ?? [] {
        if let next = named[goal.list]?[neighbour.name], seen.insert(next).inserted {
          paths.append(path + [next])
        }
      }
    }
    return .ends
  }

  /// Of items whose neighbours come later in the list.
  private static let longestChain = 100

  /// The box of an item's picture in its last frame, without what shadows and outlines add.
  private mutating func lastBox(ofItemAt index: Int, on canvas: ResolvedCanvas) -> ExactBox? {
    let placed = items[index]
    if let style = placed.item.style, placed.item.credits != nil {
      return measuredCredits(of: placed, style, on: canvas).map { standing(of: $0, placed, on: canvas).box }
    }
    guard let length = placed.length, let picture = shownPicture(ofItemAt: index, on: canvas),
      let frame = try? canvas.rate.start(ofFrame: 1), let last = try? max(.zero, length - frame)
    else { return nil }
    let clock = ItemClock(length: length, rate: canvas.rate)
    return box(of: placing(of: placed, showing: picture, nil, on: canvas, clock).layout, picture, at: last)
  }

  private func box(of layout: PictureLayout, _ picture: Picture, at moment: RationalTime) -> ExactBox? {
    guard var box = layout.pose(at: moment)?.visible else { return nil }
    if case .text(let words) = picture {
      let scale = box.width / Double(words.pictureSize.width)
      box.x += scale * Double(words.reach.left)
      box.y += scale * Double(words.reach.top)
      box.width = scale * Double(words.size.width)
      box.height = scale * Double(words.size.height)
    }
    return box
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func noSuchNeighbour(
    _ name: String, near: String?, _ names: [String], _ list: ItemList, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .unknownName, "no item under `\(list.rawValue)` is named '\(name)'", at: place,
      hint: near.map { "did you mean '\($0)'?" }
        ?? (names.isEmpty
          ? "give the other item a `name`" : "names: \(names.prefix(10).joined(separator: ", "))"))
  }

  fileprivate static func placeDependsOnItself(_ names: [String], at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .referenceCycle, "the place of '\(names[0])' depends on itself: \(names.joined(separator: " -> "))",
      at: place, hint: "give one of them a place on the canvas")
  }
  fileprivate static func tooManyNeighbours(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .overLimit, "this place depends on a chain of more than 100 items that come later", at: place,
      hint: "write items before those that are placed beside them")
  }
}
