/// The files of the page that shows what is recorded, by name.
package enum RecordPage {
  package static let files: [String: PreviewPage.File] = [
    "base.css": .style(PackageResources.base_css),
    "icon.svg": .picture(PackageResources.icon_svg),
    "index.html": .page(PackageResources.record_html),
    "record.css": .style(PackageResources.record_css),
    "record.js": .script(PackageResources.record_js),
  ]
}
