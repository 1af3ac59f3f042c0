package import Basics

/// A JSON-RPC 2.0 message from a client.
package enum ClientMessage: Hashable, Sendable {
  case request(id: JSONValue, method: String, parameters: JSONValue)
  case notification(method: String, parameters: JSONValue)
  /// The response to one of the server's requests.
  case response(id: JSONValue, result: JSONValue?)
  /// An invalid message, with its id if it has one.
  case invalid(id: JSONValue, ResponseError)

  package init(_ content: [UInt8]) {
    let value: JSONValue
    do throws(JSONProblem) { value = try JSONValue.parse(bytes: content) } catch {
      self = .invalid(id: .null, ResponseError(.parseError, "the message is not JSON: \(error)"))
      return
    }
    let id = value["id"].flatMap { $0.isRequestID ? $0 : nil }
    guard value.members != nil, value["jsonrpc"]?.stringValue == "2.0" else {
      self = .invalid(
        id: id ?? .null, ResponseError(.invalidRequest, "the message is not one of JSON-RPC 2.0"))
      return
    }
    let parameters = value["params"] ?? .null
    switch (value["method"]?.stringValue, id) {
    case (let method?, let id?): self = .request(id: id, method: method, parameters: parameters)
    case (let method?, nil) where value["id"] == nil:
      self = .notification(method: method, parameters: parameters)
    case (nil, let id?) where value["method"] == nil && (value["result"] ?? value["error"]) != nil:
      self = .response(id: id, result: value["result"])
    default:
      self = .invalid(id: id ?? .null, ResponseError(.invalidRequest, "the message has no method"))
    }
  }
}

extension JSONValue {
  fileprivate var isRequestID: Bool {
    switch self {
    case .integer, .string, .number: true
    case .null, .bool, .array, .object: false
    }
  }
}

/// The reason why a request has no result, with the protocol's numbers.
package struct ResponseError: Error, Hashable, Sendable {
  package enum Code: Int64, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case internalError = -32603
    case notInitialized = -32002
    /// The request is valid but cannot be fulfilled; the message is for people.
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  let code: Code
  let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  var json: JSONValue { .members(["code": .integer(code.rawValue), "message": .string(message)]) }
}

/// JSON-RPC messages to a client.
package enum ServerMessage {
  package static func result(_ result: JSONValue, of id: JSONValue) -> JSONValue {
    .members(["jsonrpc": "2.0", "id": id, "result": result])
  }

  package static func failure(_ error: ResponseError, of id: JSONValue) -> JSONValue {
    .members(["jsonrpc": "2.0", "id": id, "error": error.json])
  }

  package static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    .members(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  static func request(_ method: String, _ parameters: JSONValue, id: Int64) -> JSONValue {
    .members(["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters])
  }

  /// A message with its header.
  static func framed(_ message: JSONValue) -> [UInt8] {
    let content = Array(message.compactText.utf8)
    return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
