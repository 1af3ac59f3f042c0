import Composition

extension ShownWords {
  /// The words as a title, and what a title does not hold of them.
  func title(_ place: String, _ losses: inout ExportLossList) -> InterchangeTitle {
    var title = InterchangeTitle(text: text.words)
    for property in WordsProperty.allCases {
      switch property {
      case .text: text.describe(&title, place, &losses)
      // They follow from the words.
      case .fonts, .size, .reach: break
      case .letters:
        if letters != nil { losses.drop(place, property, "all letters show at once") }
      case .counter:
        if let counter = counter {
          title.text = counter.words(atFrame: 0)
          losses.approximate(place, property, "it does not count: `\(title.text)` is written")
        }
      }
    }
    return title
  }
}

extension TextPicture {
  fileprivate func describe(_ title: inout InterchangeTitle, _ place: String, _ losses: inout ExportLossList)
  {
    for property in TextProperty.allCases {
      switch property {
      case .words: title.text = isMarkup ? plainWords(ofMarkup: words) : words
      case .isMarkup:
        if isMarkup { losses.approximate(place, property, "the words are written without their markup") }
      case .font:
        switch font {
        case .family(let family): title.font = family == "sans-serif" ? nil : family
        case .file(let file): losses.drop(place, property, "the font of the file `\(file)` is not written")
        }
      case .size:
        losses.drop(
          place, property,
          "letters have the size that other programs choose, not \(shortNumber(size)) pixels")
      case .weight:
        if weight != 400 { losses.drop(place, property, "the letters are not \(weight) heavy") }
      case .color: title.color = color.spelling
      case .alignment:
        if alignment != .center, words.contains("\n") || width != nil {
          losses.drop(
            place, property, "lines stand as other programs have it, not `\(alignment.rawValue)`")
        }
      case .width:
        if let width {
          losses.drop(place, property, "lines are not wrapped at \(shortNumber(width)) pixels")
        }
      case .height:
        if height != nil { losses.drop(place, property, "the height is that of the words") }
      case .lineHeight:
        if let height = lineHeight {
          losses.drop(place, property, "the distance of lines is not \(shortNumber(height))")
        }
      case .outline:
        if outline != nil { losses.drop(place, property, "the letters have no outline") }
      case .shadow:
        if shadow != nil { losses.drop(place, property, "the letters have no shadow") }
      case .box:
        if box != nil { losses.drop(place, property, "there is no box behind the words") }
      }
    }
  }
}
