import Composition

/// A number with at most three decimals, and never `-0`.
func shortNumber(_ number: Double) -> String {
  let scaled = (number * 1000).rounded()
  guard let thousandths = Int64(exactly: scaled) else { return "\(number)" }
  let digits = String(1000 + thousandths.magnitude % 1000).dropFirst()
  let decimals = String(digits.reversed().drop { $0 == "0" }.reversed())
  return (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1000)"
    + (decimals.isEmpty ? "" : "." + decimals)
}

/// The text of a line of an ASS file, without override tags.
func plainWords(ofSubtitle text: String) -> String {
  var words = ""
  var depth = 0
  var isEscaped = false
  for character in text {
    if isEscaped {
      isEscaped = false
      switch character {
      case "N", "n": words.append("\n")
      case "h": words.append(" ")
      default: words += "\\\(character)"
      }
      continue
    }
    switch character {
    case "{": depth = 1
    case "}" where depth == 1: depth = 0
    case "\\" where depth == 0: isEscaped = true
    default: if depth == 0 { words.append(character) }
    }
  }
  return words
}

/// The text of Pango markup.
func plainWords(ofMarkup text: String) -> String {
  var words = ""
  var isInTag = false
  for character in text {
    switch character {
    case "<": isInTag = true
    case ">": if isInTag { isInTag = false } else { words.append(character) }
    default: if !isInTag { words.append(character) }
    }
  }
  for (name, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
    words = words.replacing(name, with: character)
  }
  return words
}
