internal import Basics
internal import CFFmpeg
internal import Composition

/// The owner of an FFmpeg muxer: a container and its streams, without the file.
final class Muxer {
  let context: UnsafeMutablePointer<AVFormatContext>

  init(
    _ container: Container, _ streams: [EncodedStream], _ tags: [MediaTag]
  ) throws(LibAVError) {
    guard let muxer = container.declaration.muxer else {
      throw LibAVError(
        operation: "preparing the container", subject: container.rawValue, cause: .notAvailable,
        reason: "FFmpeg does not write this kind of file for editc")
    }
    var allocation: UnsafeMutablePointer<AVFormatContext>?
    let result = avformat_alloc_output_context2(&allocation, nil, muxer, nil)
    try check(result, "preparing the container", container.rawValue)
    context = try allocated(allocation, "preparing the container", container.rawValue)
    context.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
    // FLAC and Opus in MP4 are standards by now, but FFmpeg 5.1 still calls them experimental.
    if container == .mp4 { context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL }
    if container.isTransportStream {
      // How far decoders read ahead.
      context.pointee.max_delay = 700_000
      // Otherwise FFmpeg writes its own name.
      for (name, value) in [("service_provider", "editc"), ("service_name", "film")] {
        av_dict_set(&context.pointee.metadata, name, value, 0)
      }
    }
    for tag in tags { av_dict_set(&context.pointee.metadata, tag.name, tag.value, 0) }
    for stream in streams { try add(stream, container) }
  }

  deinit {
    // Its owner frees it.
    context.pointee.pb = nil
    avformat_free_context(context)
  }

  private func add(_ stream: EncodedStream, _ container: Container) throws(LibAVError) {
    let added = try allocated(avformat_new_stream(context, nil), "preparing the container", stream.codec)
    try stream.fill(added.pointee.codecpar)
    // Matroska has its own names for codecs, but none for ProRes profiles.
    if container.isMatroska, stream.codec != "prores" { added.pointee.codecpar.pointee.codec_tag = 0 }
    if container.isMatroska, stream.codec == "opus", case .audio(let audio) = stream.content {
      // Counted at the rate at which Opus decodes, whatever was encoded.
      added.pointee.codecpar.pointee.initial_padding = Int32(
        clamping: audio.priming * 48_000 / max(1, audio.sampleRate))
    }
    try stream.copied?.addSideData(to: added)
    let id = added.pointee.codecpar.pointee.codec_id
    // Some muxers do not answer for the one codec that they are for; those of Ogg, transport streams and MXF
    // answer only for their usual ones.
    let isItsOwn =
      container == .ogg || container.isTransportStream || container.isMaterialExchange
      || context.pointee.oformat?.pointee.audio_codec == id
    guard isItsOwn || avformat_query_codec(context.pointee.oformat, id, FF_COMPLIANCE_NORMAL) == 1 else {
      throw LibAVError(
        operation: "preparing the container", subject: container.rawValue, cause: .notAvailable,
        reason: ".\(container.rawValue) files cannot hold \(stream.codec)")
    }
    added.pointee.time_base = AVRational(
      num: Int32(clamping: stream.tick.value), den: Int32(clamping: stream.tick.timescale))
    switch stream.content {
    case .video(let video):
      describe(video, added, container)
      try video.mastering?.write(to: added)
      try turn(video, added)
    case .audio(let audio): describe(audio, added, container)
    case .subtitle(let subtitle):
      if let language = subtitle.language {
        av_dict_set(
          &added.pointee.metadata, "language", container.name(ofLanguage: language), 0)
      }
      if let title = subtitle.title { name(added, title, container) }
      if subtitle.isDefault { added.pointee.disposition |= AV_DISPOSITION_DEFAULT }
    }
  }

  private func describe(
    _ audio: EncodedStream.AudioContent, _ stream: UnsafeMutablePointer<AVStream>, _ container: Container
  ) {
    if let language = audio.language {
      av_dict_set(&stream.pointee.metadata, "language", container.name(ofLanguage: language), 0)
    }
    if let title = audio.title { name(stream, title, container) }
    // For Matroska, FFmpeg does not choose the first track by itself.
    if audio.isDefault ?? container.isMatroska { stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
  }

  /// QuickTime's family stores a name of the track and of its handler, which some players show instead.
  private func name(_ stream: UnsafeMutablePointer<AVStream>, _ title: String, _ container: Container) {
    if container.isQuickTime { av_dict_set(&stream.pointee.metadata, "handler_name", title, 0) }
    av_dict_set(&stream.pointee.metadata, "title", title, 0)
  }

  /// Replaces the rotation of a copied stream by the one that the script states.
  private func turn(
    _ video: EncodedStream.VideoContent, _ stream: UnsafeMutablePointer<AVStream>
  ) throws(LibAVError) {
    let stated = displayMatrix(stream).map(PictureOrientation.init(displayMatrix:)) ?? .upright
    guard let orientation = video.orientation, orientation != stated else { return }
    let matrix = orientation.matrix(of: video.size)
    let bytes = matrix.withUnsafeBytes { Array($0) }
    let data = try allocated(
      av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, bytes.count), "preparing the container",
      "stream")
    data.update(from: bytes, count: bytes.count)
  }

  private func describe(
    _ video: EncodedStream.VideoContent, _ stream: UnsafeMutablePointer<AVStream>, _ container: Container
  ) {
    if let title = video.title { name(stream, title, container) }
    if let timecode = video.timecode { av_dict_set(&stream.pointee.metadata, "timecode", timecode, 0) }
    if let language = video.language {
      av_dict_set(&stream.pointee.metadata, "language", container.name(ofLanguage: language), 0)
    }
    if container.isMatroska, video.isDefault != false {
      stream.pointee.disposition |= AV_DISPOSITION_DEFAULT
    }
    stream.pointee.sample_aspect_ratio = stream.pointee.codecpar.pointee.sample_aspect_ratio
    guard let rate = video.rate else { return }
    stream.pointee.avg_frame_rate = AVRational(
      num: Int32(clamping: rate.frames), den: Int32(clamping: rate.seconds))
  }
}
