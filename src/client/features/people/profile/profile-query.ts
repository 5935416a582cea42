import { queryOptions } from '@tanstack/react-query'
import { JUST_NOW } from '#client/live/just-now.ts'
import { loadProfile } from '#client/features/people/data/users/users.actions.ts'

/** A profile; pushed only while it is on screen, so what was fetched earlier is asked for again. */
export const profileQuery = (handle: string) =>
  queryOptions({ queryKey: ['profile', handle], queryFn: () => loadProfile(handle), staleTime: JUST_NOW })
