import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { jobsPage } from './jobs-page.ts'

it('docs/JOBS.md is what the kinds of jobs declare (else: npm run docs)', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/JOBS.md'), 'utf8')
  expect(page).toBe(jobsPage())
  for (const kind of ['sweep-media', 'mail:reset-password', 'erase-account'])
    expect(page).toContain(`\`${kind}\``)
})
