import type { FeedTopic } from '#contract/events.ts'
import { TEMPO } from '#contract/limits.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { authorRoom, hidingRooms, topicRoom } from '../audience.ts'
import type { Delivery } from '../delivery.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import { idsIn, type LiveServer } from '../sockets.ts'
import { throttle } from '../throttle.ts'

/** New posts of a moment: the first few whole, of the rest only whose they are. */
interface Batch {
  posts: readonly PublicPostView[]
  rest: readonly { id: string; authorId: string }[]
}

export interface Announcements {
  add(post: PublicPostView): void
  /** Deleted before it was announced. */
  withdraw(postId: string): void
  stop(): void
}

// One batch at a time, whoever wrote.
const NEW = 'new'

/** Tells of new posts at most 4 times a second, however many there are (LIVE L14), and each viewer only of those they meet. */
export function announcePosts(io: LiveServer, delivery: Delivery): Announcements {
  const batches = throttle<Batch>({
    gap: TEMPO.pushGap,
    merge: joined,
    async flush(_, batch) {
      const hiders = peopleOf(io, authorsOf(batch), hidingRooms)
      await announce('feed', batch, feedGroups(io, batch, hiders))
      await announce('following', batch, followingGroups(io, batch, hiders))
    },
  })

  async function announce(topic: FeedTopic, batch: Batch, groups: Iterable<Group>): Promise<void> {
    for (const { authors, ids } of groups) {
      const posts = batch.posts.filter(({ authorId }) => authors.has(authorId))
      const more = batch.rest.filter(({ authorId }) => authors.has(authorId)).length
      if (posts.length + more > 0) await delivery.toIds(ids, 'post:created', { topic, posts, more })
    }
  }

  return {
    add: (post) => batches.put(NEW, { posts: [post], rest: [] }),
    withdraw: (postId) => batches.amend(NEW, (batch) => without(batch, postId)),
    stop: () => batches.stop(),
  }
}

function joined(one: Batch, other: Batch): Batch {
  const posts = [...one.posts, ...other.posts]
  const most = LIVE_LIMITS.announcedPosts
  return { posts: posts.slice(0, most), rest: [...one.rest, ...posts.slice(most).map(({ id, authorId }) => ({ id, authorId })), ...other.rest] }
}

const without = ({ posts, rest }: Batch, postId: string): Batch => ({
  posts: posts.filter(({ id }) => id !== postId),
  rest: rest.filter(({ id }) => id !== postId),
})

const authorsOf = ({ posts, rest }: Batch): Set<string> => new Set([...posts, ...rest].map(({ authorId }) => authorId))

/** Sockets that get the same: they meet these of the batch's authors. */
interface Group {
  authors: ReadonlySet<string>
  ids: string[]
}

/** Whoever sits in a room of some of these authors, and of which. */
function peopleOf(io: LiveServer, authors: ReadonlySet<string>, rooms: (authorId: string) => readonly string[]): Map<string, Set<string>> {
  const people = new Map<string, Set<string>>()
  for (const author of authors) {
    for (const room of rooms(author)) {
      for (const id of idsIn(io, room)) people.set(id, (people.get(id) ?? new Set()).add(author))
    }
  }
  return people
}

/** For you: everybody who watches it, in one group but for those who hide somebody. */
function feedGroups(io: LiveServer, batch: Batch, hiders: ReadonlyMap<string, ReadonlySet<string>>): Group[] {
  const authors = authorsOf(batch)
  const watching = [...idsIn(io, topicRoom('feed'))]
  const some = watching.filter((id) => hiders.has(id)).map((id) => ({ id, authors: minus(authors, hiders.get(id)) }))
  return [{ authors, ids: watching.filter((id) => !hiders.has(id)) }, ...grouped(some)]
}

/** Following: each watcher hears of those they follow. */
function followingGroups(io: LiveServer, batch: Batch, hiders: ReadonlyMap<string, ReadonlySet<string>>): Group[] {
  const followers = peopleOf(io, authorsOf(batch), (author) => [authorRoom(author)])
  return grouped([...followers].map(([id, authors]) => ({ id, authors: minus(authors, hiders.get(id)) })))
}

function grouped(viewers: readonly { id: string; authors: ReadonlySet<string> }[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { id, authors } of viewers) {
    const key = [...authors].sort().join(' ')
    const group = groups.get(key) ?? { authors, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const minus = (authors: ReadonlySet<string>, hidden: ReadonlySet<string> = new Set()): ReadonlySet<string> =>
  hidden.size === 0 ? authors : new Set([...authors].filter((author) => !hidden.has(author)))
