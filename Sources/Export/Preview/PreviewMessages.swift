package import ContentDigest

/// What a preview worker renders.
package enum PreviewRole: String, Hashable, Sendable, CaseIterable {
  case pictures, sound, cells
  /// Thumbnails and waveforms for the timeline of a page.
  case timeline
}

/// An order to a preview worker, one line of JSON.
package enum PreviewOrder: Hashable, Codable, Sendable {
  /// Makes all further orders refer to the plan in this folder. It has no report.
  case plan(folder: String)
  /// A segment of the plan, as a file for players.
  case cell(Int)
  /// The sound, as files of a second each.
  case sound
  /// The exact picture of a frame, as a file.
  case picture(frame: Int64, PreviewPicture)
  /// The waveform of a sound, by its index in the composition, as a file that is named by the key.
  case waveform(sound: Int, key: ContentDigest)
}

/// The kinds of file in which an exact picture is rendered.
package enum PreviewPicture: String, Hashable, Codable, Sendable, CaseIterable {
  case jpg
  case png
  /// A JPEG file in the size of the cells, for dragging: without a GPU, a browser takes longer to paint
  /// 1920x1080 than a worker to decode it.
  case small
  /// A JPEG file of at most 160x90, for the timeline.
  case thumb
}

/// A report of a preview worker, one line of JSON.
package enum PreviewReport: Hashable, Codable, Sendable {
  /// The worker has read its first plan and entered its sandbox; lists what the kernel could not guard.
  case ready(shortcomings: [String])
  /// A frame is about to be rendered, or more of the sound is mixed: the worker is not hanging.
  case working(frame: Int64?)
  /// This second of the sound is finished, counted from 0.
  case chunk(Int64)
  case made(PreviewOrder)
  /// An order failed; the worker continues with the next one. Without an order, it ends.
  case failed(PreviewOrder?, kind: ExportError.Kind, message: String)
}
