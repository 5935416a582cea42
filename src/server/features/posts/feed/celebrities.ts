import { postsOf } from '#server/features/posts/post-lists.ts'
import { followerCount } from '#server/features/people/users/counters.service.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { CelebrityModel } from './timelines.model.ts'
import { addRows, authorTimeline } from './timelines.store.ts'

/** Beyond it an author's posts are not pushed but merged at read (PERFORMANCE, Design 2). */
const MOST_PUSHED = 10_000
/**
 * A celebrity of another process is noticed after this time; until then, and a little longer, posts are
 * pushed too.
 */
const FRESH_MS = 15_000
const BOTH_WAYS_MS = 60_000

const current = createSharedRead<ReadonlySet<string>>({
  name: 'celebrities',
  load: readCelebrities,
  freshMs: FRESH_MS,
})

/** All celebrities: few, whatever the number of people. */
export const celebrities = (): Promise<ReadonlySet<string>> => current.get()

async function readCelebrities(): Promise<ReadonlySet<string>> {
  const rows = await CelebrityModel.find({}, { _id: 1 }).hint({ _id: 1 }).lean<{ _id: string }[]>()
  return new Set(rows.map(({ _id }) => _id))
}

/**
 * How a new post reaches followers: into their timelines, into the author's own outbox, or for a moment both.
 */
export async function routesOf(authorId: string): Promise<{ push: boolean; outbox: boolean }> {
  const celebrity = await CelebrityModel.findById(authorId).lean<{ readyAt: Date }>()
  if (celebrity) return { push: celebrity.readyAt.getTime() > Date.now() - BOTH_WAYS_MS, outbox: true }
  const count = await followerCount(authorId)
  if (!count || count.followers <= MOST_PUSHED) return { push: true, outbox: false }
  await promote(authorId)
  return { push: true, outbox: true }
}

const OUTBOX_GROUP = 1000

/**
 * From now on reads merge this author's outbox, which holds every post. Nobody is ever demoted: the outbox
 * stays right.
 */
function promote(authorId: string): Promise<void> {
  return oneAtATime(`celebrity:${authorId}`, async () => {
    if (await CelebrityModel.exists({ _id: authorId })) return
    const posts = postsOf(authorId)
    for (let before: number | null = null; ;) {
      const rows = await posts.rows({ before, limit: OUTBOX_GROUP })
      await addRows([authorTimeline(authorId)], rows)
      const last = rows.at(-1)
      if (!last || rows.length < OUTBOX_GROUP) break
      // Once more from the same millisecond: a group may end within it, and what is there already stays.
      before = last.at + 1 < (before ?? Infinity) ? last.at + 1 : last.at
    }
    await CelebrityModel.updateOne(
      { _id: authorId },
      { $setOnInsert: { readyAt: new Date() } },
      { upsert: true },
    )
    current.forget()
  })
}
