import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#client/live/http.ts'
import { DEDUPE_MS } from '#client/live/just-now.ts'
import { loadProfile } from '#client/features/people/data/users/users.actions.ts'

/** A profile, null where there is none; pushed only while it is on screen, so what was fetched earlier is asked for again. */
const nullIfMissing = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

export const profileQuery = (handle: string) =>
  queryOptions({
    queryKey: ['profile', handle],
    queryFn: () => loadProfile(handle).catch(nullIfMissing),
    staleTime: DEDUPE_MS,
  })
