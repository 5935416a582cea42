import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Bench } from '#bench/support/bench.ts'
import type { Result } from '#bench/support/report.ts'
import { spreadOf } from '#bench/support/stats.ts'
import { startSupervised } from '#bench/support/supervised.ts'

/** Most seconds from the process to /readyz, and better ones. */
const [MUST, AIM] = [1.2, 0.8]

/**
 * The product as `npm start` runs it, on a database with all its data: from the start of the process to /readyz, with
 * an empty data folder and with the one that an earlier start has left; and from a kill -9 of the server to the next
 * one's /readyz.
 */
export async function processStart({ storeUri, options }: Bench): Promise<Result[]> {
  const times: Record<'first' | 'again' | 'killed', number[]> = { first: [], again: [], killed: [] }
  for (let round = 0; round < options.rounds; round += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), 'royal-flush-start-'))
    try {
      const first = await startSupervised(storeUri, folder)
      times.first.push(first.startMs / 1000)
      await first.stop()
      const again = await startSupervised(storeUri, folder)
      times.again.push(again.startMs / 1000)
      const [pid, killedAt] = [again.workerPid(), Date.now()]
      again.kill()
      times.killed.push(((await again.readyAfter(pid)) - killedAt) / 1000)
      await again.stop()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const detail = { rounds: options.rounds }
  return [
    { measure: 'first start of a process to /readyz', unit: 's', value: spreadOf(times.first), detail },
    {
      measure: 'start of a process to /readyz',
      unit: 's',
      value: spreadOf(times.again),
      must: MUST,
      aim: AIM,
      detail,
    },
    {
      measure: 'kill -9 of the server to /readyz of the next',
      unit: 's',
      value: spreadOf(times.killed),
      detail,
    },
  ]
}
