import CPangoCairo

/// How large letters can become by what markup says.
enum MarkupSizes {
  /// An upper bound in pixels: the largest size that is named, times the largest factor.
  static func largest(in attributes: OpaquePointer, base: Double) -> Double {
    var (size, factor) = (base, 1.0)
    var next = pango_attr_list_get_attributes(attributes)
    let first = next
    while let node = next {
      if let attribute = node.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) {
        size = max(size, editc_attribute_size(attribute))
        factor = max(factor, editc_attribute_scale(attribute))
        pango_attribute_destroy(attribute)
      }
      next = node.pointee.next
    }
    g_slist_free(first)
    return size * factor
  }
}
