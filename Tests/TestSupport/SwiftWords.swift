/// The words of Swift source outside of comments and of the text of strings.
///
/// Each word stands in the set as it is used: `print` as a name, `print(` where it is called, `.print(` as a member.
/// Words after `func` are declarations and left out.
package func swiftWords(of source: String) -> Set<String> {
  var words: Set<String> = []
  let bytes = Array(source.utf8)
  var index = 0
  var last = ""
  while index < bytes.count {
    switch bytes[index] {
    case UInt8(ascii: "/") where bytes[index...].starts(with: Array("//".utf8)):
      index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "\""):
      let delimiter = bytes[index...].starts(with: Array("\"\"\"".utf8)) ? 3 : 1
      index = endOfString(in: bytes, from: index + delimiter, delimiter: delimiter)
    case let byte where isInWord(byte):
      let start = index
      while index < bytes.count, isInWord(bytes[index]) { index += 1 }
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
      let isCall = index < bytes.count && bytes[index] == UInt8(ascii: "(")
      if last != "func" { words.insert((isMember ? "." : "") + word + (isCall ? "(" : "")) }
      last = word
    default: index += 1
    }
  }
  return words
}

private func endOfString(in bytes: [UInt8], from start: Int, delimiter: Int) -> Int {
  var index = start
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "\\") {
      index += 2
    } else if bytes[index] == UInt8(ascii: "\""),
      delimiter == 1 || bytes[index...].starts(with: Array("\"\"\"".utf8))
    {
      return index + delimiter
    } else {
      index += 1
    }
  }
  return bytes.count
}

private func isInWord(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
    true
  default: false
  }
}
