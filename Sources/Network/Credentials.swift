import Glibc

/// The user's credentials: from the environment and from `~/.netrc`, and from nowhere else.
struct Credentials {
  /// For requests to the endpoint; nil without keys.
  let signature: SignatureV4?
  /// Where `s3:` URLs lead: a URL without a slash at its end.
  let endpoint: String
  /// Whether the user has set the endpoint. Its host may then be private.
  let isEndpointChosen: Bool
  /// For the server of segments; nil if there is none.
  let cacheToken: String?
  private let netrc: Netrc?
  /// Why `~/.netrc` is not used; nil if it is, or does not exist.
  let netrcProblem: String?

  init() {
    let region = variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION") ?? "us-east-1"
    var chosen = variable("AWS_ENDPOINT_URL_S3") ?? variable("AWS_ENDPOINT_URL")
    while chosen?.hasSuffix("/") == true { chosen?.removeLast() }
    isEndpointChosen = chosen != nil
    endpoint = chosen ?? "https://s3.\(region).amazonaws.com"
    if let key = variable("AWS_ACCESS_KEY_ID"), let secret = variable("AWS_SECRET_ACCESS_KEY") {
      signature = SignatureV4(
        accessKey: key, secretKey: secret, sessionToken: variable("AWS_SESSION_TOKEN"), region: region)
    } else {
      signature = nil
    }
    cacheToken = variable("EDITC_CACHE_TOKEN")
    (netrc, netrcProblem) = readNetrc()
  }

  func login(for host: String) -> Netrc.Login? { netrc?.login(for: host) }
}

/// The value of an environment variable; nil if it is not set or empty.
func variable(_ name: String) -> String? {
  guard let value = getenv(name), value[0] != 0 else { return nil }
  return String(cString: value)
}

private func readNetrc() -> (netrc: Netrc?, problem: String?) {
  guard let home = variable("HOME") else { return (nil, nil) }
  let number = open(home + "/.netrc", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard number >= 0 else { return (nil, nil) }
  defer { close(number) }
  var facts = stat()
  guard fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return (nil, nil) }
  guard facts.st_mode & 0o077 == 0, facts.st_uid == geteuid() else {
    return (nil, "~/.netrc is not used, because others can read it; run `chmod 600 ~/.netrc`")
  }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = read(number, &bytes, bytes.count)
  return (Netrc(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)), nil)
}
