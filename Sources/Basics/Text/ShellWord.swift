/// A word for a shell, quoted if necessary.
package func shellWord(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./:=+,@%".utf8.contains(byte)
    }
  }
  return plain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}
