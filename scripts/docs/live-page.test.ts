import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { CLIENT_EVENTS, PUSHED_EVENTS, WatchInput } from '#contract/events.ts'

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/LIVE.md'), 'utf8')

/** The names in the first column of the table under this heading row. */
function namesUnder(heading: string): string[] {
  const table = page.slice(page.indexOf(`| ${heading} |`)).split('\n\n')[0]!
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
}

it('docs/LIVE.md lists every event that the server sends, and no other', () => {
  expect(namesUnder('Server to client').sort()).toEqual(Object.keys(PUSHED_EVENTS).sort())
})

it('docs/LIVE.md lists every event that a page sends, and every topic', () => {
  expect(namesUnder('Client to server').sort()).toEqual(Object.keys(CLIENT_EVENTS).sort())
  const [row = ''] = /^\| `watch`.*$/m.exec(page) ?? []
  for (const topic of WatchInput.shape.topic.unwrap().options) expect(row).toContain(`\`${topic}\``)
})
