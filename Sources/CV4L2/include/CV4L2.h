// The kernel's interface to cameras: ioctl(2) is variadic, and its requests are macros. A call each; no logic.
//
// Functions return 0, or a descriptor, or a negative errno.
#ifndef EDITC_V4L2_SHIM_H
#define EDITC_V4L2_SHIM_H

#include <stdint.h>

extern const uint32_t editc_camera_yuyv;
extern const uint32_t editc_camera_motion_jpeg;
extern const uint32_t editc_camera_jpeg;

// For reading, without waiting.
int editc_camera_open(const char *path);
// The name for people, and whether it gives pictures into memory that it shares with a program.
int editc_camera_describe(int camera, char name[33], int *gives_pictures);

// The n-th of something; -EINVAL behind the last one.
int editc_camera_format(int camera, uint32_t index, uint32_t *format);
// Sizes from the least to the most, in steps; an exact one has both the same.
struct editc_camera_sizes {
  uint32_t least_width, most_width, width_step;
  uint32_t least_height, most_height, height_step;
};
int editc_camera_sizes(int camera, uint32_t format, uint32_t index, struct editc_camera_sizes *sizes);
// The time from a picture to the next one, as fractions of a second; an exact one has both the same.
struct editc_camera_intervals {
  uint32_t least_numerator, least_denominator, most_numerator, most_denominator;
};
int editc_camera_intervals(
    int camera, uint32_t format, uint32_t width, uint32_t height, uint32_t index,
    struct editc_camera_intervals *intervals);

// Chooses a format and a size; tells those that it has now, and the bytes of a row.
struct editc_camera_shape {
  uint32_t format, width, height, row_bytes;
};
int editc_camera_shape(int camera, struct editc_camera_shape *shape);
// Chooses the time between pictures; tells the one that it has now.
int editc_camera_interval(int camera, uint32_t *numerator, uint32_t *denominator);

// Shared memory: how many parts there are to be, and are; where one is, for mmap(2); giving one back to be filled.
int editc_camera_request_memory(int camera, uint32_t *count);
int editc_camera_memory(int camera, uint32_t index, uint32_t *offset, uint32_t *length);
int editc_camera_give_back(int camera, uint32_t index);
int editc_camera_start(int camera);

struct editc_camera_picture {
  // The part of the memory, and how much of it is filled.
  uint32_t index, byte_count;
  // Pictures that the driver has dropped are missing from these numbers.
  uint32_t number;
  int is_damaged;
  // In nanoseconds; 0 if it is not on the clock that is never set.
  int64_t time;
};
// -EAGAIN if there is none.
int editc_camera_take(int camera, struct editc_camera_picture *picture);

#endif
