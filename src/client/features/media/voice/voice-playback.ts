import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'
import { toast } from '#client/ui/toast.ts'

/** What is played: one recording at a time on the whole page. */
interface Playback {
  src: string | null
  playing: boolean
  /** Seconds. */
  position: number
  speed: number
}

const SPEEDS = [1, 1.5, 2] as const
const NOTHING = { src: null, playing: false, position: 0 } as const

export const usePlayback = createStore<Playback>(() => ({ ...NOTHING, speed: SPEEDS[0] }))

let element: HTMLAudioElement | undefined
/** Where it was started. A bubble may be scrolled away; when its thread is left, the voice stops. */
let place: Element | undefined

function audioOf(src: string): HTMLAudioElement {
  element ??= newElement()
  if (usePlayback.getState().src !== src) {
    element.src = src
    usePlayback.setState({ ...NOTHING, src })
  }
  element.playbackRate = usePlayback.getState().speed
  return element
}

function newElement(): HTMLAudioElement {
  const audio = new Audio()
  audio.addEventListener('timeupdate', () => {
    if (place?.isConnected === false) return stopVoice()
    usePlayback.setState({ position: audio.currentTime })
  })
  audio.addEventListener('play', () => usePlayback.setState({ playing: true }))
  audio.addEventListener('pause', () => usePlayback.setState({ playing: false }))
  audio.addEventListener('ended', () => {
    audio.currentTime = 0
    usePlayback.setState({ playing: false, position: 0 })
  })
  return audio
}

/** Plays this recording, in place of another one, or pauses it. `player`: the element that was pressed. */
export function togglePlay(src: string, player: Element): void {
  const audio = audioOf(src)
  place = player.closest('[role="region"], [role="dialog"], form') ?? player
  if (usePlayback.getState().playing) return audio.pause()
  audio.play().catch((error: unknown) => {
    // Stopped, or another one was started, before it could begin.
    if (error instanceof DOMException && error.name === 'AbortError') return
    stopVoice()
    toast({ variant: 'destructive', title: 'Voice message failed to play' })
  })
}

/** Moves to a position in seconds, playing or not. */
export function seekTo(src: string, position: number): void {
  audioOf(src).currentTime = position
  usePlayback.setState({ position })
}

/** 1x, 1.5x, 2x and again 1x, for all recordings. */
export function nextSpeed(): void {
  const { speed } = usePlayback.getState()
  const next = SPEEDS[(SPEEDS.findIndex((one) => one === speed) + 1) % SPEEDS.length]!
  usePlayback.setState({ speed: next })
  if (element) element.playbackRate = next
}

/** Stops whatever is played. */
export function stopVoice(): void {
  element?.pause()
  element?.removeAttribute('src')
  usePlayback.setState(NOTHING)
}

onReset(stopVoice)
