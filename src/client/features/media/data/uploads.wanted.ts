import { createStore } from '#client/live/create-store.ts'
import { localKept } from '#client/ui/storage.ts'

/**
 * Whether there are uploads to show on every page. Apart from the uploads themselves, which are fetched when
 * the first file is picked, or when one was left by an earlier visit.
 */
interface UploadsWanted {
  wanted: boolean
}

const keyOf = (viewerId: string) => `royal-flush:uploads:${viewerId}`

export const useUploadsWanted = createStore<UploadsWanted>(() => ({ wanted: false }))

/** This person left files here that are not done. */
export const leftUploads = (viewerId: string): boolean => localKept.read(keyOf(viewerId)) !== null

/** Notes for this page and for the next visit whether there are any. */
export function noteUploads(viewerId: string, any: boolean): void {
  localKept.keep(keyOf(viewerId), any ? 'on' : '')
  if (any) useUploadsWanted.setState({ wanted: true })
}
