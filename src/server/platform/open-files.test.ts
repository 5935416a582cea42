import { expect, it } from 'vitest'
import { connectionsFor, openFilesLimit } from './open-files.ts'

it.runIf(process.platform === 'linux')('says how many files this process may open', () => {
  expect(openFilesLimit()).toBeGreaterThan(100)
})

it.each([
  [null, 20_000],
  [Infinity, 20_000],
  [65_536, 20_000],
  [4_096, 3_596],
  [200, 100],
])('with %s files it takes %s connections', (limit, connections) => {
  expect(connectionsFor(limit, 20_000)).toBe(connections)
})
