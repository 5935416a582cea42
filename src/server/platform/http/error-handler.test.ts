import { EventEmitter } from 'node:events'
import type { mongo } from 'mongoose'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { busy, conflict } from '../errors.ts'
import { watchStore } from '../mongo/store-watch.ts'
import { toHttpError } from './error-handler.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const retryAfter = (error: Error) =>
  toHttpError(error, { method: 'GET', path: '/api/posts' }).headers['Retry-After']

it('what waited too long while the store is away is told to wait as for the store', () => {
  const client = new EventEmitter()
  watchStore(client as unknown as mongo.MongoClient)
  expect(retryAfter(busy())).toBe('2')

  describeTopology(client, false)
  vi.advanceTimersByTime(2_000)
  expect(retryAfter(busy())).toBe('5')
  expect(toHttpError(conflict('Taken'), { method: 'POST', path: '/' }).status).toBe(409)

  describeTopology(client, true)
  expect(retryAfter(busy())).toBe('2')
})

const describeTopology = (client: EventEmitter, isWritable: boolean) =>
  client.emit('topologyDescriptionChanged', { newDescription: { servers: new Map([['a', { isWritable }]]) } })
