// FFmpeg's headers, and what Swift cannot import from them, one line each; no logic.
#ifndef EDITC_FFMPEG_SHIM_H
#define EDITC_FFMPEG_SHIM_H

#include <libavcodec/ac3_parser.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
// Loaded on demand; this library is not linked.
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/adler32.h>
#include <libavutil/aes.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/timecode.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <linux/capability.h>

// Swift does not import macros with casts and arithmetic as constants.
static const int64_t editc_no_timestamp = AV_NOPTS_VALUE;
static const int editc_error_end_of_file = AVERROR_EOF;
static const int editc_error_try_again = AVERROR(EAGAIN);
static const int editc_error_no_memory = AVERROR(ENOMEM);
static const int editc_error_invalid_data = AVERROR_INVALIDDATA;
static const int editc_error_external = AVERROR_EXTERNAL;
static const int editc_error_io = AVERROR(EIO);

// Every context that logs starts with a pointer to its class.
static inline AVClassCategory editc_log_category(void *context) {
  AVClass *class = context ? *(AVClass **)context : NULL;
  if (!class) return AV_CLASS_CATEGORY_NA;
  return class->get_category ? class->get_category(context) : class->category;
}

// The value that a decoder's owner put into its context, and so into its threads' copies; NULL for other contexts.
static inline void *editc_log_owner(void *context) {
  AVClass *class = context ? *(AVClass **)context : NULL;
  return class && class == avcodec_get_class() ? ((AVCodecContext *)context)->opaque : NULL;
}

// Not part of FFmpeg, but needed for one of its encoders (LibAV/Output/PriorityRight.swift). The C library exports both
// without declaring them.
int capget(cap_user_header_t header, cap_user_data_t rights);
int capset(cap_user_header_t header, const cap_user_data_t rights);

#endif
