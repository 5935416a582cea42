import { TEMPO } from '#contract/limits.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { bus } from '#server/platform/bus.ts'
import { holdersOf, onePerson, onlookersOf } from '../audience.ts'
import { membersOf } from '../delivery.ts'
import { newerOf, throttle } from '../throttle.ts'
import { announcePosts } from './posts.announce.ts'
import { byHiddenReactors } from './hidden-reactors.ts'
import type { Push } from './push.ts'

/** New posts, counters of posts on screen, deletions, one's own reactions in one's other tabs. */
export const pushPosts: Push = ({ io, delivery }) => {
  const announcements = announcePosts(io, delivery)
  const counters = throttle<{ post: PublicPostView }>({
    gap: TEMPO.pushGap,
    merge: newerOf,
    async flush(_, { post }) {
      const parts = byHiddenReactors(io, membersOf(io, onlookersOf(post)), [post])
      await Promise.all(parts.map(({ ids, posts: [seen = post] }) => delivery.toIds(ids, 'post:updated', { post: seen })))
    },
  })
  return [
    bus.onAnywhere('post:created', ({ post }) => announcements.add(post)),
    bus.onAnywhere('post:updated', ({ post }) => counters.put(post.id, { post })),
    bus.onAnywhere('post:deleted', ({ id, rev, authorId }) => {
      announcements.withdraw(id)
      counters.amend(id, () => null)
      return delivery.to(holdersOf({ id, authorId }), 'post:deleted', { id, rev })
    }),
    bus.onAnywhere('post:reacted', ({ userId, ...reaction }) => delivery.to(onePerson(userId), 'post:reacted', reaction)),
    () => counters.stop(),
    () => announcements.stop(),
  ]
}
