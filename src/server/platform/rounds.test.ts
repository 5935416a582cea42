import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createRounds } from './rounds.ts'

const LONGEST_MS = 20
/** Those inside, in the order in which they came in. */
let inside: string[] = []
beforeEach(() => (inside = []))

function open() {
  const { enter } = createRounds(LONGEST_MS)
  return async (name: string) => {
    const leave = await enter()
    inside.push(name)
    return () => {
      inside = inside.filter((other) => other !== name)
      leave()
    }
  }
}

it('lets in at once whoever comes alone, and those who come in one turn of the event loop together', async () => {
  const enter = open()
  void enter('ann')
  void enter('bob')
  await nextTurn()
  await nextTurn()
  expect(inside).toEqual(['ann', 'bob'])
})

it('lets in together those who come while others are in, once all of these have left', async () => {
  const enter = open()
  const [ann, bob] = await Promise.all([enter('ann'), enter('bob')])
  void enter('cat')
  await nextTurn()
  void enter('dan')
  ann()
  ann()
  await nextTurn()
  expect(inside).toEqual(['bob'])
  bob()
  await nextTurn()
  await nextTurn()
  expect(inside).toEqual(['cat', 'dan'])
})

it('lets them in after the longest wait, whoever is still in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const enter = open()
  await enter('ann')
  void enter('bob')
  void enter('cat')
  await vi.advanceTimersByTimeAsync(LONGEST_MS - 1)
  expect(inside).toEqual(['ann'])
  await vi.advanceTimersByTimeAsync(1)
  expect(inside).toEqual(['ann', 'bob', 'cat'])
})
