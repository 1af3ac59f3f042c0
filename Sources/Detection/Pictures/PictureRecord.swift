/// What detection keeps of a picture: whole numbers, so that a file's records are the same on every machine.
package struct PictureRecord: Hashable, Sendable {
  /// The mean of luma, in sixteenths of a code.
  var mean: Int
  /// The standard deviation of luma over the cells, in sixteenths of a code.
  var deviation: Int
  /// The brightest cell, in sixteenths of a code.
  var brightest: Int
  /// Whether the picture equals the first one of its run; a run starts with a picture that does not.
  var isStill = false
  /// The mean difference of luma from the picture before, in sixteenths of a code.
  var step = 0
  /// What lasts of the change from the picture before, if there is enough to be a cut.
  var change: LastingChange?
  /// The likeliest dissolve around the picture.
  var gradual: GradualChange?
}

/// The change from one picture to the next, as far as it lasts: the least over the pairs of a picture on one
/// side with one of four on the other side, so that a flash of three pictures is no change.
struct LastingChange: Hashable, Sendable {
  /// The residual and the lost blocks of `BlockMatch`, in 1/1024.
  var match: BlockMatch
  /// The mean difference of luma, in sixteenths of a code.
  var luma: Int
  /// The sum of the mean differences of both chroma over the blocks, in sixteenths of a code.
  var chroma: Int
  /// The second largest residual among the steps between the pictures around this one, in 1/1024: large where
  /// the shot itself changes from picture to picture.
  var restlessness = 0
}
