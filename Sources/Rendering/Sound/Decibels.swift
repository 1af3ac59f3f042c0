import Basics

/// The factor of so many decibels.
func factor(ofDecibels decibels: Double) -> Double { powerOf2(decibels / 6.020599913279624) }

/// The decibels of a factor; a very low number for nothing.
package func decibels(ofFactor factor: Double) -> Double { logarithm2(factor) * 6.020599913279624 }
