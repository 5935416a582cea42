import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const isFolder = (folder: string) => statSync(folder).isDirectory() && readdirSync(folder).length > 0
const folders = (place: string) =>
  readdirSync(path.join(root, place)).filter((name) => isFolder(path.join(root, place, name)))

/** Folders of tests that belong to no domain. */
const SHARED = new Set(['matrix', 'support'])

function documentedDomains(): string[] {
  const page = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8')
  const section = page.slice(page.indexOf('## Domains'), page.indexOf('## Import rules'))
  return [...section.matchAll(/^\| ([a-z]+) \|/gm)].map(([, name]) => name!)
}

it('docs/ARCHITECTURE.md lists the domains of the server and of the client', () => {
  const domains = documentedDomains().sort()
  expect(domains).toHaveLength(13)
  expect(folders('src/server/features').sort()).toEqual(domains)
  expect(folders('src/client/features').sort()).toEqual([...domains, 'writing'].sort())
})

it.each(['tests/api', 'tests/e2e'])('the folders of %s are domains', (place) => {
  const domains = documentedDomains()
  expect(folders(place).filter((name) => !SHARED.has(name) && !domains.includes(name))).toEqual([])
})
