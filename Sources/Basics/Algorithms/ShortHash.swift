/// A 64-bit FNV-1a hash as 16 digits, where a digest has to be short or quick, not secure: it loads no library.
package func shortHash(_ text: String) -> String {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
