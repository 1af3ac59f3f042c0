#define _GNU_SOURCE
#include "CV4L2.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>

const uint32_t editc_camera_yuyv = V4L2_PIX_FMT_YUYV;
const uint32_t editc_camera_motion_jpeg = V4L2_PIX_FMT_MJPEG;
const uint32_t editc_camera_jpeg = V4L2_PIX_FMT_JPEG;

static int call(int camera, unsigned long request, void *argument) {
  int result;
  do result = ioctl(camera, request, argument);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

int editc_camera_open(const char *path) {
  int camera = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return camera < 0 ? -errno : camera;
}

int editc_camera_describe(int camera, char name[33], int *gives_pictures) {
  struct v4l2_capability facts = {0};
  int result = call(camera, VIDIOC_QUERYCAP, &facts);
  if (result < 0) return result;
  memcpy(name, facts.card, 32);
  name[32] = 0;
  uint32_t abilities =
      facts.capabilities & V4L2_CAP_DEVICE_CAPS ? facts.device_caps : facts.capabilities;
  uint32_t needed = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
  *gives_pictures = (abilities & needed) == needed;
  return 0;
}

int editc_camera_format(int camera, uint32_t index, uint32_t *format) {
  struct v4l2_fmtdesc facts = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  int result = call(camera, VIDIOC_ENUM_FMT, &facts);
  *format = facts.pixelformat;
  return result;
}

int editc_camera_sizes(int camera, uint32_t format, uint32_t index, struct editc_camera_sizes *sizes) {
  struct v4l2_frmsizeenum facts = {.index = index, .pixel_format = format};
  int result = call(camera, VIDIOC_ENUM_FRAMESIZES, &facts);
  if (result < 0) return result;
  if (facts.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    *sizes = (struct editc_camera_sizes){
        facts.discrete.width, facts.discrete.width, 1, facts.discrete.height, facts.discrete.height, 1};
  } else {
    *sizes = (struct editc_camera_sizes){
        facts.stepwise.min_width, facts.stepwise.max_width, facts.stepwise.step_width,
        facts.stepwise.min_height, facts.stepwise.max_height, facts.stepwise.step_height};
  }
  return 0;
}

int editc_camera_intervals(
    int camera, uint32_t format, uint32_t width, uint32_t height, uint32_t index,
    struct editc_camera_intervals *intervals) {
  struct v4l2_frmivalenum facts = {
      .index = index, .pixel_format = format, .width = width, .height = height};
  int result = call(camera, VIDIOC_ENUM_FRAMEINTERVALS, &facts);
  if (result < 0) return result;
  struct v4l2_fract least = facts.discrete, most = facts.discrete;
  if (facts.type != V4L2_FRMIVAL_TYPE_DISCRETE) {
    least = facts.stepwise.min;
    most = facts.stepwise.max;
  }
  *intervals = (struct editc_camera_intervals){
      least.numerator, least.denominator, most.numerator, most.denominator};
  return 0;
}

int editc_camera_shape(int camera, struct editc_camera_shape *shape) {
  struct v4l2_format wanted = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  wanted.fmt.pix.pixelformat = shape->format;
  wanted.fmt.pix.width = shape->width;
  wanted.fmt.pix.height = shape->height;
  wanted.fmt.pix.field = V4L2_FIELD_NONE;
  int result = call(camera, VIDIOC_S_FMT, &wanted);
  *shape = (struct editc_camera_shape){
      wanted.fmt.pix.pixelformat, wanted.fmt.pix.width, wanted.fmt.pix.height, wanted.fmt.pix.bytesperline};
  return result;
}

int editc_camera_interval(int camera, uint32_t *numerator, uint32_t *denominator) {
  struct v4l2_streamparm wanted = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  wanted.parm.capture.timeperframe = (struct v4l2_fract){*numerator, *denominator};
  int result = call(camera, VIDIOC_S_PARM, &wanted);
  *numerator = wanted.parm.capture.timeperframe.numerator;
  *denominator = wanted.parm.capture.timeperframe.denominator;
  return result;
}

int editc_camera_request_memory(int camera, uint32_t *count) {
  struct v4l2_requestbuffers wanted = {
      .count = *count, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  int result = call(camera, VIDIOC_REQBUFS, &wanted);
  *count = wanted.count;
  return result;
}

static struct v4l2_buffer part(uint32_t index) {
  return (struct v4l2_buffer){
      .index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
}

int editc_camera_memory(int camera, uint32_t index, uint32_t *offset, uint32_t *length) {
  struct v4l2_buffer facts = part(index);
  int result = call(camera, VIDIOC_QUERYBUF, &facts);
  *offset = facts.m.offset;
  *length = facts.length;
  return result;
}

int editc_camera_give_back(int camera, uint32_t index) {
  struct v4l2_buffer given = part(index);
  return call(camera, VIDIOC_QBUF, &given);
}

int editc_camera_start(int camera) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return call(camera, VIDIOC_STREAMON, &type);
}

int editc_camera_take(int camera, struct editc_camera_picture *picture) {
  struct v4l2_buffer taken = part(0);
  int result = call(camera, VIDIOC_DQBUF, &taken);
  if (result < 0) return result;
  int is_monotonic = (taken.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  *picture = (struct editc_camera_picture){
      .index = taken.index,
      .byte_count = taken.bytesused,
      .number = taken.sequence,
      .is_damaged = (taken.flags & V4L2_BUF_FLAG_ERROR) != 0,
      .time = is_monotonic ? (int64_t)taken.timestamp.tv_sec * 1000000000 + taken.timestamp.tv_usec * 1000 : 0};
  return 0;
}
