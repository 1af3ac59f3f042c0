// Decodes a stream with OpenH264, one access unit after the other (each with its length in 4 bytes before it,
// units with start codes), and writes the frames as planes in the order in which the decoder shows them.
// Build: g++ openh264.cpp -lopenh264 (Debian: libopenh264-dev)
#include <wels/codec_api.h>
#include <cstdio>
#include <cstring>
#include <vector>

static void write(unsigned char *planes[3], const SBufferInfo &info) {
  if (info.iBufferStatus != 1) return;
  const SSysMEMBuffer &buffer = info.UsrData.sSystemBuffer;
  for (int plane = 0; plane < 3; plane++) {
    int width = plane ? buffer.iWidth / 2 : buffer.iWidth, height = plane ? buffer.iHeight / 2 : buffer.iHeight;
    for (int row = 0; row < height; row++)
      fwrite(planes[plane] + row * buffer.iStride[plane ? 1 : 0], 1, width, stdout);
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  FILE *file = fopen(arguments[1], "rb");
  ISVCDecoder *decoder = nullptr;
  if (!file || WelsCreateDecoder(&decoder)) return 3;
  SDecodingParam parameters;
  memset(&parameters, 0, sizeof parameters);
  parameters.sVideoProperty.eVideoBsType = VIDEO_BITSTREAM_AVC;
  parameters.eEcActiveIdc = ERROR_CON_DISABLE;
  if (decoder->Initialize(&parameters)) return 4;
  int failures = 0;
  unsigned char size[4];
  while (fread(size, 1, 4, file) == 4) {
    std::vector<unsigned char> unit(size[0] << 24 | size[1] << 16 | size[2] << 8 | size[3]);
    if (fread(unit.data(), 1, unit.size(), file) != unit.size()) return 5;
    unsigned char *planes[3] = {};
    SBufferInfo info;
    memset(&info, 0, sizeof info);
    if (decoder->DecodeFrameNoDelay(unit.data(), unit.size(), planes, &info) != dsErrorFree) failures++;
    write(planes, info);
  }
  int left = 0;
  decoder->GetOption(DECODER_OPTION_NUM_OF_FRAMES_REMAINING_IN_BUFFER, &left);
  for (; left > 0; left--) {
    unsigned char *planes[3] = {};
    SBufferInfo info;
    memset(&info, 0, sizeof info);
    decoder->FlushFrame(planes, &info);
    write(planes, info);
  }
  fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}
