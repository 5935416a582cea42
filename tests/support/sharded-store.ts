import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mongo } from 'mongoose'
import { findMongod } from '#embedded-mongo/find-mongod.ts'
import type { Sharding } from '#server/platform/mongo/schema.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** A cluster of one shard, without a router: a test sends what a router would send. */
export interface ShardedStore extends AsyncDisposable {
  /** A database of the shard. */
  readonly uri: string
  /** Shards a collection of that database. Throws what the shard says against the key. */
  shard(collection: string, sharding: Sharding & { key: object }): Promise<void>
}

const DATABASE = 'royal-flush'
const MAJORITY = { writeConcern: { w: 'majority' } } as const
const log = { info: () => undefined, warn: console.warn, error: console.error }

/** Starts a config server and a shard, each a replica set of one, and joins them. */
export async function startShardedStore(): Promise<ShardedStore> {
  const [config, shard] = await Promise.all([startMember('configsvr'), startMember('shardsvr')])
  const admin = config.client.db('admin')
  await admin.command({ _configsvrAddShard: shard.seeds, name: 'shard', ...MAJORITY })
  const { databaseVersion } = await admin.command({
    _configsvrCreateDatabase: DATABASE,
    primaryShardId: 'shard',
    ...MAJORITY,
  })
  return {
    uri: `mongodb://${shard.host}/${DATABASE}?directConnection=true`,
    async shard(collection, { key }) {
      const command = { _shardsvrCreateCollection: collection, shardKey: key, unique: false, databaseVersion }
      await shard.client.db(DATABASE).command({ ...command, ...MAJORITY })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([config.stop(), shard.stop()])
    },
  }
}

async function startMember(role: 'configsvr' | 'shardsvr') {
  const folder = await mkdtemp(path.join(tmpdir(), `royal-flush-${role}-`))
  const host = `127.0.0.1:${await freePort()}`
  const { binary } = await findMongod({ dataDir: folder, named: process.env['MONGOD_BINARY'], log })
  const flags = [
    ['--dbpath', folder, '--port', host.split(':')[1]!, '--bind_ip', '127.0.0.1', '--nounixsocket'],
    [`--${role}`, '--replSet', role, '--wiredTigerCacheSizeGB', '0.25'],
  ].flat()
  const child = spawn(binary, flags, { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const client = new mongo.MongoClient(`mongodb://${host}/?directConnection=true`)
  const admin = client.db('admin')
  await admin.command({
    replSetInitiate: {
      _id: role,
      members: [{ _id: 0, host }],
      ...(role === 'configsvr' && { configsvr: true }),
    },
  })
  await until(
    `the ${role} takes writes`,
    async () => (await admin.command({ hello: 1 }))['isWritablePrimary'] === true,
  )
  return {
    client,
    host,
    seeds: `${role}/${host}`,
    async stop() {
      await client.close()
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
