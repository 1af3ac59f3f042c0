/// What a worker of a preview makes.
package enum PreviewRole: String, Hashable, Sendable, CaseIterable {
  case pictures, sound, cells
}

/// What a worker of a preview is told to make, one order a line of JSON.
package enum PreviewOrder: Hashable, Codable, Sendable {
  /// The plan in this folder is the one that all further orders are about. It has no report of its own.
  case plan(folder: String)
  /// A segment of the plan, as a file for players.
  case cell(Int)
  /// The sound, as files of a second each.
  case sound
  /// The exact picture of a frame, as a file.
  case picture(frame: Int64, PreviewPicture)
}

/// The kinds of file that an exact picture is made as.
package enum PreviewPicture: String, Hashable, Codable, Sendable, CaseIterable {
  case jpg
  case png
  /// A JPEG file as large as the cells, for a drag: without a GPU, a browser needs longer to paint 1920x1080 than a worker to
  /// decode it.
  case small
}

/// What a worker of a preview says about its work, one report a line of JSON.
package enum PreviewReport: Hashable, Codable, Sendable {
  /// The worker has read its first plan and shut itself in: what the kernel could not guard.
  case ready(shortcomings: [String])
  /// A frame is about to be made, or more of the sound is known: the worker does not hang.
  case working(frame: Int64?)
  /// This second of the sound is there, counted from 0.
  case chunk(Int64)
  case made(PreviewOrder)
  /// An order could not be carried out; the worker goes on with the next one. Without an order, it ends.
  case failed(PreviewOrder?, kind: ExportError.Kind, message: String)
}
