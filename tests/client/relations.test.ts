import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postListKey } from '#client/features/posts/data/post-lists.ts'
import { applyPosts } from '#client/features/posts/data/posts.store.ts'
import {
  isHidden,
  onRelationUpdated,
  relationTo,
} from '#client/features/people/data/relations/relations.store.ts'
import { hide, unhide } from '#client/features/people/data/relations/relations.actions.ts'
import { changeList, NOTHING, stateOf } from '#client/live/list/list-state.ts'
import { onResync, receive, resetStores, setLiveHandlers } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { answerCalls } from './support/fake-server.ts'
import { ANN, BOB, answered, makePost } from './support/make-post.ts'
import { eventually } from '#tests/support/eventually.ts'

setLiveHandlers({ 'relation:updated': onRelationUpdated })

const LISTS = ['feed', 'following', `by:${BOB}`, `media:${BOB}`] as const
const bobs = { ...makePost(1), authorId: BOB }
const anns = { ...makePost(2), authorId: ANN }
const without = (id: string) => LISTS.filter((name) => stateOf(postListKey(name)).dropped.has(id))
const push = (muted: boolean, blocked: boolean, follows = true) =>
  receive('relation:updated', { personId: BOB, muted, blocked, follows })

beforeEach(() => {
  applyPosts([answered(bobs), answered(anns)])
  LISTS.forEach((name) => changeList(postListKey(name), NOTHING))
})
afterEach(() => {
  resetStores()
  resetStores()
  vi.unstubAllGlobals()
})

describe('[L19] A mute or block in another tab', () => {
  it("removes a muted person's posts from all lists but their own page", () => {
    push(true, false)
    expect(without(bobs.id)).toEqual(['feed', 'following'])
    expect(without(anns.id)).toEqual([])
    push(false, false)
    expect(without(bobs.id)).toEqual([])
  })

  it("removes a blocked person's posts everywhere; the follow does not come back with them", () => {
    push(false, true)
    expect(without(bobs.id)).toEqual(LISTS)
    push(false, false, false)
    expect(without(bobs.id)).toEqual(['following'])
  })

  it('[L76] takes the posts of a person who is no longer followed out of Following, and brings them back', () => {
    push(false, false, false)
    expect(without(bobs.id)).toEqual(['following'])
    push(false, false, true)
    expect(without(bobs.id)).toEqual([])
  })

  it('refetches what is on screen, once for several changes together', async () => {
    const asked = vi.fn(() => Promise.resolve())
    const stop = onResync('something on screen', asked)
    push(true, false)
    push(false, false)
    await eventually(() => expect(asked).toHaveBeenCalled())
    expect(asked).toHaveBeenCalledTimes(1)
    stop()
  })

  it('whose end was lost is read again with everything else, and one that holds stays', async () => {
    push(true, false)
    receive('relation:updated', { personId: ANN, muted: false, blocked: true, follows: false })
    const asked: string[] = []
    answerCalls((_method, path) => {
      asked.push(path)
      return { muted: false, blocked: path.includes(ANN), follows: false }
    })
    await resync({ reason: 'ready', since: 0 })
    // Once or twice: the change itself refetches what is on screen a moment later.
    expect(new Set(asked)).toEqual(new Set([`/api/users/${BOB}/relation`, `/api/users/${ANN}/relation`]))
    expect(isHidden(relationTo(BOB))).toBe(false)
    expect(isHidden(relationTo(ANN))).toBe(true)
    expect(without(bobs.id)).toEqual(['following'])
  })

  it('is forgotten with the session', () => {
    push(true, false)
    expect(isHidden(relationTo(BOB))).toBe(true)
    resetStores()
    expect(relationTo(BOB)).toBeUndefined()
  })
})

describe('A mute or block in this tab', () => {
  it('takes effect at once, and can be ended', async () => {
    answerCalls((method) => ({ muted: method === 'POST', blocked: false }))
    await hide(BOB, 'mute')
    expect(without(bobs.id)).toEqual(['feed', 'following'])
    await unhide(BOB, 'mute')
    expect(without(bobs.id)).toEqual([])
  })

  it('keeps a person hidden who has blocked the viewer too, if that push comes before the answer', async () => {
    answerCalls(() => {
      push(false, true)
      return { muted: false, blocked: false }
    })
    await unhide(BOB, 'block')
    expect(without(bobs.id)).toEqual(LISTS)
  })
})
