import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#embedded-mongo/embedded-mongo.ts'

// Nothing but trouble: a test run is no place for progress lines.
const log = { info: () => undefined, warn: console.warn, error: console.error }

/**
 * One real mongod, a replica set, for the whole test run: found or fetched and started as the product does
 * it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-mongod-'))
  const mongod = await startEmbedded(folder, { log, binary: process.env['MONGOD_BINARY'] })
  const uri = new URL(mongod.uri)
  uri.pathname = '/'
  project.provide('mongoUri', uri.href)
  return async () => {
    await mongod.close()
    await rm(folder, { recursive: true, force: true })
  }
}
