import { z } from 'zod'
import { Id, Rev } from './primitives.ts'

/** Whether the viewer keeps a post for later; nobody else learns it. `id`: of the post. */
export const BookmarkView = z.object({ id: Id, kept: z.boolean(), rev: Rev }).meta({ id: 'Bookmark' })
export type BookmarkView = z.infer<typeof BookmarkView>
