import type { QueryClient } from '@tanstack/react-query'
import { readThread } from '#client/features/comments/data/comments.sync.ts'
import { refreshPost } from '#client/features/posts/data/posts.sync.ts'
import { prepareStillMedia } from '#client/features/media/MediaBox.tsx'

/** Reads a post and its newest comments, a moment before their page asks for them. */
export const warmPost = (_client: QueryClient, id: string): Promise<unknown> =>
  Promise.all([refreshPost(id), readThread(id), prepareStillMedia()])
