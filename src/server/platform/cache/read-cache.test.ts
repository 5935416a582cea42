import { describe, expect, it } from 'vitest'
import { metrics } from '../metrics.ts'
import { createReadCache, createSharedRead } from './read-cache.ts'

/** Reads that end when the test says so. */
function controlled() {
  const reads: { resolve(value: string): void; reject(error: Error): void }[] = []
  const load = () =>
    new Promise<string>((resolve, reject) => {
      reads.push({ resolve, reject })
    })
  return { reads, load }
}

describe('A read cache', () => {
  it('lets simultaneous callers share one read, and caches its value', async () => {
    const { reads, load } = controlled()
    const cache = createReadCache({ name: 'test-shared', load, max: 10 })
    const both = [cache.get('a'), cache.get('a')]
    expect(reads.length).toBe(1)
    reads[0]!.resolve('one')
    expect(await Promise.all(both)).toEqual(['one', 'one'])
    expect(await cache.get('a')).toBe('one')
    expect(reads.length).toBe(1)
  })

  it('rejects for all callers who share the read, and reads again for the next one', async () => {
    const { reads, load } = controlled()
    const cache = createReadCache({ name: 'test-error', load, max: 10 })
    const both = Promise.allSettled([cache.get('a'), cache.get('a')])
    reads[0]!.reject(new Error('away'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = cache.get('a')
    reads[1]!.resolve('two')
    expect(await next).toBe('two')
  })

  it('does not cache a read during which its key was invalidated', async () => {
    const { reads, load } = controlled()
    const cache = createReadCache({ name: 'test-forget', load, max: 10 })
    const before = cache.get('a')
    cache.forget('a')
    const after = cache.get('a')
    expect(reads.length).toBe(2)
    reads[1]!.resolve('new')
    expect(await after).toBe('new')
    reads[0]!.resolve('old')
    expect(await before).toBe('old')
    expect(await cache.get('a')).toBe('new')
  })

  it('does not cache a read during which it was cleared', async () => {
    const { reads, load } = controlled()
    const cache = createReadCache({ name: 'test-clear', load, max: 10 })
    const before = cache.get('a')
    cache.clear()
    reads[0]!.resolve('old')
    expect(await before).toBe('old')
    void cache.get('a')
    expect(reads.length).toBe(2)
    reads[1]!.resolve('new')
  })

  it('counts the age of a value from the start of its read', async () => {
    const { reads, load } = controlled()
    const cache = createReadCache({ name: 'test-age', load, max: 10, freshMs: 1 })
    const first = cache.get('a')
    await new Promise((resolve) => setTimeout(resolve, 5))
    reads[0]!.resolve('one')
    await first
    await expect
      .poll(async () => {
        void cache.get('a')
        return reads.length
      })
      .toBe(2)
    reads[1]!.resolve('two')
  })

  it('stays within its maximum size', async () => {
    let reads = 0
    const load = async (key: string) => {
      reads += 1
      return key.repeat(4)
    }
    const cache = createReadCache({
      name: 'test-size',
      load,
      max: 10,
      maxSize: 8,
      sizeOf: (value) => value.length,
    })
    await cache.get('a')
    await cache.get('b')
    await cache.get('c')
    await cache.get('c')
    expect(reads).toBe(3)
    await cache.get('a')
    expect(reads).toBe(4)
  })

  it('counts hits, misses and shared reads in /metrics', async () => {
    const cache = createReadCache({ name: 'test-metrics', load: async () => 'one', max: 10 })
    await Promise.all([cache.get('a'), cache.get('a')])
    await cache.get('a')
    const text = await metrics.getSingleMetricAsString('cache_reads_total')
    for (const result of ['hit', 'miss', 'shared'])
      expect(text).toContain(`cache_reads_total{cache="test-metrics",result="${result}"} 1`)
  })

  it('caches null like any value, unless told not to', async () => {
    let reads = 0
    const load = async () => {
      reads += 1
      return null
    }
    const kept = createReadCache({ name: 'test-null', load, max: 10 })
    await kept.get('a')
    await kept.get('a')
    expect(reads).toBe(1)
    const dropped = createReadCache({ name: 'test-null', load, max: 10, keep: () => false })
    await dropped.get('a')
    await dropped.get('a')
    expect(reads).toBe(3)
  })
})

it('does not cache a shared read without a time to live', async () => {
  const { reads, load } = controlled()
  const figures = createSharedRead({ name: 'test-single', load })
  const both = [figures.get(), figures.get()]
  reads[0]!.resolve('one')
  expect(await Promise.all(both)).toEqual(['one', 'one'])
  const next = figures.get()
  expect(reads.length).toBe(2)
  reads[1]!.resolve('two')
  expect(await next).toBe('two')
})
