// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import { useCommentThread } from '#client/features/comments/useThread.ts'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerCalls } from './support/fake-server.ts'
import { idOf, makeComment } from './support/make-post.ts'
import { draw, find } from './support/screen.tsx'

const POST = idOf(1)

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

const Thread = ({ order }: { order: 'first' | 'most' }) => {
  const { branches } = useCommentThread(POST, order)
  return <output>{branches.map(({ comment }) => comment.text).join(' ')}</output>
}

/** Comments that answer nothing, by their poos. */
const withPoos = (...poos: number[]): CommentView[] =>
  poos.map((count, at) => makeComment(at + 1, { text: String(at + 1), poos: count, rev: 1 + count }))
const byPoos = (all: CommentView[]) => all.toSorted((a, b) => b.poos - a.poos)

it('[L62] by poos comments keep their places while they are read, and new ones get the last ones', async () => {
  let truth = withPoos(1, 3, 2)
  answerCalls(() => byPoos(truth))
  const screen = await draw(<Thread order="most" />)
  const shows = (words: string) => eventually(() => expect(find(screen, 'output').textContent).toBe(words))
  await shows('2 3 1')
  truth = withPoos(9, 3, 4, 5).filter(({ text }) => text !== '2')
  await resync({ reason: 'wake', since: 0 })
  await shows('3 1 4')
})

it('[L62] the oldest first: what is read again stands at its place', async () => {
  let truth = withPoos(0, 0)
  answerCalls(() => truth)
  const screen = await draw(<Thread order="first" />)
  await eventually(() => expect(find(screen, 'output').textContent).toBe('1 2'))
  truth = withPoos(0, 0, 0)
  await resync({ reason: 'wake', since: 0 })
  await eventually(() => expect(find(screen, 'output').textContent).toBe('1 2 3'))
})
