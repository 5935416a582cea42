import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const CLIENT = path.resolve(import.meta.dirname, '..')

/** :has() with a descendant of something that most of the page is in. A child (`>`) is looked up at once. */
const WIDE = /(?:^|[\s,>])(?::root|html|body|main|\.s-shell[\w-]*)[^\s,{]*:has\((?!\s*>)[^)]*\)/gm

it('no style asks by :has() what is somewhere in the page: each element that comes or goes would be looked up', () => {
  const sheets = globSync('**/*.css', { cwd: CLIENT })
  expect(sheets.length).toBeGreaterThan(20)
  const found = sheets.flatMap((sheet) => {
    const rules = readFileSync(path.join(CLIENT, sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    return (rules.match(WIDE) ?? []).map((selector) => `${sheet}: ${selector.trim()}`)
  })
  expect(found).toEqual([])
  expect(':root:has(.s-tray) {'.match(WIDE)).not.toBeNull()
  expect('.s-shell:has([data-x]) > p {'.match(WIDE)).not.toBeNull()
})
