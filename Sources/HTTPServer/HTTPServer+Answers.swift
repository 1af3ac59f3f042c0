internal import CMicroHTTPD
import Glibc

extension HTTPServer {
  func send(_ answer: HTTPAnswer, to connection: OpaquePointer, for request: HTTPRequest?)
    -> MHD_Result
  {
    var status = answer.status
    var headers = answer.headers
    let response: OpaquePointer?
    switch answer.body {
    case .bytes(let bytes):
      let part = part(of: UInt64(bytes.count), answer, request, &status, &headers)
      response = makeResponse(Array(bytes[Int(part.lowerBound)..<Int(part.upperBound)]))
    case .file(let path):
      guard let (file, size) = openFile(path) else {
        return send(
          HTTPAnswer(500, text: "The file cannot be read."), to: connection, for: request)
      }
      let part = part(of: size, answer, request, &status, &headers)
      response = MHD_create_response_from_fd_at_offset64(UInt64(part.count), file, part.lowerBound)
      if response == nil { close(file) }
    }
    // Connections of clients that are not understood or not welcome are closed.
    let isRefusedPost = request?.method == "POST" && status >= 400
    if request == nil || status == 400 || status == 403 || isRefusedPost {
      headers.append(HTTPHeader("Connection", "close"))
    }
    return queue(response, UInt32(clamping: status), answer.contentType, headers, connection)
  }

  /// The part of a body to send; adds the matching status and headers.
  private func part(
    of size: UInt64, _ answer: HTTPAnswer, _ request: HTTPRequest?, _ status: inout Int,
    _ headers: inout [HTTPHeader]
  ) -> Range<UInt64> {
    guard status == 200 else { return 0..<size }
    headers.append(HTTPHeader("Accept-Ranges", "bytes"))
    guard let request, request.method == "GET" else { return 0..<size }
    let fields = request.values(of: "Range")
    // A date or the tag of another entity: the whole body, as RFC 9110 requires.
    let condition = request.values(of: "If-Range")
    let tag = answer.headers.first { $0.isNamed("ETag") }?.value
    guard fields.count == 1, condition.isEmpty || (tag?.hasPrefix("\"") == true && condition == [tag]) else {
      return 0..<size
    }
    switch RangeOfBody(fields[0], size: size) {
    case .whole: return 0..<size
    case .part(let part):
      status = 206
      headers.append(HTTPHeader("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"))
      return part
    case .unsatisfiable:
      status = 416
      headers.append(HTTPHeader("Content-Range", "bytes */\(size)"))
      return 0..<0
    }
  }

  func send(
    _ stream: AnswerStream, _ contentType: String, _ headers: [HTTPHeader], to connection: OpaquePointer
  ) -> MHD_Result {
    let response = MHD_create_response_from_callback(
      .max, 16384,
      { stream, _, buffer, count in
        guard let stream, let buffer else { return -2 }
        return Unmanaged<AnswerStream>.fromOpaque(stream).takeUnretainedValue().read(
          into: buffer, count: count)
      }, Unmanaged.passRetained(stream).toOpaque(),
      { stream in
        if let stream { Unmanaged<AnswerStream>.fromOpaque(stream).release() }
      })
    return queue(response, 200, contentType, headers, connection)
  }

  private func makeResponse(_ bytes: [UInt8]) -> OpaquePointer? {
    var bytes = bytes
    return MHD_create_response_from_buffer(bytes.count, &bytes, .RESPMEM_MUST_COPY)
  }

  private func queue(
    _ response: OpaquePointer?, _ status: UInt32, _ contentType: String?, _ headers: [HTTPHeader],
    _ connection: OpaquePointer
  ) -> MHD_Result {
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    if let contentType { MHD_add_response_header(response, "Content-Type", contentType) }
    for header in headers { MHD_add_response_header(response, header.name, header.value) }
    for header in self.headers where !headers.contains(where: { $0.isNamed(header.name) }) {
      MHD_add_response_header(response, header.name, header.value)
    }
    return MHD_queue_response(connection, status, response)
  }
}

private func openFile(_ path: String) -> (file: Int32, size: UInt64)? {
  // Without O_NONBLOCK, opening a named pipe waits for a writer.
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  var status = stat()
  guard file >= 0 else { return nil }
  guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    close(file)
    return nil
  }
  return (file, UInt64(clamping: status.st_size))
}
