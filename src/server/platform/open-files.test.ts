import { expect, it } from 'vitest'
import { connectionsFor, openFilesLimit } from './open-files.ts'

it('says how many files this process may open', () => {
  if (process.platform === 'linux') expect(openFilesLimit()).toBeGreaterThan(100)
  else expect(openFilesLimit()).toBeNull()
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
