import Composition

/// The formats whose titles have size, weight and alignment.
private let formatsWithTitleLooks: Set<InterchangeFormat> = [.fcpxml, .otio]

extension ShownWords {
  /// The text as a title; adds to `losses` what a title cannot contain.
  func title(_ place: String, _ losses: inout ExportLossList) -> InterchangeTitle {
    var title = InterchangeTitle(text: text.words)
    for property in WordsProperty.allCases {
      switch property {
      case .text: text.describe(&title, place, &losses)
      // They follow from the text.
      case .fonts, .size, .reach: break
      case .letters:
        if letters != nil { losses.drop(place, property, "all letters appear at once") }
      case .motion:
        if motion != nil { losses.drop(place, property, "the text appears and disappears at once") }
      case .counter:
        if let counter = counter {
          title.text = counter.words(atFrame: 0)
          losses.approximate(place, property, "it does not count: `\(title.text)` is exported")
        }
      }
    }
    return title
  }
}

extension TextPicture {
  fileprivate func describe(_ title: inout InterchangeTitle, _ place: String, _ losses: inout ExportLossList)
  {
    title.look = TitleLook(
      size: size, weight: weight, alignment: TitleLook.Alignment(rawValue: alignment.rawValue) ?? .center)
    let holders = title.look == nil ? [] : formatsWithTitleLooks
    for property in TextProperty.allCases {
      switch property {
      case .words: title.text = isMarkup ? plainWords(ofMarkup: words) : words
      case .isMarkup:
        if isMarkup { losses.approximate(place, property, "the text is exported without its markup") }
      case .font:
        switch font {
        case .family(let family): title.font = family == "sans-serif" ? nil : family
        case .file(let file): losses.drop(place, property, "the font file `\(file)` is not exported")
        }
      case .size:
        losses.drop(
          place, property,
          "other programs choose the font size, not \(shortNumber(size)) pixels", heldBy: holders)
      case .weight:
        if weight != 400 {
          losses.drop(place, property, "the font weight \(weight) is not exported", heldBy: holders)
        }
      case .color: title.color = color.spelling
      case .alignment:
        if alignment != .center, words.contains("\n") || width != nil {
          losses.drop(
            place, property, "other programs choose the alignment, not `\(alignment.rawValue)`",
            heldBy: holders)
        }
      case .width:
        if let width {
          losses.drop(place, property, "line wrapping at \(shortNumber(width)) pixels is not exported")
        }
      case .height:
        if height != nil { losses.drop(place, property, "the height of the text is not exported") }
      case .lineHeight:
        if let height = lineHeight {
          losses.drop(place, property, "the line height \(shortNumber(height)) is not exported")
        }
      case .tracking:
        if tracking != 0 { losses.drop(place, property, "the space between letters is not exported") }
      case .features:
        if !features.isEmpty { losses.drop(place, property, "the font features are not exported") }
      // A shown text has the size that fits.
      case .fit: break
      // Its times are a property of the shown text.
      case .motion: break
      case .outline:
        if outline != nil { losses.drop(place, property, "the outline is not exported") }
      case .shadow:
        if shadow != nil { losses.drop(place, property, "the shadow is not exported") }
      case .box:
        if box != nil { losses.drop(place, property, "the box is not exported") }
      }
    }
  }
}
