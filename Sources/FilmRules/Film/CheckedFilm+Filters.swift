import Composition
import EditScript
import Lowering
import MediaFacts

extension CheckedFilm {
  /// The filters of FFmpeg that items use, each with the size of the picture it works on, where that is known.
  var ffmpegFilters: [(text: FFmpegFilterText, size: PixelSize?)] {
    film.items.flatMap { item -> [(text: FFmpegFilterText, size: PixelSize?)] in
      let filters = item.item.filters?.value ?? []
      guard !filters.isEmpty else { return [] }
      let size = item.picture.map {
        PixelSize(width: $0.contentBox.width, height: $0.contentBox.height)
      }
      return filters.compactMap { filter in
        if case .ffmpeg(let text) = filter.value.value { (text, size) } else { nil }
      }
    }
  }
}
