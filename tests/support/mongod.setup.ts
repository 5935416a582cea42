import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MongoClient } from 'mongodb'
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
  await closeIdleFiles(mongod.uri)
  const uri = new URL(mongod.uri)
  uri.pathname = '/'
  project.provide('mongoUri', uri.href)
  return async () => {
    await mongod.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Each collection and each index is an open file, 300 for a database of the product. A run makes some hundred databases:
 * files that were not used for ten minutes, MongoDB's default, would be more than a process may open, and it aborts.
 */
async function closeIdleFiles(uri: string): Promise<void> {
  const client = await MongoClient.connect(uri)
  const wiredTigerEngineRuntimeConfig = 'file_manager=(close_idle_time=30)'
  await client.db('admin').command({ setParameter: 1, wiredTigerEngineRuntimeConfig })
  await client.close()
}
