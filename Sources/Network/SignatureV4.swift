import ContentDigest

/// Signs requests to S3 (AWS Signature Version 4).
struct SignatureV4 {
  let accessKey: String
  let secretKey: String
  /// Of temporary credentials; nil for permanent ones.
  let sessionToken: String?
  let region: String
  var service = "s3"

  /// The payload of a request whose bytes are not part of the signature.
  static let unsignedPayload = "UNSIGNED-PAYLOAD"

  /// The header fields to add to a request, in the order of their names.
  ///
  /// - Parameters:
  ///   - path: As it is sent, encoded by `encodedPath`.
  ///   - payload: The SHA-256 of the body in hexadecimal digits, or `unsignedPayload`.
  ///   - date: `20130524T000000Z`
  ///   - others: Further fields that are sent and signed, with names in lower case.
  func fields(
    method: String, host: String, path: String, payload: String, date: String,
    others: [(name: String, value: String)] = []
  ) throws(DigestFailure) -> [(name: String, value: String)] {
    var fields = others + [("x-amz-content-sha256", payload), ("x-amz-date", date)]
    if let sessionToken { fields.append(("x-amz-security-token", sessionToken)) }
    let authorization = try authorization(
      method: method, path: path, payload: payload, date: date, fields: fields + [("host", host)])
    return fields + [("authorization", authorization)]
  }

  func authorization(
    method: String, path: String, payload: String, date: String, fields: [(name: String, value: String)]
  ) throws(DigestFailure) -> String {
    let fields = fields.sorted { $0.name < $1.name }
    let names = fields.map(\.name).joined(separator: ";")
    let request = [
      method, path, "", fields.map { "\($0.name):\($0.value)\n" }.joined(), names, payload,
    ].joined(separator: "\n")
    let day = String(date.prefix(8))
    let scope = "\(day)/\(region)/\(service)/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", date, scope, try ContentDigest.of(text: request).hex,
    ].joined(separator: "\n")
    var key = Array("AWS4\(secretKey)".utf8)
    for part in [day, region, service, "aws4_request", text] {
      key = try authenticationCode(of: Array(part.utf8), key: key)
    }
    let signature = key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
  }

  /// A path with everything encoded but letters, digits, `-_.~` and `/`.
  static func encodedPath(_ bytes: some Sequence<UInt8>) -> String {
    let plain = Set("-_.~/".utf8)
    return bytes.map { byte in
      let scalar = Unicode.Scalar(byte)
      if plain.contains(byte) || scalar.properties.isAlphabetic && byte < 0x80 || isDigit(byte) {
        return String(scalar)
      }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
