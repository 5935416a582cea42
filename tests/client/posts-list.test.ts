import { describe, expect, it } from 'vitest'
import {
  EMPTY_DELTA,
  announce,
  composeList,
  drop,
  prepend,
  showPending,
  reconcile,
  restart,
  markGap,
} from '#client/features/posts/data/list-delta.ts'
import type { ListDelta } from '#client/features/posts/data/list-delta.ts'
import { idOf, moment } from './support/make-post.ts'

const everything = (id: string) => moment(Number.parseInt(id, 16))
const ids = (...numbers: number[]) => numbers.map(idOf)
const listed = (receipts: number[][], top: ListDelta) =>
  composeList(
    receipts.map((page) => ids(...page)),
    top,
    everything,
  )

describe('A list of posts between two fetches', () => {
  it('announced posts wait, so that nothing moves under the reader', () => {
    const top = announce(EMPTY_DELTA, ids(5, 4))
    expect(listed([[3, 2, 1]], top)).toEqual(ids(3, 2, 1))
    expect(top.waiting).toEqual(ids(5, 4))
  })

  it('L1: when they are shown, the list is what a refetch would give', () => {
    const top = showPending(announce(announce(EMPTY_DELTA, ids(4)), ids(5)))!
    expect(listed([[3, 2, 1]], top)).toEqual(ids(5, 4, 3, 2, 1))
    expect(top.waiting).toEqual([])
  })

  it('L2: a repeated announcement counts once', () => {
    const once = announce(EMPTY_DELTA, ids(4))
    expect(announce(once, ids(4))).toBe(once)
    expect(announce(showPending(once)!, ids(4)).waiting).toEqual([])
  })

  it("the viewer's own post appears at once, and only once", () => {
    const top = prepend(prepend(announce(EMPTY_DELTA, ids(5)), idOf(4)), idOf(4))
    expect(listed([[3]], top)).toEqual(ids(4, 3))
    expect(top.waiting).toEqual(ids(5))
  })

  it('a post that is announced and then fetched with a page is in the list once', () => {
    expect(listed([[4, 3]], showPending(announce(EMPTY_DELTA, ids(4)))!)).toEqual(ids(4, 3))
  })

  it('a post prepended long ago and older than the fetched pages comes with its own page', () => {
    const top = prepend(EMPTY_DELTA, idOf(2))
    expect(listed([[30, 29, 28]], top)).toEqual(ids(30, 29, 28))
    expect(
      listed(
        [
          [30, 29, 28],
          [3, 2],
        ],
        top,
      ),
    ).toEqual(ids(30, 29, 28, 3, 2))
  })

  it('L14, L17: too many waiting posts start the list again', () => {
    const flood = Array.from({ length: 70 }, (_, index) => index + 10)
    const top = announce(EMPTY_DELTA, ids(...flood.toReversed()))
    expect(top.waiting).toHaveLength(60)
    expect(showPending(top)).toBeNull()
  })

  it('L17: a list that was open all day starts again instead of growing for ever', () => {
    let top: ListDelta | null = EMPTY_DELTA
    let lettings = 0
    for (let number = 1; top && number < 1_000; number += 1, lettings += 1)
      top = showPending(announce(top, ids(number)))
    expect(top).toBeNull()
    expect(lettings).toBeLessThan(250)
  })
})

describe('A list compared with the server', () => {
  const asked = (...numbers: number[]) => ({ epoch: 0, listed: ids(...numbers), waiting: [] })

  it('L7: missed posts wait, deleted posts leave', () => {
    const top = reconcile(EMPTY_DELTA, asked(3, 2, 1), { before: null, ids: ids(4, 3, 1) }, everything)
    expect(top.waiting).toEqual(ids(4))
    expect(listed([[3, 2, 1]], top)).toEqual(ids(3, 1))
  })

  it('L7: a page says nothing about posts below it', () => {
    const top = reconcile(EMPTY_DELTA, asked(5, 4, 2, 1), { before: null, ids: ids(5, 4) }, everything)
    expect(listed([[5, 4, 2, 1]], top)).toEqual(ids(5, 4, 2, 1))
  })

  it('L7: a page in the middle is compared only with its own answer', () => {
    const top = reconcile(
      EMPTY_DELTA,
      asked(9, 5, 4, 3, 1),
      { before: moment(9), ids: ids(5, 3) },
      everything,
    )
    expect(listed([[9, 5, 4, 3, 1]], top)).toEqual(ids(9, 5, 3, 1))
  })

  it('L7: an empty answer means that there are no posts from there on', () => {
    const top = reconcile(EMPTY_DELTA, asked(9, 5, 4), { before: moment(9), ids: [] }, everything)
    expect(listed([[9, 5, 4]], top)).toEqual(ids(9))
  })

  it('a post that arrived during the fetch does not count as deleted', () => {
    const joined = announce(prepend(EMPTY_DELTA, idOf(6)), ids(7))
    const top = reconcile(joined, asked(3), { before: null, ids: ids(3) }, everything)
    expect(listed([[3]], top)).toEqual(ids(6, 3))
    expect(top.waiting).toEqual(ids(7))
  })

  it('a post deleted while it waited no longer waits', () => {
    const waiting = announce(EMPTY_DELTA, ids(7))
    const top = reconcile(
      waiting,
      { epoch: 0, listed: ids(3), waiting: ids(7) },
      { before: null, ids: ids(3) },
      everything,
    )
    expect(top.waiting).toEqual([])
  })

  it('L7: after a long absence the list starts again, because of unknown posts in between', () => {
    const top = reconcile(EMPTY_DELTA, asked(3, 2, 1), { before: null, ids: ids(99, 98) }, everything)
    expect(top.gap).toBe(true)
    expect(showPending(top)).toBeNull()
  })

  it('posts that come back after a block are in their old places', () => {
    const without = drop(EMPTY_DELTA, ids(2))
    const top = reconcile(without, asked(3, 1), { before: null, ids: ids(3, 2, 1) }, everything)
    expect(listed([[3, 2, 1]], showPending(top)!)).toEqual(ids(3, 2, 1))
  })

  it('an answer requested before the list started again is ignored', () => {
    const anew = restart(EMPTY_DELTA)
    expect(reconcile(anew, asked(3, 2, 1), { before: null, ids: ids(99, 98) }, everything)).toBe(anew)
  })

  it('an unchanged page changes nothing', () => {
    expect(reconcile(EMPTY_DELTA, asked(3, 2, 1), { before: null, ids: ids(3, 2, 1) }, everything)).toBe(
      EMPTY_DELTA,
    )
    expect(markGap(markGap(EMPTY_DELTA))).toEqual(markGap(EMPTY_DELTA))
  })
})
