import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCollection } from '#client/live/collection.ts'
import { setViewerQuiet } from '#client/live/connection.store.ts'
import { ApiError } from '#client/live/http.ts'
import { createLiveRead } from '#client/live/live-read.ts'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { createSnapshot } from '#client/live/snapshot.ts'
import { gate } from './support/fake-server.ts'

interface Row {
  id: string
  rev: number
  text: string
}
const row = (id: string, rev = 1, text = `${id} ${rev}`): Row => ({ id, rev, text })
const numbered = (count: number) => Array.from({ length: count }, (_, index) => row(`r${index}`))

describe('A collection', () => {
  it('[L2] holds the newest copy of each record, and none of a deleted one', () => {
    const rows = createCollection<Row>({ limit: 10 })
    rows.apply([row('a', 2), row('b')])
    rows.apply([row('a', 1, 'late')])
    rows.markDeleted({ id: 'b', rev: 3 })
    rows.apply([row('b', 3, 'late')])
    expect([...rows.records().values()]).toEqual([row('a', 2)])
    rows.apply([row('b', 4, 'restored')])
    expect(rows.get('b')?.text).toBe('restored')
    rows.markDeleted({ id: 'b', rev: 3 })
    expect(rows.get('b')?.text, 'a late tombstone').toBe('restored')
  })

  it('applies a batch as one change, and changes nothing for known records', () => {
    const rows = createCollection<Row>({ limit: 100 })
    const changed = vi.fn()
    rows.use.subscribe(changed)
    rows.apply(numbered(20))
    expect(changed).toHaveBeenCalledOnce()
    rows.apply(numbered(20))
    rows.remove(['unknown'])
    expect(changed).toHaveBeenCalledOnce()
  })

  it('applies pushes only to records that it holds, with applyKnown', () => {
    const rows = createCollection<Row>({ limit: 10 })
    rows.apply([row('a')])
    rows.applyKnown(row('a', 2))
    rows.applyKnown(row('b', 2))
    expect([...rows.records().values()]).toEqual([row('a', 2)])
  })

  it('[L17] has a limit: those added first leave, or those that its order puts last', () => {
    const rows = createCollection<Row>({ limit: 3 })
    rows.apply(numbered(5))
    expect([...rows.records().keys()]).toEqual(['r2', 'r3', 'r4'])
    const ordered = createCollection<Row>({ limit: 2, keepFirst: (a, b) => b.rev - a.rev })
    ordered.apply([row('a', 3), row('b', 1), row('c', 2)])
    expect([...ordered.records().keys()]).toEqual(['a', 'c'])
  })

  it('has state beside the records, and derives it from them', () => {
    const rows = createCollection<Row, { marked: readonly string[] }>({
      limit: 10,
      extra: { marked: [] },
      derive: (records, { marked }) => ({ marked: marked.filter((id) => records.has(id)) }),
    })
    rows.apply([row('a'), row('b')])
    rows.use.setState({ marked: ['a', 'b'] })
    rows.remove(['a'])
    expect(rows.use.getState().marked).toEqual(['b'])
    resetStores()
    expect(rows.use.getState()).toEqual({ records: new Map(), marked: [] })
  })

  it('forgets its tombstones with the session', () => {
    const rows = createCollection<Row>({ limit: 10 })
    rows.markDeleted({ id: 'a', rev: 5 })
    resetStores()
    rows.apply([row('a')])
    expect(rows.get('a')).toEqual(row('a'))
  })
})

describe('A snapshot', () => {
  it('[L2] keeps the newest value, fetched or pushed', async () => {
    const fetched = vi.fn(async () => ({ at: 2 }))
    const figures = createSnapshot({ name: 'figures', fetch: fetched, version: ({ at }) => at })
    figures.update(() => ({ at: 9 }))
    expect(figures.current(), 'nothing to change yet').toBeNull()
    await figures.load()
    figures.apply({ at: 1 })
    expect(figures.current()).toEqual({ at: 2 })
    figures.apply({ at: 3 })
    expect(figures.current()).toEqual({ at: 3 })
  })

  it('[L7] is fetched with a resync once a screen has asked for it, until the session ends', async () => {
    const fetched = vi.fn(async () => 'value')
    const value = createSnapshot({ name: 'a value', fetch: fetched })
    const cause = { reason: 'wake', since: 0 } as const
    await resync(cause)
    expect(fetched).not.toHaveBeenCalled()
    await value.load()
    await resync(cause)
    expect(fetched).toHaveBeenCalledTimes(2)
    resetStores()
    await resync(cause)
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})

describe('A live read', () => {
  const asked = vi.fn(async () => undefined)
  let isWanted = true
  const read = createLiveRead('a live read', () => isWanted, asked)
  const ready = (quietMs: number) => {
    setViewerQuiet(quietMs)
    return resync({ reason: 'ready', since: 0 })
  }
  beforeEach(() => {
    vi.useFakeTimers()
    isWanted = true
    resetStores()
    asked.mockReset()
  })
  afterEach(() => vi.useRealTimers())

  it('[L4] is not repeated after `ready` when nothing has changed since it began', async () => {
    await read()
    vi.advanceTimersByTime(500)
    await ready(1_000)
    expect(asked).toHaveBeenCalledOnce()
    await ready(100)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('[L7] is repeated when it has failed, also if it was under way at `ready`', async () => {
    const { opened, open } = gate()
    asked.mockImplementationOnce(async () => {
      await opened
      throw new ApiError(0, '')
    })
    read().catch(() => undefined)
    const caughtUp = ready(1_000)
    open()
    await caughtUp
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('[L7] is repeated by every other resync, while it is wanted', async () => {
    await read()
    await resync({ reason: 'wake', since: 0 })
    expect(asked).toHaveBeenCalledTimes(2)
    isWanted = false
    await resync({ reason: 'wake', since: 0 })
    expect(asked).toHaveBeenCalledTimes(2)
  })
})
