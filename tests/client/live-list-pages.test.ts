import { describe, expect, it } from 'vitest'
import { compared } from '#client/live/list/compared.ts'
import { announce, drop, EMPTY, join, replaced, rowsOf, shownWaiting } from '#client/live/list/pages.ts'
import type { Held, Listed } from '#client/live/list/pages.ts'
import { idOf, moment } from './support/make-post.ts'

const placeOf = (id: string) => moment(Number.parseInt(id, 16))
const ids = (...numbers: number[]) => numbers.map(idOf)
const rows = (...numbers: number[]) => ids(...numbers).map((id) => ({ id }))
const order = { placeOf, size: 20 }

/** What is held of a list: its pages, each with more behind it, and the changes since. */
const held = (pages: number[][], ...changes: ((held: Held<Listed>) => Partial<Held<Listed>>)[]) =>
  changes.reduce<Held<Listed>>((now, part) => ({ ...now, ...part(now) }), {
    ...EMPTY,
    pages: pages.map((page) => ({ rows: rows(...page), next: 'more' })),
  })
const shown = (list: Held<Listed>) => rowsOf(list, placeOf).map(({ id }) => id)
const announced =
  (...numbers: number[]) =>
  (list: Held<Listed>) =>
    announce(list, ids(...numbers))
const joined = (number: number) => (list: Held<Listed>) => join(list, rows(number))
const asked = (list: Held<Listed>) => ({ ...list, listed: shown(list) })

describe('A list in another order than newest first', () => {
  const oldestFirst = (list: Held<Listed>) => rowsOf(list, placeOf, true).map(({ id }) => id)
  const asRead = (list: Held<Listed>) => rowsOf(list).map(({ id }) => id)
  const whole = (list: Held<Listed>) => ({ pages: list.pages.map((page) => ({ ...page, next: undefined })) })
  const written = (number: number) => (list: Held<Listed>) => join(list, [{ id: idOf(number), stays: true }])

  it('L62: the oldest first: what is newer than the loaded part comes with its own page', () => {
    expect(oldestFirst(held([[1, 2, 4]], joined(3), joined(9)))).toEqual(ids(1, 2, 3, 4))
    expect(oldestFirst(held([[1, 2, 4]], joined(3), joined(9), whole))).toEqual(ids(1, 2, 3, 4, 9))
  })

  it('L62: in the order of the server: new rows are the last ones, once all of it is here', () => {
    expect(asRead(held([], joined(8)))).toEqual([])
    expect(asRead(held([[5, 1, 3]], joined(8), joined(9)))).toEqual(ids(5, 1, 3))
    expect(asRead(held([[5, 1, 3]], joined(8), joined(9), whole))).toEqual(ids(5, 1, 3, 8, 9))
  })

  it('a row that stays is shown until a page has it, also when the list is read again', () => {
    const before = held([[1, 2]], written(9), joined(8))
    const again = replaced(before, before, [{ rows: rows(1, 2, 3), next: 'more' }])
    expect(oldestFirst(again)).toEqual(ids(1, 2, 3, 9))
    expect(asRead(again)).toEqual(ids(1, 2, 3, 9))
    const loaded = replaced(again, again, [{ rows: rows(1, 2, 3, 9), next: 'more' }])
    expect(loaded.joined).toEqual([])
  })
})

describe('A list whose new rows wait, between two reads', () => {
  it('announced rows wait, so that nothing moves under the reader', () => {
    const list = held([[3, 2, 1]], announced(5, 4))
    expect(shown(list)).toEqual(ids(3, 2, 1))
    expect(list.waiting).toEqual(ids(5, 4))
  })

  it('L1: when they are shown, the list is what a read would give', () => {
    const list = held([[3, 2, 1]], announced(4), announced(5), (now) => shownWaiting(now)!)
    expect(shown(list)).toEqual(ids(5, 4, 3, 2, 1))
    expect(list.waiting).toEqual([])
  })

  it('L2: a repeated announcement counts once', () => {
    const once = held([[3]], announced(4))
    expect(announce(once, ids(4))).toEqual({})
    expect(announce({ ...once, ...shownWaiting(once) }, ids(4))).toEqual({})
  })

  it("the viewer's own row appears at once, and only once", () => {
    const list = held([[3]], announced(5), joined(4), joined(4))
    expect(shown(list)).toEqual(ids(4, 3))
    expect(list.waiting).toEqual(ids(5))
  })

  it('a row that is announced and then fetched with a page is in the list once', () => {
    expect(shown(held([[4, 3]], announced(4), (now) => shownWaiting(now)!))).toEqual(ids(4, 3))
  })

  it('a row that joined long ago and is below the fetched pages comes with its own page', () => {
    expect(shown(held([[30, 29, 28]], joined(2)))).toEqual(ids(30, 29, 28))
    const pages = [
      [30, 29, 28],
      [3, 2],
    ]
    expect(shown(held(pages, joined(2)))).toEqual(ids(30, 29, 28, 3, 2))
  })

  it('L14, L17: too many waiting rows start the list again', () => {
    const flood = Array.from({ length: 70 }, (_, index) => index + 10)
    const list = held([], announced(...flood.toReversed()))
    expect(list.waiting).toHaveLength(60)
    expect(shownWaiting(list)).toBeNull()
  })

  it('L17: a list that was open all day starts again instead of growing for ever', () => {
    let list = held([])
    let lettings = 0
    for (let number = 1; number < 1_000; number += 1, lettings += 1) {
      list = { ...list, ...announce(list, ids(number)) }
      const part = shownWaiting(list)
      if (!part) break
      list = { ...list, ...part }
    }
    expect(shownWaiting(list)).toBeNull()
    expect(lettings).toBeLessThan(250)
  })

  it('[L86] when it is read anew, what changed before the question goes, and what changed since stays', () => {
    const before = held([[3, 2, 1]], announced(4), joined(5), (now) => drop(now, ids(1)))
    const now = [announced(6), joined(7), (list: Held<Listed>) => drop(list, ids(2))].reduce<Held<Listed>>(
      (list, part) => ({ ...list, ...part(list) }),
      before,
    )
    const list = replaced(now, before, [{ rows: rows(4, 3, 2, 1), next: 'more' }])
    expect(shown(list)).toEqual(ids(7, 4, 3, 1))
    expect(list.waiting).toEqual(ids(6))
  })
})

describe('A list compared with the server', () => {
  it('L7: missed rows wait, deleted rows leave', () => {
    const list = held([[3, 2, 1]])
    const after = compared(list, asked(list), { before: null, ids: ids(4, 3, 1) }, order)
    expect(after.waiting).toEqual(ids(4))
    expect(shown(after)).toEqual(ids(3, 1))
  })

  it('L7: a page says nothing about rows below it', () => {
    const list = held([[5, 4, 2, 1]])
    expect(shown(compared(list, asked(list), { before: null, ids: ids(5, 4) }, order))).toEqual(
      ids(5, 4, 2, 1),
    )
  })

  it('L7: a page in the middle is compared only with its own answer', () => {
    const list = held([[9, 5, 4, 3, 1]])
    const after = compared(list, asked(list), { before: moment(9), ids: ids(5, 3) }, order)
    expect(shown(after)).toEqual(ids(9, 5, 3, 1))
  })

  it('L7: an empty answer means that there are no rows from there on', () => {
    const list = held([[9, 5, 4]])
    expect(shown(compared(list, asked(list), { before: moment(9), ids: [] }, order))).toEqual(ids(9))
  })

  it('a row that came during the read does not count as deleted', () => {
    const before = held([[3]])
    const list = held([[3]], joined(6), announced(7))
    const after = compared(list, asked(before), { before: null, ids: ids(3) }, order)
    expect(shown(after)).toEqual(ids(6, 3))
    expect(after.waiting).toEqual(ids(7))
  })

  it('a row deleted while it waited no longer waits', () => {
    const list = held([[3]], announced(7))
    expect(compared(list, asked(list), { before: null, ids: ids(3) }, order).waiting).toEqual([])
  })

  it('L7: after a long absence the list starts again, because of unknown rows in between', () => {
    const list = held([[3, 2, 1]])
    const after = compared(list, asked(list), { before: null, ids: ids(99, 98) }, order)
    expect(after.gap).toBe(true)
    expect(shownWaiting(after)).toBeNull()
  })

  it('rows that come back after a block are in their old places', () => {
    const list = held([[3, 2, 1]], (now) => drop(now, ids(2)))
    expect(shown(compared(list, asked(list), { before: null, ids: ids(3, 2, 1) }, order))).toEqual(
      ids(3, 2, 1),
    )
  })

  it('[L86] a row that leaves during the read does not come back with its answer', () => {
    const before = held([[3, 2, 1]], announced(5, 4))
    const list = { ...before, ...drop(before, ids(5, 2)) }
    const after = compared(list, asked(before), { before: null, ids: ids(5, 4, 3, 2, 1) }, order)
    expect(shown(after)).toEqual(ids(3, 1))
    expect(after.waiting).toEqual(ids(4))
  })

  it('[L86] a row that leaves and joins again during the read stays, though its answer is without it', () => {
    const before = held([[3, 2, 1]])
    const without = { ...before, ...drop(before, ids(2)) }
    const list = { ...without, ...join(without, rows(2)) }
    expect(shown(compared(list, asked(before), { before: null, ids: ids(3, 1) }, order))).toEqual(
      ids(3, 2, 1),
    )
  })

  it('[L27] a row that comes back during the read stays, though its answer is without it', () => {
    let isHere = false
    const order = { placeOf: (id: string) => (id === idOf(2) && !isHere ? undefined : placeOf(id)), size: 20 }
    const list = held([[3, 2, 1]])
    const before = { ...list, listed: rowsOf(list, order.placeOf).map(({ id }) => id) }
    isHere = true
    const after = compared(list, before, { before: null, ids: ids(3, 1) }, order)
    expect(shown(after)).toEqual(ids(3, 2, 1))
  })

  it('[L76] after each change of a relation, what the next read adds is shown at once', () => {
    const changed = (now: Held<Listed>) => ({ rowChanges: now.rowChanges + 1 })
    const before = held([[3, 2, 1]], changed)
    const list = { ...before, ...changed(before) }
    const first = compared(list, asked(before), { before: null, ids: ids(4, 3, 2, 1) }, order)
    expect(shown(first)).toEqual(ids(4, 3, 2, 1))
    const second = compared(first, asked(first), { before: null, ids: ids(5, 4, 3, 2, 1) }, order)
    expect(shown(second)).toEqual(ids(5, 4, 3, 2, 1))
    const third = compared(second, asked(second), { before: null, ids: ids(6, 5, 4, 3, 2, 1) }, order)
    expect(shown(third)).toEqual(ids(5, 4, 3, 2, 1))
    expect(third.waiting).toEqual(ids(6))
  })

  it('an unchanged page changes nothing', () => {
    const list = held([[3, 2, 1]])
    const after = compared(list, asked(list), { before: null, ids: ids(3, 2, 1) }, order)
    const names = Object.keys(list) as (keyof typeof list)[]
    expect(names.filter((name) => after[name] !== list[name])).toEqual([])
  })
})
