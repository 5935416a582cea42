import { once } from 'node:events'
import { setImmediate as otherWork } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { exportedRows } from './exported-rows.ts'

/** A million rows, as long as somebody takes them. */
function endless() {
  const made = { rows: 0 }
  async function* rows() {
    for (; made.rows < 1_000_000; made.rows++)
      yield { text: `=row ${made.rows}`, at: new Date(0), yes: true, none: null }
  }
  return { made, rows }
}
const columns = ['text', 'at', 'yes', 'none'] as const

describe.each(['csv', 'ndjson'] as const)('An export as %s', (format) => {
  test('is written no faster than it is read', async () => {
    const { made, rows } = endless()
    const body = exportedRows(rows(), columns, format)
    await once(body, 'readable')
    for (let turn = 0; turn < 500; turn++) await otherWork()
    const held = made.rows
    expect(held).toBeLessThan(2_000)
    body.read()
    await once(body, 'readable')
    expect(made.rows).toBeLessThan(held + 2_000)
    body.destroy()
  })

  test('ends with an error when its rows fail, instead of looking complete', async () => {
    // oxlint-disable-next-line require-await -- a source that breaks
    async function* broken() {
      yield { text: 'one', at: new Date(0), yes: true, none: null }
      throw new Error('the store went away')
    }
    const body = exportedRows(broken(), columns, format)
    const reading = (async () => {
      for await (const _ of body);
    })()
    await expect(reading).rejects.toThrow('the store went away')
  })
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("x")'])(
  'a cell that a spreadsheet would run, %j, begins as a text in CSV',
  async (text) => {
    async function* rows() {
      yield await Promise.resolve({ text, at: new Date(0), yes: false, none: null })
    }
    let csv = ''
    for await (const chunk of exportedRows(rows(), columns, 'csv')) csv += String(chunk)
    expect(csv.split('\r\n')[1]!.replace(/^"/, '')).toMatch(/^'/)
  },
)
