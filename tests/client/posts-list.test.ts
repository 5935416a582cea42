import { describe, expect, it } from 'vitest'
import {
  EMPTY_TOP,
  announce,
  composeList,
  drop,
  join,
  letIn,
  reconcile,
  startAnew,
  widen,
} from '#client/features/posts/data/list-top.ts'
import type { ListTop } from '#client/features/posts/data/list-top.ts'
import { idOf, moment } from './support/make-post.ts'

const everything = (id: string) => moment(Number.parseInt(id, 16))
const ids = (...numbers: number[]) => numbers.map(idOf)
const listed = (receipts: number[][], top: ListTop) =>
  composeList(
    receipts.map((page) => ids(...page)),
    top,
    everything,
  )

describe('a list of posts between two readings', () => {
  it('nothing moves under the reader: what is announced waits', () => {
    const top = announce(EMPTY_TOP, ids(5, 4))
    expect(listed([[3, 2, 1]], top)).toEqual(ids(3, 2, 1))
    expect(top.waiting).toEqual(ids(5, 4))
  })

  it('L1: once let in, the list is what a refetch would give', () => {
    const top = letIn(announce(announce(EMPTY_TOP, ids(4)), ids(5)))!
    expect(listed([[3, 2, 1]], top)).toEqual(ids(5, 4, 3, 2, 1))
    expect(top.waiting).toEqual([])
  })

  it('L2: the same announcement twice counts once', () => {
    const once = announce(EMPTY_TOP, ids(4))
    expect(announce(once, ids(4))).toBe(once)
    expect(announce(letIn(once)!, ids(4)).waiting).toEqual([])
  })

  it("one's own post joins at once, and only once", () => {
    const top = join(join(announce(EMPTY_TOP, ids(5)), idOf(4)), idOf(4))
    expect(listed([[3]], top)).toEqual(ids(4, 3))
    expect(top.waiting).toEqual(ids(5))
  })

  it('what is announced and then answered by a receipt stands in the list once', () => {
    expect(listed([[4, 3]], letIn(announce(EMPTY_TOP, ids(4)))!)).toEqual(ids(4, 3))
  })

  it('what joined long ago and lies beyond the receipts comes with its own page', () => {
    const top = join(EMPTY_TOP, idOf(2))
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

  it('L14, L17: more than can wait starts the list anew', () => {
    const flood = Array.from({ length: 70 }, (_, index) => index + 10)
    const top = announce(EMPTY_TOP, ids(...flood.toReversed()))
    expect(top.waiting).toHaveLength(60)
    expect(letIn(top)).toBeNull()
  })

  it('L17: a list that stood open all day starts anew instead of growing for ever', () => {
    let top: ListTop | null = EMPTY_TOP
    let lettings = 0
    for (let number = 1; top && number < 1_000; number += 1, lettings += 1)
      top = letIn(announce(top, ids(number)))
    expect(top).toBeNull()
    expect(lettings).toBeLessThan(250)
  })
})

describe('a list held against the server', () => {
  const asked = (...numbers: number[]) => ({ epoch: 0, listed: ids(...numbers), waiting: [] })

  it('L7: what was missed waits, what is gone goes', () => {
    const top = reconcile(EMPTY_TOP, asked(3, 2, 1), { before: null, ids: ids(4, 3, 1) }, everything)
    expect(top.waiting).toEqual(ids(4))
    expect(listed([[3, 2, 1]], top)).toEqual(ids(3, 1))
  })

  it('L7: says nothing about what lies below the stretch that was read', () => {
    const top = reconcile(EMPTY_TOP, asked(5, 4, 2, 1), { before: null, ids: ids(5, 4) }, everything)
    expect(listed([[5, 4, 2, 1]], top)).toEqual(ids(5, 4, 2, 1))
  })

  it('L7: holds a stretch in the middle against its own answer only', () => {
    const top = reconcile(EMPTY_TOP, asked(9, 5, 4, 3, 1), { before: moment(9), ids: ids(5, 3) }, everything)
    expect(listed([[9, 5, 4, 3, 1]], top)).toEqual(ids(9, 5, 3, 1))
  })

  it('L7: an empty answer means that nothing is left from there on', () => {
    const top = reconcile(EMPTY_TOP, asked(9, 5, 4), { before: moment(9), ids: [] }, everything)
    expect(listed([[9, 5, 4]], top)).toEqual(ids(9))
  })

  it('what came while the question was under way is not taken for gone', () => {
    const joined = announce(join(EMPTY_TOP, idOf(6)), ids(7))
    const top = reconcile(joined, asked(3), { before: null, ids: ids(3) }, everything)
    expect(listed([[3]], top)).toEqual(ids(6, 3))
    expect(top.waiting).toEqual(ids(7))
  })

  it('a drop that was deleted while it waited stops waiting', () => {
    const waiting = announce(EMPTY_TOP, ids(7))
    const top = reconcile(
      waiting,
      { epoch: 0, listed: ids(3), waiting: ids(7) },
      { before: null, ids: ids(3) },
      everything,
    )
    expect(top.waiting).toEqual([])
  })

  it('L7: after a long absence the list starts anew, because unknown ones lie between', () => {
    const top = reconcile(EMPTY_TOP, asked(3, 2, 1), { before: null, ids: ids(99, 98) }, everything)
    expect(top.gap).toBe(true)
    expect(letIn(top)).toBeNull()
  })

  it('what comes back after a block is taken off stands in its old place', () => {
    const without = drop(EMPTY_TOP, ids(2))
    const top = reconcile(without, asked(3, 1), { before: null, ids: ids(3, 2, 1) }, everything)
    expect(listed([[3, 2, 1]], letIn(top)!)).toEqual(ids(3, 2, 1))
  })

  it('an answer that was asked for before the list started anew says nothing about the new one', () => {
    const anew = startAnew(EMPTY_TOP)
    expect(reconcile(anew, asked(3, 2, 1), { before: null, ids: ids(99, 98) }, everything)).toBe(anew)
  })

  it('changes nothing when nothing has changed', () => {
    expect(reconcile(EMPTY_TOP, asked(3, 2, 1), { before: null, ids: ids(3, 2, 1) }, everything)).toBe(
      EMPTY_TOP,
    )
    expect(widen(widen(EMPTY_TOP))).toEqual(widen(EMPTY_TOP))
  })
})
