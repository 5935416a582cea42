import { expect, it } from 'vitest'
import { createFetchTurns } from './fetch-turns.ts'

it('[L101] A page that comes alone fetches at once; of many at the same moment each has a turn of its own', () => {
  let now = 5_000
  const turn = createFetchTurns(() => now)
  expect(turn()).toBe(0)
  now += 60_000
  const turns = Array.from({ length: 1_000 }, turn)
  expect(turns).toEqual(Array.from({ length: 1_000 }, (_, at) => at))
  now += 400
  expect(turn()).toBe(600)
  now += 60_000
  expect(turn()).toBe(0)
})
