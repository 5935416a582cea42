import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('people take turns, nobody has more than their share, and too much waiting work is refused', async () => {
  const inTurn = createTurns({ atOnce: 3, atOnceOfOne: 2, waiting: 4, waitingOfOne: 3 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string) =>
    inTurn(name[0]!, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string, work: Promise<void>) => {
    ends.get(name)!()
    await work
  }
  const [a1, a2] = [start('a1'), start('a2')]
  const rest = ['a3', 'a4', 'a5'].map(start)
  await expect(start('a6')).rejects.toMatchObject({ status: 503 })
  const b1 = start('b1')
  const b2 = start('b2')
  await expect(start('c1')).rejects.toMatchObject({ status: 503 })
  expect(begun).toEqual(['a1', 'a2', 'b1'])

  await end('b1', b1)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a1', a1)
  await end('b2', b2)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  await end('a2', a2)
  for (const [at, work] of rest.entries()) await end(`a${at + 3}`, work)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4', 'a5'])
})

test('a failed work makes room for the next one, and a refused one gets the error of the queue', async () => {
  const full = new Error('full')
  const inTurn = createTurns({
    atOnce: Infinity,
    atOnceOfOne: 1,
    waiting: Infinity,
    waitingOfOne: 1,
    refuse: () => full,
  })
  const broken = inTurn('a', () => Promise.reject(new Error('broken')))
  const next = inTurn('a', () => Promise.resolve('done'))
  await expect(inTurn('a', () => Promise.resolve('never'))).rejects.toBe(full)
  await expect(inTurn('b', () => Promise.resolve('beside'))).resolves.toBe('beside')
  await expect(broken).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})

test('of work that all do together four run at once, and those that wait follow one by one', async () => {
  const inTurn = createTurns({ atOnce: 4, atOnceOfOne: 4, waiting: 50, waitingOfOne: 50 })
  const running: (() => void)[] = []
  const start = () => inTurn('everybody', () => new Promise<void>((end) => running.push(end)))
  const all = Array.from({ length: 54 }, start)
  await expect(start()).rejects.toMatchObject({ status: 503 })
  expect(running).toHaveLength(4)
  for (let ended = 0; ended < 54; ended++) {
    running[ended]!()
    await all[ended]
    await yieldToEventLoop()
    expect(running.length).toBe(Math.min(54, ended + 5))
  }
})
