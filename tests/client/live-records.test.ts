import { describe, expect, it } from 'vitest'
import { LruMap, withLatest } from '#client/ui/lru-map.ts'
import { createTombstones, newestOf, withNewer, withoutRecords } from '#client/live/records.ts'

const held = new Map([['a', { id: 'a', rev: 3, text: 'held' }]])

describe('[L2] A record', () => {
  it('is applied when it is new or newer', () => {
    expect(withNewer(held, [{ id: 'b', rev: 1, text: 'new' }]).get('b')?.text).toBe('new')
    expect(withNewer(held, [{ id: 'a', rev: 4, text: 'newer' }]).get('a')?.text).toBe('newer')
  })

  it('is ignored when the same or a newer one is held, and then the map is the same object', () => {
    expect(withNewer(held, [{ id: 'a', rev: 3, text: 'same' }])).toBe(held)
    expect(withNewer(held, [{ id: 'a', rev: 2, text: 'late' }])).toBe(held)
    expect(withNewer(held, [])).toBe(held)
  })

  it('[L79] takes the place of another one with the same rev where some of it has no rev, unless both say the same', () => {
    expect(withNewer(held, [{ id: 'a', rev: 3, text: 'renamed' }], true).get('a')?.text).toBe('renamed')
    expect(withNewer(held, [{ id: 'a', rev: 2, text: 'late' }], true)).toBe(held)
    expect(withNewer(held, [{ id: 'a', rev: 3, text: 'held' }], true)).toBe(held)
  })

  it('is removed, and a map without it is the same object', () => {
    expect(withoutRecords(held, ['a']).size).toBe(0)
    expect(withoutRecords(held, ['b'])).toBe(held)
  })

  it('is applied in its newest copy when several come at once', () => {
    const texts = [2, 5, 4].map((rev) => ({ id: 'b', rev, text: `rev ${rev}` }))
    expect(withNewer(held, texts).get('b')?.text).toBe('rev 5')
    expect(held.size).toBe(1)
  })

  it('[L17] is evicted first when it was added first', () => {
    const all = new Map(['a', 'b', 'c'].map((id) => [id, id]))
    expect([...newestOf(all, 2).keys()]).toEqual(['b', 'c'])
    expect(newestOf(all, 3)).toBe(all)
  })
})

describe('[L2] A tombstone', () => {
  it('keeps out late copies, but not newer ones', () => {
    const tombstones = createTombstones()
    tombstones.add({ id: 'a', rev: 5 })
    expect(tombstones.isDeleted({ id: 'a', rev: 5 })).toBe(true)
    expect(tombstones.isDeleted({ id: 'a', rev: 4 })).toBe(true)
    expect(tombstones.isDeleted({ id: 'a', rev: 6 })).toBe(false)
    expect(tombstones.isDeleted({ id: 'b', rev: 0 })).toBe(false)
  })

  it('is not replaced by an older one that comes late', () => {
    const tombstones = createTombstones()
    tombstones.add({ id: 'a', rev: 5 })
    tombstones.add({ id: 'a', rev: 2 })
    expect(tombstones.isDeleted({ id: 'a', rev: 5 })).toBe(true)
  })

  it('[L17] makes room for newer ones when there are too many', () => {
    const tombstones = createTombstones(2)
    for (const id of ['a', 'b', 'c']) tombstones.add({ id, rev: 1 })
    expect(['a', 'b', 'c'].map((id) => tombstones.isDeleted({ id, rev: 1 }))).toEqual([false, true, true])
  })
})

describe('[L17] A bounded map', () => {
  it('evicts the entry that was set longest ago', () => {
    const map = new LruMap<string, number>(2)
    for (const key of ['a', 'b', 'a', 'c']) map.set(key, 1)
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 1])
    map.clear()
    expect([...map.values()]).toEqual([])
  })

  it('does so in a copy, for a store', () => {
    const before = new Map([
      ['a', 1],
      ['b', 2],
    ])
    expect([...withLatest(before, 'a', 3, 2)]).toEqual([
      ['b', 2],
      ['a', 3],
    ])
    expect([...withLatest(before, 'c', 3, 2).keys()]).toEqual(['b', 'c'])
    expect([...before.values()]).toEqual([1, 2])
  })
})
