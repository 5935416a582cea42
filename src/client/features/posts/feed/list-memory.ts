import type { VirtualItem } from '@tanstack/react-virtual'
import { LruMap } from '#client/live/lru-map.ts'

/** Heights and place of a list as it was left, so that Back finds everything where it stood. */
interface Place {
  heights: VirtualItem[]
  offset: number
}

/** Places remembered; the oldest go first (LIVE L17). */
const MAX_PLACES = 20

const places = new LruMap<string, Place>(MAX_PLACES)

export const rememberPlace = (key: string, place: Place): void => places.set(key, place)

export const placeOf = (key: string): Place | undefined => places.get(key)
