/// The video filters with one numeric parameter, by their names in scripts.
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

/// How an effect works.
package enum EffectWork: Sendable {
  /// By the colour of each pixel alone; one kernel applies all of these effects.
  case color(any ColorEffect.Type)
  /// By a kernel of its own.
  case space(SpaceEffect)
}

/// The effects with a kernel of their own, which `PictureFilters` selects.
package enum SpaceEffect: Sendable {
  case blur
  case sharpen
  case denoise
  case vignette
  case grain

  fileprivate var effect: any Effect.Type {
    switch self {
    case .blur: Blur.self
    case .sharpen: Sharpen.self
    case .denoise: Denoise.self
    case .vignette: Vignette.self
    case .grain: Grain.self
    }
  }
}

extension EffectName {
  /// The registry. The schema, the pages, the reader, `editc dump`, the comparison and lowering know an effect by
  /// its declaration.
  package var work: EffectWork {
    switch self {
    case .brightness: .color(Brightness.self)
    case .contrast: .color(Contrast.self)
    case .saturation: .color(Saturation.self)
    case .gamma: .color(Gamma.self)
    case .exposure: .color(Exposure.self)
    case .temperature: .color(Temperature.self)
    case .hue: .color(Hue.self)
    case .grayscale: .color(Grayscale.self)
    case .sepia: .color(Sepia.self)
    case .noir: .color(Noir.self)
    case .fade: .color(Fade.self)
    case .chrome: .color(Chrome.self)
    case .instant: .color(Instant.self)
    case .mono: .color(Mono.self)
    case .process: .color(Process.self)
    case .tonal: .color(Tonal.self)
    case .transfer: .color(Transfer.self)
    case .invert: .color(Invert.self)
    case .blur: .space(.blur)
    case .sharpen: .space(.sharpen)
    case .denoise: .space(.denoise)
    case .vignette: .space(.vignette)
    case .grain: .space(.grain)
    }
  }

  package var effect: any Effect.Type {
    switch work {
    case .color(let effect): effect
    case .space(let effect): effect.effect
    }
  }
}
