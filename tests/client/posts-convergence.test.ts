// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAGE } from '#contract/limits.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { PostView, PublicPostView } from '#contract/posts.ts'
import type { CurrentUserView } from '#contract/account.ts'
import {
  receive,
  resetStores,
  setLiveHandlers,
  type LiveEvent,
  type LiveEventName,
} from '#client/live/registry.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { postWrittenAt } from '#client/features/posts/data/post-lists.ts'
import { FOR_YOU } from '#client/features/posts/data/post-sources.ts'
import { stateOf } from '#client/live/list/list-state.ts'
import { openList, refetch, fetchMore, showWaiting } from '#client/live/list/live-list.ts'
import { rowsOf } from '#client/live/list/pages.ts'
import { resync } from '#client/live/resync.ts'
import {
  onPostCreated,
  onPostDeleted,
  onPostReacted,
  onPostUpdated,
} from '#client/features/posts/data/posts.live.ts'
import { ownPostPartOf, postOf, applyPosts } from '#client/features/posts/data/posts.store.ts'
import { seeded } from '#tests/support/seeded.ts'
import type { Dice } from '#tests/support/seeded.ts'
import { answerCalls } from './support/fake-server.ts'
import { ANN, BOB, answered, makePost, reactedBy } from './support/make-post.ts'

const SEEDS = 60
const ann = { id: ANN, handle: 'ann', isAdmin: false } as CurrentUserView

type Push = () => void
const push =
  <N extends LiveEventName>(name: N, event: LiveEvent<N>): Push =>
  () =>
    receive(name, event)

setLiveHandlers({
  'post:created': onPostCreated,
  'post:updated': onPostUpdated,
  'post:deleted': onPostDeleted,
  'post:reacted': onPostReacted,
})

/** The server: posts, their changes, and the pushes that follow. */
function world(dice: Dice) {
  const posts = new Map<string, PublicPostView>()
  const deleted: PublicPostView[] = []
  let written = 0
  const all = () => [...posts.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  const view = (post: PublicPostView): PostView =>
    answered(post, post.reactions.find(({ userId }) => userId === ANN)?.emoji ?? null, post.authorId === ANN)
  const change = (id: string, next: PublicPostView): Push => {
    posts.set(id, next)
    return push('post:updated', { post: next })
  }
  const any = () => all()[dice(Math.min(posts.size, 45))]
  const write = (): Push => {
    const post = makePost((written += 1), { authorId: dice(6) === 0 ? ANN : BOB })
    posts.set(post.id, post)
    return push('post:created', { topic: 'feed', posts: [post], more: 0 })
  }
  const bringBack = (): Push => {
    const [post] = deleted.splice(dice(deleted.length), 1)
    if (!post) return write()
    const restored = { ...post, rev: post.rev + 2 }
    posts.set(post.id, restored)
    return () => {
      receive('post:updated', { post: restored })
      receive('post:created', { topic: 'feed', posts: [restored], more: 0 })
    }
  }
  const happen = (): Push => {
    const post = any()
    const what = dice(11)
    if (!post || what < 4) return write()
    if (what === 10) return bringBack()
    if (what < 6)
      return change(
        post.id,
        reactedBy(post, { [dice(2) ? ANN : BOB]: REACTIONS[dice(5)]!.emoji }, post.rev + 1),
      )
    if (what < 8) return change(post.id, { ...post, text: `reworded ${post.rev}`, rev: post.rev + 1 })
    posts.delete(post.id)
    deleted.push(post)
    return push('post:deleted', { id: post.id, rev: post.rev + 1 })
  }
  const page = (cursor: string | null) =>
    all()
      .filter(({ createdAt }) => !cursor || createdAt < cursor)
      .slice(0, PAGE.posts)
  answerCalls((_method, path) => {
    const one = /^\/api\/posts\/([0-9a-f]{24})$/.exec(path)?.[1]
    if (one) return posts.has(one) ? view(posts.get(one)!) : new Response('Post not found', { status: 404 })
    return page(new URL(path, 'http://palace').searchParams.get('cursor')).map(view)
  })
  return { all, view, write, happen }
}

const showPending = () => showWaiting(FOR_YOU.key)
const catchUp = () => resync({ reason: 'wake', since: 0 })

/** A screen with the feed, as the list hook has it: listed posts, visible posts. */
async function screen(dice: Dice) {
  const listed = () => rowsOf(stateOf(FOR_YOU.key), postWrittenAt).map(({ id }) => id)
  const close = openList(FOR_YOU, () => listed().slice(0, 8))
  await refetch(FOR_YOU.key)
  /** Pushes arrive late, twice, in another order, or never. */
  const deliver = (pushes: Push[]) => {
    while (pushes.length > 0) {
      const [next] = pushes.splice(dice(pushes.length), 1)
      if (dice(6) === 0) continue
      next!()
      if (dice(4) === 0) next!()
    }
  }
  return { listed, deliver, close }
}

const settle = async (work: Promise<unknown>) => {
  await vi.runAllTimersAsync()
  await work
}

beforeEach(() => {
  vi.useFakeTimers()
  setViewer(ann)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  resetStores()
})

describe('The feed on screen', () => {
  it('L1, L2, L7: lost, repeated and reordered pushes end with what a refetch would give', async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const dice = seeded(seed)
      const truth = world(dice)
      for (let count = 0; count < 50; count += 1) truth.write()
      const feed = await screen(dice)
      await fetchMore(FOR_YOU.key)
      for (let round = 0; round < 5; round += 1) {
        feed.deliver(Array.from({ length: 1 + dice(14) }, truth.happen))
        if (dice(3) === 0) await showPending()
        if (dice(3) === 0) await settle(catchUp())
      }
      await settle(catchUp())
      await showPending()
      const shown = feed.listed().slice(0, PAGE.posts)
      const expected = truth.all().slice(0, PAGE.posts)
      expect(shown, `seed ${seed}`).toEqual(expected.map(({ id }) => id))
      // The head has just been fetched: every record on it is the server's.
      for (const post of expected) {
        expect(postOf(post.id), `seed ${seed}`).toEqual(post)
        expect(ownPostPartOf(post.id), `seed ${seed}`).toEqual({ rev: post.rev, ...truth.view(post).viewer })
      }
      feed.close()
      resetStores()
    }
  })

  it('L1: with every push delivered once, in any order, nothing has to be fetched again', async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const dice = seeded(seed)
      const truth = world(dice)
      for (let count = 0; count < 15; count += 1) truth.write()
      const feed = await screen(dice)
      const pushes = Array.from({ length: 20 }, truth.happen)
      while (pushes.length > 0) pushes.splice(dice(pushes.length), 1)[0]!()
      await showPending()
      expect(feed.listed(), `seed ${seed}`).toEqual(truth.all().map(({ id }) => id))
      for (const post of truth.all()) expect(postOf(post.id), `seed ${seed}`).toEqual(post)
      feed.close()
      resetStores()
    }
  })

  it('a post deleted without a push leaves the list with the next resync', async () => {
    const truth = world(seeded(1))
    for (let count = 0; count < 5; count += 1) truth.write()
    const feed = await screen(seeded(1))
    const before = feed.listed()
    world(seeded(2)).write()
    await settle(catchUp())
    expect(before).toHaveLength(5)
    expect(feed.listed()).toEqual([before.at(-1)])
    feed.close()
  })

  it('[L62] a post that no longer belongs to the list leaves it, though another part of the page has just read it', async () => {
    const rows = [3, 2, 1].map((number) => makePost(number, { authorId: BOB }))
    let there = rows
    answerCalls((_method, path) => {
      const cursor = new URL(path, 'http://palace').searchParams.get('cursor')
      return there
        .filter(({ createdAt }) => !cursor || createdAt < cursor)
        .map((post) => answered(post, null, false))
    })
    const feed = await screen(seeded(1))
    there = rows.slice(0, 2)
    const resynced = catchUp()
    applyPosts([answered(rows[2]!, null, false)], Date.now() + 60_000)
    await settle(resynced)
    expect(feed.listed()).toEqual(there.map(({ id }) => id))
    feed.close()
  })
})
