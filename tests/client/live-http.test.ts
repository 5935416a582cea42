// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WRITER_HEADER } from '#contract/account.constants.ts'
import {
  ApiError,
  abandonCalls,
  api,
  nullWhenSignedOut,
  onSessionRefused,
  setWriter,
  errorMessageOf,
} from '#client/live/http.ts'

const answer = (status: number, body: string, type = 'text/plain') =>
  vi.fn(
    async (_path: string, _init: RequestInit) =>
      new Response(body || null, { status, headers: { 'content-type': type } }),
  )
const use = (fetching: (path: string, init: RequestInit) => Promise<Response>) => {
  vi.stubGlobal('fetch', fetching)
  return fetching
}
const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: ApiError) => error,
  )

afterEach(() => vi.unstubAllGlobals())

describe('A fault of ours', () => {
  it('is shown with the number of its request, other refusals without one', async () => {
    const refused = (status: number) =>
      new Response('Oh no.', { status, headers: { 'X-Request-Id': '0123456789abcdef' } })
    use(async () => refused(500))
    const fault = await failure(api.get('/api/things'))
    expect(errorMessageOf(fault)).toBe('Oh no. If it happens again, tell us this number: 01234567.')
    expect(fault.message).toBe('500: Oh no.')
    use(async () => refused(409))
    expect(errorMessageOf(await failure(api.get('/api/things')))).toBe('Oh no.')
  })
})

describe('A call', () => {
  it('sends JSON with its type only when there is a body', async () => {
    const fetching = answer(200, '{}')
    use(fetching)
    await api.post('/api/things', { text: 'hello' })
    await api.post('/api/things')
    expect(fetching.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"text":"hello"}',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(fetching.mock.calls[1]?.[1]).not.toHaveProperty('body')
    expect(fetching.mock.calls[1]?.[1]).toMatchObject({ headers: {} })
    expect(fetching.mock.calls[1]?.[1]).not.toHaveProperty('headers.Content-Type')
  })

  it('leaves empty values out of the query, and escapes the others', async () => {
    const fetching = answer(200, '[]')
    use(fetching)
    await api.get('/api/posts', { cursor: undefined, tag: null, q: 'a&b c' })
    expect(fetching.mock.calls[0]?.[0]).toBe('/api/posts?q=a%26b+c')
  })

  it('resolves to undefined for an empty answer', async () => {
    use(answer(204, ''))
    await expect(api.delete('/api/things/1')).resolves.toBeUndefined()
  })

  it("fails with 'status: text' as its message, and with the text alone as its sentence", async () => {
    use(answer(409, 'That handle is already taken.'))
    const error = await failure(api.post('/api/auth/register', {}))
    expect(error.message).toBe('409: That handle is already taken.')
    expect(error.status).toBe(409)
    expect(errorMessageOf(error, 'fallback')).toBe('That handle is already taken.')
    expect(errorMessageOf(new Error('boom'), 'fallback')).toBe('fallback')
  })

  it('uses the status text when the answer is empty', async () => {
    use(async () => new Response(null, { status: 502, statusText: 'Bad Gateway' }))
    expect((await failure(api.get('/api/x'))).message).toBe('502: Bad Gateway')
  })

  it('fails with a message when there is no answer', async () => {
    use(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failure(api.get('/api/x'))
    expect(error.status).toBe(0)
    expect(error.sentence).toMatch(/connection/)
  })

  it('is aborted when the session changes, and is then not shown as a failure', async () => {
    use(
      (_path, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const waiting = failure(api.get('/api/auth/me'))
    abandonCalls()
    expect(await waiting).not.toBeInstanceOf(ApiError)
  })
})

describe('A write', () => {
  it('says for whom it is, and a read does not', async () => {
    const headers: unknown[] = []
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      headers.push(init.headers)
      return new Response(null, { status: 204 })
    })
    setWriter(() => 'ann')
    await api.post('/api/x')
    await api.delete('/api/x')
    await api.get('/api/x')
    setWriter(() => undefined)
    await api.post('/api/x')
    const named = { [WRITER_HEADER]: 'ann' }
    expect(headers).toEqual([named, named, {}, {}])
  })

  it("for somebody else than the session's person is news about the session, and no other 409 is", async () => {
    const heard = vi.fn()
    const stop = onSessionRefused(heard)
    vi.stubGlobal('fetch', async () => new Response('Taken.', { status: 409 }))
    expect(await failure(api.post('/api/x'))).toMatchObject({ endsSession: false })
    expect(heard).not.toHaveBeenCalled()
    const refusal = { status: 409, headers: { [WRITER_HEADER]: 'somebody else' } }
    vi.stubGlobal('fetch', async () => new Response('Nothing was saved.', refusal))
    expect(await failure(api.post('/api/x'))).toMatchObject({ endsSession: true })
    expect(heard).toHaveBeenCalledOnce()
    stop()
  })
})

describe('A 401', () => {
  it('is null for a read that visitors may make, and an error for others', async () => {
    use(answer(401, 'Please log in to continue.'))
    await expect(nullWhenSignedOut(api.get('/api/auth/me'))).resolves.toBeNull()
    use(answer(500, 'Something went wrong.'))
    await expect(nullWhenSignedOut(api.get('/api/auth/me'))).rejects.toThrow('500')
  })

  it("is reported to the session's module, and no other error is", async () => {
    const heard = vi.fn()
    const stop = onSessionRefused(heard)
    use(answer(403, 'You are not allowed to do that.'))
    await failure(api.get('/api/x'))
    expect(heard).not.toHaveBeenCalled()
    use(answer(401, 'Please log in to continue.'))
    await failure(api.get('/api/x'))
    expect(heard).toHaveBeenCalledOnce()
    stop()
    await failure(api.get('/api/x'))
    expect(heard).toHaveBeenCalledOnce()
  })
})
