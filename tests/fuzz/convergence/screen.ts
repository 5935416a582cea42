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
  query: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown },
  isShort: boolean,
): boolean {
  const { hasNextPage, isFetching, fetchNextPage } = query
  const isWanted = isShort && hasNextPage
  useEffect(() => {
    if (isWanted && !isFetching) fetchNextPage()
  }, [isWanted, isFetching, fetchNextPage])
  return isWanted
}
