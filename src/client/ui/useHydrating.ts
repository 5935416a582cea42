import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * True on the server and in the browser's first render of server HTML, false from right after it. What only
 * the browser knows (storage, time zone, media queries) may show once this is false: the first render has to
 * be the server's.
 */
export const useHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
