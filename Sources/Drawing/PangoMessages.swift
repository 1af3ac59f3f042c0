import CPangoCairo

/// What Pango and GLib would print on standard error by themselves.
///
/// All that matters to an author comes back as a value: letters that are missing, markup that cannot be read.
enum PangoMessages {
  static func silence() { _ = isSilent }

  private static let isSilent: Bool = {
    g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
    return true
  }()
}
