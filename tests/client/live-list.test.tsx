// @vitest-environment jsdom
import { cloneElement, useLayoutEffect, type ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { create } from 'zustand'
import { ApiError } from '#client/live/http.ts'
import { changeList } from '#client/live/list/list-state.ts'
import { joinList, outdateLists, showWaiting } from '#client/live/list/live-list.ts'
import { pageOf, type Listed } from '#client/live/list/pages.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { useList } from '#client/live/list/use-list.ts'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { eventually } from '#tests/support/eventually.ts'
import { draw, find } from './support/screen.tsx'

const SIZE = 20
const idOf = (at: number) => String(at).padStart(3, '0')
/** Ids from `last` down to 1. */
const ids = (last: number) => Array.from({ length: last }, (_, at) => idOf(last - at))

afterEach(resetStores)

let made = 0
/** A list on the server: `rows` are its ids, newest first. */
function serve(last: number, part: Partial<ListSource<Listed>> = {}) {
  const server = {
    rows: ids(last),
    asked: [] as string[],
    /** Runs before an answer; the test can hold it back or let it fail. */
    before: async (): Promise<void> => undefined,
  }
  const source: ListSource<Listed> = {
    key: `list ${(made += 1)}`,
    fresh: 0,
    read: async (cursor) => {
      server.asked.push(cursor ?? 'head')
      const page = server.rows.filter((id) => cursor === undefined || id < cursor).slice(0, SIZE)
      await server.before()
      return pageOf(
        page.map((id) => ({ id })),
        SIZE,
        ({ id }) => id,
      )
    },
    ...part,
  }
  return { server, source }
}

const place = (id: string) => id
const List = ({ source, stays = false }: { source: ListSource<Listed>; stays?: boolean }) => {
  const list = useList(source, { placeOf: place, stays })
  return (
    <div>
      <output>{list.loading ? 'loading' : list.failed ? 'failed' : list.ids.join(' ')}</output>
      <button onClick={list.next.onMore}>{list.next.failed ? 'again' : 'more'}</button>
      <button onClick={list.readAgain}>read again</button>
    </div>
  )
}
const shows = (screen: HTMLElement, wanted: readonly string[] | string) =>
  eventually(() =>
    expect(find(screen, 'output').textContent).toBe(typeof wanted === 'string' ? wanted : wanted.join(' ')),
  )
/** A place whose content the test changes. */
async function stage() {
  const useContent = create<{ content: readonly ReactElement[] }>(() => ({ content: [] }))
  const Stage = () => <div>{useContent().content.map((one, at) => cloneElement(one, { key: at }))}</div>
  const screen = await draw(<Stage />)
  return { screen, show: (...content: readonly ReactElement[]) => useContent.setState({ content }) }
}
/** A list of three pages on screen. */
async function threePages(part: Partial<ListSource<Listed>> = {}) {
  const { server, source } = serve(50, part)
  const screen = await draw(<List source={source} />)
  for (const count of [20, 40]) {
    await shows(screen, ids(50).slice(0, count))
    find(screen, 'button').click()
  }
  await shows(screen, ids(50))
  server.asked = []
  return { server, source, screen }
}
const again = () => resync({ reason: 'wake', since: 0 })

describe('[L7] After an interruption a list is what a reload shows', () => {
  it('on each of its pages: what was deleted is gone, and what was written is there', async () => {
    const { server, screen } = await threePages()
    server.rows = [idOf(51), ...server.rows.filter((id) => ![idOf(49), idOf(25), idOf(3)].includes(id))]
    await again()
    expect(server.asked).toHaveLength(3)
    await shows(screen, server.rows)
  })

  it('also when it has fewer pages now', async () => {
    const { server, screen } = await threePages()
    server.rows = ids(7)
    await again()
    await shows(screen, ids(7))
  })

  it('with a page that could not be read at the first try', async () => {
    const { server, screen } = await threePages()
    server.before = async () => {
      if (server.asked.length === 2) throw new Error('the network is gone')
    }
    server.rows = ids(49)
    await again()
    expect(server.asked).toHaveLength(4)
    await shows(screen, ids(49))
  })

  it('as long as any part of the page shows it', async () => {
    const { server, source } = serve(3)
    const { screen, show } = await stage()
    show(<List source={source} />, <List source={source} />)
    await shows(screen, ids(3))
    show(<List source={source} />)
    await eventually(() => expect(screen.querySelectorAll('output')).toHaveLength(1))
    server.rows = ids(2)
    await again()
    await shows(screen, ids(2))
  })
})

describe('[L4] When `ready` comes while a list is read', () => {
  /** Nothing has changed since the list was requested. */
  const part: Partial<ListSource<Listed>> = {
    isUnchanged: ({ reason }, askedAt) => reason === 'ready' && askedAt > 0,
  }

  it('and nothing has changed since, it is not read twice', async () => {
    const { server, source } = serve(3, part)
    let answer = () => {}
    server.before = () => new Promise((resolve) => (answer = resolve))
    const screen = await draw(<List source={source} />)
    await eventually(() => expect(server.asked).toHaveLength(1))
    const resynced = resync({ reason: 'ready', since: 0 })
    answer()
    await resynced
    await shows(screen, ids(3))
    expect(server.asked).toHaveLength(1)
  })

  it('and that read fails, it is read again', async () => {
    const { server, source } = serve(3, part)
    let refuse = () => {}
    server.before = () =>
      new Promise((_, reject) => (refuse = () => reject(new ApiError(429, 'Too many requests.'))))
    const screen = await draw(<List source={source} />)
    await eventually(() => expect(server.asked).toHaveLength(1))
    const resynced = resync({ reason: 'ready', since: 0 })
    server.before = async () => undefined
    refuse()
    await resynced
    await shows(screen, ids(3))
  })
})

describe('While a list is read again', () => {
  it('what left it does not come back, and what is pushed stays', async () => {
    const { server, screen, source } = await threePages()
    joinList(source.key, { id: idOf(60) })
    await shows(screen, [idOf(60), ...ids(50)])
    let answer = () => {}
    server.before = () => new Promise((resolve) => (answer = resolve))
    const read = again()
    await eventually(() => expect(server.asked).toHaveLength(1))
    joinList(source.key, { id: idOf(61) })
    await shows(screen, [idOf(61), idOf(60), ...ids(50)])
    server.before = async () => undefined
    answer()
    await read
    // The one that was pushed before the read is not in its answer.
    await shows(screen, [idOf(61), ...ids(50)])
  })

  it('its next page waits, and both are there', async () => {
    const { server, source } = serve(50)
    const screen = await draw(<List source={source} />)
    await shows(screen, ids(50).slice(0, 20))
    let answer = () => {}
    server.before = () => new Promise((resolve) => (answer = resolve))
    server.rows = ids(51)
    const read = again()
    await eventually(() => expect(server.asked).toHaveLength(2))
    find(screen, 'button').click()
    server.before = async () => undefined
    answer()
    await read
    await shows(screen, ids(51).slice(0, 40))
  })
})

it('A list that begins anew while its next page is read has nothing of the old one', async () => {
  const { server, source } = serve(50, { waits: { placeOf: place, size: SIZE } })
  const screen = await draw(<List source={source} />)
  await shows(screen, ids(50).slice(0, SIZE))
  let answer = () => {}
  server.before = () => new Promise((resolve) => (answer = resolve))
  find(screen, 'button').click()
  await eventually(() => expect(server.asked).toHaveLength(2))
  server.rows = ids(90)
  changeList(source.key, { gap: true })
  const shown = showWaiting(source.key)
  server.before = async () => undefined
  answer()
  await shown
  await shows(screen, ids(90).slice(0, SIZE))
  expect(server.asked).toEqual(['head', idOf(31), 'head'])
})

/** Reads on as soon as it can, until the end of the list. */
const Eager = ({ source }: { source: ListSource<Listed> }) => {
  const { ids: shown, next } = useList(source)
  const { hasMore, loading, onMore } = next
  useLayoutEffect(() => {
    if (hasMore && !loading) onMore()
  }, [hasMore, loading, onMore])
  return <output>{shown.join(' ')}</output>
}

it('A list can be read on from the moment that a page is here', async () => {
  const { source } = serve(70)
  const screen = await draw(
    <div>
      <Eager source={source} />
    </div>,
  )
  await shows(screen, ids(70))
})

describe('A list that is shown again', () => {
  /** It comes back after `meanwhile`, with what is held of it; the server has one more row. */
  async function back(fresh: number, meanwhile: (key: string) => void | Promise<void> = () => undefined) {
    const { server, source } = serve(3, { fresh })
    const { screen, show } = await stage()
    show(<List source={source} />)
    await shows(screen, ids(3))
    show()
    await eventually(() => expect(screen.querySelector('output')).toBeNull())
    await meanwhile(source.key)
    server.rows = ids(4)
    show(<List source={source} />)
    await eventually(() => find(screen, 'output'))
    return { server, screen }
  }

  it('is not read again while it is fresh', async () => {
    const { server, screen } = await back(60_000)
    await shows(screen, ids(3))
    expect(server.asked).toEqual(['head'])
  })

  it('is read again when it is old', async () => {
    const { screen } = await back(0)
    await shows(screen, ids(4))
  })

  it('[L78] is read again after an outage, whatever its age', async () => {
    const { screen } = await back(60_000, again)
    await shows(screen, ids(4))
  })

  it('[L17] is in memory as long as it is among those that were shown last', async () => {
    const { screen, show } = await stage()
    const look = async (source: ListSource<Listed>) => {
      show(<List source={source} />)
      await shows(screen, ids(1))
      show()
      await eventually(() => expect(screen.querySelector('output')).toBeNull())
    }
    const { server, source } = serve(1, { fresh: 60_000 })
    const others = Array.from({ length: 16 }, () => serve(1).source)
    await look(source)
    for (const other of others.slice(0, 14)) await look(other)
    await look(source)
    for (const other of others.slice(14)) await look(other)
    await look(source)
    expect(server.asked).toEqual(['head'])
  })

  it('is read again when something was written that changes it', async () => {
    const { screen } = await back(60_000, (key) => outdateLists((one) => one === key))
    await shows(screen, ids(4))
  })
})

describe('A list that cannot be read', () => {
  it('says so at once when the server refuses it, and is read again on request', async () => {
    const { server, source } = serve(3)
    server.before = () => Promise.reject(new ApiError(403, 'No.'))
    const screen = await draw(<List source={source} />)
    await shows(screen, 'failed')
    expect(server.asked).toHaveLength(1)
    server.before = async () => undefined
    screen.querySelectorAll('button')[1]?.click()
    await shows(screen, ids(3))
  })

  it('keeps what is here when the next page fails', async () => {
    const { server, source } = serve(30)
    const screen = await draw(<List source={source} />)
    await shows(screen, ids(30).slice(0, 20))
    server.before = () => Promise.reject(new ApiError(403, 'No.'))
    find(screen, 'button').click()
    await eventually(() => expect(find(screen, 'button').textContent).toBe('again'))
    await shows(screen, ids(30).slice(0, 20))
    server.before = async () => undefined
    find(screen, 'button').click()
    await shows(screen, ids(30))
  })
})

describe('When a list is narrowed', () => {
  it('the rows of the list before stay until the narrowed one is here', async () => {
    const { source } = serve(3)
    const { screen, show } = await stage()
    show(<List source={source} stays />)
    await shows(screen, ids(3))
    const narrowed = serve(1, { key: 'narrowed' })
    let answer = () => {}
    narrowed.server.before = () => new Promise((resolve) => (answer = resolve))
    show(<List source={narrowed.source} stays />)
    await eventually(() => expect(narrowed.server.asked).toEqual(['head']))
    await shows(screen, ids(3))
    answer()
    await shows(screen, ids(1))
  })
})

describe('When another person signs in', () => {
  it('a list on screen begins anew', async () => {
    const { server, screen } = await threePages()
    server.rows = ids(2)
    resetStores()
    await shows(screen, ids(2))
    expect(server.asked).toEqual(['head'])
  })
})
