/// A path as a `file:` URL; a URL unchanged.
func fileURL(_ path: String) -> String {
  if path.lowercased().hasPrefix("file:") || path.contains("://") { return path }
  let isPlain: (UInt8) -> Bool = { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || "/-_.~:".utf8.contains(byte)
  }
  var text = ""
  for byte in path.utf8 {
    if isPlain(byte) {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      text += "%" + (digits.count == 1 ? "0" + digits : digits)
    }
  }
  if path.hasPrefix("/") { return "file://" + text }
  // A Windows drive.
  if path.dropFirst().hasPrefix(":") { return "file:///" + text }
  return "./" + text
}
