import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { readImports } from '../import-rules.ts'
import { domainCycles, serverDomain } from '../structure/domain-cycles.ts'
import { withoutShortcuts } from '../structure/graph.ts'
import { layeredLayout } from '../structure/layered-layout.ts'
import { measureStructure, smallFilesWithOneImporter, type Structure } from '../structure/measure.ts'
import { withSection } from './generated-section.ts'
import { structureSection } from './structure-section.ts'

const root = path.resolve(import.meta.dirname, '../..')
let structure: Structure

beforeAll(async () => {
  structure = measureStructure(root, (await readImports(root)).modules)
})

it('the structure keeps its limits', () => {
  expect(structure.faults).toEqual([])
})

// Every commit moves the figures a little: the page's are those of the last `npm run docs`.
it('docs/ARCHITECTURE.md has the figures of the structure, but for their values (else: npm run docs)', () => {
  const page = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8')
  const withoutValues = (text: string) => text.replace(/\| \d+ (?=\|)/g, '| n ')
  const expected = withSection(page, 'structure', structureSection(structure))
  expect(withoutValues(page)).toBe(withoutValues(expected))
})

const imports = (source: string, ...targets: string[]) =>
  ({ source, dependencies: targets.map((resolved) => ({ resolved })) }) as never

it('a small file with one importer is counted; with two importers it is not; tests are no importers', () => {
  const sources = [
    { file: 'src/a.ts', lines: 10, text: '' },
    { file: 'src/b.ts', lines: 10, text: '' },
    { file: 'src/long.ts', lines: 40, text: '' },
  ]
  const modules = [
    imports('src/main.ts', 'src/a.ts', 'src/b.ts', 'src/long.ts'),
    imports('src/other.ts', 'src/b.ts'),
    imports('src/a.test.ts', 'src/a.ts'),
  ]
  expect(smallFilesWithOneImporter(sources, modules)).toEqual([
    { file: 'src/a.ts', lines: 10, importer: 'src/main.ts' },
  ])
})

it('a cycle of domains is found over several domains, and an import beside it is not part of it', () => {
  const file = (domain: string) => `src/server/features/${domain}/${domain}.service.ts`
  const modules = [
    imports(file('posts'), file('media')),
    imports(file('media'), file('people')),
    imports(file('people'), file('posts'), file('blog')),
  ]
  expect(domainCycles(modules, serverDomain).map((line) => line.split(':')[0])).toEqual([
    'posts and media',
    'media and people',
    'people and posts',
  ])
})

it('the picture of the architecture shows every domain of the server (else: npm run docs)', () => {
  const picture = readFileSync(path.join(root, 'docs/pictures/architecture.svg'), 'utf8')
  for (const domain of readdirSync(path.join(root, 'src/server/features')))
    expect(picture).toContain(`>${domain}</text>`)
})

const graph = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Map(to.map((name) => [name, 1]))]))

it('an arrow is left out if a longer path leads to the same place', () => {
  const drawn = withoutShortcuts(graph({ admin: ['posts', 'people'], posts: ['people'], people: [] }))
  expect(drawn).toEqual(graph({ admin: ['posts'], posts: ['people'], people: [] }))
})

it('an imported folder is drawn below its importers, and a line bends on each level that it passes', () => {
  const edges = graph({ admin: ['posts', 'blog'], posts: ['people'], blog: [], people: [] })
  const { places, lines } = layeredLayout(edges, { left: 0, top: 10, width: 400, gap: 50 })
  expect(['admin', 'posts', 'people', 'blog'].map((name) => places.get(name)!.y)).toEqual([10, 60, 110, 110])
  expect(lines.find(({ to }) => to === 'blog')!.points.map(({ y }) => y)).toEqual([10, 60, 110])
})
