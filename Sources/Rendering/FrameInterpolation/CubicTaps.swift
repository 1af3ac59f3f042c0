/// The weights of four samples, in 64ths, at a position after the second one: a Catmull-Rom spline.
func cubicTaps(_ sixteenths: Int) -> SIMD4<Int32> {
  let t = Int32(truncatingIfNeeded: sixteenths)
  let left = (64 - 256 * t + 32 * t * t - t * t * t) >> 7
  let right = (64 - 16 * t * t + t * t * t) >> 7
  let third = (64 + 256 * t + 64 * t * t - 3 * t * t * t) >> 7
  return SIMD4(left, 64 - left - right - third, third, right)
}
