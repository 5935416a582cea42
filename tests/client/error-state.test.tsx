// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '#client/live/http.ts'
import { inBatches } from '#client/live/batch.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { draw } from './support/screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const SENTENCE = 'If it happens again, tell us this number: 01234567.'
const answerWith = (status: number, body = 'Oh no.') =>
  vi.stubGlobal(
    'fetch',
    async () => new Response(body, { status, headers: { 'X-Request-Id': '0123456789abcdef' } }),
  )
const screen = async () => (await draw(<ErrorState title="Failed to load the ducks" />)).textContent

it('A screen that meets a fault of ours has the number of the request, and no other failure has one', async () => {
  answerWith(500)
  await expect(api.get('/api/things')).rejects.toThrow()
  expect(await screen()).toContain(SENTENCE)
  answerWith(404)
  await expect(api.get('/api/things')).rejects.toThrow()
  expect(await screen()).not.toContain('number')
})

it('So has one whose read was part of a batch', async () => {
  answerWith(
    200,
    JSON.stringify([
      { status: 200, body: 1 },
      { status: 500, message: 'Oh no.' },
    ]),
  )
  const both = inBatches(() => Promise.allSettled([api.get('/api/one'), api.get('/api/two')]))
  expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(await screen()).toContain(SENTENCE)
})
