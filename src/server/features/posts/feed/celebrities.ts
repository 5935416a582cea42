import { postsOf } from '#server/features/posts/post-lists.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { clock } from '#server/platform/clock.ts'
import { CelebrityModel } from './timelines.model.ts'
import { addRows, authorTimeline } from './timelines.store.ts'

/** Above it, an author's posts are not pushed to timelines but merged when read. */
const MAX_PUSHED_FOLLOWERS = 10_000
/**
 * A celebrity of another process is noticed after this time; until then, and a little longer, posts are also
 * pushed.
 */
const FRESH_MS = 15_000
const BOTH_WAYS_MS = 60_000

const current = createSharedRead<ReadonlySet<string>>({
  name: 'celebrities',
  load: loadCelebrities,
  freshMs: FRESH_MS,
})

/** All celebrities: few, whatever the number of people. */
export const celebrities = (): Promise<ReadonlySet<string>> => current.get()

async function loadCelebrities(): Promise<ReadonlySet<string>> {
  const rows = await CelebrityModel.find({}, { _id: 1 }).hint({ _id: 1 }).lean<{ _id: string }[]>()
  return new Set(rows.map(({ _id }) => _id))
}

/** How a new post reaches followers. */
interface Route {
  /** Pushed to their timelines. */
  push: boolean
  /** Stored in the author's own timeline; for a moment both. */
  outbox: boolean
}

/** The route of an author's posts. Somebody who has enough followers by now becomes a celebrity first. */
export async function routeOf(
  authorId: string,
  { readyAt, followerCount }: { readyAt: Date | null; followerCount: number },
): Promise<Route> {
  const isRisen = readyAt === null && followerCount > MAX_PUSHED_FOLLOWERS
  if (isRisen) await promote(authorId)
  return {
    push: readyAt === null || readyAt.getTime() > clock.now() - BOTH_WAYS_MS,
    outbox: readyAt !== null || isRisen,
  }
}

const OUTBOX_GROUP = 1000

/**
 * From now on reads merge this author's own timeline, which holds every post. Nobody is demoted: it stays
 * correct.
 */
function promote(authorId: string): Promise<void> {
  return oneAtATime(`celebrity:${authorId}`, async () => {
    if (await CelebrityModel.exists({ _id: authorId })) return
    const posts = postsOf(authorId)
    for (let before: number | null = null; ;) {
      const rows = await posts.skeleton({ before, limit: OUTBOX_GROUP })
      await addRows(authorTimeline(authorId), rows)
      const last = rows.at(-1)
      if (!last || rows.length < OUTBOX_GROUP) break
      // The next group starts in the same millisecond, which may have more posts; duplicates are ignored.
      before = last.at + 1 < (before ?? Infinity) ? last.at + 1 : last.at
    }
    await CelebrityModel.updateOne(
      { _id: authorId },
      { $setOnInsert: { readyAt: clock.date() } },
      { upsert: true },
    )
    current.forget()
  })
}
