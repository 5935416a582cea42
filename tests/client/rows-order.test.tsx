// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { PAGE } from '#contract/limits.ts'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { createRows } from '#client/live/rows.ts'
import { useRows } from '#client/live/use-rows.ts'
import { eventually } from '#tests/support/eventually.ts'
import { draw } from './support/screen.tsx'

interface Row {
  id: string
  rev: number
  name?: string
}
const row = (at: number, rev = 1): Row => ({ id: String(at).padStart(4, '0'), rev })

afterEach(resetStores)

/** A list whose first page has the rows from `last` on, every second number. */
async function list(last: number) {
  const rows = createRows<Row>()
  const page = Array.from({ length: PAGE.rows }, (_, at) => row(last + 2 * (PAGE.rows - 1 - at)))
  const Screen = () => {
    const { list: shown } = useRows(rows, {
      key: [`rows of ${last}`],
      fetch: async () => page,
      cursorOf: ({ id }) => id,
    })
    return <output>{shown.map(({ id, name }) => name ?? id).join(' ')}</output>
  }
  const place = await draw(<Screen />)
  const shows = (wanted: readonly Row[]) =>
    eventually(() => expect(place.textContent).toBe(wanted.map(({ id }) => id).join(' ')))
  await shows(page)
  return { rows, page, shows }
}

describe('[L62] A pushed row stands where a read has it', () => {
  it('[L79] with the name that came last, which has no rev', async () => {
    const { rows, page, shows } = await list(100)
    rows.push({ ...page[0]!, name: 'renamed' })
    await shows([{ ...page[0]!, id: 'renamed' }, ...page.slice(1)])
  })

  it('a change of one that is not loaded waits for its page; a new one is on top, an older one at its place', async () => {
    const { rows, page, shows } = await list(10)
    rows.push(row(1))
    rows.push(row(9_000))
    rows.push(row(13))
    rows.push(row(8_000))
    await shows([row(9_000), row(8_000), ...[...page, row(13)].sort((a, b) => (a.id < b.id ? 1 : -1))])
  })

  it('[L7] no longer after a read that does not have it, and again when it is pushed again', async () => {
    const { rows, page, shows } = await list(200)
    rows.push(row(9_000))
    await shows([row(9_000), ...page])
    await resync({ reason: 'ready', since: 0 })
    await shows(page)
    rows.push(row(9_000, 2))
    await shows([row(9_000), ...page])
  })
})
