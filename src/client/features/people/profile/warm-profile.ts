import type { QueryClient } from '@tanstack/react-query'
import { warmPostsBy } from '#client/features/posts/feed/warm-lists.ts'
import { profileQuery } from './profile-query.ts'

/** Reads a person and their newest posts, a moment before their page asks for them. */
export const warmProfile = (client: QueryClient, handle: string): Promise<unknown> => {
  const name = handle.toLowerCase()
  return Promise.all([client.prefetchQuery(profileQuery(name)), warmPostsBy(client, name)])
}
