import type { VirtualItem } from '@tanstack/react-virtual'

/** Heights and place of a list as it was left, so that Back finds everything where it stood. */
interface Place {
  heights: VirtualItem[]
  offset: number
}

/** Places remembered; the oldest go first (LIVE L17). */
const MOST = 20

const places = new Map<string, Place>()

export function rememberPlace(key: string, place: Place): void {
  places.delete(key)
  places.set(key, place)
  for (const oldest of places.keys()) {
    if (places.size <= MOST) break
    places.delete(oldest)
  }
}

export const placeOf = (key: string): Place | undefined => places.get(key)
