import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { until } from '#tests/support/until.ts'
import { idOf, startBareGateway } from './support/bare-gateway.ts'

let server: RedisProcess
let redis: Redis
let localBoard: typeof import('#realtime/signals/presence-board.ts').localBoard
let resilientBoard: typeof import('#realtime/signals/presence-board.ts').resilientBoard

beforeAll(async () => {
  // It alone decides about the settings of this worker.
  await startBareGateway()
  ;({ localBoard, resilientBoard } = await import('#realtime/signals/presence-board.ts'))
  server = await startRedis()
  redis = new Redis(server.url)
})
afterAll(async () => {
  await redis?.quit()
  await server?.[Symbol.asyncDispose]()
})

const [ann, bob] = [idOf(1), idOf(2)]

describe('[L15] Presence', () => {
  it('in one process lists people who have arrived and not left', async () => {
    const board = localBoard()
    expect(await board.arrive(ann)).toBe(true)
    expect(await board.arrive(ann)).toBe(false)
    expect(await board.areOnline([ann, bob])).toEqual([true, false])
    expect(await board.leave(ann)).toBe(true)
    expect(await board.areOnline([ann])).toEqual([false])
  })

  it('in several processes lists people who are in any of them: only the first arrival and the last leave are changes', async () => {
    const [here, there] = [resilientBoard(redis, 60_000), resilientBoard(redis, 60_000)]
    expect([await here.arrive(ann), await there.arrive(ann)]).toEqual([true, false])
    expect(await there.areOnline([bob, ann])).toEqual([false, true])
    expect([await here.leave(ann), await there.leave(ann)]).toEqual([false, true])
    expect(await here.areOnline([ann])).toEqual([false])
    expect(await redis.keys('royal:presence:*')).toEqual([])
  })

  it('ends for a killed process, and stays for one that renews it', async () => {
    const [killed, alive] = [resilientBoard(redis, 1500), resilientBoard(redis, 1500)]
    await Promise.all([killed.arrive(ann), alive.arrive(bob)])
    const beating = setInterval(() => void alive.renew([bob]), 100)
    await until('the killed process is forgotten', async () => !(await alive.areOnline([ann]))[0])
    expect(await alive.areOnline([bob])).toEqual([true])
    expect(await alive.arrive(ann)).toBe(true)
    clearInterval(beating)
  })

  it('does not depend on the clocks of the processes', async () => {
    const cat = idOf(3)
    const [right, wrong] = [resilientBoard(redis, 60_000), resilientBoard(redis, 60_000)]
    expect(await right.arrive(cat)).toBe(true)
    for (const hours of [1, -1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      onTestFinished(() => void vi.useRealTimers())
      expect(await wrong.areOnline([cat])).toEqual([true])
      expect(await wrong.arrive(cat)).toBe(false)
      vi.useRealTimers()
      expect(await right.areOnline([cat])).toEqual([true])
      expect(await right.leave(cat)).toBe(false)
      expect(await right.areOnline([cat])).toEqual([true])
      expect(await right.arrive(cat)).toBe(false)
      expect(await wrong.leave(cat)).toBe(false)
    }
  })

  it('is renewed in one call for thousands of people', async () => {
    const board = resilientBoard(redis, 60_000)
    const people = Array.from({ length: 2500 }, (_, n) => idOf(n + 100))
    await board.renew(people)
    expect((await board.areOnline(people)).every(Boolean)).toBe(true)
  })
})
