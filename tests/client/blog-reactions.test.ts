// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ArticleReactionsView } from '#contract/blog.reactions.ts'
import {
  loadReactions,
  onArticleReacted,
  onArticleReactionsUpdated,
  shownReactions,
  toggleArticleReaction,
} from '#client/features/blog/data/blog.reactions.store.ts'
import { ApiError } from '#client/live/http.ts'
import { resetStores } from '#client/live/registry.ts'
import { answerCalls, gate } from './support/fake-server.ts'

const ID = 'a'.repeat(24)
const held = (
  rev: number,
  reactionCounts: ArticleReactionsView['reactionCounts'],
  reaction: ArticleReactionsView['viewer']['reaction'] = null,
): ArticleReactionsView => ({ id: ID, reactionCounts, rev, viewer: { reaction } })
const shown = () => shownReactions(ID)

beforeEach(async () => {
  resetStores()
  answerCalls(() => held(4, { '💩': 2 }))
  await loadReactions(ID)
})
afterEach(() => vi.unstubAllGlobals())

it('shows a reaction before the answer, and what the answer says after it', async () => {
  const answer = gate()
  answerCalls(async () => {
    await answer.opened
    return held(7, { '💩': 4, '👎': 1 }, '💩')
  })
  const done = toggleArticleReaction(ID, '💩')
  expect(shown()).toMatchObject({ counts: { '💩': 3 }, own: '💩' })
  answer.open()
  await done
  expect(shown()).toMatchObject({ counts: { '💩': 4, '👎': 1 }, own: '💩' })
})

it('a fast second click on the same emoji ends without a reaction', async () => {
  const wishes: unknown[] = []
  answerCalls((_method, _path, { emoji }) => {
    wishes.push(emoji)
    return held(4 + wishes.length, { '💩': emoji ? 3 : 2 }, emoji as null)
  })
  await Promise.all([toggleArticleReaction(ID, '💩'), toggleArticleReaction(ID, '💩')])
  expect(wishes.at(-1)).toBeNull()
  expect(shown()).toMatchObject({ counts: { '💩': 2 }, own: null })
})

it('a refused reaction is taken back', async () => {
  answerCalls(() => new Response('{"message":"No."}', { status: 404 }))
  await expect(toggleArticleReaction(ID, '👍')).rejects.toThrow(ApiError)
  expect(shown()).toMatchObject({ counts: { '💩': 2 }, own: null })
})

it("[L2] the order of pushes does not matter, and another tab's own reaction counts once", () => {
  onArticleReacted({ reactions: held(6, { '💩': 3, '😂': 1 }, '😂') })
  const { viewer: _, ...older } = held(5, { '💩': 3 })
  onArticleReactionsUpdated({ reactions: older })
  expect(shown()).toMatchObject({ counts: { '💩': 3, '😂': 1 }, own: '😂' })
})

it('a push about an article that nobody opened here is not kept', () => {
  const { viewer: _, ...other } = held(1, { '💩': 1 })
  onArticleReactionsUpdated({ reactions: { ...other, id: 'b'.repeat(24) } })
  expect(shownReactions('b'.repeat(24)).counts).toEqual({})
})
