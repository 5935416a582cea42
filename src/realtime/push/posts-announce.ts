import type { FeedTopic } from '#contract/events.ts'
import { TIMINGS } from '#contract/limits.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { newPostReaders, topicRoom, type Receiver } from '../audience.ts'
import { socketsOf, type Delivery } from '../delivery.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import { groupsBy } from '../rooms/hidden-people.ts'
import type { LiveServer } from '../sockets.ts'
import { throttle } from '../throttle.ts'
import { byHiddenReactors } from './hidden-reactors.ts'

/** New posts of a moment: the first few whole, of the others only id and author. */
interface Batch {
  posts: readonly PublicPostView[]
  rest: readonly { id: string; authorId: string }[]
}

export interface Announcements {
  add(post: PublicPostView): void
  /** Removes a post that was deleted before its announcement. */
  withdraw(postId: string): void
  stop(): void
}

// The throttle's only key: one batch at a time for all authors.
const ALL_AUTHORS = 'all'

/**
 * Announces new posts at most 4 times a second, whatever their number (LIVE L14), to each page those it may
 * see.
 */
export function announcePosts(io: LiveServer, delivery: Delivery): Announcements {
  const batches = throttle<Batch>({
    gap: TIMINGS.pushGap,
    merge: joined,
    async flush(_, batch) {
      const authors = authorsOf(batch)
      await announce('feed', batch, feedGroups(io, authors))
      await announce('following', batch, followingGroups(io, authors))
    },
  })

  async function announce(topic: FeedTopic, batch: Batch, groups: Iterable<Group>): Promise<void> {
    for (const { authors, ids } of groups) {
      const posts = batch.posts.filter(({ authorId }) => authors.has(authorId))
      const more = batch.rest.filter(({ authorId }) => authors.has(authorId)).length
      if (posts.length + more === 0) continue
      for (const part of byHiddenReactors(io, ids, posts))
        await delivery.toIds(part.ids, 'post:created', {
          topic,
          posts: part.posts,
          more,
        })
    }
  }

  return {
    add: (post) => batches.put(ALL_AUTHORS, { posts: [post], rest: [] }),
    withdraw: (postId) => batches.amend(ALL_AUTHORS, (batch) => without(batch, postId)),
    stop: () => batches.stop(),
  }
}

function joined(one: Batch, other: Batch): Batch {
  const posts = [...one.posts, ...other.posts]
  const most = LIVE_LIMITS.announcedPosts
  return {
    posts: posts.slice(0, most),
    rest: [...one.rest, ...posts.slice(most).map(({ id, authorId }) => ({ id, authorId })), ...other.rest],
  }
}

const without = ({ posts, rest }: Batch, postId: string): Batch => ({
  posts: posts.filter(({ id }) => id !== postId),
  rest: rest.filter(({ id }) => id !== postId),
})

const authorsOf = ({ posts, rest }: Batch): Set<string> =>
  new Set([...posts, ...rest].map(({ authorId }) => authorId))

/** Sockets that get the posts of the same authors. */
interface Group {
  authors: ReadonlySet<string>
  ids: readonly Receiver<'post'>[]
}

/** The feed: all watchers in one group, but for those who hide an author. */
function feedGroups(io: LiveServer, authors: ReadonlySet<string>): Group[] {
  const watching = socketsOf(io, { rooms: [topicRoom('feed')], except: [] })
  const rules = [...authors].map((author) => [author, newPostReaders('feed', author).except] as const)
  return groupsBy(io, watching, rules).map(({ ids, hidden }) => ({
    authors: new Set([...authors].filter((author) => !hidden.has(author))),
    ids,
  }))
}

/**
 * Following: each watcher gets the authors they follow. An author may have very many followers: a mark each
 * keeps it small.
 */
function followingGroups(io: LiveServer, authors: ReadonlySet<string>): Group[] {
  // Positions of the authors, each followed by a space: the same for sockets that get the same.
  const marks = new Map<Receiver<'post'>, string>()
  let at = 0
  for (const author of authors) {
    for (const id of socketsOf(io, newPostReaders('following', author)))
      marks.set(id, `${marks.get(id) ?? ''}${at} `)
    at += 1
  }
  return grouped(authors, marks)
}

function grouped(authors: ReadonlySet<string>, marks: ReadonlyMap<Receiver<'post'>, string>): Group[] {
  const idsByMarks = new Map<string, Receiver<'post'>[]>()
  for (const [id, mark] of marks) {
    const ids = idsByMarks.get(mark)
    if (ids) ids.push(id)
    else idsByMarks.set(mark, [id])
  }
  const all = [...authors]
  return [...idsByMarks].map(([mark, ids]) => ({
    authors: new Set(mark.split(' ').flatMap((at) => (at ? all[Number(at)]! : []))),
    ids,
  }))
}
