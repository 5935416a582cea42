// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Listed } from '#client/live/list/pages.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { onListsChanged } from '#client/live/list/live-list.ts'
import { useList } from '#client/live/list/use-list.ts'
import { receive, resetStores, setLiveHandlers } from '#client/live/registry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { draw, find } from './support/screen.tsx'

setLiveHandlers({ 'lists:changed': onListsChanged })
afterEach(() => {
  resetStores()
  vi.restoreAllMocks()
})

const place = (id: string) => id
const waits = { placeOf: place, size: 20 }

/** A list on the server, whose rows the test changes. */
function serve(rows: readonly string[], part: Partial<ListSource<Listed>> = {}) {
  const server = { rows, reads: 0 }
  const source: ListSource<Listed> = {
    key: `quiet ${Math.random()}`,
    fresh: Infinity,
    read: async () => {
      server.reads += 1
      return { rows: server.rows.map((id) => ({ id })), next: undefined }
    },
    ...part,
  }
  return { server, source }
}

const List = ({ source }: { source: ListSource<Listed> }) => {
  const { ids, loading } = useList(source, { placeOf: place })
  return <output>{loading ? 'loading' : ids.join(' ')}</output>
}
const shows = (screen: HTMLElement, words: string) =>
  eventually(() => expect(find(screen, 'output').textContent).toBe(words))

const shownAgain = () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  receive('lists:changed', {})
}

describe('[L82] When something is shown again', () => {
  it.each([
    ['a list that waits, which was empty', [], ['2'], { waits }],
    ['a list that waits, at its head', ['1'], ['2', '1'], { waits }],
    ['a list that waits, in its middle', ['3', '1'], ['3', '2', '1'], { waits }],
    ['a list whose rows join at once', ['1'], ['2', '1'], {}],
  ] as const)('%s has it at its place', async (_, before, after, part) => {
    const { server, source } = serve(before, part)
    const screen = await draw(<List source={source} />)
    await shows(screen, before.join(' '))
    server.rows = after
    shownAgain()
    await shows(screen, after.join(' '))
  })

  it('lists about which something is pushed are not read', async () => {
    const pushed = [serve(['1'], { topic: 'feed', waits }), serve(['1'], { isUnchanged: () => true })]
    const quiet = serve(['1'])
    const screens = await Promise.all([...pushed, quiet].map(({ source }) => draw(<List source={source} />)))
    for (const screen of screens) await shows(screen, '1')
    quiet.server.rows = ['2', '1']
    shownAgain()
    await shows(screens[2]!, '2 1')
    expect(pushed.map(({ server }) => server.reads)).toEqual([1, 1])
  })
})
