// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BatchInput, BatchView } from '#contract/batch.ts'
import { LIMITS } from '#contract/limits.ts'
import { inBatches } from '#client/live/batch.ts'
import { ApiError, api } from '#client/live/http.ts'
import { resetStores } from '#client/live/registry.ts'

interface Sent {
  path: string
  reads?: BatchInput['reads']
}

/** Records every request; a batch gets `parts`, everything else `{ alone: path }`. */
function serve(parts: (reads: BatchInput['reads']) => BatchView | Response): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/api/batch') {
      sent.push({ path })
      return Response.json({ alone: path }, { headers: { ETag: `"${path}"` } })
    }
    const { reads } = JSON.parse(init.body as string) as BatchInput
    sent.push({ path, reads })
    const answer = parts(reads)
    return answer instanceof Response ? answer : Response.json(answer)
  })
  return sent
}
const found = (reads: BatchInput['reads']) => reads.map(({ path }) => ({ status: 200, body: { path } }))
const reason = (read: Promise<unknown>) =>
  read.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error : null),
  )
const two = () => Promise.all([api.get('/api/a'), api.get('/api/b', { page: 2 })])

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

describe('Reads that begin together in a resync', () => {
  it('are one request, and each gets its own answer', async () => {
    const sent = serve(found)
    expect(await inBatches(two)).toEqual([{ path: '/api/a' }, { path: '/api/b?page=2' }])
    expect(sent).toEqual([{ path: '/api/batch', reads: [{ path: '/api/a' }, { path: '/api/b?page=2' }] }])
  })

  it('are calls of their own at any other time, or when there is only one', async () => {
    const sent = serve(found)
    await two()
    await inBatches(() => api.get('/api/c'))
    expect(sent).toEqual([{ path: '/api/a' }, { path: '/api/b?page=2' }, { path: '/api/c' }])
  })

  it('are several requests when there are more than a batch takes', async () => {
    const sent = serve(found)
    const paths = Array.from({ length: LIMITS.batchReads + 2 }, (_, at) => `/api/${at}`)
    await inBatches(() => Promise.all(paths.map((path) => api.get(path))))
    expect(sent.map(({ reads }) => reads?.length)).toEqual([LIMITS.batchReads, 2])
  })

  it('fail alone', async () => {
    serve(() => [
      { status: 404, message: 'Gone.' },
      { status: 503, message: 'Later.', retryAfter: '7' },
      { status: 200, body: [] },
    ])
    const [gone, later, rest] = await inBatches(() =>
      Promise.all([reason(api.get('/api/a')), reason(api.get('/api/b')), api.get('/api/c')]),
    )
    expect(gone).toMatchObject({ status: 404, sentence: 'Gone.' })
    expect(later).toMatchObject({ status: 503, retryAfter: 7_000 })
    expect(rest).toEqual([])
  })

  it('send the ETags that are known, and take 304 for the answer from before', async () => {
    const sent = serve((reads) =>
      reads.map(({ etag }) => (etag ? { status: 304, etag } : { status: 200, body: 1 })),
    )
    await api.get('/api/a')
    expect(await inBatches(two)).toEqual([{ alone: '/api/a' }, 1])
    expect(sent.at(-1)?.reads).toEqual([{ path: '/api/a', etag: '"/api/a"' }, { path: '/api/b?page=2' }])
    // Another person's page must not get it.
    resetStores()
    await inBatches(two)
    expect(sent.at(-1)?.reads).toEqual([{ path: '/api/a' }, { path: '/api/b?page=2' }])
  })

  it('all fail when the batch is refused or does not arrive', async () => {
    serve(() => new Response('Full.', { status: 503, headers: { 'Retry-After': '3' } }))
    const both = () => Promise.all([reason(api.get('/api/a')), reason(api.get('/api/b'))])
    for (const error of await inBatches(both)) expect(error).toMatchObject({ status: 503, retryAfter: 3_000 })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    for (const error of await inBatches(both)) expect(error).toMatchObject({ status: 0 })
  })

  it('are asked one by one of a server that knows no batches', async () => {
    const sent = serve(() => new Response('Not found', { status: 404 }))
    expect(await inBatches(two)).toEqual([{ alone: '/api/a' }, { alone: '/api/b?page=2' }])
    expect(sent).toHaveLength(3)
  })

  it('are not sent when they were cancelled before, and do not keep the others', async () => {
    const sent = serve(found)
    const leaving = new AbortController()
    const cancelled = inBatches(() => api.get('/api/a', {}, leaving.signal))
    const others = inBatches(two)
    leaving.abort()
    await expect(cancelled).rejects.toThrow()
    await others
    expect(sent.map(({ reads }) => reads?.map(({ path }) => path))).toEqual([['/api/a', '/api/b?page=2']])
  })
})
