import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const CLIENT = path.resolve(import.meta.dirname, '..')

/** :has() with a descendant of something that most of the page is in. A child (`>`) is looked up at once. */
const WIDE = /(?:^|[\s,>])(?::root|html|body|main|\.s-shell[\w-]*)[^\s,{]*:has\((?!\s*>)[^)]*\)/gm

/** Ends with any element after a sibling: an element that comes or goes in the body might be that sibling. */
const ANY_SIBLING = /[^\s,{}][^,{}]*[+~]\s*\*\s*(?=[,{])/g

function rulesThat(match: RegExp): string[] {
  const sheets = globSync('**/*.css', { cwd: CLIENT })
  expect(sheets.length).toBeGreaterThan(20)
  return sheets.flatMap((sheet) => {
    const rules = readFileSync(path.join(CLIENT, sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    return (rules.match(match) ?? []).map((selector) => `${sheet}: ${selector.trim()}`)
  })
}

it('no style asks by :has() what is somewhere in the page: each element that comes or goes would be looked up', () => {
  expect(rulesThat(WIDE)).toEqual([])
  expect(':root:has(.s-tray) {'.match(WIDE)).not.toBeNull()
  expect('.s-shell:has([data-x]) > p {'.match(WIDE)).not.toBeNull()
})

it("no style is for any element after a sibling ('~ *'): an open menu would compute the style of the whole page again", () => {
  expect(rulesThat(ANY_SIBLING)).toEqual([])
  expect('.s-shell, .s-shell ~ * {'.match(ANY_SIBLING)).not.toBeNull()
  expect('& > * + * {'.match(ANY_SIBLING)).not.toBeNull()
})
