import EditScript
import Testing

@Suite("A URL of a media file")
struct RemoteURLTests {
  @Test(
    "is shown without user, password and query",
    arguments: [
      ("https://Media.Example.org/a/b.mp4", "https://media.example.org/a/b.mp4"),
      ("https://ada:pa@ss@example.org:8443/b.mp4?token=1#x", "https://example.org:8443/b.mp4?..."),
      ("s3://bucket/key%20name.mov", "s3://bucket/key%20name.mov"),
      ("http://[::1]:80/a", "http://[::1]:80/a"),
      ("https://example.org?x=1", "https://example.org?..."),
    ])
  func shown(text: String, expected: String) {
    #expect(RemoteURL(text)?.shown == expected)
  }

  @Test("is a stream or a playlist by its scheme or its ending")
  func live() {
    for text in ["https://a.org/x.m3u8?y=1", "http://a.org/X.MPD", "rtmp://a.org/live", "SRT://a.org:9"] {
      #expect(RemoteURL(text)?.isLive == true, "\(text)")
    }
    #expect(RemoteURL("https://a.org/m3u8.mp4?x=.m3u8")?.isLive == false)
    #expect(RemoteURL("C:/films/a.mp4") == nil && RemoteURL("a.mp4") == nil)
  }

  @Test(
    "is open to everyone if it is http and the host is not of the own network",
    arguments: [
      ("http://a.org/x", true), ("https://a.org/x", false), ("http://localhost:80/x", false),
      ("http://10.1.2.3/x", false), ("http://172.31.0.1/x", false), ("http://172.32.0.1/x", true),
      ("http://192.168.1.1/x", false), ("http://nas.local/x", false), ("http://10.1.2.3.example.org/x", true),
      ("http://[::1]/x", false), ("http://127.0.0.1@a.org/x", true),
    ])
  func open(text: String, expected: Bool) {
    #expect(RemoteURL(text)?.isOpen == expected)
  }

  @Test("has a secret if it has a user, or a query that signs or grants access")
  func secrets() {
    for text in [
      "https://ada@a.org/x", "https://ada:b@a.org/x", "https://a.org/x?X-Amz-Signature=1",
      "https://a.org/x?a=1&SIG=2", "https://a.org?token",
    ] {
      #expect(RemoteURL(text)?.hasSecret == true, "\(text)")
    }
    for text in ["https://a.org/@x", "https://a.org/token?v=2", "s3://a/b"] {
      #expect(RemoteURL(text)?.hasSecret == false, "\(text)")
    }
  }

  @Test("names a file if its last name can be one as it is")
  func names() {
    #expect(RemoteURL("https://a.org/x/beach.mp4?y=1")?.fileName == "beach.mp4")
    for text in ["https://a.org/", "https://a.org", "https://a.org/..", "https://a.org/a%2Fb.mp4"] {
      #expect(RemoteURL(text)?.fileName == nil, "\(text)")
    }
  }
}
