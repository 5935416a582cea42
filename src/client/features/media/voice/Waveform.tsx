import type { CSSProperties } from 'react'
import { VOICE } from '#contract/media.voice.ts'

interface WaveformProps {
  /** 0 to 100 each; a flat line until they are known. */
  peaks: readonly number[] | undefined
  /** 0 to 1: this part is drawn in full colour. */
  played: number
}

const FLAT = Array.from({ length: VOICE.peaks }, () => 0)
const HEIGHT = 32
const GAP = 4

/** The bars of a recording. */
export const Waveform = ({ peaks = FLAT, played }: WaveformProps) => {
  const bars = peaks
    .map((peak, at) => {
      const half = Math.max(1, (peak / 100) * (HEIGHT / 2 - 2))
      return `M${at * GAP + GAP / 2} ${HEIGHT / 2 - half}v${2 * half}`
    })
    .join('')
  const box = `0 0 ${Math.max(1, peaks.length) * GAP} ${HEIGHT}`
  return (
    <span
      className="s-waveform"
      aria-hidden="true"
      style={{ '--played': `${played * 100}%` } as CSSProperties}
    >
      <svg viewBox={box} preserveAspectRatio="none">
        <path d={bars} />
      </svg>
      <svg viewBox={box} preserveAspectRatio="none">
        <path d={bars} />
      </svg>
    </span>
  )
}

/** Seconds as '1:05'. */
export function minutesOf(seconds: number): string {
  const whole = Math.floor(seconds + 0.25)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
