import Scene
import Testing
import TimelinePicture

struct PlaceholderTests { @Test func f() { #expect(TimelineContent(title: "a", duration: 1).duration == 1) } }
