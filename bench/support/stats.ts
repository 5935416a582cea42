/** The value below which a share of the numbers lies. The numbers need not be sorted. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? NaN
  const high = sorted[Math.ceil(at)] ?? NaN
  return low + (high - low) * (at - Math.floor(at))
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Median with the lowest and highest: how a figure of several rounds is quoted. */
export interface Spread {
  median: number
  low: number
  high: number
}

export const spreadOf = (numbers: readonly number[]): Spread => ({
  median: median(numbers),
  low: Math.min(...numbers),
  high: Math.max(...numbers),
})
