import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resetStores } from '#client/live/registry.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import {
  ownPostPartOf,
  postOf,
  applyOwnReaction,
  applyPosts,
} from '#client/features/posts/data/posts.store.ts'
import { shownReaction, togglePostReaction } from '#client/features/posts/data/reactions.store.ts'
import { seeded } from '#tests/support/seeded.ts'
import { answerCalls, gate, reacting } from './support/fake-server.ts'
import { ANN, BOB, answered, makePost, reactedBy } from './support/make-post.ts'

const post = reactedBy(makePost(1), { [BOB]: '😂' }, 1)

/** A server that answers the reactions in order. */
function slowServer() {
  const truth = reacting(post, ANN)
  const waiting: (() => void)[] = []
  answerCalls(async (method, _path, body) => {
    const turn = gate()
    waiting.push(turn.open)
    await turn.opened
    return truth.react(wished(method, body))
  })
  const answerNext = async () => {
    await nextTurn()
    waiting.shift()?.()
    await nextTurn()
  }
  /** Until these clicks have ended. */
  const answerAll = async (...clicks: Promise<void>[]) => {
    const running = new Set(clicks)
    for (const click of clicks) void click.finally(() => running.delete(click))
    while (running.size > 0) await answerNext()
  }
  return { truth, answerNext, answerAll }
}

const wished = (method: string, { emoji }: Record<string, unknown>) =>
  method === 'DELETE' ? null : (emoji as ReactionEmoji)

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  resetStores()
  applyPosts([answered(post)])
})
afterEach(() => vi.unstubAllGlobals())

describe('Reacting to a post', () => {
  it('is shown at once and confirmed by the answer', async () => {
    const { truth, answerNext } = slowServer()
    const done = togglePostReaction(post.id, '💩')
    expect(shownReaction(post.id)).toBe('💩')
    expect(ownPostPartOf(post.id)?.reaction).toBeNull()
    await answerNext()
    await done
    expect(truth.held()).toBe('💩')
    expect(ownPostPartOf(post.id)?.reaction).toBe('💩')
  })

  it('a fast double click changes nothing in the end', async () => {
    const { truth, answerAll } = slowServer()
    const clicks = [togglePostReaction(post.id, '💩'), togglePostReaction(post.id, '💩')]
    expect(shownReaction(post.id)).toBeNull()
    await answerAll(...clicks)
    expect(truth.held()).toBeNull()
    expect(shownReaction(post.id)).toBeNull()
  })

  it('a second emoji during the first call wins', async () => {
    const { truth, answerAll } = slowServer()
    const done = togglePostReaction(post.id, '💩')
    await nextTurn()
    await togglePostReaction(post.id, '👍')
    expect(shownReaction(post.id)).toBe('👍')
    await answerAll(done)
    expect(truth.held()).toBe('👍')
    expect(truth.calls).toEqual(['💩', '👍'])
  })

  it('wins over a simultaneous toggle by another tab', async () => {
    const truth = reacting(post, ANN)
    truth.react('💩') // the other tab, unheard of here
    answerCalls((method, _path, body) => truth.react(wished(method, body)))
    await togglePostReaction(post.id, '💩')
    expect(truth.held()).toBe('💩')
    expect(postOf(post.id)?.reactionCounts).toEqual({ '💩': 1, '😂': 1 })
  })

  it('is withdrawn when it is refused, with the reason', async () => {
    answerCalls(() => new Response('Too many requests. Please try again in 9 seconds.', { status: 429 }))
    await expect(togglePostReaction(post.id, '💩')).rejects.toThrow(
      '429: Too many requests. Please try again in 9 seconds.',
    )
    expect(shownReaction(post.id)).toBeNull()
  })

  it('whose answer is lost is settled by a read of the post, whether it was given or withdrawn', async () => {
    const truth = reacting(post, ANN)
    let now: unknown
    answerCalls((method, _path, body) => {
      if (method === 'GET') return now
      now = truth.react(wished(method, body))
      return new Response('The pipes are blocked.', { status: 503 })
    })
    await togglePostReaction(post.id, '💩')
    expect([truth.held(), shownReaction(post.id)]).toEqual(['💩', '💩'])
    await togglePostReaction(post.id, '💩')
    expect([truth.held(), shownReaction(post.id)]).toEqual([null, null])
  })

  it('that failed without a change says so', async () => {
    answerCalls((method) => (method === 'GET' ? answered(post) : new Response('Closed.', { status: 503 })))
    await expect(togglePostReaction(post.id, '💩')).rejects.toThrow('503: Closed.')
    expect(shownReaction(post.id)).toBeNull()
  })

  it('any sequence of clicks ends with the last one, with or without pushes in between', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      resetStores()
      applyPosts([answered(post)])
      const dice = seeded(seed)
      const { truth, answerNext, answerAll } = slowServer()
      const emojis: ReactionEmoji[] = ['💩', '❤️', '😂']
      let last: ReactionEmoji | null = null
      const clicks: Promise<void>[] = []
      for (let step = 0; step < 12; step += 1) {
        if (dice(3) > 0) {
          const emoji = emojis[dice(3)]!
          last = shownReaction(post.id) === emoji ? null : emoji
          clicks.push(togglePostReaction(post.id, emoji))
        } else await answerNext()
        if (dice(4) === 0) applyOwnReaction(post.id, truth.held(), truth.state().rev)
      }
      await answerAll(...clicks)
      expect(truth.held(), `seed ${seed}`).toBe(last)
      expect(shownReaction(post.id), `seed ${seed}`).toBe(last)
    }
  })
})
