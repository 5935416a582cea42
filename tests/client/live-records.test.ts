import { describe, expect, it } from 'vitest'
import { acceptNewer, createGraveyard, withoutRecord } from '#client/live/records.ts'

const held = new Map([['a', { id: 'a', rev: 3, text: 'held' }]])

describe('[L2] A record', () => {
  it('is taken when it is new or newer', () => {
    expect(acceptNewer(held, { id: 'b', rev: 1, text: 'new' }).get('b')?.text).toBe('new')
    expect(acceptNewer(held, { id: 'a', rev: 4, text: 'newer' }).get('a')?.text).toBe('newer')
  })

  it('is left when the same or a newer one is held, and then the map stays the very same', () => {
    expect(acceptNewer(held, { id: 'a', rev: 3, text: 'same' })).toBe(held)
    expect(acceptNewer(held, { id: 'a', rev: 2, text: 'late' })).toBe(held)
  })

  it('goes, and a map without it stays the very same', () => {
    expect(withoutRecord(held, 'a').size).toBe(0)
    expect(withoutRecord(held, 'b')).toBe(held)
  })
})

describe('[L2] A tombstone', () => {
  it('keeps late copies out, but not what is newer than it', () => {
    const graves = createGraveyard()
    graves.bury({ id: 'a', rev: 5 })
    expect(graves.isGone({ id: 'a', rev: 5 })).toBe(true)
    expect(graves.isGone({ id: 'a', rev: 4 })).toBe(true)
    expect(graves.isGone({ id: 'a', rev: 6 })).toBe(false)
    expect(graves.isGone({ id: 'b', rev: 0 })).toBe(false)
  })

  it('is not weakened by an older one that comes late', () => {
    const graves = createGraveyard()
    graves.bury({ id: 'a', rev: 5 })
    graves.bury({ id: 'a', rev: 2 })
    expect(graves.isGone({ id: 'a', rev: 5 })).toBe(true)
  })

  it('[L17] makes room for newer ones when there are too many', () => {
    const graves = createGraveyard(2)
    for (const id of ['a', 'b', 'c']) graves.bury({ id, rev: 1 })
    expect(['a', 'b', 'c'].map((id) => graves.isGone({ id, rev: 1 }))).toEqual([false, true, true])
  })
})
