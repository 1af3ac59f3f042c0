/// The files of the page that plays a preview, by name. They are part of the program.
package enum PreviewPage {
  package static let files: [String: File] = [
    "base.css": .style(PackageResources.base_css),
    "clip.js": .script(PackageResources.clip_js),
    "compare.js": .script(PackageResources.compare_js),
    "controls.js": .script(PackageResources.controls_js),
    "detected.js": .script(PackageResources.detected_js),
    "dom.js": .script(PackageResources.dom_js),
    "drawing.js": .script(PackageResources.drawing_js),
    "film.js": .script(PackageResources.film_js),
    "findings.js": .script(PackageResources.findings_js),
    "hint.js": .script(PackageResources.hint_js),
    "icon.svg": .picture(PackageResources.icon_svg),
    "index.html": .page(PackageResources.index_html),
    "items.js": .script(PackageResources.items_js),
    "keys.js": .script(PackageResources.keys_js),
    "lanes.js": .script(PackageResources.lanes_js),
    "lines.js": .script(PackageResources.lines_js),
    "media.js": .script(PackageResources.media_js),
    "page.css": .style(PackageResources.page_css),
    "page.js": .script(PackageResources.page_js),
    "player.js": .script(PackageResources.player_js),
    "previews.js": .script(PackageResources.previews_js),
    "server.js": .script(PackageResources.server_js),
    "still.js": .script(PackageResources.still_js),
    "strip.js": .script(PackageResources.strip_js),
    "meter.js": .script(PackageResources.meter_js),
    "reports.js": .script(PackageResources.reports_js),
    "tracks.js": .script(PackageResources.tracks_js),
    "timeline.js": .script(PackageResources.timeline_js),
    "view.js": .script(PackageResources.view_js),
  ]

  package struct File: Sendable {
    package let bytes: [UInt8]
    package let contentType: String

    static func page(_ bytes: [UInt8]) -> File {
      File(bytes: bytes, contentType: "text/html; charset=utf-8")
    }
    static func style(_ bytes: [UInt8]) -> File {
      File(bytes: bytes, contentType: "text/css; charset=utf-8")
    }
    static func picture(_ bytes: [UInt8]) -> File {
      File(bytes: bytes, contentType: "image/svg+xml")
    }
    static func script(_ bytes: [UInt8]) -> File {
      File(bytes: bytes, contentType: "text/javascript; charset=utf-8")
    }
  }
}
