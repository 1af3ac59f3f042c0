internal import CCurl
import ContentDigest
import Glibc

/// Makes requests, one after another: follows redirects, resumes, and tries again.
final class NetworkClient {
  private let curl: UnsafeMutableRawPointer
  private let credentials = Credentials()
  /// The hosts that may have private addresses.
  private let privateHosts: Set<String>
  private let proxies = ProxyAddresses()
  private let roots = rootsOfCertificates()
  private let onProgress: (Int64) -> Void

  /// Nil if there is no memory.
  init?(privateHosts: [String], onProgress: @escaping (Int64) -> Void) {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let curl = curl_easy_init() else {
      return nil
    }
    self.curl = curl
    self.privateHosts = Set(privateHosts.map(plainHost))
    self.onProgress = onProgress
  }

  deinit { curl_easy_cleanup(curl) }

  func carryOut(_ request: NetworkRequest, _ file: Int32) throws(NetworkFailure) -> NetworkAnswer {
    let first = try url(of: request)
    let patience = request.patience
    var tries = 0
    var furthest: Int64 = 0
    var received: Int64 = 0
    var startsAgain = !request.resumes
    while true {
      let offset = startsAgain ? 0 : try resumedOffset(of: request, file)
      let (transfer, outcome) = try followed(request, first, file, from: offset)
      received += transfer.receivedBytes
      switch outcome {
      case .done(let byteCount):
        return NetworkAnswer(
          status: transfer.head.status, byteCount: byteCount, receivedBytes: received,
          encoding: transfer.head.encoding, type: transfer.head.type)
      case .startAgain: startsAgain = true
      case .retry(let pause, let failure):
        // Bytes that came before are no progress: a file without a digest begins again each time.
        tries = transfer.position - furthest >= NetworkPatience.progressBytes ? 1 : tries + 1
        furthest = max(furthest, transfer.position)
        guard tries < patience.tries else {
          throw NetworkFailure(failure.kind, failure.reason + (tries > 1 ? " (\(tries) tries)" : ""))
        }
        startsAgain = !request.resumes
        try rest(pause, after: tries, patience, failure, position: transfer.position)
      case .redirect: throw NetworkFailure(.unavailable, "the server redirects to nowhere")
      case .fail(let failure): throw failure
      }
    }
  }

  /// The size of the file so far.
  private func resumedOffset(of request: NetworkRequest, _ file: Int32) throws(NetworkFailure) -> Int64 {
    guard request.method == .get else { return 0 }
    var facts = stat()
    guard fstat(file, &facts) == 0 else {
      throw NetworkFailure(.file, "the file cannot be read: \(String(cString: strerror(errno)))")
    }
    let size = Int64(facts.st_size)
    return request.byteCount.map { size >= $0 } == true ? 0 : size
  }

  private func rest(
    _ wanted: Duration?, after tries: Int, _ patience: NetworkPatience, _ failure: NetworkFailure,
    position: Int64
  ) throws(NetworkFailure) {
    if let wanted, wanted > patience.longestRequestedPause {
      throw NetworkFailure(
        failure.kind, failure.reason + " and asks to wait \(wanted.components.seconds) s")
    }
    let usual = min(patience.pause * (1 << min(tries - 1, 10)), patience.longestPause)
    let pause = wanted ?? usual * Double.random(in: 0.5...1)
    let end = ContinuousClock.now + pause
    while case let left = end - .now, left > .zero {
      onProgress(position)
      usleep(UInt32(clamping: min(left.milliseconds + 1, 1000) * 1000))
    }
  }
}

// MARK: - URLs and redirects

extension NetworkClient {
  private static let mostRedirects = 5

  /// The URL of a request; `s3://bucket/key` is one of the endpoint.
  private func url(of request: NetworkRequest) throws(NetworkFailure) -> CurlURL {
    var text = request.url
    let isObject = text.hasPrefix("s3://")
    if isObject {
      guard credentials.signature != nil else {
        throw NetworkFailure(.denied, "no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
      }
      let parts = text.dropFirst(5).split(separator: "/", maxSplits: 1)
      guard parts.count == 2, let key = decoded(parts[1]) else {
        throw NetworkFailure(.refused, "this is not a URL of the form s3://BUCKET/KEY")
      }
      text = "\(credentials.endpoint)/\(parts[0])/\(SignatureV4.encodedPath(key))"
    }
    guard let url = CurlURL(text, keepsPath: isObject), ["https", "http"].contains(url.scheme) else {
      throw NetworkFailure(
        .refused, isObject ? "AWS_ENDPOINT_URL_S3 is not a URL" : "this is not a URL of a file")
    }
    guard !url.hasUser else { throw NetworkFailure(.refused, "the URL contains a user or a password") }
    return url
  }

  /// Makes the request, and those to which the server redirects it.
  private func followed(
    _ request: NetworkRequest, _ first: CurlURL, _ file: Int32, from offset: Int64
  ) throws(NetworkFailure) -> (NetworkTransfer, NetworkTransfer.Outcome) {
    var url = first
    for hop in 0...Self.mostRedirects {
      let (transfer, outcome) = try perform(request, url, first, file, from: offset, isRedirected: hop > 0)
      guard case .redirect = outcome, let target = transfer.head["location"] else {
        return (transfer, outcome)
      }
      url = try redirected(from: url, to: target)
    }
    throw NetworkFailure(.refused, "redirected more than \(Self.mostRedirects) times")
  }

  private func redirected(from url: CurlURL, to target: String) throws(NetworkFailure) -> CurlURL {
    guard let next = CurlURL(target, relativeTo: url),
      next.scheme == "https" || next.scheme == "http" && url.scheme == "http"
    else {
      throw NetworkFailure(
        .refused, "redirected to a URL that is not \(url.scheme == "http" ? "`http:` or " : "")`https:`")
    }
    guard !next.hasUser else {
      throw NetworkFailure(.refused, "redirected to a URL with a user or a password at \(next.host)")
    }
    return next
  }

  private func perform(
    _ request: NetworkRequest, _ url: CurlURL, _ first: CurlURL, _ file: Int32, from offset: Int64,
    isRedirected: Bool
  ) throws(NetworkFailure) -> (NetworkTransfer, NetworkTransfer.Outcome) {
    let isEndpoint = request.url.hasPrefix("s3://") && url.hasOrigin(of: first)
    let isAllowed = privateHosts.contains(url.host) || isEndpoint && credentials.isEndpointChosen
    let transfer = NetworkTransfer(
      request, file, from: offset,
      allowing: { [proxies] address, port in
        isAllowed || address.isPublic || proxies.contain(address, port)
      },
      onProgress: onProgress)
    // Through a proxy, no socket shows the address.
    if !isAllowed, url.literalAddress?.isPublic == false || url.host == "localhost" {
      return (transfer, .fail(.privateAddress(url.host, host: url.host, isRedirected: isRedirected)))
    }
    curl_easy_reset(curl)
    transfer.install(in: curl)
    set(request, offset: offset)
    _ = editc_curl_set_pointer(curl, CURLOPT_CURLU, UnsafeRawPointer(url.handle))
    var fields = request.method == .put ? [("expect", "")] : []
    if isEndpoint {
      fields += try signed(request, url)
    } else if request.isForCache, let token = credentials.cacheToken {
      if url.hasOrigin(of: first), url.scheme == "https" || isAllowed {
        fields.append(("authorization", "Bearer \(try checked(token))"))
      }
    } else if url.scheme == "https", url.hasOrigin(of: first), let login = credentials.login(for: url.host) {
      _ = editc_curl_set_text(curl, CURLOPT_USERNAME, login.user)
      _ = editc_curl_set_text(curl, CURLOPT_PASSWORD, login.password)
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for (name, value) in fields { list = curl_slist_append(list, "\(name):\(value)") ?? list }
    defer { curl_slist_free_all(list) }
    _ = editc_curl_set_pointer(curl, CURLOPT_HTTPHEADER, list)
    let code = withExtendedLifetime((url, transfer)) { curl_easy_perform(curl) }
    var outcome = transfer.outcome(code, host: url.host, isRedirected: isRedirected)
    if case .fail(let failure) = outcome, failure.kind == .denied, url.scheme == "https",
      let problem = credentials.netrcProblem
    {
      outcome = .fail(NetworkFailure(.denied, "\(failure.reason); \(problem)"))
    }
    return (transfer, outcome)
  }

  private func set(_ request: NetworkRequest, offset: Int64) {
    let patience = request.patience
    let numbers: [(CURLoption, Int64)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 0), (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
      (CURLOPT_CONNECTTIMEOUT_MS, patience.connect.milliseconds), (CURLOPT_LOW_SPEED_LIMIT, 1000),
      (CURLOPT_LOW_SPEED_TIME, max(1, patience.stall.components.seconds)), (CURLOPT_BUFFERSIZE, 256 << 10),
      (CURLOPT_NOBODY, request.method == .head ? 1 : 0), (CURLOPT_UPLOAD, request.method == .put ? 1 : 0),
    ]
    for (option, value) in numbers where value != 0 || option == CURLOPT_NOPROGRESS {
      _ = editc_curl_set_number(curl, option, Int(value))
    }
    _ = editc_curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "https,http")
    _ = editc_curl_set_text(curl, CURLOPT_USERAGENT, "editc")
    if let roots { _ = editc_curl_set_text(curl, CURLOPT_CAINFO, roots) }
    if offset > 0 { _ = editc_curl_set_text(curl, CURLOPT_RANGE, "\(offset)-") }
    if request.method == .put {
      _ = editc_curl_set_size(curl, CURLOPT_INFILESIZE_LARGE, curl_off_t(request.byteCount ?? -1))
    }
  }

  private func signed(
    _ request: NetworkRequest, _ url: CurlURL
  ) throws(NetworkFailure) -> [(name: String, value: String)] {
    do throws(DigestFailure) {
      return try credentials.signature?.fields(
        method: request.method.rawValue, host: url.hostField, path: url.path,
        payload: request.digest ?? SignatureV4.unsignedPayload, date: currentDate()) ?? []
    } catch { throw NetworkFailure(.unavailable, "\(error)") }
  }
}

/// A token that is one word, so that it can contain no further header fields.
private func checked(_ token: String) throws(NetworkFailure) -> String {
  guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
    throw NetworkFailure(.refused, "EDITC_CACHE_TOKEN contains blanks or special characters")
  }
  return token
}

/// The file with the roots of certificates: the user's, or else the system's; nil to leave it to libcurl.
func rootsOfCertificates() -> String? {
  let places = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]
  return variable("CURL_CA_BUNDLE") ?? places.first { access($0, R_OK) == 0 }
}

/// The bytes of a text in which some are written as `%` and two digits; nil if `%` stands for itself.
private func decoded(_ text: Substring) -> [UInt8]? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    let digits = rest.prefix(2)
    guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
      return nil
    }
    bytes.append(value)
    rest = rest.dropFirst(2)
  }
  return bytes
}

/// `20130524T000000Z`
private func currentDate() -> String {
  var now = time(nil)
  var parts = tm()
  gmtime_r(&now, &parts)
  func digits(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
  let day = "\(parts.tm_year + 1900)" + digits(parts.tm_mon + 1) + digits(parts.tm_mday)
  return "\(day)T" + digits(parts.tm_hour) + digits(parts.tm_min) + digits(parts.tm_sec) + "Z"
}
