import { expect, it } from 'vitest'
import { createHandshakeQueue, QueueFullError } from './handshake-queue.ts'

/** Starts many handshakes that end only when the test says so. */
function crowd(size: number) {
  let time = 0
  const queue = createHandshakeQueue(() => time)
  const began: { at: number; end: () => void }[] = []
  const all = Array.from({ length: size }, (_, at) =>
    queue.run(() => new Promise<number>((resolve) => began.push({ at, end: () => resolve(at) }))),
  )
  const results = all.map((one) => one.then(String, (error: unknown) => error))
  const pass = async (ms: number) => {
    time += ms
    await Promise.resolve()
  }
  return { queue, began, results, pass }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs 200 handshakes at the same time, and the others in the order in which they came', async () => {
  const { began } = crowd(203)
  await settled()
  expect(began).toHaveLength(200)
  began[7]!.end()
  await settled()
  began[8]!.end()
  began[9]!.end()
  await settled()
  expect(began.slice(200).map(({ at }) => at)).toEqual([200, 201, 202])
})

it('tells those who find the queue full to come back one after the other, when there is room', async () => {
  const { results, began } = crowd(200 + 15_001 + 3)
  await settled()
  const refusals = await Promise.all(results.slice(-3))
  expect(refusals.every((one) => one instanceof QueueFullError)).toBe(true)
  const waits = refusals.map((one) => (one as QueueFullError).retryAfterMs)
  expect(waits).toEqual([15_002, 15_003, 15_004])
  // The others are all served.
  for (let at = 0; at < 15_201; at += 1) {
    began[at]!.end()
    await Promise.resolve()
    if (began.length <= at + 1) await settled()
  }
  expect((await Promise.all(results.slice(0, -3))).every((one) => typeof one === 'string')).toBe(true)
})

it('expects longer waits when handshakes take longer', async () => {
  const { queue, began, pass } = crowd(1_000)
  await settled()
  for (let at = 0; at < 300; at += 1) {
    began[at]!.end()
    await settled()
    await pass(50)
  }
  // About 50 ms for each of the 500 that wait.
  await expect(queue.run(() => Promise.resolve('now'))).rejects.toThrow(QueueFullError)
})

it('a handshake that fails makes room for the next one', async () => {
  const queue = createHandshakeQueue()
  await expect(queue.run(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
  expect(await queue.run(() => Promise.resolve('in'))).toBe('in')
})
