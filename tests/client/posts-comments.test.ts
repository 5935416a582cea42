// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { CommentOrder } from '#contract/comments.constants.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { receive, resetStores, setLiveHandlers } from '#client/live/registry.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import {
  onCommentCreated,
  onCommentDeleted,
  onCommentUpdated,
} from '#client/features/comments/data/comments.live.ts'
import { useCommentsOutbox, writeComment } from '#client/features/comments/data/comment-outbox.ts'
import { ownCommentPartOf } from '#client/features/comments/data/own-parts.store.ts'
import { threadKey, commentThreadOf } from '#client/features/comments/data/comments.lists.ts'
import { commentOf } from '#client/features/comments/data/comments.store.ts'
import { stateOf, useLists } from '#client/live/list/list-state.ts'
import { catchUp, hasMore, openList, fetchMore } from '#client/live/list/live-list.ts'
import { rowsOf } from '#client/live/list/pages.ts'
import { resync } from '#client/live/resync.ts'
import { seeded } from '#tests/support/seeded.ts'
import { answerCalls, gate } from './support/fake-server.ts'
import { ANN, BOB, idOf, makeComment, moment } from './support/make-post.ts'

const POST = idOf(1)
const ann = { id: ANN, handle: 'ann', displayName: 'Ann', avatarUrl: null, isAdmin: false } as CurrentUserView

setLiveHandlers({
  'comment:created': onCommentCreated,
  'comment:updated': onCommentUpdated,
  'comment:deleted': onCommentDeleted,
})

let truth: CommentView[]
const newest = () => truth.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
const openThread = (postId = POST, order: CommentOrder = 'newest') => openList(commentThreadOf(postId, order))
/** Opens a thread, and reads it as far as it is here. */
async function readThread(postId: string, order: CommentOrder = 'newest'): Promise<() => void> {
  const close = openThread(postId, order)
  await catchUp(threadKey(postId, order))
  return close
}
const readOlder = (postId: string) => fetchMore(threadKey(postId, 'newest'))
const resyncComments = () => resync({ reason: 'wake', since: 0 })
const shown = () =>
  rowsOf(stateOf(threadKey(POST, 'newest')), (id) => commentOf(id)?.createdAt).map(
    ({ id }) => commentOf(id)!.text,
  )
const texts = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `comment ${from - index}`)
const neutral = ({ viewer: _, ...comment }: CommentView) => comment

beforeEach(() => {
  setViewer(ann)
  truth = Array.from({ length: 50 }, (_, index) => makeComment(index + 1))
  answerCalls((_method, path) => {
    const cursor = new URL(path, 'http://palace').searchParams.get('cursor')
    return newest()
      .filter(({ createdAt }) => !cursor || createdAt < cursor)
      .slice(0, 20)
  })
})
afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

describe('The comments of a post', () => {
  it('are read page by page until the end', async () => {
    await readThread(POST)
    expect(shown()).toEqual(texts(50, 31))
    await readOlder(POST)
    await readOlder(POST)
    expect(shown()).toEqual(texts(50, 1))
    expect(hasMore(threadKey(POST, 'newest'))).toBe(false)
  })

  it('L1: a pushed comment is where a refetch would put it, and a repeated push changes nothing', async () => {
    await readThread(POST)
    const comment = makeComment(51)
    receive('comment:created', { comment: neutral(comment), clientId: null })
    receive('comment:created', { comment: neutral(comment), clientId: null })
    expect(shown()).toEqual(texts(51, 31))
  })

  it('L2: neither an older text nor a deleted comment comes back', async () => {
    await readThread(POST)
    const comment = neutral(truth.at(-1)!)
    receive('comment:updated', { comment: { ...comment, text: 'third', rev: 3 } })
    receive('comment:updated', { comment: { ...comment, text: 'second', rev: 2 } })
    expect(shown()[0]).toBe('third')
    receive('comment:deleted', { id: comment.id, postId: POST, rev: 4 })
    receive('comment:updated', { comment: { ...comment, text: 'third', rev: 3 } })
    await readThread(POST)
    expect(shown()[0]).toBe('comment 49')
  })

  it('L7: a resync adds and removes what was written and deleted meanwhile', async () => {
    const close = openThread(POST)
    await readThread(POST)
    await readOlder(POST)
    truth = [...truth.filter(({ text }) => text !== 'comment 48'), makeComment(51)]
    await resyncComments()
    expect(shown()).toEqual(texts(51, 11).filter((text) => text !== 'comment 48'))
    close()
  })

  it('L7: a resync reads all pages that are here: below the first one too a comment is edited or gone', async () => {
    const close = openThread(POST)
    await readThread(POST)
    await readOlder(POST)
    truth = truth
      .filter(({ text }) => text !== 'comment 12')
      .map((one) => (one.text === 'comment 15' ? { ...one, text: 'reworded', rev: 2 } : one))
    await resyncComments()
    const expected = texts(50, 11).filter((text) => text !== 'comment 12')
    expect(shown().slice(0, 39)).toEqual(expected.with(expected.indexOf('comment 15'), 'reworded'))
    await readOlder(POST)
    expect(shown()).toHaveLength(49)
    close()
  })

  it('L7: after too many new comments the thread starts again instead of hiding a gap', async () => {
    await readThread(POST)
    truth = [...truth, ...Array.from({ length: 30 }, (_, index) => makeComment(60 + index))]
    await readThread(POST)
    expect(shown()).toEqual(texts(89, 70))
    await readOlder(POST)
    expect(shown().at(-1)).toBe('comment 41')
  })

  it("L16: a pushed edit keeps the viewer's permissions", async () => {
    const comment = makeComment(50, { viewer: { can: { edit: true, delete: true }, pooed: false } })
    truth[49] = comment
    await readThread(POST)
    receive('comment:updated', { comment: { ...neutral(comment), text: 'reworded', rev: 2 } })
    expect(shown()[0]).toBe('reworded')
    expect(ownCommentPartOf(comment.id)?.can).toEqual({ edit: true, delete: true })
  })

  it('L17: of threads without a screen only the newest sixteen are in memory', async () => {
    for (let number = 1; number <= 40; number += 1) (await readThread(idOf(number)))()
    const { lists } = useLists.getState()
    expect(lists.size).toBe(16)
    expect([40, 1].map((number) => lists.has(threadKey(idOf(number), 'newest')))).toEqual([true, false])
  })

  it('L7: any order of pushes and resyncs ends with what a refetch would give', async () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      resetStores()
      const dice = seeded(seed)
      truth = Array.from({ length: 10 + dice(20) }, (_, index) => makeComment(index + 1))
      const close = openThread(POST)
      await readThread(POST)
      const pushes: (() => void)[] = []
      for (let step = 0; step < 25; step += 1) {
        pushes.push(happen(dice, 100 + step))
        if (dice(2) === 0) pushes.splice(dice(pushes.length), 1)[0]!()
        if (dice(8) === 0) pushes.splice(dice(pushes.length), 1)
        if (dice(8) === 0) await resyncComments()
      }
      for (const late of pushes) late()
      await resyncComments()
      expect(shown().slice(0, 20), `seed ${seed}`).toEqual(
        newest()
          .slice(0, 20)
          .map(({ text }) => text),
      )
      close()
    }
  })
})

describe('Writing a comment', () => {
  const written = makeComment(51, {
    authorId: ANN,
    text: 'mine',
    createdAt: moment(99),
    viewer: { can: { edit: true, delete: true }, pooed: false },
  })

  it('shows it at once under a temporary id, which the answer replaces', async () => {
    await readThread(POST)
    const turn = gate()
    answerCalls(async () => (await turn.opened, written))
    const sent = writeComment(POST, ' mine ', 'c1')
    expect(useCommentsOutbox.getState().sending.map(({ id, text }) => ({ id, text }))).toEqual([
      { id: 'c1', text: 'mine' },
    ])
    turn.open()
    await sent
    expect(useCommentsOutbox.getState().sending).toEqual([])
    expect(shown()[0]).toBe('mine')
  })

  it('L5: its push and its answer make one comment, whichever comes first', async () => {
    await readThread(POST)
    const turn = gate()
    answerCalls(async () => (await turn.opened, written))
    const sent = writeComment(POST, 'mine', 'c1')
    receive('comment:created', { comment: neutral(written), clientId: 'c1' })
    expect(useCommentsOutbox.getState().sending).toEqual([])
    turn.open()
    await sent
    expect(shown().filter((text) => text === 'mine')).toHaveLength(1)
    expect(ownCommentPartOf(written.id)?.can).toEqual({ edit: true, delete: true })
  })

  it('where the newest are not on top it stays there over a resync, until it is deleted elsewhere', async () => {
    const own = () => stateOf(threadKey(POST, 'first')).joined.filter(({ id }) => commentOf(id))
    await readThread(POST, 'first')
    let isThere = true
    answerCalls((method, path) => {
      if (method === 'POST') return written
      if (!path.startsWith('/api/comments/')) return truth.slice(0, 20)
      return isThere ? { ...written, text: 'reworded', rev: 2 } : new Response('Gone', { status: 404 })
    })
    await writeComment(POST, 'mine', 'c1')
    receive('comment:created', { comment: neutral(written), clientId: 'c1' })
    await resyncComments()
    expect(own()).toEqual([{ id: written.id, stays: true }])
    expect(commentOf(written.id)?.text).toBe('reworded')
    isThere = false
    await resyncComments()
    expect(own()).toEqual([])
  })

  it('removes it when it is refused', async () => {
    await readThread(POST)
    answerCalls(() => new Response('Post not found', { status: 404 }))
    await expect(writeComment(POST, 'mine', 'c1')).rejects.toThrow('404: Post not found')
    expect(useCommentsOutbox.getState().sending).toEqual([])
    expect(shown()).not.toContain('mine')
  })
})

/** A person writes, edits or deletes a comment; the push that follows. */
function happen(dice: (sides: number) => number, number: number): () => void {
  const one = newest()[dice(Math.min(truth.length, 15))]
  const what = dice(4)
  if (!one || what < 2) {
    const comment = makeComment(number, { authorId: BOB })
    truth = [...truth, comment]
    return () => receive('comment:created', { comment: neutral(comment), clientId: null })
  }
  truth = truth.filter(({ id }) => id !== one.id)
  if (what === 2) return () => receive('comment:deleted', { id: one.id, postId: POST, rev: one.rev + 1 })
  const reworded = { ...one, text: `${one.text}!`, rev: one.rev + 1 }
  truth = [...truth, reworded]
  return () => receive('comment:updated', { comment: neutral(reworded) })
}
