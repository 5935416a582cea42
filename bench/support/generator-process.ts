import { openLoop, type Call } from './http-load.ts'

/** What it offers to a server. */
export interface Offer {
  port: number
  perSecond: number
  /** Requests under way at most. */
  concurrency: number
  calls: Call[]
}

/** What became of it. */
export interface OfferTaken {
  seconds: number
  /** Milliseconds from the moment when each request was due to its answer. */
  latencies: number[]
  refused: number
  /** Microseconds of CPU that this process used. */
  cpu: number
}

/** A process that offers requests at a fixed rate: neither the measured server nor the bench hold it up. */
process.once('message', (offered: Offer) => void take(offered))

async function take({ port, perSecond, concurrency, calls }: Offer): Promise<void> {
  const before = process.cpuUsage()
  const load = await openLoop(port, calls.length, perSecond, (at) => calls[at]!, {
    concurrency,
    mayRefuse: true,
  })
  const { user, system } = process.cpuUsage(before)
  const { seconds, latencies, refused } = load
  process.send!({ seconds, latencies, refused, cpu: user + system } satisfies OfferTaken)
  process.disconnect!()
}
