import { signal } from '#client/live/socket.ts'
import type { LiveEvent } from '#client/live/registry.ts'

/** How long the person's other pages have to say that they are being looked at. */
const ANSWER_MS = 500
/** How long one tab keeps the others of its browser silent: they may get the same push late. */
const SILENCE_MS = 3_000

const isLookedAt = (): boolean => !document.hidden && document.hasFocus()

/** Called when another page of the person is being looked at, by the id of what the sound is about. */
const silencers = new Map<string, () => void>()

/**
 * Makes a sound about a new message or notification, unless the person is looking at one of their pages on any
 * device (LIVE L30). Of the tabs of one browser only one makes it.
 */
export function soundUnlessSeen(about: string): void {
  if (isLookedAt()) return
  const work = () => askAndPlay(about)
  // Only https and localhost have locks. Without them each tab makes the sound.
  if (!('locks' in navigator)) return void work()
  void navigator.locks.request(`sound:${about}`, { ifAvailable: true }, async (lock) => {
    if (lock && (await work())) await pause(SILENCE_MS)
  })
}

/** Returns whether it made the sound. */
async function askAndPlay(about: string): Promise<boolean> {
  const silenced = new Promise<boolean>((resolve) => silencers.set(about, () => resolve(true)))
  void signal('attention', { about, kind: 'asks' })
  const isSilenced = await Promise.race([silenced, pause(ANSWER_MS).then(() => false)])
  silencers.delete(about)
  if (!isSilenced) playSound()
  return !isSilenced
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * The server, before it sends a push (LIVE L34), or another page of the person asks whether this one is being
 * looked at, or answers that it is.
 */
export function onAttention({ about, kind }: LiveEvent<'attention'>): void {
  if (kind === 'here') silencers.get(about)?.()
  else if (isLookedAt()) void signal('attention', { about, kind: 'here' })
}

let audio: AudioContext | undefined

/** Two soft drops of water. */
export function playSound(): void {
  // A browser plays nothing on a page that was never clicked, and would play it late, at the first click.
  if (!navigator.userActivation.hasBeenActive) return
  audio ??= new AudioContext()
  const { currentTime } = audio
  for (const [delay, pitch] of [
    [0, 620],
    [0.14, 880],
  ] as const)
    drop(audio, currentTime + delay, pitch)
  // A context that was suspended while the tab was in the background.
  void audio.resume()
}

/** A tone that falls and fades within a tenth of a second. `pitch`: Hz; `at`: seconds of the context. */
function drop(context: AudioContext, at: number, pitch: number): void {
  const tone = new OscillatorNode(context, { frequency: pitch })
  const volume = new GainNode(context, { gain: 0 })
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.1)
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.12, at + 0.01)
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.12)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.15)
}
