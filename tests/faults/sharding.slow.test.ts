import { afterAll, beforeAll, expect, test } from 'vitest'
import { collections as models } from '#server/boot/features.ts'
import { migrations } from '#server/migrations/index.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { migrate } from '#server/platform/mongo/migrate.ts'
import { shardingOf } from '#server/platform/mongo/schema.ts'
import { startShardedStore, type ShardedStore } from '#tests/support/sharded-store.ts'

let store: ShardedStore
beforeAll(async () => {
  store = await startShardedStore()
  await connectStore(store.uri)
  await migrate({ models, migrations })
})
afterAll(async () => {
  await disconnectStore()
  await store[Symbol.asyncDispose]()
})

test('a cluster takes the shard key of each collection, with the indexes that the server makes', async () => {
  const refused: string[] = []
  for (const { collection } of models) {
    const sharding = shardingOf(collection.collectionName)
    if (!sharding) throw new Error(`${collection.collectionName} says nothing about its shards`)
    if (!('key' in sharding)) continue
    await store
      .shard(collection.collectionName, sharding)
      .catch(({ message }: Error) => refused.push(message))
  }
  expect(refused).toEqual([])
})
