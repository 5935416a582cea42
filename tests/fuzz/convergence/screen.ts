import { useEffect, type ReactNode } from 'react'
import type { Subjects } from './page-worker.ts'

/** Shows something under a name: the last value that was rendered counts. */
export type Show = (name: string, value: unknown) => void
/** A screen without markup: the product's own hooks, and what they give. */
export type Screen = (props: { show: Show; subjects: Subjects }) => ReactNode

/**
 * Whether more of a list is being loaded. One that has lost rows does so when its reader comes to its end: then a page
 * shows as many of them as one that is opened now.
 */
export function useMore(
  { hasMore, loading, onMore }: { hasMore: boolean; loading: boolean; onMore: () => unknown },
  isShort: boolean,
): boolean {
  const isWanted = isShort && hasMore
  useEffect(() => {
    if (isWanted && !loading) onMore()
  }, [isWanted, loading, onMore])
  return isWanted
}
