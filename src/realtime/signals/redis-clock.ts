import type { Redis } from 'ioredis'

/** The time in Redis, epoch ms: the clocks of the processes may differ, and what one stores another one compares. */
export async function timeOf(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}
