/// The filters of pictures that are told by one number, by the names that scripts call them.
package enum EffectName: String, Hashable, Sendable, Codable, CaseIterable {
  case brightness
  case contrast
  case saturation
  case gamma
  case exposure
  case temperature
  case hue
  case grayscale
  case sepia
  case noir
  case fade
  case chrome
  case instant
  case mono
  case process
  case tonal
  case transfer
  case invert
  case blur
  case sharpen
  case denoise
  case vignette
  case grain
}

extension EffectName {
  /// The registry: each name has one file, which declares it and says what it does.
  package var effect: any Effect.Type {
    switch self {
    case .brightness: Brightness.self
    case .contrast: Contrast.self
    case .saturation: Saturation.self
    case .gamma: Gamma.self
    case .exposure: Exposure.self
    case .temperature: Temperature.self
    case .hue: Hue.self
    case .grayscale: Grayscale.self
    case .sepia: Sepia.self
    case .noir: Noir.self
    case .fade: Fade.self
    case .chrome: Chrome.self
    case .instant: Instant.self
    case .mono: Mono.self
    case .process: Process.self
    case .tonal: Tonal.self
    case .transfer: Transfer.self
    case .invert: Invert.self
    case .blur: Blur.self
    case .sharpen: Sharpen.self
    case .denoise: Denoise.self
    case .vignette: Vignette.self
    case .grain: Grain.self
    }
  }
}
