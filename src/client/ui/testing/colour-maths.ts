/** Red, green, blue from 0 to 1, linear light. */
type Light = readonly [number, number, number]

const toLinear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const lightOf = (hex: string): Light => {
  const at = (start: number) => toLinear(Number.parseInt(hex.slice(start, start + 2), 16) / 255)
  return [at(1), at(3), at(5)]
}

const luminance = ([red, green, blue]: Light) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** WCAG 2 contrast of two opaque hex colours, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(lightOf(one)), luminance(lightOf(other))].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Full colour blindness as matrices on linear light (Machado, Oliveira, Fernandes 2009, severity 1). */
const SIGHTS = {
  everyone: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const

/** A colour as a person with this colour blindness sees it. */
export const seenBy = (sight: keyof typeof SIGHTS, hex: string): Light => {
  const [red, green, blue] = lightOf(hex)
  const row = (start: 0 | 3 | 6) => {
    const matrix: readonly number[] = SIGHTS[sight]
    return (matrix[start] ?? 0) * red + (matrix[start + 1] ?? 0) * green + (matrix[start + 2] ?? 0) * blue
  }
  return [row(0), row(3), row(6)]
}

const toOklab = ([red, green, blue]: Light) => {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ] as const
}

/** Distance of two colours in OKLab, times 100: below 2 they look the same, from 9 on they differ clearly. */
export const difference = (one: Light, other: Light): number => {
  const [a, b] = [toOklab(one), toOklab(other)]
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
