import { Pause, Play } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '#client/ui/IconButton.tsx'
import { nextSpeed, seekTo, togglePlay, usePlayback } from './voice-playback.ts'
import { minutesOf, Waveform } from './Waveform.tsx'
import './VoicePlayer.css'

interface VoicePlayerProps {
  /** Null while there is nothing to play yet. */
  src: string | null
  seconds: number
  peaks: readonly number[] | undefined
}

/** Seconds of one press of an arrow key. */
const STEP = 1

/** Play and pause, the waveform as a slider, the time and the speed of a recording. */
export const VoicePlayer = ({ src, seconds, peaks }: VoicePlayerProps) => {
  const isHere = usePlayback((state) => src !== null && state.src === src)
  const playing = usePlayback((state) => state.src === src && state.playing)
  const position = usePlayback((state) => (src !== null && state.src === src ? state.position : 0))
  const speed = usePlayback((state) => state.speed)
  const at = Math.min(position, seconds)
  const seek = (to: number) => src !== null && seekTo(src, Math.min(seconds, Math.max(0, to)))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    seek(at + by)
  }
  return (
    <div className="s-player" role="group" aria-label="Voice message">
      <IconButton
        label={playing ? 'Pause' : 'Play'}
        icon={playing ? <Pause /> : <Play />}
        disabled={src === null}
        tooltip={false}
        className="s-player-play"
        onClick={({ currentTarget }) => src !== null && togglePlay(src, currentTarget)}
      />
      <div className="s-player-track">
        <Waveform peaks={peaks} played={seconds > 0 ? at / seconds : 0} />
        <input
          type="range"
          className="s-player-slider"
          aria-label="Position"
          aria-valuetext={`${minutesOf(at)} of ${minutesOf(seconds)}`}
          min={0}
          max={seconds}
          step={0.05}
          value={at}
          disabled={src === null}
          onKeyDown={onKeyDown}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
        <span className="s-player-time tabular">
          {src === null ? 'Processing' : minutesOf(isHere && (playing || at > 0) ? at : seconds)}
        </span>
      </div>
      <button
        type="button"
        className="s-player-speed touch tabular"
        aria-label={`Speed ${speed}x`}
        onClick={nextSpeed}
      >
        {speed}x
      </button>
    </div>
  )
}
