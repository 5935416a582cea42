import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import { IDBFactory } from 'fake-indexeddb'
import { createStore, set, type UseStore } from 'idb-keyval'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

const SOURCE = readFileSync(new URL('worker.js', import.meta.url), 'utf8')
const ORIGIN = 'https://palace.example'
const FRAME = '<script type="module"></script><div id="root"></div>'
const CACHED: Record<string, string> = { '/shell.html': FRAME, '/offline.html': 'the offline page' }
/** What the build fills in. */
const BUILD = { files: ['/assets/this-build.css'], offline: '/offline.html', shell: '/shell.html' }

let kept: UseStore
/** What the document is answered with. */
let answer: (words: string) => void
let cutOff: () => void
/** Opens a page: what the worker shows in it. */
let open: (path: string) => Promise<string>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  globalThis.indexedDB = new IDBFactory()
  kept = createStore('royal-flush-messages', 'kept')
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  promise.catch(() => undefined) // the worker gets it
  answer = (words) => resolve(new Response(words))
  cutOff = () => reject(new TypeError('no network'))
  open = worker(() => promise)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

interface Navigation {
  request: { method: string; mode: string; url: string }
  respondWith: (answer: Promise<Response>) => void
}

function worker(fetch: () => Promise<Response>): typeof open {
  const listeners = new Map<string, (event: Navigation) => void>()
  const self = {
    addEventListener: (name: string, listen: (event: Navigation) => void) => listeners.set(name, listen),
  }
  const caches = { match: async (path: string) => new Response(CACHED[path]) }
  const run = compileFunction(SOURCE.replace('__BUILD__', JSON.stringify(BUILD)), [
    'self',
    'caches',
    'location',
    'fetch',
  ]) as (...globals: unknown[]) => void
  run(self, caches, { origin: ORIGIN }, fetch)
  return async (path) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const request = { method: 'GET', mode: 'navigate', url: ORIGIN + path }
    listeners.get('fetch')!({ request, respondWith: resolve })
    return (await promise).text()
  }
}

const keepMessages = () => set('me:list', { version: 1, conversations: [] }, kept)
const keepPicture = (sheet: string, until = Date.now() + 60_000) =>
  set('me:picture', { html: 'Ann, Bob', until, sheet }, kept)

it('[L53] a document of messages without an answer for four seconds gives way to what is kept', async () => {
  await keepMessages()
  const page = open('/messages?conversation=c1')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await page).toBe(FRAME)
})

it('[L53] an answer within four seconds wins', async () => {
  await keepMessages()
  const page = open('/messages?conversation=c1')
  await vi.advanceTimersByTimeAsync(3_999)
  answer('of the server')
  expect(await page).toBe('of the server')
})

it.each([
  ['where nothing is kept', '/messages', async () => undefined],
  ['on other pages', '/notifications', keepMessages],
])('[L53] the answer is waited for %s', async (_, path, prepare) => {
  await prepare()
  const page = open(path)
  await vi.advanceTimersByTimeAsync(60_000)
  answer('of the server')
  expect(await page).toBe('of the server')
})

it('[L53] without a network what is kept is there at once, and the offline page where nothing is', async () => {
  cutOff()
  expect(await open('/messages')).toBe('the offline page')
  await keepMessages()
  expect(await open('/messages')).toBe(FRAME)
  expect(await open('/notifications')).toBe('the offline page')
})

it('[L53] the picture of the list stands in the frame, if it is of this build and nothing in it has disappeared', async () => {
  cutOff()
  await keepMessages()
  await keepPicture('/assets/this-build.css')
  expect(await open('/messages')).toBe('<script type="later"></script><div id="root">Ann, Bob</div>')
  expect(await open('/messages?conversation=c1')).toBe(FRAME)
  await keepPicture('/assets/another-build.css')
  expect(await open('/messages')).toBe(FRAME)
  await keepPicture('/assets/this-build.css', Date.now())
  expect(await open('/messages')).toBe(FRAME)
})
