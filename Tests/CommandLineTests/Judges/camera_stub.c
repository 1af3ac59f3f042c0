/* A camera at /dev/video0 for a preloaded program: a timer is the device, and each picture shows its number.
 *
 * The environment says what it does: CAMERA_LOG is a file for the numbers that it delivers, CAMERA_DROP a list of numbers
 * that it drops, CAMERA_DAMAGE one of those that it marks as damaged, CAMERA_END the number before which it vanishes,
 * CAMERA_STALL that after which it gives nothing more, CAMERA_ONLY=yuyv a camera without JPEG, CAMERA_WRONG=1 one that
 * chooses another size, CAMERA_ERRNO the error of opening it, and CAMERA_JPEGS a file with the lengths (4 bytes each) and
 * the bytes of its JPEGs of 1280x720.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { PARTS = 4, MOST_NUMBERS = 4096 };
static const int64_t interval = 33333300; /* 333333 tenths of microseconds */

static int device = -1, report = -1;
static int queue[PARTS], queued;
static uint8_t *parts[PARTS];
static size_t part_bytes;
static uint8_t *jpegs[MOST_NUMBERS];
static uint32_t jpeg_bytes[MOST_NUMBERS];
static uint32_t format, width, height, next_number;
static uint64_t pending;
static int64_t start;

struct mode {
  uint32_t format, width, height, numerator, denominator;
};
static const struct mode modes[] = {
    {V4L2_PIX_FMT_YUYV, 320, 240, 333333, 10000000}, {V4L2_PIX_FMT_YUYV, 640, 480, 1, 30},
    {V4L2_PIX_FMT_YUYV, 1280, 720, 1, 10},           {V4L2_PIX_FMT_MJPEG, 640, 480, 1, 30},
    {V4L2_PIX_FMT_MJPEG, 1280, 720, 333333, 10000000}, {V4L2_PIX_FMT_MJPEG, 3840, 2160, 1, 30},
};
enum { MODES = sizeof modes / sizeof *modes };

static int is_listed(const char *name, uint32_t number) {
  const char *list = getenv(name);
  while (list && *list) {
    char *end;
    unsigned long listed = strtoul(list, &end, 10);
    if (end == list) return 0;
    if (listed == number) return 1;
    list = *end ? end + 1 : end;
  }
  return 0;
}

static uint32_t number_in(const char *name) { return getenv(name) ? (uint32_t)atoi(getenv(name)) : UINT32_MAX; }

static void read_jpegs(void) {
  FILE *file = getenv("CAMERA_JPEGS") ? fopen(getenv("CAMERA_JPEGS"), "rb") : NULL;
  for (int n = 0; file && n < MOST_NUMBERS && fread(&jpeg_bytes[n], 4, 1, file) == 1; n++) {
    jpegs[n] = malloc(jpeg_bytes[n]);
    if (fread(jpegs[n], 1, jpeg_bytes[n], file) != jpeg_bytes[n]) abort();
  }
  if (file) fclose(file);
}

static int open_camera(void) {
  if (getenv("CAMERA_ERRNO")) {
    errno = atoi(getenv("CAMERA_ERRNO"));
    return -1;
  }
  read_jpegs();
  if (getenv("CAMERA_LOG")) report = creat(getenv("CAMERA_LOG"), 0600);
  device = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  return device;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (!strcmp(path, "/dev/video0")) return open_camera();
  int (*usual)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
  return usual(path, flags, mode);
}

void *mmap(void *place, size_t bytes, int rights, int flags, int file, off_t offset) {
  void *(*usual)(void *, size_t, int, int, int, off_t) = dlsym(RTLD_NEXT, "mmap");
  if (device < 0 || file != device) return usual(place, bytes, rights, flags, file, offset);
  void *memory = usual(NULL, bytes, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  parts[(size_t)offset / part_bytes] = memory;
  return memory;
}

/* 16 columns are the bits of the number, the highest first; below is BT.601's red. */
static uint32_t draw(uint8_t *picture, uint32_t number) {
  if (format == V4L2_PIX_FMT_MJPEG) {
    memcpy(picture, jpegs[number], jpeg_bytes[number]);
    return jpeg_bytes[number];
  }
  uint32_t row = 2 * width + 64;
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      uint8_t *pixel = picture + y * row + 2 * x;
      int is_top = y < height / 2;
      pixel[0] = is_top ? number >> (15 - x * 16 / width) & 1 ? 235 : 16 : 81;
      pixel[1] = is_top ? 128 : x % 2 ? 240 : 90;
    }
  return row * height;
}

static int take(struct v4l2_buffer *buffer) {
  while (1) {
    if (!pending && (read(device, &pending, sizeof pending) != sizeof pending || !pending)) {
      errno = EAGAIN;
      return -1;
    }
    pending--;
    uint32_t number = next_number++;
    if (number >= number_in("CAMERA_END")) {
      errno = ENODEV;
      return -1;
    }
    if (number > number_in("CAMERA_STALL")) {
      struct itimerspec never = {0};
      timerfd_settime(device, 0, &never, NULL);
      pending = 0;
      continue;
    }
    int is_missing = format == V4L2_PIX_FMT_MJPEG && (number >= MOST_NUMBERS || !jpegs[number]);
    if (is_missing || is_listed("CAMERA_DROP", number) || !queued) continue;
    int index = queue[0];
    memmove(queue, queue + 1, sizeof *queue * (size_t)--queued);
    buffer->index = (uint32_t)index;
    buffer->bytesused = draw(parts[index], number);
    buffer->sequence = number;
    int is_damaged = is_listed("CAMERA_DAMAGE", number);
    buffer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | (is_damaged ? V4L2_BUF_FLAG_ERROR : 0);
    int64_t time = start + (number + 1) * interval;
    buffer->timestamp.tv_sec = time / 1000000000;
    buffer->timestamp.tv_usec = time % 1000000000 / 1000;
    if (!is_damaged) dprintf(report, "%u\n", number);
    return 0;
  }
}

/* The n-th mode of a format, and of a size unless that is 0; nil behind the last one. */
static const struct mode *mode_at(uint32_t index, uint32_t wanted, uint32_t w, uint32_t h) {
  for (int n = 0; n < MODES; n++)
    if (modes[n].format == wanted && (!w || (modes[n].width == w && modes[n].height == h)) && !index--) return &modes[n];
  return NULL;
}

static int refuse(int code) {
  errno = code;
  return -1;
}

static int answer(unsigned long request, void *argument) {
  uint32_t formats[] = {V4L2_PIX_FMT_H264, V4L2_PIX_FMT_YUYV, V4L2_PIX_FMT_MJPEG};
  switch (request) {
  case VIDIOC_QUERYCAP: {
    struct v4l2_capability *facts = argument;
    strcpy((char *)facts->card, "Stub Camera");
    facts->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    facts->capabilities = facts->device_caps | V4L2_CAP_DEVICE_CAPS;
    return 0;
  }
  case VIDIOC_ENUM_FMT: {
    struct v4l2_fmtdesc *facts = argument;
    if (facts->index >= (getenv("CAMERA_ONLY") ? 2u : 3u)) return refuse(EINVAL);
    facts->pixelformat = formats[facts->index];
    return 0;
  }
  case VIDIOC_ENUM_FRAMESIZES: {
    struct v4l2_frmsizeenum *facts = argument;
    const struct mode *mode = mode_at(facts->index, facts->pixel_format, 0, 0);
    if (!mode) return refuse(EINVAL);
    facts->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    facts->discrete.width = mode->width;
    facts->discrete.height = mode->height;
    return 0;
  }
  case VIDIOC_ENUM_FRAMEINTERVALS: {
    struct v4l2_frmivalenum *facts = argument;
    const struct mode *mode = mode_at(facts->index, facts->pixel_format, facts->width, facts->height);
    if (!mode) return refuse(EINVAL);
    facts->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    facts->discrete.numerator = mode->numerator;
    facts->discrete.denominator = mode->denominator;
    return 0;
  }
  case VIDIOC_S_FMT: {
    struct v4l2_pix_format *shape = &((struct v4l2_format *)argument)->fmt.pix;
    if (getenv("CAMERA_WRONG")) shape->width /= 2;
    format = shape->pixelformat;
    width = shape->width;
    height = shape->height;
    shape->bytesperline = format == V4L2_PIX_FMT_YUYV ? 2 * width + 64 : 0;
    part_bytes = ((2 * width + 64) * height + 4095) & ~4095u;
    return 0;
  }
  case VIDIOC_S_PARM: {
    struct v4l2_fract *given = &((struct v4l2_streamparm *)argument)->parm.capture.timeperframe;
    *given = (struct v4l2_fract){333333, 10000000};
    return 0;
  }
  case VIDIOC_REQBUFS: ((struct v4l2_requestbuffers *)argument)->count = PARTS; return 0;
  case VIDIOC_QUERYBUF: {
    struct v4l2_buffer *facts = argument;
    facts->length = (uint32_t)part_bytes;
    facts->m.offset = (uint32_t)part_bytes * facts->index;
    return 0;
  }
  case VIDIOC_QBUF: queue[queued++] = (int)((struct v4l2_buffer *)argument)->index; return 0;
  case VIDIOC_STREAMON: {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    start = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    struct itimerspec pace = {{0, interval}, {0, interval}};
    return timerfd_settime(device, 0, &pace, NULL);
  }
  case VIDIOC_DQBUF: return take(argument);
  default: return refuse(ENOTTY);
  }
}

int ioctl(int file, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (device >= 0 && file == device) return answer(request, argument);
  int (*usual)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
  return usual(file, request, argument);
}
