import { useEffect } from 'react'
import type { VoteView } from '#contract/posts.polls.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { onResync } from '#client/live/registry.ts'

/** Votes remembered, of polls that were on screen (LIVE L17). */
const MAX_VOTES = 300

const votes = createCollection<VoteView>({ limit: MAX_VOTES, inUse: () => shown.keys() })
/** Polls on screen, by the id of the post, with the number of their places. */
const shown = new Map<string, number>()

const pathOf = (postId: string): string => `/api/posts/${encodeURIComponent(postId)}/vote`

async function load(postId: string): Promise<void> {
  votes.apply([await api.get<VoteView>(pathOf(postId))])
}

/** Votes; a vote cannot be changed. Throws ApiError. */
export const castVote = async (postId: string, option: number): Promise<void> =>
  votes.apply([await api.post<VoteView>(pathOf(postId), { option })])

export const onPostVoted = ({ vote }: LiveEvent<'post:voted'>): void => votes.apply([vote])

/**
 * The option that the viewer has voted for; null for none, undefined while it is unknown, and for visitors. Kept up to
 * date while a component uses it. `exists`: false while the post is being sent.
 */
export function useVote(postId: string, exists: boolean): number | null | undefined {
  const signedIn = useIsSignedIn()
  useEffect(() => {
    if (!signedIn || !exists) return undefined
    shown.set(postId, (shown.get(postId) ?? 0) + 1)
    // What cannot be fetched now is fetched by the next resync; the server refuses a second vote in any case.
    if (!votes.get(postId)) void load(postId).catch(() => undefined)
    return () => {
      const places = (shown.get(postId) ?? 1) - 1
      if (places > 0) shown.set(postId, places)
      else shown.delete(postId)
    }
  }, [postId, signedIn, exists])
  return votes.use(({ records }) => records.get(postId)?.option)
}

// A vote is final: only those may have changed that were not cast.
onResync('poll-votes', async () => {
  const open = [...shown.keys()].filter((id) => votes.get(id)?.option == null)
  const unseen = [...votes.records().values()].filter(({ id, option }) => option === null && !shown.has(id))
  votes.remove(unseen.map(({ id }) => id))
  await Promise.all(open.map(load))
})
