import FoundationEssentials
import TestSupport

/// The ffmpegs of this machine.
let judgingDecoders = ["ffmpeg"] + (SecondFFmpeg.isPresent ? [SecondFFmpeg.path] : [])

let openH264IsPresent = FileManager.default.fileExists(atPath: "/usr/include/wels/codec_api.h")
