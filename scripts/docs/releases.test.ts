import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isOlder, VERSION } from '#server/platform/version.ts'

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../..', name), 'utf8')

test('the first section of CHANGELOG is the version of package.json, and each has a date but one in the making', () => {
  const titles = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title!)
  const sections = titles.map((title) => {
    const [, version, date] = /^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d|not released)\)$/.exec(title) ?? []
    expect(version, `## ${title}`).toBeDefined()
    return { version: version!, date: date! }
  })
  expect(sections[0]!.version).toBe(VERSION)
  expect(sections.slice(1).map(({ date }) => date)).not.toContain('not released')
  for (const [at, { version, date }] of sections.slice(1).entries()) {
    expect(isOlder(version, sections[at]!.version)).toBe(true)
    // 'not released' is after each date.
    expect(date <= sections[at]!.date).toBe(true)
  }
})

test('the license of package.json is the one in LICENSE, and package-lock.json has the same version', () => {
  const { license } = JSON.parse(read('package.json')) as { license: string }
  expect(read('LICENSE').split('\n')[0]).toBe(`${license} License`)
  expect((JSON.parse(read('package-lock.json')) as { version: string }).version).toBe(VERSION)
})
