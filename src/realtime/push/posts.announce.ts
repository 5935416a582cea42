import type { FeedTopic } from '#contract/events.ts'
import { TIMINGS } from '#contract/limits.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { authorRoom, hidingRooms, topicRoom } from '../audience.ts'
import type { Delivery } from '../delivery.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import { idsIn, type LiveServer } from '../sockets.ts'
import { throttle } from '../throttle.ts'
import { byHiddenReactors } from './hidden-reactors.ts'

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

/**
 * Tells of new posts at most 4 times a second, however many there are (LIVE L14), and each viewer only of
 * those they meet.
 */
export function announcePosts(io: LiveServer, delivery: Delivery): Announcements {
  const batches = throttle<Batch>({
    gap: TIMINGS.pushGap,
    merge: joined,
    async flush(_, batch) {
      const authors = authorsOf(batch)
      const hidden = hiddenOf(io, authors)
      await announce('feed', batch, feedGroups(io, authors, hidden))
      await announce('following', batch, followingGroups(io, authors, hidden))
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
    add: (post) => batches.put(NEW, { posts: [post], rest: [] }),
    withdraw: (postId) => batches.amend(NEW, (batch) => without(batch, postId)),
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

/** Sockets that get the same: they meet these of the batch's authors. */
interface Group {
  authors: ReadonlySet<string>
  ids: string[]
}

/** Whom of these authors somebody hides: only those who hide one are in it. */
type Hidden = ReadonlyMap<string, ReadonlySet<string>>

function hiddenOf(io: LiveServer, authors: ReadonlySet<string>): Hidden {
  const hidden = new Map<string, Set<string>>()
  for (const author of authors) {
    for (const id of hidingRooms(author).flatMap((room) => [...idsIn(io, room)]))
      hidden.set(id, (hidden.get(id) ?? new Set()).add(author))
  }
  return hidden
}

/** For you: everybody who watches it, in one group but for those who hide somebody. */
function feedGroups(io: LiveServer, authors: ReadonlySet<string>, hidden: Hidden): Group[] {
  const watching = [...idsIn(io, topicRoom('feed'))]
  const some = new Map(
    watching
      .filter((id) => hidden.has(id))
      .map((id) => [id, marksOf(authors, (author) => !hidden.get(id)!.has(author))]),
  )
  return [{ authors, ids: watching.filter((id) => !hidden.has(id)) }, ...grouped(authors, some)]
}

/** Following: each watcher hears of those they follow. A celebrity has very many: a mark each, no more. */
function followingGroups(io: LiveServer, authors: ReadonlySet<string>, hidden: Hidden): Group[] {
  const marks = new Map<string, string>()
  let at = 0
  for (const author of authors) {
    for (const id of idsIn(io, authorRoom(author)))
      if (!hidden.get(id)?.has(author)) marks.set(id, `${marks.get(id) ?? ''}${at} `)
    at += 1
  }
  return grouped(authors, marks)
}

/** Places of the authors that fit, each followed by a space: equal for those who get the same. */
const marksOf = (authors: ReadonlySet<string>, fits: (author: string) => boolean): string =>
  [...authors].map((author, at) => (fits(author) ? `${at} ` : '')).join('')

function grouped(authors: ReadonlySet<string>, marks: ReadonlyMap<string, string>): Group[] {
  const idsByMarks = new Map<string, string[]>()
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
