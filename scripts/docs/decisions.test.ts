import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const CITATION = /\brows? (\d+(?:(?:, | and | to )\d+)*)/g
const numbersIn = (text: string) => [...text.matchAll(/\d+/g)].map(([number]) => Number(number))
/** Sentences of a cell. A quotation, code, '...' and an abbreviation end none. */
function sentencesIn(cell: string) {
  const plain = cell
    .replace(/`[^`]*`/g, 'code')
    .replace(/(?<![\w’])'[^']*(?:'\w[^']*)*'(?!\w)/g, 'quotation')
    .replace(/\.\.\.|\b(?:e\.g|i\.e|etc)\./g, '')
  return plain.split(/[.!?]\)?(?:\s+|$)/).filter(Boolean).length
}
const head = read('docs/DECISIONS.md')
const domains = globSync('docs/decisions/*.md', { cwd: root })
const page = domains.map(read).join('\n')
const rows = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))

it('every decision has a unique number', () => {
  expect(rows.length).toBeGreaterThan(150)
  expect(rows.filter((number, at) => rows.indexOf(number) !== at)).toEqual([])
})

it('every row that code, tests and documents cite exists', () => {
  const files = globSync(['{src,tests,scripts,bench}/**/*.{ts,tsx,mjs,js,css}', 'docs/**/*.md'], {
    cwd: root,
  })
  const cited = files.flatMap((file) => {
    const text = read(file).replace(/\s+(?:(?:\/\/|\*)\s+)?/g, ' ')
    const places = file.startsWith('docs/decisions/') ? [text] : text.match(/DECISIONS,? rows? [\d, andto]+/g)
    return (places ?? []).flatMap((place) =>
      [...place.matchAll(CITATION)].flatMap(([, list]) =>
        numbersIn(list!).map((number) => ({ file, number })),
      ),
    )
  })
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ number }) => !rows.includes(number))).toEqual([])
})

it('the rows that depart from the document are those that the head lists', () => {
  const [, list] = /These rows do:\s([\d, and\n]+)\./.exec(head)!
  const marked = [...page.matchAll(/^\| (\d+) \|[^\n]+\| \(departs\) /gm)].map(([, number]) => Number(number))
  expect(marked.toSorted((a, b) => a - b)).toEqual(numbersIn(list!))
  expect([...page.matchAll(/\(departs\)/g)]).toHaveLength(marked.length)
})

it('the head links to the file of every domain', () => {
  const linked = [...head.matchAll(/\]\((decisions\/[\w-]+\.md)\)/g)].map(([, file]) => `docs/${file}`)
  expect(linked.toSorted()).toEqual(domains.toSorted())
})

it('every row stands in a table', () => {
  const lines = page.split('\n')
  const loose = lines.filter((line, at) => /^\| \d/.test(line) && !lines[at - 1]?.startsWith('|'))
  expect(loose).toEqual([])
  expect(lines.filter((line) => /^\| \d/.test(line) && !/^\| \d+ \| .+ \| .+ \|$/.test(line))).toEqual([])
})

it('a row has at most three sentences', () => {
  const cells = [...page.matchAll(/^\| (\d+) \| .+ \| (.+) \|$/gm)]
  expect(cells.length).toBe(rows.length)
  expect(sentencesIn("It is 1.5 kB, e.g. 'Yes. No.' of `a. b`. Of Ann's ... row. Three.")).toBe(3)
  const long = cells.filter(([, , cell]) => sentencesIn(cell!) > 3).map(([, number]) => Number(number))
  expect(long).toEqual([])
})
