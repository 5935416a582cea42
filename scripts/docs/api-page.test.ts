import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { routes } from '#server/boot/features.ts'
import { apiPage } from './api-page.ts'

it('docs/API.md is what the routes declare (else: npm run docs)', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/API.md'), 'utf8')
  expect(page).toBe(apiPage())
  for (const { method, path: at } of routes) expect(page).toContain(`\`${method.toUpperCase()} /api${at}\``)
})
