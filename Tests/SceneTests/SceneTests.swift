import Scene
import Testing

struct PlaceholderTests { @Test func f() { #expect(SceneColor(0x010203).hexadecimal == "#010203") } }
