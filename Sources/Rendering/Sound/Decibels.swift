import Basics

/// The factor of a level in decibels.
func factor(ofDecibels decibels: Double) -> Double { powerOf2(decibels / 6.020599913279624) }

/// The level of a factor in decibels; a very low number for zero.
package func decibels(ofFactor factor: Double) -> Double { logarithm2(factor) * 6.020599913279624 }
