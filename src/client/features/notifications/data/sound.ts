import { browserStorage } from '#client/ui/storage.ts'

const KEY = 'royal-flush:sound'

/** Whether this browser shall make a sound. Off until the person switches it on. */
export const wantsSound = (): boolean => browserStorage.read(KEY) === 'on'

/** Returns whether the sound is on now: a browser may forbid its storage. */
export function storeSound(on: boolean): boolean {
  browserStorage.keep(KEY, on ? 'on' : '')
  return wantsSound()
}

/**
 * A sound about a new message or notification, where the person wants one and does not look. Most people want
 * none: the code that makes it is loaded for the others.
 */
export function soundFor(about: string): void {
  if (!wantsSound()) return
  import('./play-sound.ts').then(
    ({ soundUnlessSeen }) => soundUnlessSeen(about),
    // Without a network there is no sound, and what arrived is on the page all the same.
    () => undefined,
  )
}
