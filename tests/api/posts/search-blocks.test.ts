import { trusted } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from '#server/platform/cursor-pages.ts'
import type { PostRow } from '#server/features/posts/post-lists.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { insertPosts } from '#tests/support/insert-rows.ts'
import { seeded, type Dice } from '#tests/support/seeded.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person

const HOUR = 3_600_000
const DAY = Date.UTC(2026, 0, 1)
/** So many posts in a block. */
const SIZE = 150

beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'ann')
})
afterAll(() => server.close())

beforeEach(async () => {
  const { PostModel } = await import('#server/features/posts/posts.model.ts')
  const { wordBlocks, wordPostings } = await import('#server/features/posts/search/word-blocks.model.ts')
  await Promise.all([PostModel.deleteMany({}), wordBlocks().deleteMany({}), wordPostings().deleteMany({})])
})

let clock = Date.now()
/** The job's next run, an hour later: everything planned is built. */
async function laterRun(): Promise<void> {
  const { maintainBlocks } = await import('#server/features/posts/search/build-blocks.ts')
  clock += HOUR
  await maintainBlocks({ now: clock, size: SIZE })
}

/** So few posts are checked before the blocks are asked. */
const PORTIONS = [1]

/** All ids that a search finds, page by page. */
async function found(query: string, size = 20): Promise<string[]> {
  const { searchRows } = await import('#server/features/posts/search/post-search.ts')
  const { searchTerms } = await import('#server/platform/words.ts')
  const { wholePage } = await import('#server/platform/cursor-pages.ts')
  const terms = searchTerms(query)!
  const all: string[] = []
  for (let before: number | null = null; ;) {
    const { rows, end }: Page<PostRow> = await wholePage(
      (range) => searchRows(terms, range, PORTIONS),
      before,
      size,
    )
    all.push(...rows.map(({ id }) => id))
    if (end || rows.length === 0) return all
    before = rows.at(-1)!.at
  }
}

/** The same, by looking at every post: what each of the queries finds. Every post is read once. */
async function expected(queries: readonly string[]): Promise<Record<string, string[]>> {
  const { PostModel } = await import('#server/features/posts/posts.model.ts')
  const { wordsIn } = await import('#server/platform/words.ts')
  const stored = await PostModel.find({}, { text: 1 }).sort({ createdAt: -1, _id: -1 }).lean()
  const posts = stored.map(({ _id, text }) => ({
    id: _id.toHexString(),
    text,
    words: new Set(wordsIn(text)),
  }))
  const find = (query: string) => {
    const words = wordsIn(query)
    const signs = query.split(' ').filter((piece) => piece.includes('+'))
    return posts
      .filter(
        (post) =>
          words.every((word) => post.words.has(word)) && signs.every((piece) => post.text.includes(piece)),
      )
      .map(({ id }) => id)
  }
  return Object.fromEntries(queries.map((query) => [query, find(query)]))
}

/** Each query finds what it should. `sizeOf`: of a page. */
async function expectAllFound(queries: readonly string[], sizeOf: () => number): Promise<void> {
  const all = await expected(queries)
  for (const query of queries) expect(await found(query, sizeOf()), query).toEqual(all[query])
}

const WORDS = ['drip', 'drop', 'pipe', 'bowl', 'lid', 'seat', 'cistern', 'plunger', 'c++']
const QUERIES = [
  'drip drop',
  'pipe bowl lid',
  'drip seat',
  'cistern plunger',
  'seat plunger drop pipe bowl lid',
  'bowl c++',
  'c++',
  'drip neverwritten',
  'lid once7',
]

const viewerOf = ({ id }: Person) => ({ id, isAdmin: false, blocked: new Set() }) as unknown as Viewer

function textFrom(dice: Dice): string {
  // The first words are common, the last ones are rare.
  const words = WORDS.filter((_, place) => dice(10) < 7 - place)
  return [...words, `once${dice(400)}`].join(' ')
}

describe('A search for several words', () => {
  it.each([1, 2])(
    'finds what a look at every post finds, whatever happens to posts, seed %i',
    async (seed) => {
      const { PostModel } = await import('#server/features/posts/posts.model.ts')
      const { hidePost, restorePost } = await import('#server/features/posts/post-hiding.ts')
      const { editPost } = await import('#server/features/posts/posts.service.ts')
      const { removePost } = await import('#server/features/posts/post-deletion.ts')
      const { transact } = await import('#server/platform/mongo/transaction.ts')
      const dice = seeded(seed)
      const write = (many: number, until: number) =>
        insertPosts(
          Array.from({ length: many }, () => ({
            authorId: ann.id,
            // Some posts have the same millisecond.
            at: until - dice(many),
            text: textFrom(dice),
          })),
        )
      let ids = await write(900, DAY)
      const hidden: Awaited<ReturnType<typeof hidePost>>[] = []
      const anyId = () => ids[dice(ids.length)]!
      for (let turn = 1; turn <= 3; turn += 1) {
        for (let step = 0; step < 40; step += 1) {
          const id = anyId()
          const verb = dice(4)
          if (verb === 3 && hidden.length > 0) {
            const post = hidden.splice(dice(hidden.length), 1)[0]!
            await transact((tx) => restorePost(tx, post))
            continue
          }
          if (!(await PostModel.exists({ _id: id }))) continue
          if (verb === 0) await removePost(id)
          else if (verb === 1) hidden.push(await transact((tx) => hidePost(tx, id)))
          else await editPost(viewerOf(ann), id, { text: textFrom(dice) })
        }
        await expectAllFound(QUERIES, () => 60 + dice(100))
        ids = [...ids, ...(await write(400, DAY + turn * 1000))]
        await laterRun()
        await expectAllFound(QUERIES, () => 60 + dice(100))
      }
    },
    120_000,
  )

  it('that are common and never meet reads no more posts than a block has', async () => {
    await insertPosts(
      Array.from({ length: 3000 }, (_, place) => ({
        authorId: ann.id,
        at: DAY - place * 1000,
        text: place % 2 ? 'drip pipe' : 'drop pipe',
      })),
    )
    await laterRun()
    await laterRun()
    const reads = await readsOf(async () => expect(await found('drip drop')).toEqual([]))
    const posts = reads.filter(({ collection }) => collection === 'posts')
    for (const { plan } of reads) expect(plan).not.toContain('COLLSCAN')
    // What no block has yet: at most a block's posts. Of each word some are counted, and some checked.
    const most = 2 * 500 + 9 + SIZE
    expect(posts.reduce((sum, { docsExamined }) => sum + docsExamined, 0)).toBeLessThanOrEqual(most)
  })
})

describe('The job of the search blocks', () => {
  it('builds a block again when many of its posts have changed', async () => {
    const { wordBlocks, wordPostings } = await import('#server/features/posts/search/word-blocks.model.ts')
    const { editPost } = await import('#server/features/posts/posts.service.ts')
    const ids = await insertPosts(
      Array.from({ length: 2 * SIZE + 1 }, (_, place) => ({
        authorId: ann.id,
        at: DAY + place,
        text: 'drip drop',
      })),
    )
    await laterRun()
    expect(await wordBlocks().countDocuments({ builtAt: null })).toBe(2)
    expect(await wordPostings().countDocuments()).toBe(0)
    await laterRun()
    const before = await wordPostings().countDocuments()
    expect(before).toBeGreaterThan(0)

    for (const id of ids.slice(0, 60)) await editPost(viewerOf(ann), id, { text: 'drip bowl' })
    const [oldest] = await wordBlocks().find().sort({ _id: 1 }).toArray()
    expect(oldest!.changed).toHaveLength(60)
    await laterRun()
    const all = await wordBlocks().find().sort({ _id: 1 }).toArray()
    expect(all.map(({ changed }) => changed)).toEqual([[], []])
    expect(all[0]!.builtAt).not.toEqual(oldest!.builtAt)
    // The new word has a document of its own.
    expect(await wordPostings().countDocuments()).toBe(before + 1)
    await expectAllFound(['drip bowl'], () => 20)
  })

  it('does not take up posts that are being written', async () => {
    const { wordBlocks } = await import('#server/features/posts/search/word-blocks.model.ts')
    const { maintainBlocks } = await import('#server/features/posts/search/build-blocks.ts')
    await insertPosts(
      Array.from({ length: SIZE + 1 }, (_, place) => ({
        authorId: ann.id,
        at: clock - 60_000 + place,
        text: 'drip drop',
      })),
    )
    await maintainBlocks({ now: clock, size: SIZE })
    expect(await wordBlocks().countDocuments()).toBe(0)
    await maintainBlocks({ now: clock + 70_000, size: SIZE })
    expect(await wordBlocks().countDocuments({ builtAt: null })).toBe(1)
    await maintainBlocks({ now: clock + 80_000, size: SIZE })
    expect(await wordBlocks().countDocuments({ builtAt: null })).toBe(1)
  })

  it('is part of `npm run rebuild`', async () => {
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const { rebuildBlocks } = await import('#server/features/posts/search/build-blocks.ts')
    await insertPosts(
      Array.from({ length: SIZE + 1 }, (_, place) => ({ authorId: ann.id, at: DAY + place, text: 'of old' })),
    )
    await laterRun()
    await laterRun()
    await PostModel.updateMany(
      { createdAt: trusted({ $gt: new Date(0) }) },
      { $set: { words: ['drip', 'drop'] } },
    )
    const first = await rebuildBlocks(null, new AbortController().signal)
    expect(first).toMatchObject({ isEnd: false, seen: 1, changed: 1 })
    expect(await rebuildBlocks(first.after, new AbortController().signal)).toMatchObject({ isEnd: true })
    expect(await found('drip drop')).toHaveLength(SIZE + 1)
  })
})
