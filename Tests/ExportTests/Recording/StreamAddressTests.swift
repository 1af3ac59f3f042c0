import Export
import Testing

@Suite("The address of a stream")
struct StreamAddressTests {
  @Test(
    "has a name without password and query",
    arguments: [
      ("rtsp://cam.example/1", "rtsp://cam.example/1"),
      ("RTSP://user:p@ss@cam.example:554/a/b?token=1", "rtsp://cam.example:554/a/b"),
      ("https://tv.example/live.m3u8?key=secret#x", "https://tv.example/live.m3u8"),
      ("srt://[::1]:9000?passphrase=secret", "srt://[::1]:9000"),
      ("rtmp://host", "rtmp://host"),
    ])
  func names(_ text: String, _ name: String) {
    #expect(StreamAddress(text)?.name == name)
  }

  @Test(
    "is refused for other words",
    arguments: [
      "ftp://a/b", "rtsp:/a", "rtsp://", "rtsp:///a", "rtsp://user@/a", "srt://a b", "screen", "",
      "rtsp://a/\n",
    ])
  func others(_ text: String) {
    #expect(StreamAddress(text) == nil)
  }
}
