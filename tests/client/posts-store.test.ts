import { beforeEach, describe, expect, it } from 'vitest'
import { resetStores } from '#client/live/registry.ts'
import { showPost, withWish } from '#client/features/posts/data/shown-post.ts'
import {
  markPostDeleted,
  retainPosts,
  ownPostPartOf,
  postOf,
  applyOwnReaction,
  applyPosts,
  applyPushedPosts,
  usePostsStore,
} from '#client/features/posts/data/posts.store.ts'
import { ANN, BOB, answered, idOf, makePost, reactedBy } from './support/make-post.ts'

const post = makePost(1)
beforeEach(resetStores)

describe('The records of posts', () => {
  it("L1: a push gives what a refetch would give, with the viewer's part", () => {
    const after = reactedBy(post, { [ANN]: '💩', [BOB]: '😂' }, 2)
    applyPosts([answered(post)])
    applyPushedPosts([after], ANN)
    const pushed = { post: postOf(post.id), own: ownPostPartOf(post.id) }
    resetStores()
    applyPosts([answered(after, '💩')])
    expect(pushed).toEqual({ post: postOf(post.id), own: ownPostPartOf(post.id) })
  })

  it('L2: an older or repeated push changes nothing', () => {
    applyPushedPosts([{ ...post, rev: 3, text: 'third' }], ANN)
    const held = usePostsStore.getState().records
    applyPushedPosts(
      [
        { ...post, rev: 2, text: 'second' },
        { ...post, rev: 3, text: 'third' },
      ],
      ANN,
    )
    expect(usePostsStore.getState().records).toBe(held)
    expect(postOf(post.id)?.text).toBe('third')
  })

  it('[L23 L79] a read leaves out the reaction of a person with a block, which does not raise the rev', () => {
    const reacted = reactedBy(post, { [BOB]: '💩' }, 3)
    applyPosts([answered(reacted)])
    applyPosts([answered({ ...reacted, reactions: [] })])
    expect(postOf(post.id)?.reactions).toEqual([])
  })

  it('L2: a deleted post stays deleted, whatever comes late', () => {
    applyPosts([answered(post)])
    markPostDeleted({ id: post.id, rev: 2 })
    applyPushedPosts([post], ANN)
    applyPosts([answered(post)])
    expect(postOf(post.id)).toBeUndefined()
  })

  it("L16: a push without the viewer's part keeps the known one", () => {
    applyPosts([answered({ ...post, authorId: ANN }, null, true)])
    applyPushedPosts([{ ...post, authorId: ANN, rev: 2, text: 'reworded' }], ANN)
    expect(postOf(post.id)?.text).toBe('reworded')
    expect(ownPostPartOf(post.id)?.can).toEqual({ edit: true, delete: true, moderate: false })
  })

  it("L16: a push does not invent the viewer's part", () => {
    applyPushedPosts([post], ANN)
    expect(ownPostPartOf(post.id)?.can).toBeNull()
    applyPosts([answered(post)])
    expect(ownPostPartOf(post.id)?.can).toEqual({ edit: false, delete: false, moderate: false })
  })

  it("L16: a push with only the newest hundred reactions keeps the viewer's own", () => {
    applyPosts([answered(post, '👍')])
    const crowded = {
      ...post,
      rev: 2,
      _count: { comments: 0, reactions: 5_000 },
      reactionCounts: { '👍': 5_000 },
    } as const
    applyPushedPosts([crowded], ANN)
    expect(ownPostPartOf(post.id)?.reaction).toBe('👍')
  })

  it("L16: the viewer's own reaction follows the other tab, and never goes back", () => {
    applyPosts([answered(post)])
    applyOwnReaction(post.id, '😂', 3)
    applyOwnReaction(post.id, '💩', 2)
    expect(ownPostPartOf(post.id)?.reaction).toBe('😂')
    applyPosts([answered({ ...post, rev: 2 }, '💩')])
    expect(ownPostPartOf(post.id)?.reaction).toBe('😂')
  })

  it('L17: posts without a list or screen are evicted, the others stay', () => {
    const kept = [idOf(1), idOf(2)]
    const letGo = retainPosts(() => kept)
    for (let page = 0; page < 100; page += 1)
      applyPosts(Array.from({ length: 20 }, (_, at) => answered(makePost(1 + page * 20 + at))))
    expect(usePostsStore.getState().records.size).toBeLessThanOrEqual(600)
    expect(usePostsStore.getState().own.size).toBeLessThanOrEqual(600)
    expect(kept.map((id) => postOf(id)?.id)).toEqual(kept)
    expect(postOf(idOf(2_000))).toBeDefined()
    letGo()
  })
})

describe('A reaction shown before it is confirmed', () => {
  const shown = (record: typeof post, held: '💩' | '😂' | null, wish: '💩' | '😂' | null | undefined) => {
    const post = showPost(record, { rev: record.rev, reaction: held, can: null })
    const { reaction, reactionCounts } = withWish(post, wish, ANN)
    return { reaction, reactionCounts }
  }
  const byBob = reactedBy(post, { [BOB]: '💩' }, 2)
  const byBoth = reactedBy(post, { [ANN]: '💩', [BOB]: '💩' }, 3)

  it('counts the viewer at once', () => {
    expect(shown(byBob, null, '💩')).toEqual({ reaction: '💩', reactionCounts: { '💩': 2 } })
  })
  it('counts the viewer once when the push comes before the answer', () => {
    expect(shown(byBoth, null, '💩')).toEqual({ reaction: '💩', reactionCounts: { '💩': 2 } })
  })
  it('moves from one emoji to another', () => {
    expect(shown(byBoth, '💩', '😂')).toEqual({ reaction: '😂', reactionCounts: { '💩': 1, '😂': 1 } })
  })
  it('is withdrawn without leaving a zero', () => {
    expect(shown(reactedBy(post, { [ANN]: '😂' }, 2), '😂', null)).toEqual({
      reaction: null,
      reactionCounts: {},
    })
  })
  it("shows the server's state when nothing is pending", () => {
    expect(shown(byBoth, '💩', undefined)).toEqual({ reaction: '💩', reactionCounts: { '💩': 2 } })
  })
})
