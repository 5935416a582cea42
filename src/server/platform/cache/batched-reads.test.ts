import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { batchReads } from './batched-reads.ts'

/** Reads that end only when the test says so. */
function heldReads(max = 100) {
  const batches: { keys: readonly string[]; end: (error?: Error) => void }[] = []
  const read = batchReads<string>({
    max,
    load: (keys) =>
      new Promise((resolve, reject) =>
        batches.push({
          keys,
          end: (error) =>
            error
              ? reject(error)
              : resolve(
                  new Map(keys.filter((key) => key !== 'absent').map((key) => [key, `value of ${key}`])),
                ),
        }),
      ),
  })
  return { batches, read }
}

it('reads the keys of one turn of the event loop together, each once', async () => {
  const { batches, read } = heldReads()
  const all = Promise.all([read('a'), read('b'), read('a'), read('absent')])
  await nextTurn()
  expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b', 'absent']])
  batches[0]!.end()
  expect(await all).toEqual(['value of a', 'value of b', 'value of a', undefined])
})

it('reads a key again that is asked for while it is being read: the running read may be too old', async () => {
  const { batches, read } = heldReads()
  const first = read('a')
  await nextTurn()
  const second = read('a')
  await nextTurn()
  expect(batches.map(({ keys }) => keys)).toEqual([['a'], ['a']])
  batches.forEach(({ end }) => end())
  expect(await Promise.all([first, second])).toEqual(['value of a', 'value of a'])
})

it('collects keys while the most reads are running, in batches of limited size', async () => {
  const { batches, read } = heldReads(2)
  const all = [read('first')]
  while (batches.length < 4) {
    await nextTurn()
    all.push(read(`key ${all.length}`))
  }
  const late = ['x', 'y', 'z'].map((key) => read(key))
  await nextTurn()
  expect(batches).toHaveLength(4)
  while (batches.length > 0) {
    const batch = batches.shift()!
    expect(batch.keys.length).toBeLessThanOrEqual(2)
    batch.end()
    await nextTurn()
    await nextTurn()
  }
  expect(await Promise.all(late)).toEqual(['value of x', 'value of y', 'value of z'])
  await Promise.all(all)
})

it('an error reaches those of its batch, and the next batch is read', async () => {
  const { batches, read } = heldReads()
  const failed = read('a')
  await nextTurn()
  const next = read('b')
  await nextTurn()
  batches[0]!.end(new Error('no answer'))
  await expect(failed).rejects.toThrow('no answer')
  batches[1]!.end()
  expect(await next).toBe('value of b')
})

it('a read that the store never answers ends with 503, and its keys can be read again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { batches, read } = heldReads()
  const lost = read('a').catch((error: unknown) => error)
  await nextTurn()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await lost).toMatchObject({ status: 503 })
  const again = read('a')
  await nextTurn()
  batches[1]!.end()
  expect(await again).toBe('value of a')
})
