import { bus } from '#server/platform/bus.ts'
import { decreeReaders, decreeWriters } from '../audience.ts'
import type { Push } from './push.ts'

/** Decrees, to who has the blog on screen. Drafts are for admins; to readers one that was taken back is gone (LIVE L10). */
export const pushBlog: Push = ({ everywhere }) => [
  bus.on('blog:updated', ({ decree }) => {
    everywhere(decreeWriters, 'blog:updated', { decree })
    if (decree.published) everywhere(decreeReaders, 'blog:updated', { decree })
    else everywhere(decreeReaders, 'blog:deleted', { id: decree.id, rev: decree.rev })
  }),
  bus.on('blog:deleted', (tombstone) => {
    everywhere(decreeWriters, 'blog:deleted', tombstone)
    everywhere(decreeReaders, 'blog:deleted', tombstone)
  }),
]
